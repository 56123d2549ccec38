// journal notes what happens in the page while we act, and what is over before anyone could look: text that came and went, focus,
// scrolling, values. It listens from the first action on.

import { attr, contains, first, hiddenAll, isConnected, isElement, keyOf, matches, parentElement, query, redact, shadowRoot, short, tag, textContent, View } from './lent';
import { armed } from './guard';
import { focused } from './hit';

/** The other half is engine.Journal. */
interface Report {
  mutations: number;
  came: Said[]; // came into sight since the action, and is gone
  earlier: Said[]; // came and went after the last report of the action before
  said: Said[]; // words that stood in a place for a moment
  focus: number; // key of what has the focus now, 0 for none
  refocused: boolean;
  scrolled: boolean;
  typed: number; // input and change events
  selected: number; // characters that are selected now and were not before
  moving: number; // animations that will end and have not
  idle: number; // ms since the last mutation or event
  seen: string[]; // the events of the press that reached the element
  stopped: string; // why the press was stopped: gone, changed, moved
  prevented: boolean;
}
interface Said { k: number; t: string }

const LIVE = '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log], output';
const SHOWS = new Set(['class', 'style', 'hidden', 'open', 'aria-hidden', 'popover', 'data-state']);
const MOST = 30;
const LONG = 6_000; // an action is over by then: words are no longer followed, only what comes and goes
const WATCHED = { subtree: true, childList: true, attributes: true, characterData: true };

class Journal {
  private mutations = 0;
  private typed = 0;
  private scrolled = false;
  private last = 0;
  private began = 0;
  private focus: Element | null = null;
  private selection = '';
  private candidates = new Map<Element, string>();
  private words = new Map<Element, Set<string>>();
  private earlier: Said[] = [];
  private told = new Set<string>();
  private readonly observer = new MutationObserver((records) => this.note(records));
  private readonly roots = new WeakSet<Node>();

  constructor() {
    for (const type of ['input', 'change', 'scroll', 'toggle']) document.addEventListener(type, (e) => this.event(e), { capture: true, passive: true });
  }

  /** An action begins: what was noted before is dropped. */
  begin(): void {
    this.watch(document);
    const told = new Set(this.told);
    this.earlier = this.began ? this.report().came.filter((c) => !told.has(c.t)).slice(0, 3) : [];
    this.told.clear();
    this.mutations = this.typed = 0;
    this.scrolled = false;
    this.candidates.clear();
    this.words.clear();
    this.focus = focused();
    this.selection = selection();
    this.began = this.last = performance.now();
  }

  report(): Report {
    this.note(this.observer.takeRecords());
    const view = new View(document);
    const now = focused(), guard = armed(), selected = selection();
    const out: Report = {
      mutations: this.mutations, came: [], earlier: this.earlier, said: [], focus: now && now !== document.body ? keyOf(now) : 0, refocused: now !== this.focus, scrolled: this.scrolled,
      typed: this.typed, selected: selected === this.selection ? 0 : selected.length, moving: moving(), idle: performance.now() - this.last, seen: guard?.seen ?? [], stopped: guard?.stopped ?? '', prevented: guard?.prevented ?? false,
    };
    for (const [el, text] of this.candidates) {
      const t = redact(text);
      if (!isConnected(el) || first(hiddenAll(el, view) & UNSEEN)) out.came.push({ k: keyOf(el), t });
      this.told.add(t);
    }
    for (const [el, texts] of this.words) {
      texts.delete(words(el));
      for (const t of texts) out.said.push({ k: keyOf(el), t: redact(t) });
    }
    return out;
  }

  /** Waits until the page is at rest: for `quiet` ms if anything happened, for `none` ms if nothing did; at most `cap` ms. */
  async settle(arg: { quiet: number; none: number; cap: number }): Promise<string> {
    const end = performance.now() + arg.cap;
    for (;;) {
      this.note(this.observer.takeRecords());
      const now = performance.now();
      const happened = this.mutations > 0 || this.typed > 0 || this.scrolled || this.refocused();
      const rest = (happened ? arg.quiet : arg.none) - (now - this.last);
      const animated = moving() > 0;
      if (now >= end || (rest <= 0 && !animated)) return JSON.stringify(this.report());
      await new Promise((done) => setTimeout(done, Math.min(Math.max(rest, animated ? 30 : 1), 50, end - now)));
    }
  }

  /** The focus went elsewhere than to what was pressed, where it goes anyway. */
  private refocused(): boolean {
    const now = focused();
    return now !== this.focus && now !== null && !armed()?.holds(now);
  }

  private watch(root: Node): void {
    if (!this.roots.has(root)) {
      this.roots.add(root);
      this.observer.observe(root, WATCHED);
    }
    for (const el of query(root, '*')) {
      const inner = shadowRoot(el);
      if (inner && !this.roots.has(inner)) this.watch(inner);
    }
  }

  private event(e: Event): void {
    if (!this.began) return;
    this.last = performance.now();
    if (e.type === 'scroll') this.scrolled = true;
    else if (e.type === 'toggle') this.candidate(e.target as Element);
    else this.typed++;
  }

  private note(records: MutationRecord[]): void {
    if (!this.began || !records.length) return;
    this.mutations += records.length;
    this.last = performance.now();
    for (const r of records.slice(0, 2_000)) {
      if (r.type === 'attributes') {
        if (SHOWS.has(r.attributeName ?? '') && isElement(r.target)) this.candidate(r.target);
        continue;
      }
      for (const n of Array.from(r.addedNodes)) {
        if (!isElement(n)) continue;
        this.candidate(n);
        const root = shadowRoot(n);
        if (root) this.watch(root);
      }
      this.said(isElement(r.target) ? r.target : parentElement(r.target));
    }
  }

  /** An element that may have come into sight. */
  private candidate(el: Element): void {
    if (this.candidates.size >= MOST || /^(script|style|link|meta|body|html|head)$/.test(tag(el)) || !isConnected(el)) return;
    for (const [known] of this.candidates) if (known !== el && contains(known, el)) return this.keep(known);
    this.keep(el);
  }

  private keep(el: Element): void {
    const text = words(el);
    if (text && !first(hiddenAll(el, new View(document)) & UNSEEN & ~OPACITY)) this.candidates.set(el, text);
  }

  private said(el: Element | null): void {
    if (!el || this.last - this.began > LONG) return;
    for (const [known] of this.candidates) if (contains(known, el)) return this.keep(known);
    let place = el;
    for (let e: Element | null = el; e; e = parentElement(e)) if (matches(e, LIVE)) place = e;
    const text = words(place);
    if (!text || text.length > 100 || (this.words.size >= MOST && !this.words.has(place))) return;
    const texts = this.words.get(place) ?? new Set();
    if (texts.size < MOST) this.words.set(place, texts.add(text));
  }
}

const UNSEEN = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128;
const OPACITY = 16; // what fades in begins so

const words = (el: Element): string => short(attr(el, 'aria-label') || textContent(el) || '', 120);

/** The text that is selected. */
function selection(): string {
  const el = focused();
  if (!el || !/^(input|textarea)$/.test(tag(el))) return String(getSelection());
  const { value, selectionStart, selectionEnd } = el as HTMLInputElement;
  return value.slice(selectionStart ?? 0, selectionEnd ?? 0);
}

/** Animations that will end by themselves and have not yet. */
function moving(): number {
  return document.getAnimations().filter((a) => {
    const end = a.effect?.getComputedTiming().endTime;
    return a.playState === 'running' && typeof end === 'number' && end < 10_000;
  }).length;
}

export const journal = new Journal();
