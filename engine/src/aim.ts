// aim makes an element ready to be acted on, and finds the point to press: still the one meant, seen, enabled, at rest, scrolled
// into view and not covered. All of it in one call, which waits a little for what is about to become so.

import { attr, box, disabled, first, flatParent, hiddenAll, isConnected, isElement, keyOf, labelsOf, matches, name, nodeOf, query, role, short, shadowRoot, tag, touched, View } from './lent';
import { hitAt, meets, pointOf, within } from './hit';
import { arm, disarm, sign } from './guard';
import { journal } from './journal';

export interface AimArg {
  key: number;
  row: number; // key of the row it stands in, 0 for none
  at?: number[]; // where to press, from its upper left corner
  scroll: boolean;
  still?: boolean; // nothing will be pressed: it need not be at rest, enabled or uncovered
  patience: number; // ms to wait for what is about to become so
}

/** The other half is engine.Aimed. */
export interface Aimed {
  x: number; y: number; // in the viewport of this document
  via?: number; // key of the label that is pressed for it
  tag: string; type: string;
  no?: 'gone' | 'stale' | 'hidden' | 'disabled' | 'covered' | 'moving' | 'outside';
  why?: string;
  by?: number; // key of the cover
  byText?: string;
  dismiss?: number; // key of what closes the cover
}

export const frame = (): Promise<void> => new Promise((done) => {
  const timer = setTimeout(done, 60); // a tab in the background draws no frames
  requestAnimationFrame(() => { clearTimeout(timer); done(); });
});

export async function aim(arg: AimArg): Promise<string> {
  if (!arg.still) disarm();
  const end = performance.now() + arg.patience;
  const el = nodeOf(arg.key);
  const row = arg.row ? nodeOf(arg.row) : undefined;
  let out: Aimed = refuse('gone');
  if (!el || !isElement(el)) return JSON.stringify(out);
  if (touched(isElement(row) ? row : el)) return JSON.stringify(refuse('stale'));
  const signed = sign(el, row);
  const tries: Tries = { reveal: true, scrolls: 0 };
  for (let round = 0; ; round++) {
    const last = performance.now() > end;
    if (!isConnected(el)) out = refuse('gone');
    else if (round && sign(el, row) !== signed) out = refuse('stale');
    else out = await look(el, arg, tries, last);
    if (!out.no || out.no === 'gone' || out.no === 'stale' || out.no === 'outside') break;
    if (last || (out.no === 'covered' && !mayPass(nodeOf(out.by!) as Element, tries))) break;
    await frame();
  }
  if (!out.no && !arg.still) {
    arm(el, row, signed);
    journal.begin();
  }
  return JSON.stringify(out);
}

export const refuse = (no: Aimed['no'], why?: string): Aimed => ({ x: 0, y: 0, tag: '', type: '', no, why });

/** What was done so far to get at an element. */
interface Tries { reveal: boolean; scrolls: number }

async function look(el: Element, arg: AimArg, tries: Tries, last: boolean): Promise<Aimed> {
  let view = new View(document);
  let target = el;
  const hidden = first(hiddenAll(el, view) & SEEN);
  if (hidden && tag(el) !== 'area') {
    const label = labelsOf(el, view).find((l) => !first(hiddenAll(l, view) & SEEN));
    if (!label) return refuse('hidden', hidden);
    target = label;
  }
  if (!arg.still && disabled(el, view)) return refuse('disabled');
  if (arg.scroll && tries.reveal) reveal(target, view, tries);
  const before = box(target);
  if (!arg.still) {
    await frame();
    const now = box(target);
    const moved = Math.abs(now.left - before.left) > 1 || Math.abs(now.top - before.top) > 1 || Math.abs(now.width - before.width) > 1;
    if (moved && !last) return refuse('moving'); // what never rests is pressed as it goes by: the guard sees that nothing else is
  }
  view = new View(document);
  const out: Aimed = { x: 0, y: 0, tag: tag(el), type: attr(el, 'type') ?? '' };
  if (target !== el) out.via = keyOf(target);
  const at = arg.at ? given(target, arg.at, view) : pointOf(target, view);
  if ('x' in at) return { ...out, x: at.x, y: at.y };
  if (arg.still) return out;
  return at.by ? covered(at.by, el, view) : refuse('outside');
}

const SEEN = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128; // HIDE without inert and aria-hidden

function given(el: Element, [dx, dy]: number[], view: View): { x: number; y: number } | { by: Element | null } {
  const b = box(el), x = b.left + dx, y = b.top + dy;
  const hit = hitAt(x, y);
  return meets(hit, el, view) ? { x, y } : { by: hit };
}

/** Brings el into view where it is not, another way each time: a header that stays on top may cover it after one of them. */
function reveal(el: Element, view: View, tries: Tries): void {
  tries.reveal = false;
  if (tries.scrolls === 0 && 'x' in pointOf(el, view)) return;
  const block = (['center', 'end', 'start', 'nearest'] as const)[tries.scrolls++ % 4];
  el.scrollIntoView({ block, inline: 'nearest', behavior: 'instant' });
}

/** True if a cover may be gone in a moment: a bar from under which the element can be scrolled, or something that is being animated. */
function mayPass(el: Element | undefined, tries: Tries): boolean {
  if (!el) return false;
  const b = box(el);
  if (tries.scrolls < 4 && b.width * b.height < 0.5 * innerWidth * innerHeight && /fixed|sticky/.test(getComputedStyle(el).position)) return (tries.reveal = true);
  const view = new View(document);
  return document.getAnimations().some((a) => {
    const target = (a.effect as KeyframeEffect | null)?.target;
    const timing = a.effect?.getComputedTiming();
    return a.playState === 'running' && timing?.endTime !== Infinity && !!target && (within(el, target, view) || within(target, el, view));
  });
}

export function covered(by: Element, el: Element, view: View): Aimed {
  let cover = by;
  for (let e: Element | null = by; e && !within(el, e, view); e = flatParent(e, view)) {
    cover = e;
    if (matches(e, 'dialog, [role=dialog], [role=alertdialog], [popover], [aria-modal=true]')) break;
  }
  const out = refuse('covered');
  out.by = keyOf(cover);
  out.byText = describe(cover, view);
  const closer = dismisser(cover, view);
  if (closer) out.dismiss = keyOf(closer);
  return out;
}

function describe(el: Element, view: View): string {
  const r = role(el, view), n = name(el, view).text;
  const own = attr(el, 'id') ? '#' + attr(el, 'id') : (attr(el, 'class') ?? '').trim().split(/\s+/).slice(0, 2).map((c) => c && '.' + c).join('');
  return short(`${r === 'generic' || r === 'none' ? tag(el) + own : r}${n ? ` "${n}"` : ''}`, 80);
}

const CLOSES = [/\b(close|dismiss|schlie(ss|ß)en|fermer|cerrar)\b|^[×✕✖x]$/i, /\b(reject|decline|no,? thanks|not now|later|skip|cancel)\b/i, /\b(accept|agree|got it|ok|okay|continue|understood|allow)\b/i];

/** What a person would press to be rid of a cover. */
function dismisser(cover: Element, view: View): Element | undefined {
  const controls: Element[] = [];
  const gather = (scope: Node): void => {
    for (const e of query(scope, 'button, [role=button], a, summary, input[type=button], input[type=submit], [aria-label]')) controls.push(e);
    for (const e of query(scope, '*')) {
      const root = shadowRoot(e);
      if (root) gather(root);
    }
  };
  gather(cover);
  const root = shadowRoot(cover);
  if (root) gather(root);
  const named = controls.slice(0, 200).filter((e) => !first(hiddenAll(e, view) & SEEN)).map((e) => ({ e, n: name(e, view).text.trim() }));
  for (const pattern of CLOSES) for (const { e, n } of named) if (n.length < 40 && pattern.test(n)) return e;
  return undefined;
}

/** What is at a point, as the frame around a document sees it: whether the frame element is met, and where its content begins. */
export function through(arg: { key: number; x: number; y: number; scroll: boolean }): string {
  const el = nodeOf(arg.key);
  if (!el || !isElement(el) || !isConnected(el)) return JSON.stringify(refuse('gone'));
  const view = new View(document);
  let at = inside(el, arg);
  if (arg.scroll && (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight)) {
    el.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
    at = inside(el, arg);
    if (at.x < 0 || at.y < 0 || at.x >= innerWidth || at.y >= innerHeight) {
      scrollBy({ left: at.x - innerWidth / 2, top: at.y - innerHeight / 2, behavior: 'instant' });
      at = inside(el, arg);
    }
  }
  const hit = hitAt(at.x, at.y);
  if (!hit) return JSON.stringify(refuse('outside'));
  return JSON.stringify(within(hit, el, view) ? { ...at, tag: tag(el), type: '' } : covered(hit, el, view));
}

function inside(el: Element, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const b = box(el), style = getComputedStyle(el);
  const scale = (el as HTMLElement).offsetWidth ? b.width / (el as HTMLElement).offsetWidth : 1;
  const px = (v: string): number => parseFloat(v) || 0;
  return {
    x: b.left + (px(style.borderLeftWidth) + px(style.paddingLeft) + x) * scale,
    y: b.top + (px(style.borderTopWidth) + px(style.paddingTop) + y) * scale,
  };
}
