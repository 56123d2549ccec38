// The facts that cost something, for the elements an agent may be shown by name: name, description, states, value.

import { clean, short } from './clean';
import { description } from './description';
import { inputType, inputValue, textareaValue } from './safe';
import { MARK, type Fact, type States, type Tri } from './wire';
import { masked, redact, secret } from './redact';
import { name } from './name';
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
export function describe(el: Element, t: string, r: string, acting: boolean, labelled: boolean, focused: boolean, fact: Fact, view: View): number {
  if (acting || labelled || !labelledOnly.has(r)) {
    const n = name(el, view);
    if (n.text) {
      fact.n = short(redact(clean(n.text)), LONGEST_NAME);
      fact.f = n.from;
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
