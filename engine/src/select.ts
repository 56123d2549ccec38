// select finds elements by selector: CSS, with two additions that our own hints use. `:contains('text')` keeps elements whose
// text contains it, and `a >>> b` goes from a host into its shadow tree, open or adopted, or from a frame into its document.

import { clean, isElement, parentElement, previousSibling, query, shadowRoot, tag, textContent } from './lent';

/** A frame in which the rest of a selector is to be looked for: its document has an engine of its own. */
export interface Into { frame: Element; rest: string }

/** What a selector matches in this document, and where it goes on. */
export interface Reached { elements: Element[]; into: Into[] }

/** Every element of this document that matches, in tree order. Throws an InvalidSelector for what cannot be parsed. */
export function select(selector: string, scope: Node): Element[] {
  return reach(selector, scope).elements;
}

export class InvalidSelector extends Error {}

/** What matches, in tree order for each selector of a list. */
export function reach(selector: string, scope: Node): Reached {
  const found: Reached = { elements: [], into: [] };
  try {
    const branches = split(selector, ',').map((branch) => split(branch, '>>>').map((s) => s.trim()));
    for (const steps of branches) for (const s of steps) step(s, nowhere); // the frame's part is checked here too
    for (const steps of branches) follow(steps, scope, found);
    if (branches.length > 1) found.elements = inOrder(found.elements);
  } catch (e) {
    if (!(e instanceof DOMException)) throw e;
    throw new InvalidSelector(`'${selector.slice(0, 300)}' is not a valid selector`);
  }
  return found;
}

/** Every element that matches, in shadow trees too, in the order of the page: a host before what is in it. */
export function deep(selector: string, scope: Node): Reached {
  if (split(selector, '>>>').length > 1) return reach(selector, scope);
  const found: Reached = { elements: [], into: [] };
  const visit = (root: Node): void => {
    const hits = new Set(reach(selector, root).elements);
    for (const el of Array.from(query(root, '*'))) {
      if (hits.has(el)) found.elements.push(el);
      const inner = shadowRoot(el);
      if (inner) visit(inner);
    }
  };
  visit(scope);
  return found;
}

const nowhere = new DocumentFragment();
const frames = new Set(['iframe', 'frame', 'object', 'embed']);

function follow(steps: string[], scope: Node, found: Reached): void {
  let scopes: Node[] = [scope];
  for (let i = 0; i < steps.length; i++) {
    const matched = scopes.length === 1 ? step(steps[i], scopes[0]) : unique(scopes.flatMap((s) => step(steps[i], s)));
    if (i === steps.length - 1) {
      found.elements = found.elements.length ? found.elements.concat(matched) : matched;
      return;
    }
    const rest = steps.slice(i + 1).join(' >>> ');
    for (const frame of matched) if (frames.has(tag(frame))) found.into.push({ frame, rest });
    scopes = matched.flatMap((el) => shadowRoot(el) ?? []);
  }
}

/** Splits outside of quotes and brackets. */
function split(selector: string, at: string): string[] {
  const parts = [''];
  let quote = '';
  let open = 0;
  for (let i = 0; i < selector.length; i++) {
    const c = selector[i];
    if (c === '\\') { parts[parts.length - 1] += c + (selector[++i] ?? ''); continue; }
    if (quote) quote = c === quote ? '' : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (c === '(' || c === '[') open++;
    else if (c === ')' || c === ']') open--;
    else if (open <= 0 && selector.startsWith(at, i)) { parts.push(''); i += at.length - 1; continue; }
    parts[parts.length - 1] += c;
  }
  return parts;
}

const containing = /:contains\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)"']*))\s*\)/;

/** What one step matches: plain CSS, with `:contains` taken out and asked of each element. */
function step(selector: string, scope: Node): Element[] {
  const m = containing.exec(selector);
  if (!m) return Array.from(query(scope, selector));
  const before = selector.slice(0, m.index);
  const wanted = clean((m[1] ?? m[2] ?? m[3]).replace(/\\(.)/g, '$1')).trim();
  const whole = /(^|[\s>+~])$/.test(before) ? before + '*' : before;
  const kept = Array.from(query(scope, whole)).filter((el) => text(el).includes(wanted));
  const after = selector.slice(m.index + m[0].length);
  if (after.trim() === '') return kept;
  if (!/^\s*[\s>+~]/.test(after)) {
    const rest = new Set(step('*' + after, scope));
    return kept.filter((el) => rest.has(el));
  }
  step('*' + after, nowhere);
  return unique(kept.flatMap((el) => relative(el, after.trim())));
}

/** What stands in the given relation to an element: `> a`, `+ b`, `c`. */
function relative(el: Element, relation: string): Element[] {
  if (!/^[+~]/.test(relation)) return step(':scope ' + relation, el);
  const parent = parentElement(el);
  return parent ? step(`:scope > :nth-child(${place(el)}) ` + relation, parent) : [];
}

function place(el: Element): number {
  let n = 1;
  for (let s = previousSibling(el); s; s = previousSibling(s)) if (isElement(s)) n++;
  return n;
}

const text = (el: Element): string => clean(textContent(el) ?? '').trim();

const unique = (els: Element[]): Element[] => Array.from(new Set(els));

const PRECEDING = 2;
const inOrder = (els: Element[]): Element[] => unique(els).sort((a, b) => (a === b ? 0 : a.compareDocumentPosition(b) & PRECEDING ? 1 : -1));
