// query answers raw CSS questions: elements with their text, attributes, box and, where asked, styles and children. Whatever
// is sent goes through redaction.

import { attr, attrNames, box, children, clean, computedStyle, firstChild, hiddenAll, HIDE, isElement, keyOf, masked, nextSibling, nodeType, nodeValue, query as find, redact, secret, shadowRoot, tag, TEXT, View } from './lent';
import { deep, reach, type Reached } from './select';

export interface QueryArg {
  selector: string;
  pierce: boolean; // look into shadow trees
  most: number; // elements returned
  styles?: boolean;
  properties?: string[];
  depth: number; // of children; 0 for none
}

/** One element. The other half is engine.Match in internal/engine/query.go. */
interface Match {
  tag: string;
  text: string;
  textTruncated: boolean;
  visible: boolean;
  attributes: Record<string, string>;
  bboxPixels: { x: number; y: number; width: number; height: number };
  styles?: Record<string, string>;
  children?: Match[];
}

const LONGEST_TEXT = 500; // code points
const LONGEST_VALUE = 500;
const MOST_CHILDREN = 50;
const MOST_SENT = 120_000; // characters, of all elements and their children
const UNSEEN = HIDE.display | HIDE.details | HIDE['content-visibility'] | HIDE.visibility | HIDE.opacity | HIDE.size | HIDE.clip | HIDE.offscreen;
const STYLES = ['display', 'visibility', 'position', 'color', 'background-color', 'font-size', 'opacity', 'z-index', 'cursor', 'overflow'];

/** The elements a selector matches: how many, and the first of them. */
export function query(arg: QueryArg): string {
  let found: Reached;
  try {
    found = (arg.pierce ? deep : reach)(arg.selector, document);
  } catch (e) {
    return JSON.stringify({ error: (e as Error).message });
  }
  const reading = new Reading(arg);
  const matches: Match[] = [];
  for (const el of found.elements) {
    if (matches.length === arg.most || reading.left <= 0) break;
    matches.push(reading.read(el, 0));
  }
  return JSON.stringify({ total: found.elements.length, matches, into: onward(found) });
}

/** How many elements the document has, shadow trees aside. */
export const elements = (): string => JSON.stringify(find(document, '*').length);

/** The keys of the elements a selector matches. */
export function selected(arg: { selector: string; pierce: boolean }): string {
  try {
    const found = (arg.pierce ? deep : reach)(arg.selector, document);
    return JSON.stringify({ keys: found.elements.map(keyOf), into: onward(found) });
  } catch (e) {
    return JSON.stringify({ error: (e as Error).message });
  }
}

const onward = (found: Reached) => found.into.map(({ frame, rest }) => ({ key: keyOf(frame), rest }));

class Reading {
  left = MOST_SENT; // characters
  private readonly view = new View(document);

  constructor(private readonly arg: QueryArg) {}

  read(el: Element, depth: number): Match {
    const words = text(el);
    const b = box(el);
    const out: Match = {
      tag: tag(el), text: words.slice(0, LONGEST_TEXT).join(''), textTruncated: words.length > LONGEST_TEXT,
      visible: (hiddenAll(el, this.view) & UNSEEN) === 0, attributes: attributes(el),
      bboxPixels: { x: Math.round(b.left), y: Math.round(b.top), width: Math.round(b.width), height: Math.round(b.height) },
    };
    this.left -= 200 + out.text.length;
    for (const name in out.attributes) this.left -= name.length + out.attributes[name].length;
    if (this.arg.styles) out.styles = styles(el, this.arg.properties?.length ? this.arg.properties : STYLES);
    if (depth < this.arg.depth) {
      const below: Match[] = [];
      for (const child of this.below(el)) if (this.left > 0) below.push(this.read(child, depth + 1));
      if (below.length) out.children = below;
    }
    return out;
  }

  private below(el: Element): Element[] {
    const root = this.arg.pierce ? shadowRoot(el) : null;
    const all = [...(root ? Array.from(root.children) : []), ...Array.from(children(el))];
    return all.slice(0, MOST_CHILDREN);
  }
}

export function styles(el: Element, properties: string[]): Record<string, string> {
  const computed = computedStyle(el);
  const out: Record<string, string> = {};
  for (const p of properties.slice(0, 100)) out[p] = redact(clean(computed.getPropertyValue(p))).slice(0, LONGEST_VALUE);
  return out;
}

/** All attributes, in source order, secrets masked. */
export function attributes(el: Element): Record<string, string> {
  const out: Record<string, string> = {};
  const hide = secret(el);
  for (const name of attrNames(el)) {
    const value = attr(el, name) ?? '';
    if (hide && name === 'value') out[name] = masked(value);
    else out[name] = cut(redact(clean(value.length > 20_000 ? value.slice(0, 20_000) : value)));
  }
  return out;
}

const cut = (s: string): string => (s.length > LONGEST_VALUE ? s.slice(0, LONGEST_VALUE).replace(/[\ud800-\udbff]$/, '') + '…' : s);

const code = new Set(['script', 'style', 'template', 'noscript']);

/** The text in an element, as code points, a few more than are ever shown where there are so many. */
export function text(el: Element): string[] {
  let all = '';
  let points: string[] = [];
  const visit = (n: Node): boolean => {
    if (nodeType(n) === TEXT) {
      all += redact(nodeValue(n) ?? ''); // by itself: beside other digits it may not be seen for what it is
      if (all.length > LONGEST_TEXT * 2 + points.length) points = [...(all = clean(all))];
      return points.length <= LONGEST_TEXT + 20;
    }
    if (!isElement(n) || (n !== el && code.has(tag(n)))) return true;
    if (secret(n)) {
      all += masked(whole(n));
      return true;
    }
    for (let c = firstChild(n); c; c = nextSibling(c)) if (!visit(c)) return false;
    return true;
  };
  visit(el);
  return [...redact(clean(all).trim())];
}

function whole(el: Element): string {
  let out = '';
  for (let c = firstChild(el); c; c = nextSibling(c)) out += nodeType(c) === TEXT ? nodeValue(c) : '';
  return out.trim();
}
