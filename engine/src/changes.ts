// Which parts of the page may have changed since the last walk? Mutations say most of it. What they do not say (values, focus,
// scrolling, stylesheets, animations) is found by asking the elements that would show it.

import { REF, attr, brokenImage, byId, checkVisibility, box, contains, hasAttr, inputChecked, inputIndeterminate, inputValue, isConnected, isElement, isShadowRoot, parentElement, query, rootNode, shadowHost, shadowRoot, tag, textareaValue } from './safe';
import { flatParent } from './flat';
import { recover } from './cover';
import { patrol } from './refs';
import type { Memory } from './memory';
import { View } from './view';

const MOST_FIELDS = 2_000; // that are all asked at every look
const ROUND = 500; // elements asked on patrol
const WATCHED = { subtree: true, childList: true, attributes: true, attributeOldValue: true, characterData: true };

/** Attributes that change only the element that has them and what refers to it; others may change how its content looks. */
const slight = /^(aria-(?!hidden)|href$|value$|title$|alt$|placeholder$|src$|srcset$|for$|name$)/;

export class Changes {
  /** How many mutations there were since the last walk. */
  count = 0;
  /** Nodes to be read anew, and all above them. */
  readonly stale = new Set<Node>();
  /** Elements whose whole subtree is to be read anew. */
  readonly deep = new Set<Node>();
  /** By element: which of its children are to be read anew. */
  readonly staleIn = new Map<Element, Node[]>();
  /** Elements that have other children than before. */
  readonly regrouped = new Set<Node>();
  /** True if elements came, or refer to others than before. */
  rewired = false;
  /** True if nothing that was seen can be relied on. */
  all = false;

  private readonly observer = new MutationObserver((records) => this.note(records));
  private readonly watched = new WeakSet<Node>();
  private records: MutationRecord[] = [];
  private view = new View(document);
  private setting = '';
  private focus: Element | null = null;
  private moving = new Set<Element>();
  private readonly marked = new Set<Element>(); // kept until the next walk


  constructor(private memory: () => Memory) {
    this.watch(document);
    for (const type of ['scroll', 'transitionend', 'animationend', 'toggle', 'load', 'slotchange', 'fullscreenchange']) {
      document.addEventListener(type, (e) => this.event(e), { capture: true, passive: true });
    }
  }

  /** Notes what happens in a document or a shadow root. */
  watch(root: Node): void {
    if (this.watched.has(root)) return;
    this.watched.add(root);
    this.observer.observe(root, WATCHED);
  }

  /** Everything was read: starts anew. */
  clear(): void {
    this.note(this.observer.takeRecords());
    this.count = 0;
    this.records = [];
    this.stale.clear();
    this.staleIn.clear();
    this.regrouped.clear();
    this.rewired = false;
    this.deep.clear();
    this.all = false;
    this.setting = setting();
    this.focus = focused();
    this.moving = animated();
    this.marked.clear();
  }

  /** Mutations since the last walk. */
  pending(): number {
    this.note(this.observer.takeRecords());
    return this.count;
  }

  /** Whether something in el, or el itself, may have changed since the last walk. */
  within(el: Node): boolean {
    this.note(this.observer.takeRecords());
    return this.all || this.records.some((r) => r.target === el || (isElement(el) && contains(el, r.target)));
  }

  /** Works out what is to be read anew. */
  collect(): void {
    this.note(this.observer.takeRecords());
    this.view = new View(document);
    if (this.memory().crowded || this.setting !== setting()) this.all = true;
    for (const record of this.records) {
      if (this.all) return;
      this.mutation(record);
    }
    this.records = [];
    if (this.all) return;
    this.fields();
    this.spots();
    this.gates();
    this.patrol();
    recover(this.memory(), this.view, (el) => this.touch(el));
    const focus = focused();
    if (focus !== this.focus) for (const el of [focus, this.focus]) if (el) this.touch(el);
    for (const el of this.marked) this.touch(el);
    for (const el of [...this.moving, ...animated()]) this.invalidate(el);
  }

  private note(records: MutationRecord[]): void {
    const more = records.filter((r) => r.attributeName !== REF);
    this.count += more.length;
    if (this.records.length > 20_000) this.all = true;
    else for (const r of more) this.records.push(r);
  }

  private event(e: Event): void {
    const target = e.target;
    if (!(target instanceof Element)) return; // the document's own scrolling moves no box in it
    if (e.type === 'load') this.touch(target);
    else this.invalidate(target);
  }

  private mutation(m: MutationRecord): void {
    const target = m.target;
    if (!isConnected(target)) return;
    if (m.type === 'characterData') {
      const parent = parentElement(target);
      if (parent && tag(parent) === 'style') this.all = true;
      else this.touch(target);
      return;
    }
    if (isShadowRoot(target)) {
      this.invalidate(shadowHost(target));
      return;
    }
    if (!isElement(target)) {
      this.all = true; // the document itself
      return;
    }
    const t = tag(target);
    if (t === 'style' || t === 'link' || t === 'head') {
      this.all = true;
    } else if (m.type === 'childList') {
      this.regrouped.add(target);
      this.rewired = true;
      if (shadowRoot(target)) this.invalidate(target);
      else this.touch(target);
      for (const n of Array.from(m.addedNodes)) if (isElement(n)) this.added(n);
    } else if (slight.test(m.attributeName ?? '')) {
      if (m.attributeName === 'for' || m.attributeName === 'aria-owns') this.rewired = true;
      this.touch(target);
      const labelled = m.attributeName === 'for' && byId(rootNode(target), m.oldValue ?? '');
      if (labelled) this.touch(labelled);
    } else if (m.attributeName === 'id') {
      this.rewired = true;
      this.touch(target);
      this.depend(m.oldValue ?? '');
    } else {
      this.invalidate(m.attributeName === 'slot' ? parentElement(target) ?? target : target);
    }
  }

  private added(el: Element): void {
    if (tag(el) === 'style' || tag(el) === 'link') this.all = true;
    this.deep.add(el);
    for (const e of [el, ...Array.from(query(el, 'label, [id]'))]) this.dependents(e);
    this.touch(el);
  }

  /** Something is known of el that no mutation says. */
  mark(el: Element): void {
    this.marked.add(el);
  }

  /** The whole subtree is to be read anew. */
  private invalidate(el: Element): void {
    this.deep.add(el);
    this.touch(el);
  }

  /** The node and everything above it are to be read anew, with what takes its name from them. */
  private touch(n: Node): void {
    for (let e: Node | null = n; e && !this.stale.has(e); ) {
      this.stale.add(e);
      if (isElement(e)) this.dependents(e);
      const parent: Element | null = flatParent(e, this.view);
      if (parent) {
        const list = this.staleIn.get(parent);
        if (list) list.push(e);
        else this.staleIn.set(parent, [e]);
      }
      e = parent;
    }
  }

  private dependents(el: Element): void {
    if (tag(el) === 'label') {
      const control = (el as HTMLLabelElement).control;
      if (control && !this.stale.has(control)) this.touch(control);
    }
    if (hasAttr(el, 'id')) this.depend(attr(el, 'id') ?? '');
  }

  private depend(id: string): void {
    for (const by of this.memory().referrers.get(id) ?? []) if (!this.stale.has(by)) this.touch(by);
  }

  private fields(): void {
    const memory = this.memory();
    if (memory.fields.size <= MOST_FIELDS) for (const el of memory.fields.keys()) this.field(el, memory);
    else for (const el of memory.spots.keys()) this.field(el, memory); // the others on patrol
  }

  private field(el: Element, memory: Memory): void {
    const held = memory.fields.get(el);
    if (held === undefined) return;
    if (!isConnected(el)) memory.forget(el);
    else if (holding(el) !== held) this.invalidate(el);
  }

  private gates(): void {
    const memory = this.memory();
    for (const el of memory.gates.keys()) {
      if (!isConnected(el)) memory.forget(el);
      else if (shows(el)) this.invalidate(el);
    }
  }

  /** Asks some of the elements out of sight, others each time: a rule may hide them from afar. */
  private patrol(): void {
    const memory = this.memory();
    for (const el of patrol(ROUND)) {
      const seen = memory.seen.get(el);
      if (seen?.shown && isConnected(el) && !shows(el)) this.vanished(el);
      this.field(el, memory);
    }
  }

  /** Something hides el, itself or an element around it. */
  private vanished(el: Element): void {
    let gone = el;
    for (let p = flatParent(el, this.view); p && !shows(p); p = flatParent(p, this.view)) gone = p;
    this.invalidate(gone);
  }

  private spots(): void {
    const memory = this.memory();
    const left = window.scrollX, top = window.scrollY;
    for (const [el, was] of memory.spots) {
      if (!isConnected(el)) {
        memory.forget(el);
        continue;
      }
      if (!shows(el)) {
        this.vanished(el);
        continue;
      }
      const now = box(el);
      if (Math.round(now.left + left) !== was.x || Math.round(now.top + top) !== was.y || Math.round(now.width) !== was.w || Math.round(now.height) !== was.h) this.touch(el);
    }
  }
}

/** True if nothing of display, visibility, opacity and content-visibility hides el. */
export const shows = (el: Element): boolean => checkVisibility(el, VISIBLE);
const VISIBLE = { opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: false };

/** What a field holds, in one string. */
export function holding(el: Element): string {
  switch (tag(el)) {
    case 'input': {
      const checked = inputChecked(el);
      return checked || inputIndeterminate(el) ? `${checked} ${inputIndeterminate(el)} ${inputValue(el)}` : inputValue(el) ?? '';
    }
    case 'textarea': return textareaValue(el) ?? '';
    case 'img': return String(brokenImage(el));
    default: return Array.from((el as HTMLSelectElement).selectedOptions, (o) => o.index).join();
  }
}

/** What holds for the page as a whole: another window size or another rule, and everything may look different. */
function setting(): string {
  let rules = '';
  for (const sheet of [...Array.from(document.styleSheets), ...document.adoptedStyleSheets]) {
    try {
      rules += sheet.cssRules.length + (sheet.disabled ? 'd,' : ',');
    } catch {
      rules += 'x,'; // of another origin
    }
  }
  return `${innerWidth}x${innerHeight}@${devicePixelRatio} ${rules}`;
}

function focused(): Element | null {
  let el = document.activeElement;
  for (let inner = el; inner; inner = shadowRoot(inner)?.activeElement ?? null) el = inner;
  return el;
}

function animated(): Set<Element> {
  const out = new Set<Element>();
  for (const a of document.getAnimations()) {
    const target = (a.effect as KeyframeEffect | null)?.target;
    if (target && a.playState === 'running') out.add(target);
  }
  return out;
}
