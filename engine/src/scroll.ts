// scroll moves what an element scrolls in: to the element, by pages, or to an end.

import { box, flatParent, isConnected, isElement, keyOf, nodeOf, View } from './lent';
import { journal } from './journal';
import { parts } from './hit';

export interface ScrollArg { key: number; direction: string; pages: number }

/** The other half is engine.Scrolled. */
interface Scrolled { gone: boolean; pane: number; moved: boolean; percent: number; visible: boolean }

export function scroll(arg: ScrollArg): string {
  const el = arg.key ? nodeOf(arg.key) : document.scrollingElement ?? document.documentElement;
  const out: Scrolled = { gone: true, pane: 0, moved: false, percent: 0, visible: false };
  if (!el || !isElement(el) || !isConnected(el)) return JSON.stringify(out);
  journal.begin();
  const view = new View(document);
  const across = arg.direction === 'left' || arg.direction === 'right';
  const pane = paneOf(el, across, view);
  const before = [pane.scrollLeft, pane.scrollTop, ...corner(el)];
  if (!arg.direction) el.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  else pane.scrollTo({ ...goal(pane, arg), behavior: 'instant' });
  const now = [pane.scrollLeft, pane.scrollTop, ...corner(el)];
  const range = across ? pane.scrollWidth - pane.clientWidth : pane.scrollHeight - pane.clientHeight;
  out.gone = false;
  out.pane = pane === document.scrollingElement ? 0 : keyOf(pane);
  out.moved = now.some((v, i) => Math.abs(v - before[i]) >= 1);
  out.percent = range > 0 ? Math.round((100 * (across ? pane.scrollLeft : pane.scrollTop)) / range) : 100;
  out.visible = parts(el, new View(document)).length > 0;
  return JSON.stringify(out);
}

const corner = (el: Element): number[] => [box(el).left, box(el).top];

function goal(pane: Element, { direction, pages }: ScrollArg): ScrollToOptions {
  const by = pages || 0.9; // a little of what was seen stays in view
  switch (direction) {
    case 'up': return { top: pane.scrollTop - by * pane.clientHeight };
    case 'left': return { left: pane.scrollLeft - by * pane.clientWidth };
    case 'right': return { left: pane.scrollLeft + by * pane.clientWidth };
    case 'top': return { top: 0 };
    case 'bottom': return { top: pane.scrollHeight };
    default: return { top: pane.scrollTop + by * pane.clientHeight };
  }
}

/** What scrolls when the wheel is turned over el. */
function paneOf(el: Element, across: boolean, view: View): Element {
  for (let p: Element | null = el; p; p = flatParent(p, view)) {
    if (p === document.body || p === document.documentElement) break;
    const style = view.style(p);
    const scrolls = across ? p.scrollWidth > p.clientWidth + 1 && style.overflowX : p.scrollHeight > p.clientHeight + 1 && style.overflowY;
    if (scrolls && /auto|scroll|overlay/.test(scrolls)) return p;
  }
  return document.scrollingElement ?? document.documentElement;
}
