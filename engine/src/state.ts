// state: how an element is right now. Native properties come first, ARIA speaks where the host language is silent.

import type { View } from './view';
import {
  attr, attrNames, hasAttr, inputChecked, inputIndeterminate, inputType, inputValue, isHTML, matches, numericValue, optionSelected, tag, textareaValue,
} from './safe';
import { disabledNatively, isSummary } from './focus';
import { ariaDefault, internals } from './internals';
import { flatParent } from './flat';
import { around, role } from './role';

export interface State {
  checked?: boolean | 'mixed';
  selected?: boolean;
  expanded?: boolean;
  pressed?: boolean | 'mixed';
  disabled?: boolean;
  readonly?: boolean;
  required?: boolean;
  invalid?: boolean | string;
  busy?: boolean;
  current?: string;
  level?: number;
  modal?: boolean;
  haspopup?: string;
  multiline?: boolean;
  multiselectable?: boolean;
  value?: string;
  valuemin?: number;
  valuemax?: number;
  sort?: string;
  orientation?: string;
}

/** Everything that can be said of the element now; what does not apply is left out. */
export function state(el: Element, view: View): State {
  const s: State = {};
  const r = role(el, view);
  const t = isHTML(el) ? tag(el) : '';
  const type = (t === 'input' && inputType(el)) || '';
  const aria = ariaOf(el);

  const tick = type === 'checkbox' || type === 'radio' ? (type === 'checkbox' && inputIndeterminate(el) ? 'mixed' : !!inputChecked(el)) : undefined;
  if (CHECKED.has(r)) s.checked = tick ?? tri(aria('checked'), r) ?? false;
  else if (r === 'option' || r === 'treeitem') set(s, 'checked', tri(aria('checked'), r));
  if (t === 'option') s.selected = !!optionSelected(el);
  else if (SELECTED.has(r)) set(s, 'selected', bool(aria('selected')));
  set(s, 'expanded', opened(el, t, view) ?? bool(aria('expanded')));
  if (r === 'button') set(s, 'pressed', tick ?? tri(aria('pressed'), r));

  if (disabled(el, view)) s.disabled = true;
  if (aria('readonly') === 'true' || (hasAttr(el, 'readonly') && (t === 'textarea' || (t === 'input' && !NO_READONLY.has(type))))) s.readonly = true;
  if (REQUIRED.has(r) && ((FIELDS.has(t) && hasAttr(el, 'required')) || bool(aria('required')))) s.required = true;
  set(s, 'invalid', invalid(el, t, aria));
  if (bool(aria('busy'))) s.busy = true;
  const current = aria('current');
  if (current && current !== 'false') s.current = CURRENT.has(current) ? current : 'true';
  set(s, 'level', level(el, t, r, view, aria));
  if (t === 'dialog' ? matches(el, ':modal') : bool(aria('modal'))) s.modal = true;
  set(s, 'haspopup', popup(r, aria));
  if (t === 'textarea' || (r === 'textbox' && bool(aria('multiline')))) s.multiline = true;
  if ((t === 'select' && hasAttr(el, 'multiple')) || bool(aria('multiselectable'))) s.multiselectable = true;
  if (RANGES.has(r)) range(el, t, type, s, aria);
  const sort = aria('sort');
  if (sort && sort !== 'none') s.sort = sort;
  const orientation = aria('orientation');
  if (orientation === 'horizontal' || orientation === 'vertical') s.orientation = orientation;
  return s;
}

const CHECKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const SELECTED = new Set(['option', 'tab', 'treeitem', 'row', 'gridcell', 'columnheader', 'rowheader']);
const FIELDS = new Set(['input', 'select', 'textarea']);
const CURRENT = new Set(['page', 'step', 'location', 'date', 'time', 'true']);
const RANGES = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'meter', 'separator']);
const REQUIRED = new Set(['checkbox', 'combobox', 'gridcell', 'listbox', 'radio', 'radiogroup', 'searchbox', 'spinbutton', 'switch', 'textbox', 'tree']);
const LEVELS = new Set(['comment', 'listitem', 'row']);
const NO_READONLY = new Set(['checkbox', 'radio', 'range', 'color', 'file', 'button', 'submit', 'reset', 'image', 'hidden']);
const POPUPS = new Set(['menu', 'listbox', 'tree', 'grid', 'dialog']);

/** Reads an ARIA value by its name: of the attribute, else of ElementInternals; "" where there is none. */
type Aria = (what: string) => string;
const silent: Aria = () => '';

function ariaOf(el: Element): Aria {
  if (!internals(el) && !attrNames(el).some((name) => name.startsWith('aria-'))) return silent;
  return (what) => (attr(el, 'aria-' + what) ?? ariaDefault(el, what) ?? '').trim().toLowerCase();
}

const bool = (v: string): boolean | undefined => (v === 'true' ? true : v === 'false' ? false : undefined);
// A radio button and a switch are never half on.
const tri = (v: string, role: string): boolean | 'mixed' | undefined => (v !== 'mixed' ? bool(v) : role === 'radio' || role === 'switch' || role === 'menuitemradio' ? false : v);

function set<K extends keyof State>(s: State, key: K, value: State[K] | undefined): void {
  if (value !== undefined) s[key] = value;
}

/** Whether the element is disabled: natively, or aria-disabled by itself or by what it stands in. */
export function disabled(el: Element, view: View): boolean {
  return disabledNatively(el) || ariaDisabled(el, view);
}

function ariaDisabled(el: Element, view: View): boolean {
  const known = view.memo<boolean>('disabled');
  let d = known.get(el);
  if (d === undefined) {
    d = bool(attr(el, 'aria-disabled') ?? ariaDefault(el, 'disabled') ?? '');
    if (d === undefined) {
      const parent = flatParent(el, view);
      d = parent !== null && ariaDisabled(parent, view);
    }
    known.set(el, d);
  }
  return d;
}

// A required field that nobody has touched is not wrong yet.
function invalid(el: Element, t: string, aria: Aria): boolean | string | undefined {
  const v = aria('invalid');
  if (v) return v === 'false' ? undefined : v === 'grammar' || v === 'spelling' ? v : true;
  if (!FIELDS.has(t) || !matches(el, ':invalid')) return undefined;
  return matches(el, ':user-invalid') || (t === 'input' && inputValue(el)) || (t === 'textarea' && textareaValue(el)) ? true : undefined;
}

function opened(el: Element, t: string, view: View): boolean | undefined {
  if (t === 'summary') return isSummary(el) ? hasAttr(flatParent(el, view)!, 'open') : undefined;
  if (t !== 'button' && t !== 'input') return undefined;
  const target = (el as HTMLButtonElement).popoverTargetElement ?? null;
  return target ? matches(target, ':popover-open') : undefined;
}

function popup(r: string, aria: Aria): string | undefined {
  const v = aria('haspopup');
  if (v === 'true') return 'menu';
  if (POPUPS.has(v)) return v;
  return r === 'combobox' && v !== 'false' ? 'listbox' : undefined;
}

function level(el: Element, t: string, r: string, view: View, aria: Aria): number | undefined {
  const said = aria('level');
  const given = /^\d+$/.test(said) && +said > 0 ? +said : undefined;
  if (r === 'heading') return given ?? (/^h[1-6]$/.test(t) ? +t[1] : 2);
  if (r === 'treeitem') return given ?? depth(el, view);
  return LEVELS.has(r) ? given : undefined;
}

// How many groups of branches a tree item stands in.
function depth(el: Element, view: View): number {
  let n = 1;
  for (const p of around(el, view)) {
    const r = role(p, view);
    if (r === 'group') n++;
    else if (r === 'tree') break;
  }
  return n;
}

function range(el: Element, t: string, type: string, s: State, aria: Aria): void {
  const native = type === 'range' || type === 'number' ? inputValue(el) : t === 'meter' || t === 'progress' ? numericValue(el) : null;
  const value = aria('valuetext') || native || aria('valuenow');
  if (value) s.value = value;
  set(s, 'valuemin', number(attr(el, 'min')) ?? number(aria('valuemin')));
  set(s, 'valuemax', number(attr(el, 'max')) ?? number(aria('valuemax')));
  if (type === 'range') { s.valuemin ??= 0; s.valuemax ??= 100; }
}

function number(v: string | null): number | undefined {
  const n = v ? parseFloat(v) : NaN;
  return isNaN(n) ? undefined : n;
}
