// internals remembers what a custom element says of itself through ElementInternals, which no script can ask for later:
// attachInternals is hooked in the main world, before the page's own scripts run. Where the hook came too late, an element
// that keeps its internals in a field of its own still gives them away.

import { tag } from './safe';

const attached = new WeakMap<Element, ElementInternals>();
const { getOwnPropertyNames, getOwnPropertyDescriptor } = Object;

/** What attachInternals gave for this element, as far as we can know. */
export function internals(el: Element): ElementInternals | undefined {
  return tag(el).includes('-') ? attached.get(el) ?? kept(el) : undefined; // none but custom elements have any
}

function kept(el: Element): ElementInternals | undefined {
  for (const name of getOwnPropertyNames(el)) {
    const value: unknown = getOwnPropertyDescriptor(el, name)?.value;
    if (value instanceof ElementInternals) {
      attached.set(el, value);
      return value;
    }
  }
  return undefined;
}

/** What a custom element says by itself for an ARIA attribute: ariaDefault(el, "haspopup") is its internals' ariaHasPopup. */
export function ariaDefault<V = string>(el: Element, what: string): V | null {
  const own = internals(el);
  if (!own) return null;
  for (const property in own) {
    if (property.toLowerCase() === 'aria' + what) return own[property as keyof ElementInternals] as V;
  }
  return null;
}

/** Hooks attachInternals, and tells of every closed shadow root and reference target made from now on. */
export function installInternals(adopt: (host: Element, root: ShadowRoot) => void, retarget: (root: ShadowRoot, id: string) => void): void {
  const { attachInternals } = HTMLElement.prototype;
  const { attachShadow } = Element.prototype;
  const { apply } = Reflect;
  HTMLElement.prototype.attachInternals = function (this: HTMLElement): ElementInternals {
    const made = apply(attachInternals, this, []) as ElementInternals;
    attached.set(this, made);
    return made;
  };
  Element.prototype.attachShadow = function (this: Element, init: ShadowRootInit & { referenceTarget?: string }): ShadowRoot {
    const root = apply(attachShadow, this, [init]) as ShadowRoot;
    if (root.mode === 'closed') adopt(this, root);
    if (typeof init.referenceTarget === 'string') retarget(root, init.referenceTarget);
    return root;
  };
}
