// main is the engine as the other side calls it: functions by name, one argument, an answer as JSON text.

import { adopt, count, take } from './closed';
import { box, isElement, REF, setAttr } from './safe';
import { Changes } from './changes';
import { hand, kit } from './kit';
import { keyOf, nodeOf } from './refs';
import { Memory } from './memory';
import { ACT, heard } from './interactive';
import { HIDE } from './visibility';
import { ownsNothing } from './owns';
import { View } from './view';
import { Walk } from './walk';
import { MARK, type Capture } from './wire';

const token = Array.from(crypto.getRandomValues(new Uint8Array(6)), (b) => b.toString(16).padStart(2, '0')).join('');

class Engine {
  private sequence = 0;
  private candidates: Element[] = [];
  private fresh: Element[] = [];
  private known = new Map<string, Map<Node, unknown>>(); // what the questions found that may be carried over
  private memory = new Memory();
  private readonly changes = new Changes(() => this.memory);

  /** The page as it is now; after `since`, the number of the last capture, only what may have changed. */
  capture(arg: { since?: number } | null): string {
    const root = document.body ?? document.documentElement;
    let partial = arg?.since !== undefined && arg.since === this.sequence && root !== null && this.memory.seen.has(root);
    if (partial) {
      this.changes.collect();
      partial = !this.changes.all;
    }
    if (!partial) this.memory = new Memory();
    const view = new View(document, partial && !this.changes.rewired ? this.known : undefined);
    const walk = new Walk(view, this.memory, this.changes, partial);
    if (root) walk.from(root);
    this.changes.clear();
    this.candidates = walk.closed;
    this.known = ownsNothing(view) ? view.caches('labels', 'owns') : view.caches('labels');
    this.fresh = partial ? walk.fresh : root ? [root] : [];
    const scroller = document.scrollingElement ?? document.documentElement;
    const reply: Capture = {
      doc: token, seq: this.sequence + 1, url: location.href, title: document.title, ready: document.readyState, origin: performance.timeOrigin,
      viewport: [innerWidth, innerHeight, Math.round(scrollX), Math.round(scrollY), scroller?.scrollWidth ?? 0, scroller?.scrollHeight ?? 0],
      canvas: this.canvas(), closed: walk.closed.length, fresh: this.fresh.length, layers: walk.layers, cut: walk.cut, depth: walk.depth, boxes: walk.boxes, nodes: walk.facts,
    };
    if (partial) reply.base = this.sequence;
    this.sequence++;
    return JSON.stringify(reply);
  }

  /** Whether a capture taken before still holds: the document, and how often it changed since the last one. */
  stamp(): string {
    return JSON.stringify({
      doc: token, url: location.href, mutations: this.changes.pending(), adopted: count(), scrollX: Math.round(scrollX), scrollY: Math.round(scrollY),
    });
  }

  /** Whether something in el changed since the last capture. */
  touched(el: Element): boolean {
    return this.changes.within(el);
  }

  /** Elements that came since the capture before, with all that is in them. */
  freshOf(): Element[] {
    const all = this.fresh;
    this.fresh = [];
    return all.length > 20 && document.body ? [document.body] : all;
  }

  /** Takes an element that the browser knows a listener of. */
  hears(el: Node): void {
    if (heard(el)) this.changes.mark(el as Element);
  }

  /** Elements that may host a closed shadow root; each is handed out once. */
  candidatesOf(): Element[] {
    const found = take(this.candidates);
    this.candidates = [];
    return found;
  }

  /** Takes a closed root that the browser found; what was seen of its host before does not hold any more. */
  adopt(host: Element, root: ShadowRoot): void {
    adopt(host, root);
    this.changes.all = true;
  }

  /** How much of the viewport is canvas, in percent. */
  private canvas(): number {
    let area = 0;
    for (const el of this.memory.canvases) {
      const b = box(el);
      const wide = Math.min(b.right, innerWidth) - Math.max(b.left, 0), high = Math.min(b.bottom, innerHeight) - Math.max(b.top, 0);
      if (wide > 0 && high > 0) area += wide * high;
    }
    return Math.min(100, Math.round((100 * area) / Math.max(1, innerWidth * innerHeight)));
  }
}

/** Writes refs into the page, by key. */
function tagged(refs: Record<string, number>): string {
  for (const key in refs) {
    const node = nodeOf(+key);
    if (node && isElement(node)) setAttr(node, REF, String(refs[key]));
  }
  return 'true';
}

// A document may be given the engine twice; the first one knows its elements.
if (!('__domsight' in globalThis)) {
  const engine = new Engine();
  kit.touched = (el) => engine.touched(el);
  Object.assign(globalThis, {
    __domsight: {
      capture: (arg: { since?: number } | null) => engine.capture(arg),
      stamp: () => engine.stamp(),
      candidates: () => engine.candidatesOf(),
      fresh: () => engine.freshOf(),
      heard: (el: Node) => engine.hears(el),
      adopt: (host: Element, root: ShadowRoot) => engine.adopt(host, root),
      tag: tagged,
      tables: () => JSON.stringify({ hide: HIDE, act: ACT, mark: MARK }),
      kit,
      hand,
      key: (el: Element) => JSON.stringify({ doc: token, key: keyOf(el) }),
    },
  });
}
