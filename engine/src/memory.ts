// What a walk saw, kept until the next one, so that the next one need not look where nothing has changed. It keeps no
// element alive that the page has dropped, but for the few that are on screen.

/** What is remembered of an element whose subtree may be left out of the next walk. */
export interface Seen {
  parent: number; // key of the element it was sent under
  order: number; // its place among what was sent under that
  around: number; // what it took over from around it, packed
  apart: boolean; // whether text after it stands apart
  rx: number; ry: number; w: number; h: number; // its box, from the corner of its parent's
  shown: boolean; // nothing hid it
  inside: number; // what its children took over from it, packed
  sent: number; // how many children of it were sent
  tail: boolean; // whether text after its last child stands apart
  sureIn: number; // certain controls below it
  sure: number; // certain controls in its subtree, 2 for more than one
  sureName: string; // the name of the only one
}

/** Boxes of elements on screen, in document coordinates. */
export interface Spot { x: number; y: number; w: number; h: number }

const MOST_SPOTS = 400;
const MOST_GATES = 3_000;

export class Memory {
  readonly seen = new WeakMap<Element, Seen>();
  /** Elements on screen: if one of them moved or went, something changed around it. */
  readonly spots = new Map<Element, Spot>();
  /** Elements that hide what is in them: if one of them shows, a stylesheet made it so. */
  readonly gates = new Map<Element, number>();
  /** Fields and what they held: a value changes without a mutation. */
  readonly fields = new Map<Element, string>();
  /** By id: the elements whose name or description is made of that element's text. */
  readonly referrers = new Map<string, Set<Element>>();
  /** What may lie over other things: fixed boxes and the top layer. */
  readonly layers = new Set<Element>();
  /** Elements on screen that lie under one of them. */
  readonly covered = new Set<Element>();
  /** Canvases, for the census. */
  readonly canvases = new Set<Element>();
  /** True if there was more to watch than is worth it: then every walk is a whole one. */
  crowded = false;

  spot(el: Element, x: number, y: number, w: number, h: number): void {
    if (this.spots.size < MOST_SPOTS || this.spots.has(el)) this.spots.set(el, { x, y, w, h });
  }

  gate(el: Element, hidden: number): void {
    if (this.gates.size >= MOST_GATES) this.crowded = true;
    else this.gates.set(el, hidden);
  }

  refer(id: string, by: Element): void {
    let set = this.referrers.get(id);
    if (!set) this.referrers.set(id, (set = new Set()));
    set.add(by);
  }

  /** Drops an element that has left the page from every list. */
  forget(el: Element): void {
    this.spots.delete(el);
    this.gates.delete(el);
    this.fields.delete(el);
    this.canvases.delete(el);
    this.layers.delete(el);
    this.covered.delete(el);
  }
}
