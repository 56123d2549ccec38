// What lies under another layer? Only layers can cover what is on screen: fixed boxes and the top layer. Where there are
// none nothing is asked, and where there are, only the elements that share a place with one are hit-tested.

import { box, contains, isConnected, matches, shadowRoot } from './safe';
import { flatParent } from './flat';
import { labelsOf } from './labels';
import { shows } from './changes';
import type { Memory } from './memory';
import type { View } from './view';

/** Calls change for each element on screen that came under a layer, or out from under one, since it was last asked. */
export function recover(memory: Memory, view: View, change: (el: Element) => void): void {
  const layers: DOMRect[] = [];
  for (const layer of memory.layers) {
    if (!isConnected(layer)) memory.layers.delete(layer);
    else if (shows(layer)) layers.push(matches(layer, ':modal') ? new DOMRect(0, 0, innerWidth, innerHeight) : box(layer)); // a modal has all behind it
  }
  if (!layers.length && !memory.covered.size) return;
  for (const el of memory.spots.keys()) {
    const now = isConnected(el) && shows(el) && covered(el, layers, memory, view);
    if (now === memory.covered.has(el)) continue;
    if (now) memory.covered.add(el);
    else memory.covered.delete(el);
    change(el);
  }
}

function covered(el: Element, layers: DOMRect[], memory: Memory, view: View): boolean {
  const r = box(el);
  const x = r.left + r.width / 2, y = r.top + r.height / 2;
  if (!layers.some((l) => x >= l.left && x < l.right && y >= l.top && y < l.bottom)) return false;
  const hit = at(x, y);
  if (!hit || contains(el, hit) || contains(hit, el) || labelsOf(el, view).some((l) => contains(l, hit))) return false;
  let inLayer = false;
  for (let e: Element | null = hit; e; e = flatParent(e, view)) {
    if (e === el) return false;
    inLayer ||= memory.layers.has(e);
  }
  return inLayer && !standsIn(el, hit, memory, view);
}

/** True if el stands in the same layer as what was hit: then it is the layer's own affair. */
function standsIn(el: Element, hit: Element, memory: Memory, view: View): boolean {
  const own = layerOf(el, memory, view);
  return own !== null && own === layerOf(hit, memory, view);
}

function layerOf(el: Element, memory: Memory, view: View): Element | null {
  for (let e: Element | null = el; e; e = flatParent(e, view)) if (memory.layers.has(e)) return e;
  return null;
}

/** The innermost element at a point of the viewport, shadow trees included. */
function at(x: number, y: number): Element | null {
  let hit: Element | null = document.elementFromPoint(x, y);
  for (let root = hit && shadowRoot(hit); root; root = hit && shadowRoot(hit)) {
    const inner: Element | null = root.elementFromPoint(x, y);
    if (!inner || inner === hit) break;
    hit = inner;
  }
  return hit;
}
