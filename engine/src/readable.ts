// readable answers whether assistive technology reads an element at all: accname's "hidden", which is not the same as
// what a person sees (text clipped to a pixel is read, aria-hidden text is seen).

import type { View } from './view';
import { checkVisibility, hasAttr, isElement, parentNode, tag, token } from './safe';
import { flatParent } from './flat';
import { isSummary } from './focus';

/** Whether the element is laid out: no display none and no hidden content-visibility from here up. */
export function rendered(el: Element, view: View): boolean {
  if (checkVisibility(el)) return true;
  if (view.style(el).display !== 'contents') return false; // no box of its own, but its children have theirs
  const parent = flatParent(el, view);
  return !parent || rendered(parent, view);
}

/** Whether the element takes itself and what is in it out: display none, aria-hidden, the closed part of a details. */
export function cutOff(el: Element, view: View): boolean {
  return token(el, 'aria-hidden') === 'true' || view.style(el).display === 'none' || folded(el);
}

/** Whether the element stands in the closed part of a details element. */
export function folded(el: Element): boolean {
  const p = parentNode(el);
  return isElement(p) && tag(p) === 'details' && !hasAttr(p, 'open') && !isSummary(el);
}

/** Whether nothing of the element is read: it is not rendered, not visible, or aria-hidden by itself or from above. */
export function unreadable(el: Element, view: View): boolean {
  if (!rendered(el, view) || view.style(el).visibility !== 'visible') return true;
  for (let e: Element | null = el; e; e = flatParent(e, view)) if (token(e, 'aria-hidden') === 'true') return true;
  return false;
}
