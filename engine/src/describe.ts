// The facts that cost something, for the elements an agent may be shown by name: name, description, states, value.

import { clean, short } from './clean';
import { description } from './description';
import { firstChild, hasAttr, inputType, inputValue, nextSibling, nodeType, nodeValue, shadowRoot, TEXT, textareaValue } from './safe';
import { MARK, type Fact, type States, type Tri } from './wire';
import { masked, redact, secret } from './redact';
import { labelsOf } from './labels';
import { mayGenerate } from './generated';
import { name } from './name';
import { owners } from './owns';
import type { Own } from './own';
import { state, type State } from './state';
import type { View } from './view';

/** Roles whose elements have a name worth printing; the names of the others are their text. */
export const named = new Set([
  'alert', 'alertdialog', 'application', 'article', 'banner', 'cell', 'columnheader', 'complementary', 'contentinfo', 'dialog', 'document', 'feed',
  'figure', 'form', 'grid', 'group', 'heading', 'image', 'img', 'list', 'log', 'main', 'marquee', 'math', 'menu', 'menubar', 'meter', 'navigation',
  'progressbar', 'radiogroup', 'region', 'row', 'rowheader', 'search', 'status', 'table', 'tablist', 'tabpanel', 'timer', 'toolbar', 'tooltip', 'tree',
  'treegrid',
]);
/** Of those, the ones whose content would only be repeated by a name made of it. */
const labelledOnly = new Set(['cell', 'columnheader', 'row', 'rowheader', 'article', 'list', 'alert', 'status', 'log', 'tooltip', 'timer', 'marquee']);

const LONGEST_NAME = 1_000;

/** Adds to the fact, and returns marks. */
export function describe(el: Element, t: string, r: string, acting: boolean, shown: boolean, own: Own, focused: boolean, fact: Fact, view: View): number {
  const plain = shown && plainName(el, t, own, view);
  if (plain) {
    fact.n = short(redact(clean(plain)), LONGEST_NAME);
    const e = hasAttr(el, 'title') && description(el, view);
    if (e) fact.e = short(redact(clean(e)), 500);
  } else if (acting || own.labelled || !labelledOnly.has(r)) {
    const n = name(el, view);
    if (n.text) {
      fact.n = short(redact(clean(n.text)), LONGEST_NAME);
      if (n.from !== 'content') fact.f = n.from;
    }
    const e = description(el, view);
    if (e) fact.e = short(redact(clean(e)), 500);
  }
  const s = state(el, view);
  const states = sent(s, focused);
  if (states) fact.s = states;
  if (s.level !== undefined) fact.l = s.level;
  const v = liveValue(el, t) ?? s.value;
  if (v === undefined) return 0;
  if (secret(el)) {
    fact.v = masked(v);
    return MARK.secret;
  }
  fact.v = short(redact(clean(v)), LONGEST_NAME);
  return 0;
}

const plainTags = new Set(['a', 'button', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/** The name of a link, button or heading with nothing but one run of text in it, as nearly all of them are; "" for the others. */
function plainName(el: Element, t: string, own: Own, view: View): string {
  if (!plainTags.has(t) || own.aria || own.role || shadowRoot(el)) return '';
  const text = firstChild(el);
  if (!text || nodeType(text) !== TEXT || nextSibling(text) || mayGenerate(el, view) || owners(el, view).size) return '';
  if (t === 'button' && labelsOf(el, view).length) return '';
  return clean(nodeValue(text) ?? '').trim();
}

function sent(s: State, focused: boolean): States | undefined {
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
  if (s.current) out.current = short(s.current, 20);
  if (s.haspopup) out.popup = short(s.haspopup, 20);
  if (focused) out.focused = 1;
  for (const _ in out) return out;
  return undefined;
}

const tri = (v: boolean | 'mixed'): Tri => (v === 'mixed' ? 2 : v ? 1 : 0);

const valueless = new Set(['checkbox', 'radio', 'submit', 'button', 'reset', 'image']);

/** The value a control has now, undefined for what has none. */
function liveValue(el: Element, t: string): string | undefined {
  if (t === 'textarea') return textareaValue(el) ?? undefined;
  if (t === 'select') return Array.from((el as HTMLSelectElement).selectedOptions, (o) => o.label).join(', ');
  if (t !== 'input' || valueless.has(inputType(el) ?? '')) return undefined;
  return inputValue(el) ?? undefined;
}
