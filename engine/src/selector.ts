// How could this element be found again? Two or three selectors, the most lasting first, each of which matches this element
// and no other.

import { attr, clean, contains, firstChild, isConnected, isElement, isShadowRoot, nextSibling, nodeOf, nodeType, nodeValue, parentElement, previousSibling, query, redact, rootNode, shadowHost, shadowRoot, tag, TEXT, textContent } from './lent';
import { text } from './query';
import { deep, select } from './select';

const MOST = 3;

/** Up to three verified selectors. */
export function hints(el: Element): string[] {
  const root = rootNode(el);
  let before = '';
  if (isShadowRoot(root)) {
    const host = hints(shadowHost(root))[0];
    if (!host) return [];
    before = host + ' >>> ';
  }
  const found: string[] = [];
  for (const candidate of candidates(el, root)) {
    if (found.length === MOST) break;
    if (only(candidate, el, root)) found.push(before + candidate);
  }
  if (found.length < 2) found.push(before + path(el, root));
  return unique(found);
}

/** Whether the document has shadow trees; asked often in one go, and then not for a moment. */
function anyShadow(): boolean {
  if (performance.now() - asked > 50) {
    shadows = Array.from(query(document, '*')).some((el) => shadowRoot(el));
    asked = performance.now();
  }
  return shadows;
}
let asked = -Infinity;
let shadows = false;

const unique = (all: string[]): string[] => Array.from(new Set(all));

/** True if a selector means el and nothing else, in its own tree or, from the document, in the shadow trees below. */
function only(selector: string, el: Element, root: Node): boolean {
  try {
    const all = select(selector, root);
    if (all.length !== 1 || all[0] !== el) return false;
    return root !== document || !anyShadow() || deep(selector, root).elements.length === 1;
  } catch {
    return false;
  }
}

/** Possible selectors, the most lasting first: what the page's authors name, what a person reads, what it looks like, where it is. */
function* candidates(el: Element, root: Node): Generator<string> {
  const t = CSS.escape(tag(el));
  const id = attr(el, 'id');
  if (id && !generated(id) && id === redact(id)) yield '#' + CSS.escape(id);
  yield* byAttribute(el, t, ['data-testid', 'data-test', 'data-cy', 'name', 'aria-label', 'placeholder', 'href', 'for', 'alt', 'title']);
  const words = said(el);
  if (words) yield containing(t, words);
  yield* byAttribute(el, t, ['type', 'role']);
  const classes = (attr(el, 'class') ?? '').split(/\s+/).filter((c) => c && !generated(c)).map((c) => '.' + CSS.escape(c));
  for (const c of classes.slice(0, 4)) yield t + c;
  if (classes.length > 1) yield t + classes.slice(0, 4).join('');
  yield* byRow(el, t + (classes[0] ?? ''), root);
  if (classes.length) yield `${t}${classes[0]}:nth-of-type(${position(el)})`;
  if (id && generated(id)) yield '#' + CSS.escape(id);
}

function* byAttribute(el: Element, t: string, names: string[]): Generator<string> {
  for (const name of names) {
    const value = attr(el, name);
    if (value && value.length <= 80 && value === redact(value)) yield `${name.startsWith('data-') ? '' : t}[${name}=${quoted(value)}]`;
  }
}

/** By the row or card it stands in: `li:contains('Bob') button`. */
function* byRow(el: Element, own: string, root: Node): Generator<string> {
  let up = 0;
  for (let a = parentElement(el); a && up < 5; a = parentElement(a), up++) {
    const t = CSS.escape(tag(a));
    if (t === 'body' || t === 'main') return;
    const words = title(a, el);
    if (!words) continue;
    const row = containing(t, words);
    if (only(row, a, root)) yield `${row} ${own}`;
  }
}

/** The first short words in a row that are not those of the element asked about. */
function title(row: Element, but: Element): string {
  for (let c = firstChild(row); c; c = nextSibling(c)) {
    const words = nodeType(c) === TEXT ? clean(nodeValue(c) ?? '').trim() : '';
    if (words.length > 1 && words.length <= 40 && words === redact(words)) return words;
  }
  for (const named of query(row, 'h1, h2, h3, h4, h5, h6, th, strong, b, a, td, span, p')) {
    const words = said(named);
    if (words && words.length <= 40 && !contains(but, named) && !contains(named, but)) return words;
  }
  return '';
}

/** The text of an element, where it is short enough to tell it by and nothing in it is a secret. */
function said(el: Element): string {
  const words = clean((textContent(el) ?? '').slice(0, 400)).trim();
  return words.length <= 60 && words === text(el).join('') ? words : '';
}

const containing = (t: string, words: string): string => `${t}:contains('${words.replace(/[\\']/g, '\\$&')}')`;

/** The way down from the nearest ancestor with an id, or from the top. */
function path(el: Element, root: Node): string {
  const steps: string[] = [];
  for (let e: Element | null = el; e; e = parentElement(e)) {
    const id = attr(e, 'id');
    if (e !== el && id && only('#' + CSS.escape(id), e, root)) {
      steps.unshift('#' + CSS.escape(id));
      break;
    }
    steps.unshift(`${CSS.escape(tag(e))}:nth-of-type(${position(e)})`);
    if (only(steps.join(' > '), el, root)) break;
  }
  return steps.join(' > ');
}

function position(el: Element): number {
  let n = 1;
  for (let s = previousSibling(el); s; s = previousSibling(s)) if (isElement(s) && tag(s) === tag(el)) n++;
  return n;
}

const quoted = (value: string): string => '"' + value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\a ') + '"';

/** True of a name that a build tool or a framework made up. */
function generated(name: string): boolean {
  return /^(_|css-|sc-|:r|ember|react-|radix-|headlessui-|mui-|ng-)|[:[\]()/!]|\d{4,}|^[a-zA-Z]*\d+[a-zA-Z]+\d+/.test(name) || name.length > 40;
}

/** Selectors for elements, by key; an element that is gone has none. */
export function hintsFor(keys: number[]): string {
  const out: Record<string, string[]> = {};
  for (const key of keys) {
    const node = nodeOf(key);
    out[key] = node && isElement(node) && isConnected(node) ? hints(node) : [];
  }
  return JSON.stringify(out);
}
