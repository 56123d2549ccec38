// idrefs resolves what an ARIA reference points to: ids, elements set from script, and reference targets of shadow roots.

import { attr, byId, referenceTarget, reflected, rootNode, shadowRoot } from './safe';
import { internals } from './internals';

const PROPERTIES: Record<string, string> = {
  'aria-labelledby': 'ariaLabelledByElements',
  'aria-describedby': 'ariaDescribedByElements',
  'aria-owns': 'ariaOwnsElements',
  'aria-activedescendant': 'ariaActiveDescendantElement',
  'aria-controls': 'ariaControlsElements',
  'aria-errormessage': 'ariaErrorMessageElements',
};

/** The elements an ARIA attribute refers to, in order. Ids that are not there are left out. */
export function idrefs(el: Element, attribute: string): Element[] {
  const value = attr(el, attribute);
  if (value === null && !internals(el)) return [];
  const property = PROPERTIES[attribute];
  let found: Element[] = [];
  if (value) {
    const root = rootNode(el);
    for (const id of value.split(/[ \t\n\f\r]+/)) {
      const target = id && byId(root, id);
      if (target) found.push(target);
    }
  } else if (value === '' && property) {
    found = listed(reflected(el, property));
  } else if (property) {
    const own = internals(el)!;
    found = listed((own as unknown as Record<string, Element | Element[] | null>)[property]);
  }
  return found.map(target).filter((e): e is Element => e !== null);
}

const listed = (v: Element | Element[] | null | undefined): Element[] => (!v ? [] : Array.isArray(v) ? [...v] : [v]);

/** The element that stands for a host: what its shadow root names as reference target, else the host itself. */
export function target(el: Element): Element | null {
  for (let e: Element | null = el; e; ) {
    const root: ShadowRoot | null = shadowRoot(e);
    const id = root && referenceTarget(root);
    if (!root || id === null || id === undefined) return e;
    e = byId(root, id);
  }
  return null;
}
