// extent: how much of a list is there? Pages render part of what they hold; the rest comes when the right pane is scrolled.

import { attr, box, children, flatParent, isConnected, isElement, keyOf, nodeOf, query, View } from './lent';

/** The other half is engine.Extent in internal/engine/extent.go. */
interface Extent {
  key: number;
  total: number; // rows there are by the page's own word; 0 if it does not say
  pane: number; // key of the element that scrolls the list; 0 for the page itself
  top: number;
  view: number; // height of what is seen
  height: number; // of what can be scrolled
}

/** What is known of each list. */
export function extent(keys: number[]): string {
  const view = new View(document);
  const out: Extent[] = [];
  for (const key of keys) {
    const el = nodeOf(key);
    if (!el || !isElement(el) || !isConnected(el)) continue;
    const pane = paneOf(el, view);
    const s = pane ?? document.scrollingElement ?? document.documentElement;
    out.push({ key, total: total(el), pane: pane ? keyOf(pane) : 0, top: Math.round(s.scrollTop), view: s.clientHeight, height: s.scrollHeight });
  }
  return JSON.stringify(out);
}

/** The page's own word for how many rows there are: aria-rowcount, aria-setsize. */
function total(el: Element): number {
  for (const name of ['aria-rowcount', 'aria-setsize']) {
    for (const e of [el, ...Array.from(children(el)).slice(0, 3), ...Array.from(query(el, `[${name}]`)).slice(0, 1)]) {
      const n = parseInt(attr(e, name) ?? '', 10);
      if (n > 0) return n;
    }
  }
  return 0;
}

/** The element whose scrolling moves the list: the list itself, something in it that is as good as all of it, or around it. */
function paneOf(el: Element, view: View): Element | null {
  for (let p: Element | null = el; p; p = flatParent(p, view)) {
    if (p === document.body || p === document.documentElement) return null;
    if (p.scrollHeight > p.clientHeight + 1 && /auto|scroll|overlay/.test(view.style(p).overflowY)) return p;
  }
  return null;
}

/** Scrolls a pane (0: the page) by most of its height and waits until the page has drawn what that brings. */
export async function scrollBy(arg: { pane: number; to?: number }): Promise<string> {
  const el = arg.pane ? nodeOf(arg.pane) : document.scrollingElement ?? document.documentElement;
  if (!el || !isElement(el) || !isConnected(el)) return JSON.stringify({ moved: 0, top: 0, height: 0 });
  const before = el.scrollTop;
  const to = arg.to ?? before + Math.max(40, el.clientHeight * 0.85);
  el.scrollTo({ top: to, behavior: 'instant' });
  if (!arg.pane && el.scrollTop === before) window.scrollTo({ top: to, behavior: 'instant' });
  const moved = Math.round(el.scrollTop - before);
  await drawn();
  return JSON.stringify({ moved, top: Math.round(el.scrollTop), height: el.scrollHeight, box: Math.round(box(el).height) });
}

/** Two frames and what they set off, or a moment where the page is not drawn. */
const drawn = (): Promise<unknown> =>
  Promise.race([new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))), new Promise((done) => setTimeout(done, 250))]);
