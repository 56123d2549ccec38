// visibility: why a person does not see an element. Reasons are bits, so that a walk can pass them down the tree.

import type { View } from './view';
import { checkVisibility, documentBody, documentElement, documentWindow, hasAttr, scrollLeft, scrollTop, tag, token } from './safe';
import { flatParent } from './flat';
import { folded } from './readable';

/** One bit a reason, the most telling first. */
export const HIDE = {
  display: 1, // display: none, or not in the composed tree
  details: 2, // in a closed <details>
  'content-visibility': 4, // content-visibility: hidden, hidden=until-found
  visibility: 8,
  opacity: 16,
  size: 32, // nothing of it has an area
  clip: 64, // cut away, though screen readers read it: clip, clip-path, the one-pixel pattern, a collapsed box
  offscreen: 128, // outside of what can be scrolled to
  inert: 256, // seen, but out of reach
  'aria-hidden': 512, // seen, but not read aloud
  covered: 1024, // under another layer now
} as const;

export type Reason = keyof typeof HIDE;

/** Bits that an element sets anew, whatever the element around it has. */
const OWN = HIDE.visibility | HIDE.size;

/** The reasons of an element inside one that is hidden by `above`. With its box: the handle of a drawer off screen may stick out. */
export function inherit(above: number, own: number, box?: DOMRect): number {
  if (above & HIDE.offscreen && box && sticksOut(box)) above &= ~HIDE.offscreen;
  return (above & ~OWN) | own;
}

function sticksOut(box: DOMRect): boolean {
  return box.width >= 1 && box.height >= 1 && box.right > 0 && box.bottom > 0 && box.left < innerWidth && box.top < innerHeight;
}

/** The reasons an element gives by itself, from its computed style and box. */
export function ownHidden(el: Element, style: CSSStyleDeclaration, box: DOMRect, view: View, position = style.position): number {
  let bits = byAttribute(el);
  const shown = checkVisibility(el, EVERYTHING); // one question instead of four, for nearly all elements
  if (!shown) bits |= unseen(el, style);
  if (bits & HIDE.display || (!shown && choice(el))) return bits;
  const { width, height } = box;
  if (!shown && style.display === 'contents') return bits;
  if (cutAway(style, width, height, position)) bits |= HIDE.clip;
  if (width < 1 || height < 1) {
    bits |= HIDE.size; // its children may still be seen, unless it clips them
    if (style.contentVisibility === 'hidden') bits |= HIDE['content-visibility'];
    if (style.overflowX !== 'visible') bits |= HIDE.clip;
  } else if ((position === 'fixed' || box.right <= 0 || box.bottom <= 0) && outOfReach(el, box, view, position)) {
    bits |= HIDE.offscreen;
  }
  return bits;
}
const EVERYTHING: CheckVisibilityOptions = { opacityProperty: true, visibilityProperty: true };

function unseen(el: Element, style: CSSStyleDeclaration): number {
  const { display } = style;
  if (display === 'none' || display === '') return HIDE.display;
  let bits = 0;
  if (style.visibility !== 'visible') bits |= HIDE.visibility;
  if (style.opacity === '0') bits |= HIDE.opacity;
  // In a hidden content-visibility nothing is laid out; display: contents never is.
  if (display !== 'contents' && !choice(el) && !checkVisibility(el)) bits |= HIDE['content-visibility'];
  return bits;
}

// A choice of a select has no box until the list is open, but is not hidden by anyone.
const choice = (el: Element): boolean => CHOICES.has(tag(el));
const CHOICES = new Set(['option', 'optgroup']);

/** The reasons an element has by its attributes and its place, without any style. */
export function byAttribute(el: Element): number {
  let bits = 0;
  if (hasAttr(el, 'inert')) bits |= HIDE.inert;
  if (token(el, 'aria-hidden') === 'true') bits |= HIDE['aria-hidden'];
  if (folded(el)) bits |= HIDE.details;
  return bits;
}

/** Why the element itself is hidden; the most telling of its own reasons. */
export function hiddenBy(el: Element, view: View): Reason | undefined {
  return first(ownHidden(el, view.style(el), view.box(el), view));
}

/** The reason a mask stands for, the most telling one. */
export function first(mask: number): Reason | undefined {
  for (const reason in HIDE) if (mask & HIDE[reason as Reason]) return reason as Reason;
  return undefined;
}

/** All reasons that hide the element, its own and those of the elements around it. */
export function hiddenAll(el: Element, view: View): number {
  const path: Element[] = [];
  for (let e: Element | null = el; e; e = flatParent(e, view)) path.push(e);
  return path.reduceRight((above, e) => inherit(above, ownHidden(e, view.style(e), view.box(e), view), view.box(e)), 0);
}

// clip and clip-path that leave nothing, and the box of one pixel that hides what overflows it.
function cutAway(style: CSSStyleDeclaration, width: number, height: number, position: string): boolean {
  const path = style.clipPath;
  if (path !== 'none' && nothingLeft(path, width, height)) return true;
  if (width > 0 && height > 0 && width <= 1 && height <= 1 && style.overflowX !== 'visible') return true;
  if (position !== 'absolute' && position !== 'fixed') return false;
  const rect = /^rect\((.*)\)$/.exec(style.clip);
  if (!rect) return false;
  const [top, right, bottom, left] = rect[1].split(/[\s,]+/).map((v) => (v === 'auto' ? NaN : parseFloat(v)));
  return bottom - top <= 1 || right - left <= 1;
}

function nothingLeft(path: string, width: number, height: number): boolean {
  if (/^(circle|ellipse)\(0(px|%)?[\s)]/.test(path)) return true;
  const inset = /^inset\(([^)]*?)(?:\s+round.*)?\)$/.exec(path);
  if (!inset) return false;
  const v = inset[1].trim().split(/\s+/);
  const edge = (i: number, size: number): number => {
    const side = v[i] ?? v[i - 2] ?? v[0]; // as in margin: one value, two, three or four
    return side.endsWith('%') ? (parseFloat(side) * size) / 100 : parseFloat(side);
  };
  return edge(0, height) + edge(2, height) >= height || edge(1, width) + edge(3, width) >= width;
}

// Left of or above the page no scrolling helps; but what only a scrolled box has moved there comes back.
function outOfReach(el: Element, box: DOMRect, view: View, position: string): boolean {
  const { document } = view;
  const window = documentWindow(document);
  if (position === 'fixed') {
    return box.right <= 0 || box.bottom <= 0 || box.left >= window.innerWidth || box.top >= window.innerHeight;
  }
  let x = window.scrollX;
  let y = window.scrollY;
  for (let p = flatParent(el, view); p; p = flatParent(p, view)) {
    if (p === documentElement(document) || p === documentBody(document)) continue; // the page itself is counted above
    x += scrollLeft(p);
    y += scrollTop(p);
  }
  return box.right + x <= 0 || box.bottom + y <= 0;
}
