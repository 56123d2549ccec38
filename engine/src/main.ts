// main is the engine as the other side calls it: functions by name, one argument, an answer as JSON text.

import { adopt, count, take } from './closed';
import { hints } from './selector';
import { isConnected, isElement } from './safe';
import { keyOf, nodeOf } from './refs';
import { View } from './view';
import { Walk } from './walk';
import type { Capture } from './wire';

const token = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(16).padStart(2, '0')).join('');
let sequence = 0;
let candidates: Element[] = [];
let mutations = 0;

const observer = new MutationObserver((records) => { mutations += records.length; });

function watch(): void {
  observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
}

/** The page as it is now. */
function capture(): string {
  const root = document.body ?? document.documentElement;
  const walk = new Walk(new View(document), window);
  if (root) walk.from(root);
  candidates = walk.closed;
  mutations = 0;
  observer.takeRecords();
  const scroller = document.scrollingElement ?? document.documentElement;
  const reply: Capture = {
    doc: token, seq: ++sequence, url: location.href, title: document.title, ready: document.readyState,
    origin: performance.timeOrigin,
    viewport: [innerWidth, innerHeight, Math.round(scrollX), Math.round(scrollY), scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0],
    canvas: Math.round((100 * walk.canvas) / Math.max(1, innerWidth * innerHeight)),
    closed: walk.closed.length, cut: walk.cut, depth: walk.depth, boxes: walk.boxes, nodes: walk.facts,
  };
  return JSON.stringify(reply);
}

/** Whether a capture taken before still holds: the document, and how often it changed since the last one. */
function stamp(): string {
  mutations += observer.takeRecords().length;
  return JSON.stringify({ doc: token, url: location.href, mutations, adopted: count(), scrollX: Math.round(scrollX), scrollY: Math.round(scrollY) });
}

/** Selectors for elements, by key; an element that is gone has none. */
function hintsFor(keys: number[]): string {
  const out: Record<string, string[]> = {};
  for (const key of keys) {
    const node = nodeOf(key);
    out[key] = node && isElement(node) && isConnected(node) ? hints(node) : [];
  }
  return JSON.stringify(out);
}

const engine = {
  capture, stamp, adopt, hints: hintsFor,
  candidates: () => take(candidates),
  key: (el: Element) => JSON.stringify({ doc: token, key: keyOf(el) }),
};

// A document may be given the engine twice; the first one knows its elements.
if (!('__domsight' in globalThis)) {
  watch();
  Object.assign(globalThis, { __domsight: engine });
}
