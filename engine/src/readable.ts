// readable answers whether assistive technology reads an element at all: accname's "hidden", which is not the same as
// what a person sees (text clipped to a pixel is read, aria-hidden text is seen).

import type { View } from './view';
import { hasAttr, isElement, parentNode, tag, token } from './safe';
import { flatParent } from './flat';
import { isSummary } from './focus';

/** Whether the element is laid out: no display none, closed details or hidden content-visibility from here up. */
export function rendered(el: Element, view: View): boolean {
  for (let e: Element | null = el; e; e = flatParent(e, view)) {
    const { display, contentVisibility } = view.style(e);
    if (undrawn(display, e) || folded(e) || (e !== el && contentVisibility === 'hidden')) return false;
  }
  return true;
}

/** Whether the element takes itself and what is in it out: display none, aria-hidden, the closed part of a details. */
export function cutOff(el: Element, display: string): boolean {
  return undrawn(display, el) || token(el, 'aria-hidden') === 'true' || folded(el);
}

/** Whether nothing of the element is read: it is not rendered, not visible, inert, or aria-hidden by itself or from above. */
export function unreadable(el: Element, view: View): boolean {
  if (view.style(el).visibility !== 'visible' || !rendered(el, view)) return true;
  for (let e: Element | null = el; e; e = flatParent(e, view)) {
    if (token(e, 'aria-hidden') === 'true' || hasAttr(e, 'inert')) return true;
  }
  return false;
}

/** Whether the element stands in the closed part of a details element. */
export function folded(el: Element): boolean {
  const p = parentNode(el);
  return isElement(p) && tag(p) === 'details' && !hasAttr(p, 'open') && !isSummary(el);
}

// An area has no box, but its map has. No display at all: not in the composed tree.
const undrawn = (display: string, el: Element): boolean => (display === 'none' && tag(el) !== 'area') || display === '';
