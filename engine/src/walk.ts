// walk reads the page once, in the order of the composed tree, and writes down the facts of every node. It decides nothing
// about what an agent should read.

import { acts, GUESS } from './interactive';
import { clean, short } from './clean';
import { description } from './description';
import { eachChild } from './flat';
import { HIDE, inherit, ownHidden } from './visibility';
import { inputValue, inputType, isElement, nodeType, nodeValue, shadowMode, shadowRoot, tag, TEXT, textareaValue, matches, hasAttr } from './safe';
import { keyOf } from './refs';
import { MARK, type Fact, type States, type Tri } from './wire';
import { masked, redact, secret } from './redact';
import { name } from './name';
import { role } from './role';
import { state } from './state';
import { attributes } from './attributes';
import { mayHostClosedRoot } from './closed';
import type { View } from './view';

const MOST_NODES = 400_000;
const DEEPEST = 1_000;
const LONGEST_RUN = 100_000;

/** Elements that never hold anything to read. */
const silent = new Set(['script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'base', 'title', 'param', 'source', 'track']);

/** Roles whose elements have a name worth printing; names of the others are their text. */
const named = new Set([
  'alertdialog', 'application', 'article', 'banner', 'cell', 'columnheader', 'complementary', 'contentinfo', 'dialog', 'document', 'feed', 'figure',
  'form', 'grid', 'group', 'heading', 'image', 'img', 'list', 'log', 'main', 'marquee', 'math', 'menu', 'menubar', 'meter', 'navigation', 'progressbar',
  'radiogroup', 'region', 'row', 'rowheader', 'search', 'status', 'alert', 'table', 'tablist', 'tabpanel', 'timer', 'toolbar', 'tooltip', 'tree', 'treegrid',
]);
/** Of those, the ones whose content would only be repeated by a name made of it. */
const labelledOnly = new Set(['cell', 'columnheader', 'row', 'rowheader', 'article', 'list']);

/** What a node takes over from the nodes around it. */
interface Around {
  hidden: number;
  marks: number;
  cursor: string;
  acting: boolean; // inside something certainly interactive
  rendered: boolean; // false inside display: none, where no style need be asked
}

export class Walk {
  readonly facts: Fact[] = [];
  readonly depth: number[] = [];
  readonly boxes: number[] = [];
  readonly closed: Element[] = [];
  canvas = 0;
  cut = 0;
  private apart = true; // the next run of text stands apart from the one before
  private readonly left: number;
  private readonly top: number;
  private readonly focused: Set<Element>;

  constructor(private readonly view: View, private readonly window: Window) {
    this.left = window.scrollX;
    this.top = window.scrollY;
    this.focused = focusPath(view.document);
  }

  /** Reads everything below and including root. */
  from(root: Element): void {
    this.element(root, 0, { hidden: 0, marks: 0, cursor: 'auto', acting: false, rendered: true });
  }

  private node(n: Node, depth: number, around: Around): void {
    if (this.facts.length >= MOST_NODES || depth > DEEPEST) {
      this.cut++;
      return;
    }
    const type = nodeType(n);
    if (type === TEXT) this.text(n, depth, around);
    else if (isElement(n)) this.element(n, depth, around);
  }

  private text(n: Node, depth: number, around: Around): void {
    const raw = nodeValue(n) ?? '';
    let x = clean(raw.length > LONGEST_RUN ? raw.slice(0, LONGEST_RUN) + ` (${raw.length - LONGEST_RUN} more characters)` : raw);
    if (x === '' || x === ' ') {
      if (x) this.apart = true;
      return;
    }
    if (this.apart && x[0] !== ' ') x = ' ' + x;
    this.apart = false;
    const fact: Fact = { k: keyOf(n), x: redact(x) };
    if (around.hidden) fact.h = around.hidden;
    if (around.marks) fact.m = around.marks;
    this.push(fact, depth, 0, 0, 0, 0);
  }

  private element(el: Element, depth: number, around: Around): void {
    const t = tag(el);
    if (silent.has(t)) return;
    const view = this.view;
    const fact: Fact = { k: keyOf(el), t };
    let { hidden, cursor, rendered } = around;
    let inline = t === 'br' ? false : true;
    let x = 0, y = 0, w = 0, h = 0;
    let marks = around.marks;
    if (rendered) {
      const style = view.style(el);
      const display = style.display;
      if (display === '') { // not in the flat tree: a light child that no slot shows
        hidden |= HIDE.display;
        rendered = false;
      } else {
        const rect = view.box(el);
        x = Math.round(rect.left + this.left); y = Math.round(rect.top + this.top);
        w = Math.round(rect.width); h = Math.round(rect.height);
        hidden = inherit(hidden, ownHidden(el, style, rect, view));
        rendered = (hidden & HIDE.display) === 0;
        cursor = style.cursor;
        inline = inline && display.startsWith('inline') || display === 'contents';
        if (style.position === 'fixed') marks |= MARK.fixed;
        if (scrolls(el, style.overflowY, style.overflowX)) fact.m = MARK.scrolls;
      }
    } else if (hasAttr(el, 'aria-hidden') || hasAttr(el, 'inert')) hidden |= ownHiddenByAttribute(el);
    const r = role(el, view);
    if (r && r !== 'generic' && r !== 'none' && r !== 'presentation') fact.r = r;
    let why = acts(el, t, r, cursor, around.cursor);
    if (around.acting) why &= ~GUESS;
    const certain = (why & ~GUESS) !== 0;
    if (why || named.has(r)) this.describe(el, t, r, why, fact);
    const root = shadowRoot(el);
    let own = fact.m ?? 0;
    if (root) own |= shadowMode(root) === 'open' ? MARK.openRoot : MARK.closedRoot;
    else if (rendered && mayHostClosedRoot(el, t, w, h)) this.closed.push(el);
    if (t === 'iframe' || t === 'frame' || t === 'object' || t === 'embed') own |= MARK.frame;
    if (t === 'canvas' && !(hidden & HIDE.display)) this.addCanvas(x, y, w, h);
    if ((t === 'dialog' || hasAttr(el, 'popover')) && matches(el, ':modal, :popover-open')) own |= MARK.topLayer;
    const a = attributes(el, t);
    if (a.length) fact.a = a;
    if (hidden) fact.h = hidden;
    if (why) fact.i = why;
    if (marks | own) fact.m = marks | own;
    if (!inline) this.apart = true;
    const at = this.push(fact, depth, x, y, w, h);
    if (t !== 'iframe' && t !== 'frame' && t !== 'object') {
      const inside: Around = {
        hidden, cursor, rendered, marks: root ? marks | MARK.inShadow : marks, acting: around.acting || certain,
      };
      eachChild(el, (child) => this.node(child, depth + 1, inside));
    }
    if (!inline) this.apart = true;
    if (why && !certain && this.wraps(at)) delete fact.i;
  }

  /** The facts that cost something, for the elements an agent may be shown by name. */
  private describe(el: Element, t: string, r: string, why: number, fact: Fact): void {
    const view = this.view;
    if (why || !labelledOnly.has(r) || hasAttr(el, 'aria-label') || hasAttr(el, 'aria-labelledby')) {
      const n = name(el, view);
      if (n.text) {
        fact.n = short(redact(clean(n.text)), 1_000);
        fact.f = n.from;
      }
      const e = description(el, view);
      if (e) fact.e = short(redact(clean(e)), 500);
    }
    const s = this.states(el);
    if (s) fact.s = s;
    const v = liveValue(el, t);
    if (v !== null) {
      if (secret(el)) fact.m = (fact.m ?? 0) | MARK.secret;
      fact.v = secret(el) ? masked(v) : short(redact(clean(v)), 1_000);
    }
    if (r === 'heading' || r === 'treeitem') fact.l = state(el, view).level;
  }

  private states(el: Element): States | undefined {
    const s = state(el, this.view);
    const out: States = {};
    if (s.checked !== undefined) out.checked = tri(s.checked);
    if (s.selected !== undefined) out.selected = tri(s.selected);
    if (s.expanded !== undefined) out.expanded = tri(s.expanded);
    if (s.pressed !== undefined) out.pressed = tri(s.pressed);
    if (s.disabled) out.disabled = 1;
    if (s.readonly) out.readonly = 1;
    if (s.required) out.required = 1;
    if (s.invalid) out.invalid = 1;
    if (s.busy) out.busy = 1;
    if (s.modal) out.modal = 1;
    if (s.current) out.current = String(s.current);
    if (s.haspopup) out.popup = String(s.haspopup);
    if (this.focused.has(el)) out.focused = 1;
    for (const _ in out) return out;
    return undefined;
  }

  /** True if the guess at `at` only wraps one certain control that says the same. */
  private wraps(at: number): boolean {
    let inner: Fact | undefined;
    for (let i = at + 1; i < this.facts.length; i++) {
      const f = this.facts[i];
      if (f.i && f.i & ~GUESS) {
        if (inner) return false;
        inner = f;
      }
    }
    return !!inner && (!this.facts[at].n || inner.n === this.facts[at].n);
  }

  private push(fact: Fact, depth: number, x: number, y: number, w: number, h: number): number {
    this.depth.push(depth);
    this.boxes.push(x, y, w, h);
    return this.facts.push(fact) - 1;
  }

  private addCanvas(x: number, y: number, w: number, h: number): void {
    const wide = Math.min(x + w, this.left + this.window.innerWidth) - Math.max(x, this.left);
    const high = Math.min(y + h, this.top + this.window.innerHeight) - Math.max(y, this.top);
    if (wide > 0 && high > 0) this.canvas += wide * high;
  }
}

const tri = (v: boolean | 'mixed'): Tri => (v === 'mixed' ? 2 : v ? 1 : 0);

function ownHiddenByAttribute(el: Element): number {
  return (hasAttr(el, 'inert') ? HIDE.inert : 0) | (matches(el, '[aria-hidden=true]') ? HIDE['aria-hidden'] : 0);
}

function scrolls(el: Element, y: string, x: string): boolean {
  return ((y === 'auto' || y === 'scroll') && el.scrollHeight > el.clientHeight + 1) || ((x === 'auto' || x === 'scroll') && el.scrollWidth > el.clientWidth + 1);
}

/** The focused element, and the hosts and frames it is in. */
function focusPath(document: Document): Set<Element> {
  const path = new Set<Element>();
  let el: Element | null = document.activeElement;
  while (el && el !== document.body) {
    path.add(el);
    el = shadowRoot(el)?.activeElement ?? null;
  }
  return path;
}

/** The value a control has now, null for what has none. */
function liveValue(el: Element, t: string): string | null {
  if (t === 'textarea') return textareaValue(el);
  if (t === 'select') {
    const select = el as HTMLSelectElement;
    return Array.from(select.selectedOptions, (o) => o.label).join(', ');
  }
  if (t !== 'input') return null;
  const type = inputType(el);
  return type === 'checkbox' || type === 'radio' || type === 'submit' || type === 'button' || type === 'reset' || type === 'image' ? null : inputValue(el);
}
