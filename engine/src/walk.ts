// walk reads the page in the order of the composed tree and writes down the facts of every node. It decides nothing about what
// an agent should read. Where a memory of the last walk says that nothing has changed, it writes "as before" instead.

import { ACT, acts, GUESS } from './interactive';
import { attrNames, box, brokenImage, firstChild, firstElementChild, isElement, isSlot, lastElementChild, nextElementSibling, nextSibling, nodeType, previousElementSibling, nodeValue, parentElement, rootNode, shadowMode, shadowRoot, tag, TEXT, matches } from './safe';
import { focusPath } from './focus';
import { overflows, plainlyVisible, scrolls, VEILED } from './laid';
import { referredIds } from './idrefs';
import { bare, closedTags, frames, inlineTags, silent } from './tags';
import { byAttribute, HIDE, inherit, ownHidden } from './visibility';
import { clean } from './clean';
import { describe, named } from './describe';
import { eachChild } from './flat';
import { holding, shows, type Changes } from './changes';
import { keyOf } from './refs';
import { MARK, type Fact, type Same } from './wire';
import { hidesChild, mayHostClosedRoot } from './closed';
import { Place } from './look';
import { own as ownAttributes } from './own';
import { redact } from './redact';
import { role } from './role';
import type { Memory, Seen } from './memory';
import type { View } from './view';

const MOST_NODES = 400_000;
const DEEPEST = 1_000;
const LONGEST_RUN = 100_000;
const LAYER = 0.01; // of the viewport, at least
const MANY = 64; // children, of which only some are looked at
const SAMPLE = 16; // elements of a run that are asked whether they moved

/** What a node takes over from the nodes around it. */
interface Around {
  hidden: number;
  marks: number;
  pointing: boolean; // the cursor is a pointer already
  acting: boolean; // inside something certainly interactive
  rendered: boolean; // false inside display: none, where no style need be asked
  anew: boolean; // nothing in here can be taken as before
  key: number; // of the element around
  sent: number; // how many children of it were sent
  place: Place;
  x: number; y: number; w: number; h: number; // the box around
  ox: number; oy: number; // where that box was at the last walk
}

/** An element that is as it was, and what is remembered of it. */
interface Kept { el: Element; seen: Seen; order: number }
interface Shift { dx: number; dy: number }

export class Walk {
  readonly facts: (Fact | Same)[] = [];
  readonly depth: number[] = [];
  readonly boxes: number[] = [];
  readonly closed: Element[] = [];
  readonly fresh: Element[] = []; // elements not seen before, in ones that were
  cut = 0;
  layers = 0; // that came or went
  private apart = true; // the next run of text stands apart from the one before
  private run: Kept[] = [];
  private lastKey = 0; // of the last node sent
  private runDepth = 0;
  private runParent = 0;
  private runAround!: Around;
  private readonly left = window.scrollX;
  private readonly top = window.scrollY;
  private readonly focus = focusPath();

  /** Reads with a memory to fill; with changes, only what those name. */
  constructor(private readonly view: View, private readonly memory: Memory, private readonly changes: Changes, private readonly partial: boolean) {}

  /** Reads everything below and including root. */
  from(root: Element): void {
    this.element(root, 0, {
      hidden: 0, marks: 0, pointing: false, acting: false, rendered: true, anew: !this.partial, key: 0, sent: 0, place: new Place(),
      x: 0, y: 0, w: innerWidth, h: innerHeight, ox: 0, oy: 0,
    });
    this.endRun();
  }

  private node(n: Node, depth: number, around: Around): void {
    if (this.facts.length >= MOST_NODES || depth > DEEPEST) this.cut++;
    else if (nodeType(n) === TEXT) this.text(n, depth, around);
    else if (isElement(n)) this.element(n, depth, around);
  }

  private text(n: Node, depth: number, around: Around): void {
    const raw = nodeValue(n) ?? '';
    let x = clean(raw.length > LONGEST_RUN ? raw.slice(0, LONGEST_RUN) + ` (${raw.length - LONGEST_RUN} more characters)` : raw);
    if (x === '' || x === ' ') {
      if (x) this.apart = true;
      return;
    }
    this.endRun();
    around.sent++;
    if (this.apart && x[0] !== ' ') x = ' ' + x;
    this.apart = false;
    const fact: Fact = { k: keyOf(n), x: redact(x) };
    const hidden = around.hidden & HIDE.size && overflows(n) ? around.hidden & ~HIDE.size : around.hidden;
    if (hidden) fact.h = hidden;
    const marks = standing(n, around.marks);
    if (marks) fact.m = marks;
    this.push(fact, depth);
  }

  private element(el: Element, depth: number, around: Around): void {
    const t = tag(el);
    if (silent.has(t)) return;
    const order = around.sent++;
    if (this.partial && !around.anew && this.reuse(el, depth, around, order)) return;
    this.endRun();
    this.read(el, t, depth, around, order);
  }

  private read(el: Element, t: string, depth: number, around: Around, order: number): void {
    const { view, memory } = this;
    const own = ownAttributes(el, t);
    const place = around.place.below(t, own);
    const key = keyOf(el);
    const fact: Fact = { k: key, t };
    const entry = pack(around, this.apart);
    let { hidden, pointing, rendered, x, y } = around;
    let w = 0, h = 0, marks = 0;
    let inline = inlineTags.has(t);
    let points = false, layer = false;
    if (rendered && bare.has(t) && !own.any && !shadowRoot(el) && shows(el)) {
      w = around.w; h = around.h;
    } else if (rendered) {
      const rect = box(el);
      w = Math.round(rect.width); h = Math.round(rect.height);
      if (w || h) { x = Math.round(rect.left + this.left); y = Math.round(rect.top + this.top); }
      const look = place.look(() => view.style(el), own);
      if (plainlyVisible(el, rect, look)) hidden = inherit(hidden, own.hiding ? byAttribute(el) : 0);
      else hidden = inherit(hidden, this.why(el, rect));
      rendered = (hidden & HIDE.display) === 0;
      layer = look.fixed;
      if (look.pointer && !pointing && !around.acting) points = pointing = true;
      if (inline) inline = look.inline;
      if (look.scrollable && w > 40 && h > 40 && scrolls(el)) marks |= MARK.scrolls;
      if (hidden & ~around.hidden & VEILED) memory.gate(el, hidden);
    } else if (own.hiding) hidden |= byAttribute(el);

    const r = role(el, view);
    if (r && r !== 'generic' && r !== 'none' && r !== 'presentation') fact.r = r;
    let why = acts(el, t, r, own, points);
    if (around.acting) why &= ~GUESS;
    const certain = (why & ~(GUESS | ACT.listener)) !== 0;
    if (why || named.has(r)) marks |= describe(el, t, r, why !== 0, !hidden, own, this.focus.has(el), fact, view);
    const root = shadowRoot(el);
    if (root) {
      this.changes.watch(root);
      marks |= shadowMode(root) === 'open' ? MARK.openRoot : MARK.closedRoot;
    } else if (rendered && mayHostClosedRoot(el, t, w, h)) this.closed.push(el);
    if (frames.has(t)) marks |= MARK.frame;
    if ((t === 'dialog' || own.popover) && matches(el, ':modal, :popover-open')) marks |= MARK.topLayer;
    if (layer || marks & MARK.topLayer || memory.layers.has(el)) this.layered(el, hidden, marks & MARK.topLayer ? 1 : layer ? (w * h) / (innerWidth * innerHeight) : 0);
    this.remember(el, t, own.refers, hidden, x, y, w, h, why);
    if (own.kept.length) fact.a = own.kept;
    const over = memory.covered.has(el) ? HIDE.covered : 0;
    if (hidden | over) fact.h = hidden | over;
    if (why) fact.i = why;
    if (t === 'img' && brokenImage(el)) marks |= MARK.broken;
    const passed = standing(el, around.marks);
    if (marks | passed) fact.m = marks | passed;

    if (!inline) this.apart = true;
    this.push(fact, depth);
    if (w || h) this.boxes.push(x, y, w, h);
    else this.boxes.push(0, 0, 0, 0);
    const was = memory.seen.get(el);
    if (!was && !around.anew) this.fresh.push(el);
    const inside: Around = {
      hidden, pointing, rendered, marks: root ? passed | MARK.inShadow : passed, acting: around.acting || certain,
      anew: around.anew || this.changes.deep.has(el) || !was, key, sent: 0, place,
      x, y, w: w || around.w, h: h || around.h, ox: around.ox + (was?.rx ?? 0), oy: around.oy + (was?.ry ?? 0),
    };
    const outer = this.sure;
    this.sure = { count: 0, name: '' };
    const packed = pack(inside, false);
    if (!closedTags.has(t) && !(was && !root && this.jump(el, depth + 1, inside, was, packed))) eachChild(el, (child) => this.node(child, depth + 1, inside));
    this.endRun();
    const tail = this.apart, sureIn = this.sure.count;
    if (!inline) this.apart = true;
    if (why && !certain && this.onlyWraps(why, fact.n)) delete fact.i;
    const sure = certain ? { count: 1, name: fact.n ?? '' } : this.sure;
    memory.seen.set(el, {
      parent: around.key, order, around: entry, apart: this.apart, rx: x - around.x, ry: y - around.y, w, h, sure: sure.count, sureName: sure.name, shown: rendered && (hidden & VEILED) === 0,
      inside: packed, sent: inside.sent, tail, sureIn,
    });
    this.sure = outer;
    this.surely(sure.count, sure.name);
  }

  /** Goes straight to the few children of many that are to be read anew; false if that cannot be done, and nothing was. */
  private jump(el: Element, depth: number, inside: Around, was: Seen, packed: number): boolean {
    if (!this.partial || inside.anew || was.sent < MANY || was.sureIn === 1 || was.inside !== packed || this.changes.regrouped.has(el) || isSlot(el)) return false;
    const stale: Kept[] = [];
    for (const n of this.changes.staleIn.get(el) ?? []) {
      const seen = isElement(n) && this.memory.seen.get(n);
      if (!seen || seen.parent !== inside.key || silent.has(tag(n as Element))) return false;
      stale.push({ el: n as Element, seen, order: seen.order });
    }
    stale.sort((a, b) => a.order - b.order);
    const by = { dx: inside.x - inside.ox, dy: inside.y - inside.oy };
    for (const next of [firstElementChild(el), ...stale.flatMap((s) => [previousElementSibling(s.el), nextElementSibling(s.el)]), lastElementChild(el)]) {
      const seen = next && !this.changes.stale.has(next) && this.memory.seen.get(next);
      const moved = seen && this.shift({ el: next, seen, order: 0 }, inside);
      if (seen && (!moved || moved.dx !== by.dx || moved.dy !== by.dy)) return false;
    }
    let sent = 0;
    let from = sentFrom(firstChild(el));
    for (const one of stale) {
      while (sent < one.order && isElement(from) && this.odd(from)) { // it takes the text before it another way now
        this.read(from, tag(from), depth, inside, sent++);
        from = sentFrom(nextSibling(from));
      }
      if (sent < one.order) this.keep(keyOf(from!), one.order - sent, depth, by);
      this.apart = (one.seen.around & APART) !== 0;
      this.read(one.el, tag(one.el), depth, inside, one.order);
      sent = one.order + 1;
      from = sentFrom(nextSibling(one.el));
    }
    while (sent < was.sent && isElement(from) && this.odd(from)) {
      this.read(from, tag(from), depth, inside, sent++);
      from = sentFrom(nextSibling(from));
    }
    if (sent < was.sent) {
      this.keep(keyOf(from!), was.sent - sent, depth, by);
      this.apart = was.tail;
    }
    if (was.sureIn > 1) this.surely(2, '');
    inside.sent = was.sent;
    return true;
  }

  /** True of an element before which text now ends in another way than when it was seen. */
  private odd(el: Element): boolean {
    const seen = this.memory.seen.get(el);
    return !seen || ((seen.around & APART) !== 0) !== this.apart;
  }

  private keep(key: number, count: number, depth: number, by: Shift): void {
    const entry: Same = { same: key, count };
    if (by.dx) entry.dx = by.dx;
    if (by.dy) entry.dy = by.dy;
    this.push(entry, depth);
  }

  /** The slow look: what hides the element. A child that no slot shows gives away a closed shadow root. */
  private why(el: Element, rect: DOMRect): number {
    const style = this.view.style(el);
    const parent = style.display === '' && parentElement(el);
    if (parent && !shadowRoot(parent) && hidesChild(parent)) this.closed.push(parent);
    return ownHidden(el, style, rect, this.view);
  }

  private sure = { count: 0, name: '' };

  /** True of an element that is taken to act only because of the things in it that do. */
  private onlyWraps(why: number, name: string | undefined): boolean {
    if (this.sure.count === 1) return !name || name === this.sure.name;
    return this.sure.count > 1 && why === ACT.listener; // it listens for all of them
  }

  /** Counts the certain controls of the subtree being read. */
  private surely(count: number, name: string): void {
    if (!count) return;
    this.sure = { count: Math.min(2, this.sure.count + count), name };
  }

  /** Notes a layer; one that is new or gone makes another look worth while, at what it covers. */
  private layered(el: Element, hidden: number, share: number): void {
    const is = (hidden & ~HIDE['aria-hidden']) === 0 && share > LAYER;
    if (is !== this.memory.layers.has(el)) this.layers++;
    if (is) this.memory.layers.add(el);
    else this.memory.layers.delete(el);
  }

  /** Notes what the next walk will ask about. */
  private remember(el: Element, t: string, refers: boolean, hidden: number, x: number, y: number, w: number, h: number, why: number): void {
    const memory = this.memory;
    if (t === 'input' || t === 'select' || t === 'textarea' || t === 'img') memory.fields.set(el, holding(el));
    if (t === 'canvas') memory.canvases.add(el);
    if (refers) for (const id of referredIds(el)) memory.refer(id, el);
    if (why && !hidden && w > 0 && x < this.left + innerWidth && x + w > this.left && y < this.top + innerHeight && y + h > this.top) memory.spot(el, x, y, w, h);
    else memory.spots.delete(el);
  }

  /** Takes an element as before, if nothing says otherwise; runs of such siblings are sent as one. */
  private reuse(el: Element, depth: number, around: Around, order: number): boolean {
    const seen = this.memory.seen.get(el);
    if (!seen || this.changes.stale.has(el) || seen.around !== pack(around, this.apart)) return false;
    const last = this.run[this.run.length - 1];
    if (last && (this.runDepth !== depth || this.runParent !== seen.parent || last.order + 1 !== seen.order)) this.endRun();
    this.run.push({ el, seen, order: seen.order });
    this.runParent = seen.parent;
    seen.order = order;
    this.runDepth = depth;
    this.runAround = around;
    this.apart = seen.apart;
    this.surely(seen.sure, seen.sureName);
    return true;
  }

  /** Sends the run of siblings that are as before, moved or not. If they moved apart, each is looked at for itself. */
  private endRun(): void {
    const run = this.run;
    if (!run.length) return;
    this.run = [];
    const around = this.runAround, depth = this.runDepth;
    const moved = this.together(run, around);
    if (moved) {
      this.same(run, depth, around, moved);
      return;
    }
    const { apart, sure } = this;
    for (const one of run) {
      const moved = this.shift(one, around);
      if (moved) this.same([one], depth, around, moved);
      else {
        this.apart = (one.seen.around & APART) !== 0;
        this.read(one.el, tag(one.el), depth, around, one.seen.order);
      }
    }
    this.apart = apart;
    this.sure = sure; // counted when the run was made
  }

  /** How far a run moved as a whole, by a sample of it; undefined if its elements moved apart or changed their size. */
  private together(run: Kept[], around: Around): Shift | undefined {
    const step = Math.max(1, Math.floor(run.length / SAMPLE));
    let all: Shift | undefined;
    for (let i = 0; i < run.length; i = i === run.length - 1 ? run.length : Math.min(i + step, run.length - 1)) {
      const one = this.shift(run[i], around);
      if (!one || (all && (one.dx !== all.dx || one.dy !== all.dy))) return undefined;
      all = one;
    }
    return all;
  }

  private same(run: Kept[], depth: number, around: Around, by: Shift): void {
    this.keep(keyOf(run[0].el), run.length, depth, by);
    const rx = by.dx - (around.x - around.ox), ry = by.dy - (around.y - around.oy);
    for (const { seen } of run) {
      seen.rx += rx;
      seen.ry += ry;
      seen.parent = around.key;
    }
  }

  /** How far an element moved since it was seen; undefined if it also changed its size. */
  private shift({ el, seen }: Kept, around: Around): Shift | undefined {
    const dx = around.x - around.ox, dy = around.y - around.oy;
    if (!around.rendered || (!seen.w && !seen.h)) return { dx, dy };
    if (bare.has(tag(el)) && !seen.rx && !seen.ry && !attrNames(el).length) return seen.w === around.w && seen.h === around.h ? { dx, dy } : undefined;
    const rect = box(el);
    if (Math.round(rect.width) !== seen.w || Math.round(rect.height) !== seen.h) return undefined;
    const x = Math.round(rect.left + this.left), y = Math.round(rect.top + this.top);
    return { dx: x - around.ox - seen.rx, dy: y - around.oy - seen.ry };
  }

  private push(entry: Fact | Same, depth: number): void {
    this.depth.push(depth);
    this.facts.push(entry);
    if ('same' in entry) return;
    const key = entry.k!;
    if (key === this.lastKey + 1) delete entry.k;
    this.lastKey = key;
  }
}

/** The marks a node takes over: what a slot shows stands in the document's own tree, though inside of a shadow tree. */
const standing = (n: Node, marks: number): number => (marks & MARK.inShadow && rootNode(n) === document ? marks & ~MARK.inShadow : marks);

/** The first node from n on, among siblings, that is sent. */
function sentFrom(n: Node | null): Node | null {
  for (; n; n = nextSibling(n)) {
    if (isElement(n) ? !silent.has(tag(n)) : nodeType(n) === TEXT && clean(nodeValue(n) ?? '').trim() !== '') return n;
  }
  return null;
}

const APART = 1 << 27;

function pack(a: Around, apart: boolean): number {
  return a.hidden | (a.marks << 12) | (a.acting ? 1 << 24 : 0) | (a.rendered ? 1 << 25 : 0) | (a.pointing ? 1 << 26 : 0) | (apart ? APART : 0);
}
