// state: how an element is right now. Native properties come first, ARIA speaks where the host language is silent.

import type { View } from './view';
import {
  attr, editable, hasAttr, inputChecked, inputIndeterminate, inputType, inputValue, isHTML, matches, numericValue, optionSelected, tag,
} from './safe';
import { disabledNatively, isSummary } from './focus';
import { internals } from './internals';
import { flatParent } from './flat';
import { role } from './role';

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
  const type = t === 'input' ? inputType(el) : '';

  if (type === 'checkbox' || type === 'radio') s.checked = inputIndeterminate(el) && type === 'checkbox' ? 'mixed' : !!inputChecked(el);
  else if (CHECKED.has(r)) s.checked = tri(aria(el, 'checked')) ?? false;
  if (t === 'option') s.selected = !!optionSelected(el);
  else if (SELECTED.has(r)) set(s, 'selected', bool(aria(el, 'selected')));
  if (t === 'details') s.expanded = hasAttr(el, 'open');
  else if (t === 'summary' && isSummary(el)) s.expanded = hasAttr(flatParent(el, view)!, 'open');
  else set(s, 'expanded', bool(aria(el, 'expanded')) ?? popoverOpen(el, t));
  if (r === 'button') set(s, 'pressed', tri(aria(el, 'pressed')));

  if (disabled(el, view)) s.disabled = true;
  if (readonly(el, t, type, r)) s.readonly = true;
  if (((t === 'input' || t === 'select' || t === 'textarea') && hasAttr(el, 'required')) || bool(aria(el, 'required'))) s.required = true;
  const invalid = aria(el, 'invalid');
  if (invalid && invalid !== 'false') s.invalid = invalid === 'grammar' || invalid === 'spelling' ? invalid : true;
  else if (invalid === '' && FIELDS.has(t) && matches(el, ':user-invalid')) s.invalid = true;
  if (bool(aria(el, 'busy'))) s.busy = true;
  const current = aria(el, 'current');
  if (current && current !== 'false') s.current = CURRENT.has(current) ? current : 'true';
  if (r === 'heading') s.level = level(el, t);
  else set(s, 'level', whole(aria(el, 'level')));
  if (t === 'dialog' ? matches(el, ':modal') : bool(aria(el, 'modal'))) s.modal = true;
  set(s, 'haspopup', popup(el, r));
  if (t === 'textarea' || (r === 'textbox' && bool(aria(el, 'multiline')))) s.multiline = true;
  if ((t === 'select' && hasAttr(el, 'multiple')) || bool(aria(el, 'multiselectable'))) s.multiselectable = true;
  if (RANGES.has(r)) range(el, t, type ?? '', r, s);
  const sort = aria(el, 'sort');
  if (sort && sort !== 'none') s.sort = sort;
  const orientation = aria(el, 'orientation');
  if (orientation === 'horizontal' || orientation === 'vertical') s.orientation = orientation;
  return s;
}

const CHECKED = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);
const SELECTED = new Set(['option', 'tab', 'treeitem', 'row', 'gridcell', 'columnheader', 'rowheader']);
const FIELDS = new Set(['input', 'select', 'textarea']);
const CURRENT = new Set(['page', 'step', 'location', 'date', 'time', 'true']);
const RANGES = new Set(['slider', 'spinbutton', 'scrollbar', 'progressbar', 'meter', 'separator']);
const POPUPS = new Set(['menu', 'listbox', 'tree', 'grid', 'dialog']);

const PROPERTIES: Record<string, keyof ElementInternals> = {
  busy: 'ariaBusy', checked: 'ariaChecked', current: 'ariaCurrent', disabled: 'ariaDisabled', expanded: 'ariaExpanded', haspopup: 'ariaHasPopup',
  invalid: 'ariaInvalid' as keyof ElementInternals, level: 'ariaLevel', modal: 'ariaModal', multiline: 'ariaMultiLine', multiselectable: 'ariaMultiSelectable',
  orientation: 'ariaOrientation', pressed: 'ariaPressed', readonly: 'ariaReadOnly', required: 'ariaRequired', selected: 'ariaSelected',
  sort: 'ariaSort', valuemax: 'ariaValueMax', valuemin: 'ariaValueMin', valuenow: 'ariaValueNow', valuetext: 'ariaValueText',
};

/** An ARIA value of the attribute, else of ElementInternals; "" where there is none. */
function aria(el: Element, what: string): string {
  const a = attr(el, 'aria-' + what);
  if (a !== null) return a.trim().toLowerCase();
  const own = internals(el);
  return own ? String(own[PROPERTIES[what]] ?? '').toLowerCase() : '';
}

const bool = (v: string): boolean | undefined => (v === 'true' ? true : v === 'false' ? false : undefined);
const tri = (v: string): boolean | 'mixed' | undefined => (v === 'mixed' ? 'mixed' : bool(v));
const whole = (v: string): number | undefined => (/^\d+$/.test(v) && +v > 0 ? +v : undefined);

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
    d = bool(aria(el, 'disabled'));
    if (d === undefined) {
      const parent = flatParent(el, view);
      d = parent !== null && ariaDisabled(parent, view);
    }
    known.set(el, d);
  }
  return d;
}

function readonly(el: Element, t: string, type: string | null, r: string): boolean {
  if (t === 'textarea' || (t === 'input' && !NO_READONLY.has(type ?? ''))) return hasAttr(el, 'readonly') || aria(el, 'readonly') === 'true';
  if (aria(el, 'readonly') === 'true') return true;
  return r === 'textbox' && t !== 'input' && isHTML(el) && aria(el, 'readonly') === '' && !editable(el as HTMLElement);
}
const NO_READONLY = new Set(['checkbox', 'radio', 'range', 'color', 'file', 'button', 'submit', 'reset', 'image', 'hidden']);

function popoverOpen(el: Element, t: string): boolean | undefined {
  if (t !== 'button' && t !== 'input') return undefined;
  const target = (el as HTMLButtonElement).popoverTargetElement;
  return target ? matches(target, ':popover-open') : undefined;
}

function popup(el: Element, r: string): string | undefined {
  const v = aria(el, 'haspopup');
  if (v === 'true') return 'menu';
  if (POPUPS.has(v)) return v;
  return r === 'combobox' && v !== 'false' ? 'listbox' : undefined;
}

function level(el: Element, t: string): number {
  return whole(aria(el, 'level')) ?? (/^h[1-6]$/.test(t) ? +t[1] : 2);
}

function range(el: Element, t: string, type: string, r: string, s: State): void {
  const native = t === 'input' && (type === 'range' || type === 'number') ? inputValue(el) : t === 'meter' || t === 'progress' ? numericValue(el) : null;
  const value = aria(el, 'valuetext') || native || aria(el, 'valuenow');
  if (value) s.value = value;
  set(s, 'valuemin', number(attr(el, 'min')) ?? number(aria(el, 'valuemin')));
  set(s, 'valuemax', number(attr(el, 'max')) ?? number(aria(el, 'valuemax')));
  if (r === 'slider' && type === 'range') { s.valuemin ??= 0; s.valuemax ??= 100; }
}

function number(v: string | null): number | undefined {
  const n = v ? parseFloat(v) : NaN;
  return isNaN(n) ? undefined : n;
}
