// focus answers whether an element can take focus at all, by script or by a person, from markup alone.

import { attr, childNamed, editable, hasAttr, isElement, isHTML, isSVG, parentNode, tag, token, shadowRoot } from './safe';

/** Whether a form control is disabled by itself or by a fieldset around it. */
export function disabledNatively(el: Element): boolean {
  const t = tag(el);
  if (!FORM.has(t) && !t.includes('-')) return false;
  if (hasAttr(el, 'disabled')) return true;
  if (t === 'option') {
    // As it cannot be chosen, an option of a disabled select counts too.
    for (let p = parentNode(el); isElement(p) && CHOICE.has(tag(p)); p = parentNode(p)) if (hasAttr(p, 'disabled')) return true;
    return false;
  }
  if (t === 'optgroup') return false;
  for (let child: Node = el, p = parentNode(el); p; child = p, p = parentNode(p)) {
    if (isElement(p) && tag(p) === 'fieldset' && hasAttr(p, 'disabled') && child !== childNamed(p, 'legend')) return true;
  }
  return false;
}
const CHOICE = new Set(['optgroup', 'select']);
const FORM = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']);

/** Whether the element is focusable: natively, by tabindex, or as an editing host. */
export function focusable(el: Element): boolean {
  if (/^\s*[+-]?\d/.test(attr(el, 'tabindex') ?? '')) return !disabledNatively(el);
  const t = tag(el);
  if (!isHTML(el)) return isSVG(el) && t === 'a' && (hasAttr(el, 'href') || hasAttr(el, 'xlink:href'));
  switch (t) {
    case 'a': case 'area': return hasAttr(el, 'href');
    case 'input': return token(el, 'type') !== 'hidden' && !disabledNatively(el);
    case 'button': case 'select': case 'textarea': return !disabledNatively(el);
    case 'iframe': case 'frame': case 'object': case 'embed': return true;
    case 'audio': case 'video': return hasAttr(el, 'controls');
    case 'summary': return isSummary(el);
  }
  if (!hasAttr(el, 'contenteditable')) return false;
  return token(el, 'contenteditable') !== 'false' && editable(el as HTMLElement);
}

/** Whether a summary is the one that opens its details. */
export function isSummary(el: Element): boolean {
  const p = parentNode(el);
  if (!isElement(p) || tag(p) !== 'details') return false;
  return childNamed(p, 'summary') === el;
}

/** The focused element, and the hosts it is in. */
export function focusPath(): Set<Element> {
  const path = new Set<Element>();
  let el: Element | null = document.activeElement;
  while (el && el !== document.body) {
    path.add(el);
    el = shadowRoot(el)?.activeElement ?? null;
  }
  return path;
}
