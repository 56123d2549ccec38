// safe reads the DOM without trusting it. A form's named controls and a document's named images hide properties
// (`<form><input name=children>`), and a script in the main world may replace prototypes later: so every getter and
// method is taken from its prototype once, when this file loads.

type Getter<T, R> = (self: T) => R;

const { getOwnPropertyDescriptor } = Object;
const { apply } = Reflect;
const none: [] = [];

function getter<T, R>(proto: object | undefined, name: string): Getter<T, R> {
  const get = proto && getOwnPropertyDescriptor(proto, name)?.get;
  return get ? (self) => apply(get, self, none) as R : () => null as R;
}

// Like getter, for a prototype that not every argument has: answers null for the others.
function only<T extends Node, R>(proto: object, name: string): Getter<T, R | null> {
  const get = getOwnPropertyDescriptor(proto, name)?.get;
  return (el) => {
    if (!get) return null;
    try {
      return apply(get, el, none) as R;
    } catch {
      return null;
    }
  };
}

function method<T, A extends [unknown?], R>(proto: object, name: string): (self: T, ...args: A) => R {
  const f = getOwnPropertyDescriptor(proto, name)!.value as () => R;
  const call = (self: T, a?: unknown): R => apply(f, self, a === undefined ? none : [a]) as R;
  return call as (self: T, ...args: A) => R;
}

const node = Node.prototype;
const element = Element.prototype;

export const ELEMENT = 1;
export const TEXT = 3;
export const DOCUMENT = 9;
const FRAGMENT = 11;

export const nodeType = getter<Node, number>(node, 'nodeType');
export const nodeValue = getter<Node, string | null>(node, 'nodeValue');
export const textContent = getter<Node, string | null>(node, 'textContent');
export const parentNode = getter<Node, Node | null>(node, 'parentNode');
export const firstChild = getter<Node, Node | null>(node, 'firstChild');
export const nextSibling = getter<Node, Node | null>(node, 'nextSibling');
export const previousSibling = getter<Node, Node | null>(node, 'previousSibling');
export const isConnected = getter<Node, boolean>(node, 'isConnected');
/** Whether a picture has an address and came to its end without an image. */
export const brokenImage = (el: Element): boolean => complete(el) === true && naturalWidth(el) === 0 && !!currentSrc(el);
const complete = only<Element, boolean>(HTMLImageElement.prototype, 'complete');
const naturalWidth = only<Element, number>(HTMLImageElement.prototype, 'naturalWidth');
const currentSrc = only<Element, string>(HTMLImageElement.prototype, 'currentSrc');

export const rootNode = method<Node, [], Node>(node, 'getRootNode');
export const contains = method<Node, [Node], boolean>(node, 'contains');

const localName = getter<Element, string>(element, 'localName');
const namespaceURI = getter<Element, string | null>(element, 'namespaceURI');
const getAttribute = method<Element, [string], string | null>(element, 'getAttribute');
const hasAttribute = method<Element, [string], boolean>(element, 'hasAttribute');
const openShadow = getter<Element, ShadowRoot | null>(element, 'shadowRoot');

/** The local name in lower case: "foreignobject" for an SVG foreignObject. */
export const tag = (el: Element): string => localName(el).toLowerCase();
export const attr = getAttribute;
export const hasAttr = hasAttribute;
export const hasAttributes = method<Element, [], boolean>(element, 'hasAttributes');

/** What we write into a page that is to show refs; nothing that reads attributes sees it. */
export const REF = 'data-sw-ref';
const names = method<Element, [], string[]>(element, 'getAttributeNames');
const setAttribute = getOwnPropertyDescriptor(element, 'setAttribute')!.value as () => void;
export const setAttr = (el: Element, name: string, value: string): void => apply(setAttribute, el, [name, value]);

/** The names of all attributes that are the page's own. */
export function attrNames(el: Element): string[] {
  const all = names(el);
  return all.includes(REF) ? all.filter((n) => n !== REF) : all;
}

/** An attribute, trimmed; "" where it is absent. */
export const trimmed = (el: Element, name: string): string => (getAttribute(el, name) ?? '').trim();

/** An attribute in lower case and trimmed; "" where it is absent. */
export const token = (el: Element, name: string): string => trimmed(el, name).toLowerCase();

const SVG = 'http://www.w3.org/2000/svg';
const HTML = 'http://www.w3.org/1999/xhtml';
const MATHML = 'http://www.w3.org/1998/Math/MathML';
export const isHTML = (el: Element): boolean => namespaceURI(el) === HTML;
export const isSVG = (el: Element): boolean => namespaceURI(el) === SVG;
export const isMathML = (el: Element): boolean => namespaceURI(el) === MATHML;
export const isElement = (n: Node | null | undefined): n is Element => !!n && nodeType(n) === ELEMENT;

/** The parent when it is an element. */
export const parentElement = getter<Node, Element | null>(node, 'parentElement');
export const children = getter<Element, HTMLCollection>(element, 'children');
export const firstElementChild = getter<Element, Element | null>(element, 'firstElementChild');
export const lastElementChild = getter<Element, Element | null>(element, 'lastElementChild');
export const previousElementSibling = getter<Element, Element | null>(element, 'previousElementSibling');
export const nextElementSibling = getter<Element, Element | null>(element, 'nextElementSibling');

/** The first child element with that tag. */
export function childNamed(el: Element, name: string): Element | null {
  let c = firstElementChild(el);
  while (c && tag(c) !== name) c = nextElementSibling(c);
  return c;
}

export const matches = method<Element, [string], boolean>(element, 'matches');
const queryElement = method<Element, [string], NodeListOf<Element>>(element, 'querySelectorAll');
const queryDocument = method<Node, [string], NodeListOf<Element>>(Document.prototype, 'querySelectorAll');
const queryFragment = method<Node, [string], NodeListOf<Element>>(DocumentFragment.prototype, 'querySelectorAll');

/** Every element below a document, shadow root or element that matches, in tree order. */
export function query(scope: Node, selector: string): NodeListOf<Element> {
  switch (nodeType(scope)) {
    case DOCUMENT: return queryDocument(scope, selector);
    case FRAGMENT: return queryFragment(scope, selector);
    default: return queryElement(scope as Element, selector);
  }
}

const idInDocument = method<Node, [string], Element | null>(Document.prototype, 'getElementById');
const idInFragment = method<Node, [string], Element | null>(DocumentFragment.prototype, 'getElementById');
const cssEscape = CSS.escape;

/** The first element with that id in the tree under root: a document, a shadow root, or the top of a detached tree. */
export function byId(root: Node, id: string): Element | null {
  if (!id) return null;
  switch (nodeType(root)) {
    case DOCUMENT: return idInDocument(root, id);
    case FRAGMENT: return idInFragment(root, id);
    case ELEMENT: {
      if (getAttribute(root as Element, 'id') === id) return root as Element;
      return queryElement(root as Element, '#' + cssEscape(id))[0] ?? null;
    }
    default: return null;
  }
}

// Shadow trees.

const closedRoots = new WeakMap<Element, ShadowRoot>();

/** Tells the engine of a closed shadow root, which no script can find by itself. */
export function adopt(host: Element, root: ShadowRoot): void {
  closedRoots.set(host, root);
}

/** The shadow root of a host, open or adopted. */
export const shadowRoot = (el: Element): ShadowRoot | null => openShadow(el) ?? closedRoots.get(el) ?? null;

export const shadowHost = getter<ShadowRoot, Element>(ShadowRoot.prototype, 'host');
export const shadowMode = getter<ShadowRoot, string>(ShadowRoot.prototype, 'mode');
const nativeTarget = getOwnPropertyDescriptor(ShadowRoot.prototype, 'referenceTarget')?.get;
const targets = new WeakMap<ShadowRoot, string>();

/** For browsers that do not have reference targets yet: remembers the one a shadow root was made with. */
export function retarget(root: ShadowRoot, id: string): void {
  targets.set(root, id);
}

/** The id of the element that stands for the host of a shadow root; null where there is none. */
export function referenceTarget(root: ShadowRoot): string | null {
  if (nativeTarget) return apply(nativeTarget, root, none) as string | null;
  const set: unknown = getOwnPropertyDescriptor(root, 'referenceTarget')?.value;
  return typeof set === 'string' ? set : targets.get(root) ?? null;
}

export const isShadowRoot = (n: Node): n is ShadowRoot => nodeType(n) === FRAGMENT && hostOf(n) !== null;
const hostOf = only<Node, Element>(ShadowRoot.prototype, 'host');

export const isSlot = (n: Node): n is HTMLSlotElement => isElement(n) && localName(n) === 'slot' && isHTML(n);
export const assignedNodes = method<HTMLSlotElement, [], Node[]>(HTMLSlotElement.prototype, 'assignedNodes');
const elementSlot = getter<Node, HTMLSlotElement | null>(element, 'assignedSlot');
const textSlot = getter<Node, HTMLSlotElement | null>(Text.prototype, 'assignedSlot');

/** The slot of an open shadow root that shows this node. */
export function assignedSlot(n: Node): HTMLSlotElement | null {
  const type = nodeType(n);
  return type === ELEMENT ? elementSlot(n) : type === TEXT ? textSlot(n) : null;
}

// Documents: an image or form with a name hides their properties too.

export const documentElement = getter<Document, Element | null>(Document.prototype, 'documentElement');
export const documentBody = getter<Document, Element | null>(Document.prototype, 'body');
export const documentWindow = getter<Document, Window>(Document.prototype, 'defaultView');
const styleSheets = getter<Document, Iterable<CSSStyleSheet>>(Document.prototype, 'styleSheets');
const adoptedSheets = getter<Document, Iterable<CSSStyleSheet>>(Document.prototype, 'adoptedStyleSheets');
export const sheetsOf = (document: Document): CSSStyleSheet[] => [...styleSheets(document), ...(adoptedSheets(document) ?? [])];

// Layout.

const computed = getComputedStyle;
export const computedStyle = (el: Element, pseudo?: string): CSSStyleDeclaration => computed(el, pseudo);
export const scrollLeft = getter<Element, number>(element, 'scrollLeft');
export const scrollTop = getter<Element, number>(element, 'scrollTop');
export const checkVisibility = method<Element, [CheckVisibilityOptions?], boolean>(element, 'checkVisibility');
export const box = method<Element, [], DOMRect>(element, 'getBoundingClientRect');

// Form controls.

export const inputType = only<Element, string>(HTMLInputElement.prototype, 'type');
export const inputValue = only<Element, string>(HTMLInputElement.prototype, 'value');
export const inputChecked = only<Element, boolean>(HTMLInputElement.prototype, 'checked');
export const inputIndeterminate = only<Element, boolean>(HTMLInputElement.prototype, 'indeterminate');
export const inputList = only<Element, Element>(HTMLInputElement.prototype, 'list');
export const textareaValue = only<Element, string>(HTMLTextAreaElement.prototype, 'value');
export const labelControl = only<Element, Element>(HTMLLabelElement.prototype, 'control');
export const selectSize = only<Element, number>(HTMLSelectElement.prototype, 'size');
export const selectOptions = only<Element, HTMLCollectionOf<HTMLOptionElement>>(HTMLSelectElement.prototype, 'options');
export const optionSelected = only<Element, boolean>(HTMLOptionElement.prototype, 'selected');
const meterValue = only<Element, number>(HTMLMeterElement.prototype, 'value');
const progressValue = only<Element, number>(HTMLProgressElement.prototype, 'value');
/** The value of a meter or a progress element; null where it has none. */
export const numericValue = (el: Element): string | null => (hasAttribute(el, 'value') ? String(meterValue(el) ?? progressValue(el)) : null);
export const editable = getter<HTMLElement, boolean>(HTMLElement.prototype, 'isContentEditable');

const reflections: Record<string, Getter<Element, Element[] | null>> = {
  'aria-labelledby': getter(element, 'ariaLabelledByElements'),
  'aria-describedby': getter(element, 'ariaDescribedByElements'),
  'aria-owns': getter(element, 'ariaOwnsElements'),
};

/** The elements an ARIA reference was set to from script (`el.ariaLabelledByElements = [...]`). */
export const reflected = (el: Element, attribute: string): Element[] | null => reflections[attribute](el);
