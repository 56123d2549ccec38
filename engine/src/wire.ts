// What the engine sends. The other half is internal/engine/wire.go, which refuses a field it does not know.

/** One node's facts; what is left out is empty, zero or false. Place and box travel beside it, in arrays of their own. */
export interface Fact {
  k?: number; // key: the node's number in this document; one more than that of the node before, if it is not there
  t?: string; // tag; none for a run of text
  x?: string; // text of a run
  r?: string; // role
  n?: string; // name
  f?: string; // where the name comes from, if not from the content
  e?: string; // description ("explains")
  v?: string; // value
  l?: number; // level
  a?: string[]; // attributes: name, value, name, value...
  s?: States;
  h?: number; // HIDE bits
  i?: number; // ACT bits
  m?: number; // MARK bits
}

/** The states that apply; 0 is false, 1 true, 2 mixed. */
export interface States {
  checked?: Tri; selected?: Tri; expanded?: Tri; pressed?: Tri;
  disabled?: Tri; readonly?: Tri; required?: Tri; invalid?: Tri;
  focused?: 1; busy?: 1; modal?: 1;
  current?: string; popup?: string;
}
export type Tri = 0 | 1 | 2;

/** A run of children that are as they were: `count` siblings, the first with key `same`, moved by dx, dy. */
export interface Same { same: number; count: number; dx?: number; dy?: number }

export interface Capture {
  doc: string; // this document's token
  base?: number; // the capture that `same` runs refer to; none in a full capture
  seq: number; // this capture's number
  url: string;
  title: string;
  ready: string;
  origin: number;
  viewport: number[]; // width, height, scrollX, scrollY, contentWidth, contentHeight
  canvas: number; // percent of the viewport
  closed: number; // elements that may host a closed shadow root and have not been looked into
  fresh: number; // elements that were not there at the last capture, without those in them
  layers: number; // layers that came or went: what they cover is known at the next look
  cut: number; // nodes left out
  depth: number[]; // of each entry of nodes
  boxes: number[]; // x, y, w, h of each element of nodes
  nodes: (Fact | Same)[];
}

/** Bits of Fact.m, in the order of dom.Mark. */
export const MARK = {
  frame: 1, openRoot: 2, closedRoot: 4, inShadow: 8, inFrame: 16, topLayer: 32, scrolls: 128, secret: 256,
  broken: 1024,
};
