// hit: what a person's pointer would meet at a point, and whether that is the element meant.

import { attr, box, computedStyle, flatParent, inputType, isElement, labelsOf, parentElement, shadowRoot, tag, View } from './lent';

/** The innermost element at a point of the viewport, through shadow trees of every kind. */
export function hitAt(x: number, y: number): Element | null {
  let hit = document.elementFromPoint(x, y);
  for (;;) {
    const inner: Element | null = (hit && shadowRoot(hit)?.elementFromPoint(x, y)) ?? null;
    if (!inner || inner === hit) return hit;
    hit = inner;
  }
}

/** The innermost element that has the focus. */
export function focused(): Element | null {
  let el = document.activeElement;
  for (let inner = el; inner; inner = shadowRoot(inner)?.activeElement ?? null) el = inner;
  return el;
}

/** True if a press at `hit` is a press of `el`: it is in el, or in a label of el, or el lets presses through to what it stands in. */
export function meets(hit: Element | null, el: Element, view: View): boolean {
  if (!hit) return false;
  if (within(hit, el, view)) return true;
  for (const label of labelsOf(el, view)) if (within(hit, label, view) && !control(hit, label, view)) return true;
  if (tag(el) === 'area') return tag(hit) === 'img' && attr(hit, 'usemap') === '#' + attr(parentElement(el)!, 'name');
  if (tag(el) === 'option') return tag(hit) === 'select' && within(el, hit, view);
  return within(el, hit, view) && computedStyle(el).pointerEvents === 'none' && hit !== document.body && hit !== document.documentElement;
}

/** True if el is `outer` or stands in it, as a person sees the page. */
export function within(el: Element, outer: Element, view: View): boolean {
  for (let e: Element | null = el; e; e = flatParent(e, view)) if (e === outer) return true;
  return false;
}

// A press on another control in the label is that control's.
function control(hit: Element, label: Element, view: View): boolean {
  for (let e: Element | null = hit; e && e !== label; e = flatParent(e, view)) {
    if (/^(a|button|select|textarea)$/.test(tag(e)) || (tag(e) === 'input' && inputType(e) !== 'hidden')) return true;
  }
  return false;
}

export interface Rect { left: number; top: number; right: number; bottom: number }

/** The parts of an element that are on screen, the largest first: a link over two lines has two. */
export function parts(el: Element, view: View): Rect[] {
  let rects: Rect[] = tag(el) === 'area' ? [areaBox(el as HTMLAreaElement)] : Array.from(el.getClientRects());
  if (!rects.length) for (const c of Array.from(el.children)) rects.push(...Array.from(c.getClientRects())); // display: contents
  const clip = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const free = { fixed: computedStyle(el).position === 'fixed' };
  for (let p = flatParent(el, view); p && !free.fixed; p = flatParent(p, view)) {
    const style = view.style(p);
    if (p !== document.body && p !== document.documentElement && (style.overflowX !== 'visible' || style.overflowY !== 'visible')) cut(clip, box(p));
    free.fixed = style.position === 'fixed';
  }
  rects = rects.map((r) => cut({ left: r.left, top: r.top, right: r.right, bottom: r.bottom }, clip)).filter((r) => area(r) > 0);
  return rects.sort((a, b) => area(b) - area(a));
}

const area = (r: Rect): number => Math.max(0, r.right - r.left) * Math.max(0, r.bottom - r.top);

function cut(r: Rect, by: Rect): Rect {
  r.left = Math.max(r.left, by.left);
  r.top = Math.max(r.top, by.top);
  r.right = Math.min(r.right, by.right);
  r.bottom = Math.min(r.bottom, by.bottom);
  return r;
}

function areaBox(el: HTMLAreaElement): Rect {
  const map = parentElement(el);
  const img = map && Array.from(document.images).find((i) => attr(i, 'usemap') === '#' + attr(map, 'name'));
  const b = img ? box(img) : new DOMRect();
  const c = (el.coords || `0,0,${b.width},${b.height}`).split(',').map(Number);
  if (el.shape === 'circle') return { left: b.left + c[0] - c[2] / 2, right: b.left + c[0] + c[2] / 2, top: b.top + c[1] - c[2] / 2, bottom: b.top + c[1] + c[2] / 2 };
  const xs = c.filter((_, i) => i % 2 === 0), ys = c.filter((_, i) => i % 2 === 1);
  return { left: b.left + Math.min(...xs), right: b.left + Math.max(...xs), top: b.top + Math.min(...ys), bottom: b.top + Math.max(...ys) };
}

/** Points to try, as shares of width and height: the middle first, then around it, then near the corners. */
const TRY = [[0.5, 0.5], [0.25, 0.5], [0.75, 0.5], [0.5, 0.25], [0.5, 0.75], [0.1, 0.5], [0.9, 0.5], [0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]];

/** A point where a press meets the element, or what is met at its middle instead. */
export function pointOf(el: Element, view: View): { x: number; y: number } | { by: Element | null } {
  let by: Element | null = null;
  const shown = parts(el, view).slice(0, 4);
  for (const r of shown) {
    for (const [u, v] of TRY) {
      const x = r.left + (r.right - r.left) * u, y = r.top + (r.bottom - r.top) * v;
      const hit = hitAt(x, y);
      if (meets(hit, el, view)) return { x, y };
      by ??= hit;
    }
  }
  return { by: isElement(by) ? by : null };
}
