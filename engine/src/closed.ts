// Closed shadow roots cannot be found by script. This names the elements that may host one; the browser is then asked about
// each (page.Tab.OpenShadow), once.

import { adopt as keep, firstChild, tag } from './safe';

const hosts = new Set(['article', 'aside', 'blockquote', 'body', 'div', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'header', 'main', 'nav', 'p', 'section', 'span']);
const asked = new WeakSet<Element>();

/** True of an element that may have a closed root and was not asked about yet: a custom element, or one that has a size but nothing in it. */
export function mayHostClosedRoot(el: Element, tag: string, w: number, h: number): boolean {
  return (tag.includes('-') || (w > 0 && h > 0 && hosts.has(tag) && !firstChild(el))) && !asked.has(el);
}

/** True of an element, not asked about yet, that does not show a child of its own: only a root with no slot for it does that. */
export function hidesChild(el: Element): boolean {
  return !asked.has(el) && hosts.has(tag(el));
}

/** Hands out those of the last walk, and does not offer them again. */
export function take(found: Element[]): Element[] {
  const most = found.slice(0, 500);
  for (const el of most) asked.add(el);
  return most;
}

let adopted = 0;

/** Takes a closed root that the browser found. */
export function adopt(host: Element, root: ShadowRoot): void {
  adopted++;
  keep(host, root);
}

export const count = (): number => adopted;
