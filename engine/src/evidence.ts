// evidence is what can be shown for a claim about one element: what hides it, what lies on top, what disables it, where its
// name could come from. Elements are named by their keys.

import { attr, box, byId, children, contains, flatParent, hasAttr, HIDE, isConnected, isElement, isShadowRoot, keyOf, labelsOf, nodeOf, ownHidden, parentElement, parentNode, redact, rootNode, secret, shadowHost, shadowRoot, short, tag, token, View } from './lent';
import type { Reason } from './visibility';
import { attributes, styles, text } from './query';
import { rules, type Rules } from './rules';
import { select } from './select';

export interface InspectArg { key: number; styles?: string[]; rules?: boolean }

/** The other half is engine.Evidence in internal/engine/inspect.go. */
interface Evidence {
  attributes: Record<string, string>;
  box: number[]; // in the viewport: x, y, w, h
  hidden: { key: number; reasons: string[] }[]; // the elements that hide it, from itself outwards
  hit: Hit;
  disabled: { key: number; why: string }[];
  names: { from: string; text: string }[]; // every source of a name, the first one counts
  scroller: number; // key of the pane it scrolls in; 0 for the page
  twins: number; // other elements with its id
  styles?: Record<string, string>;
  rules?: Rules;
}

/** What a click at the element would meet. */
interface Hit { state: 'clear' | 'covered' | 'partly' | 'offscreen' | 'none'; by?: number; point?: number[] }

export function inspect(arg: InspectArg): string {
  const el = nodeOf(arg.key);
  if (!el || !isElement(el) || !isConnected(el)) return JSON.stringify({ gone: true });
  const view = new View(document);
  const b = box(el);
  const id = attr(el, 'id');
  const out: Evidence = {
    attributes: attributes(el), box: [b.left, b.top, b.width, b.height].map(Math.round), hidden: hiders(el, view), hit: hit(el),
    disabled: disablers(el, view), names: names(el, view), scroller: scroller(el, view),
    twins: id ? select('#' + CSS.escape(id), rootNode(el)).length - 1 : 0,
  };
  if (arg.styles) out.styles = styles(el, arg.styles.length ? arg.styles : ALL_STYLES);
  if (arg.rules) out.rules = rules(el);
  return JSON.stringify(out);
}

const ALL_STYLES = [
  'display', 'visibility', 'opacity', 'position', 'z-index', 'width', 'height', 'margin', 'padding', 'overflow', 'pointer-events', 'cursor', 'color',
  'background-color', 'border', 'font-size', 'font-weight', 'font-family', 'line-height', 'text-align', 'transform', 'flex', 'grid-area',
];

/** The elements from el outwards that hide it, each with its own reasons. Nothing is laid out in what is not displayed. */
function hiders(el: Element, view: View): { key: number; reasons: string[] }[] {
  const out: { key: number; bits: number }[] = [];
  for (let e: Element | null = el; e; e = flatParent(e, view)) {
    let bits = ownHidden(e, view.style(e), view.box(e), view);
    if (e !== el) bits &= ~(HIDE.visibility | HIDE.size); // what is in it decides these anew
    if (bits & HIDE.display) for (const inner of out) inner.bits &= HIDE.display | HIDE.inert | HIDE['aria-hidden'];
    out.push({ key: keyOf(e), bits });
  }
  return out.filter((o) => o.bits).map(({ key, bits }) => ({ key, reasons: (Object.keys(HIDE) as Reason[]).filter((r) => bits & HIDE[r]) }));
}

/** Looks at the middle of the element and at four points around it. */
function hit(el: Element): Hit {
  const b = box(el);
  if (b.width < 1 || b.height < 1) return { state: 'none' };
  const left = Math.max(b.left, 0), right = Math.min(b.right, innerWidth), top = Math.max(b.top, 0), bottom = Math.min(b.bottom, innerHeight);
  if (right - left < 1 || bottom - top < 1) return { state: 'offscreen' };
  const at = (fx: number, fy: number): [number, number] => [left + (right - left) * fx, top + (bottom - top) * fy];
  const points = [at(0.5, 0.5), at(0.2, 0.2), at(0.8, 0.2), at(0.2, 0.8), at(0.8, 0.8)];
  let clear: [number, number] | undefined;
  let by: Element | undefined;
  let covered = 0;
  for (const [x, y] of points) {
    const top = topAt(x, y);
    if (top && meets(top, el)) clear ??= [x, y];
    else {
      covered++;
      by ??= top ?? undefined;
    }
  }
  if (!covered) return { state: 'clear', point: clear!.map(Math.round) };
  const out: Hit = { state: clear ? 'partly' : 'covered' };
  if (by) out.by = keyOf(by);
  if (clear) out.point = clear.map(Math.round);
  return out;
}

/** The topmost element at a point, in whatever shadow tree it is. */
function topAt(x: number, y: number): Element | null {
  let top = document.elementFromPoint(x, y);
  for (let root = top && shadowRoot(top); root; ) {
    const inner: Element | null = root.elementFromPoint(x, y);
    if (!inner || inner === top) break;
    top = inner;
    root = shadowRoot(top);
  }
  return top;
}

/** True if a click on top is a click on el: it is el, or in it, or in its label. */
function meets(top: Element, el: Element): boolean {
  for (let e: Element | null = top; e; e = up(e)) {
    if (e === el) return true;
    if (tag(e) === 'label' && (e as HTMLLabelElement).control === el) return true;
  }
  return false;
}

function up(e: Element): Element | null {
  const p = parentNode(e);
  return p && isShadowRoot(p) ? shadowHost(p) : parentElement(e);
}

/** What disables the element: itself, or something around it. */
function disablers(el: Element, view: View): { key: number; why: string }[] {
  const out = [];
  const natively = new Set(['button', 'input', 'select', 'textarea', 'option', 'optgroup', 'fieldset']);
  for (let e: Element | null = el; e; e = flatParent(e, view)) {
    const t = tag(e);
    const own = e === el;
    if (hasAttr(e, 'disabled') && natively.has(t) && (own || t === 'optgroup' || (t === 'fieldset' && !inFirstLegend(el, e)))) {
      out.push({ key: keyOf(e), why: 'disabled' });
    }
    if (token(e, 'aria-disabled') === 'true') out.push({ key: keyOf(e), why: 'aria-disabled' });
    if (hasAttr(e, 'inert')) out.push({ key: keyOf(e), why: 'inert' });
    if (own && view.style(e).pointerEvents === 'none') out.push({ key: keyOf(e), why: 'pointer-events: none' });
  }
  return out;
}

function inFirstLegend(el: Element, fieldset: Element): boolean {
  for (const child of Array.from(children(fieldset))) if (tag(child) === 'legend') return contains(child, el);
  return false;
}

/** Every place the name could come from, in the order in which they count. */
function names(el: Element, view: View): { from: string; text: string }[] {
  const out: { from: string; text: string }[] = [];
  const add = (from: string, words: string | null): void => {
    const said = short(redact(words ?? ''), 160);
    if (said) out.push({ from, text: said });
  };
  const said = (e: Element | null): string => (e ? text(e).join('') : '');
  add('aria-labelledby', (attr(el, 'aria-labelledby') ?? '').split(/\s+/).map((id) => said(byId(rootNode(el), id))).join(' '));
  add('aria-label', attr(el, 'aria-label'));
  for (const label of labelsOf(el, view)) add('label', said(label));
  add('alt', attr(el, 'alt'));
  if (!secret(el) && tag(el) !== 'select') add('content', said(el));
  add('title', attr(el, 'title'));
  add('placeholder', attr(el, 'placeholder'));
  return out;
}

function scroller(el: Element, view: View): number {
  for (let p = flatParent(el, view); p; p = flatParent(p, view)) {
    if (p === document.body || p === document.documentElement) return 0;
    const s = view.style(p);
    if ((p.scrollHeight > p.clientHeight + 1 && /auto|scroll/.test(s.overflowY)) || (p.scrollWidth > p.clientWidth + 1 && /auto|scroll/.test(s.overflowX))) return keyOf(p);
  }
  return 0;
}

/** The elements an event passes from one outwards, for the browser to say what listens on them. */
export function outwards(key: number): Element[] {
  const out: Element[] = [];
  const view = new View(document);
  const el = nodeOf(key);
  for (let e: Element | null = el && isElement(el) ? el : null; e; e = flatParent(e, view)) out.push(e);
  return out;
}
