// idrefs resolves what an ARIA reference points to: ids, elements set from script, and reference targets of shadow roots.

import { attr, byId, referenceTarget, reflected, rootNode, shadowRoot } from './safe';
import { ariaDefault } from './internals';

/** The elements an ARIA attribute refers to, in order. Ids that are not there are left out. */
export function idrefs(el: Element, attribute: 'aria-labelledby' | 'aria-describedby' | 'aria-owns'): Element[] {
  const value = attr(el, attribute);
  let found: Element[] = [];
  if (value) {
    const root = rootNode(el);
    for (const id of value.split(/[ \t\n\f\r]+/)) {
      const target = id && byId(root, id);
      if (target) found.push(target);
    }
  } else if (value === '') found = reflected(el, attribute) ?? []; // how an attribute reads whose elements a script has set
  else found = ariaDefault<Element[]>(el, attribute.slice(5) + 'elements') ?? [];
  return found.length ? found.map(target).filter((e): e is Element => e !== null) : found;
}

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

/** The ids an element takes its name or description from. */
export function referredIds(el: Element): string[] {
  return ['aria-labelledby', 'aria-describedby', 'aria-owns', 'for'].flatMap((a) => (attr(el, a) ?? '').split(/\s+/)).filter((id) => id);
}
