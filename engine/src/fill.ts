// fill gets a field ready to be typed into, and fills those that are not typed into: dates, colours, sliders, lists. Values are set
// past whatever a framework has put in front of them, and told with the events a person would cause, so that it takes notice.

import { attr, conceal, disabled, editable, first, flatParent, hasAttr, hiddenAll, inputType, inputValue, isConnected, isElement, keyOf, masked, nodeOf, query, redact, role, secret, shadowRoot, short, tag, textContent, textareaValue, touched, View } from './lent';
import { focused, pointOf, within } from './hit';
import { covered, frame, refuse, type Aimed } from './aim';
import { journal } from './journal';
import { armKeys, disarm, sign } from './guard';

/** The other half is engine.Field. */
interface Field extends Aimed {
  field: number; // key of the element that takes the text
  kind: 'line' | 'area' | 'rich' | 'set' | 'select' | 'file' | 'none';
  caret: boolean; // the caret stands where it should
  suggests: boolean; // it answers to typing a moment later
  mac: boolean;
}

export interface FieldArg { key: number; row: number; clear: boolean; patience: number; any?: boolean; conceal?: boolean }

const SET = /^(date|time|datetime-local|month|week|color|range)$/;
const NOT_TEXT = /^(button|submit|reset|image|checkbox|radio|hidden|file)$/;

/** What a field held when it was made ready. */
let was = '';

/** Finds the field that an element is or holds, waits until it can be filled, gives it the focus and puts the caret at its end. */
export async function field(arg: FieldArg): Promise<string> {
  const end = performance.now() + arg.patience;
  const el = nodeOf(arg.key), row = arg.row ? nodeOf(arg.row) : undefined;
  if (!el || !isElement(el)) return JSON.stringify(refuse('gone'));
  if (touched(isElement(row) ? row : el)) return JSON.stringify(refuse('stale'));
  const signed = sign(el, row);
  for (;;) {
    const out = isConnected(el) ? (sign(el, row) === signed ? ready(el, arg, row) : refuse('stale')) : refuse('gone');
    if (!out.no || out.no === 'gone' || out.no === 'stale' || performance.now() > end || out.no === 'covered') return JSON.stringify(out);
    await frame();
  }
}

function ready(el: Element, arg: FieldArg, row: Node | undefined): Aimed {
  const view = new View(document);
  const target = arg.any ? el : fieldOf(el, view);
  const out: Field = { ...refuse(undefined), field: target ? keyOf(target) : 0, kind: target ? kindOf(target) : 'none', caret: true, suggests: false, mac: /mac/i.test(navigator.platform) };
  if (!target) return out;
  const hidden = first(hiddenAll(target, view) & HARD);
  if (hidden) return refuse('hidden', hidden);
  if (disabled(target, view)) return refuse('disabled');
  if (!arg.any && (hasAttr(target, 'readonly') || attr(target, 'aria-readonly') === 'true')) return refuse('disabled', 'readonly');
  target.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' });
  const at = pointOf(target, view);
  if ('by' in at && at.by && blocks(at.by, target, view)) return covered(at.by, target, view);
  if ('x' in at) [out.x, out.y] = [at.x, at.y];
  out.tag = tag(target);
  out.suggests = /^(combobox|searchbox)$/.test(role(target, view)) || hasAttr(target, 'aria-autocomplete') || hasAttr(target, 'list') || hasAttr(target, 'aria-controls');
  if (arg.conceal) conceal(target);
  was = held(target);
  journal.begin();
  if (out.kind !== 'file') out.caret = focusOn(target, arg.clear, !!arg.any);
  if (out.caret) armKeys(target, row, sign(target, row));
  else disarm();
  return out;
}

const HARD = 1 | 2 | 4 | 8; // a field may be transparent or tiny: editors type into such

// What stands in the field's own neighbourhood is part of it: editors draw their lines over the field that takes the keys.
function blocks(by: Element, el: Element, view: View): boolean {
  let near: Element = el;
  for (let i = 0; i < 6; i++) near = flatParent(near, view) ?? near;
  if (near !== document.body && near !== document.documentElement && within(by, near, view)) return false;
  for (let e: Element | null = by; e && !within(el, e, view); e = flatParent(e, view)) {
    if (/fixed|sticky|absolute/.test(view.style(e).position) || e.matches('dialog, [role=dialog], [popover]')) return true;
  }
  return false;
}

/** The field that an element is, labels, or alone holds. */
function fieldOf(el: Element, view: View): Element | null {
  if (kindOf(el) !== 'none') return el;
  for (let e: Element | null = el; e; e = flatParent(e, view)) if (editableHost(e)) return e; // a paragraph of an editor
  if (tag(el) === 'label' && (el as HTMLLabelElement).control) return (el as HTMLLabelElement).control;
  const found: Element[] = [];
  const gather = (scope: Node): void => {
    for (const e of query(scope, '*')) {
      if (kindOf(e) !== 'none') found.push(e);
      const root = shadowRoot(e);
      if (root) gather(root);
    }
  };
  const root = shadowRoot(el);
  if (root) gather(root);
  gather(el);
  return found.length === 1 ? found[0] : null;
}

/** Editors of the newer kind take their text through this, not from the page. */
const context = (el: Element): { text: string } | null => (el as unknown as { editContext?: { text: string } }).editContext ?? null;

const editableHost = (el: Element): boolean => (hasAttr(el, 'contenteditable') && editable(el as HTMLElement)) || context(el) !== null;

function kindOf(el: Element): Field['kind'] {
  switch (tag(el)) {
    case 'textarea': return 'area';
    case 'select': return 'select';
    case 'input': {
      const type = inputType(el) ?? '';
      return type === 'file' ? 'file' : SET.test(type) ? 'set' : NOT_TEXT.test(type) ? 'none' : 'line';
    }
  }
  return editableHost(el) ? 'rich' : 'none';
}

/** Gives el the focus, and selects all of it or puts the caret at its end; a caret that was there already stays. */
function focusOn(el: Element, clear: boolean, any: boolean): boolean {
  const had = focused() === el;
  if (!had) (el as HTMLElement).focus({ preventScroll: true });
  const now = focused();
  if (any) return now === el;
  if (!now || !(now === el || el.contains(now))) return false;
  if (tag(el) === 'input' || tag(el) === 'textarea') {
    const input = el as HTMLInputElement;
    if (clear) input.select();
    else if (!had) {
      try {
        input.setSelectionRange(input.value.length, input.value.length);
      } catch {
        return false; // of a kind that has no caret we can set: the End key does
      }
    }
  } else if (!had && !clear && !context(el)) {
    const selection = getSelection();
    selection?.selectAllChildren(el);
    selection?.collapseToEnd();
  }
  return true;
}

const held = (el: Element): string =>
  tag(el) === 'input' ? inputValue(el) ?? '' : tag(el) === 'textarea' ? textareaValue(el) ?? ''
    : tag(el) === 'select' ? Array.from((el as HTMLSelectElement).selectedOptions, (o) => o.value).join() : context(el)?.text ?? (el as HTMLElement).innerText ?? textContent(el) ?? '';

/** What a field holds now. The other half is engine.Held. */
interface Held { value: string; changed: boolean; kept: 'all' | 'part' | 'none'; secret: boolean }

function reading(el: Element, text: string): string {
  const now = held(el), flat = (s: string): string => s.replace(/\s+/g, '');
  const hidden = secret(el);
  const out: Held = {
    value: hidden ? masked(now) : redact(short(now, 200)), changed: now !== was, secret: hidden,
    kept: flat(now).includes(flat(text)) ? 'all' : now === was ? 'none' : 'part',
  };
  return JSON.stringify(out);
}

export function read(arg: { key: number; text: string }): string {
  const el = nodeOf(arg.key);
  if (!el || !isElement(el) || !isConnected(el)) return JSON.stringify({ value: '', changed: true, kept: 'part', secret: false });
  return reading(el, arg.text);
}

/** Tells the page that a field was filled, as it is told when a person leaves it. */
export function filled(arg: { key: number; text: string; blur: boolean; tell: boolean }): string {
  const el = nodeOf(arg.key);
  if (el && isElement(el) && isConnected(el)) {
    if (arg.tell && held(el) !== was && /^(input|textarea)$/.test(tag(el))) el.dispatchEvent(new Event('change', { bubbles: true }));
    if (arg.blur) (el as HTMLElement).blur();
  }
  return read(arg);
}

const valueSetter = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!;

/** Sets the value of a field that is not typed into. */
export function assign(arg: { key: number; text: string }): string {
  const el = nodeOf(arg.key) as HTMLInputElement;
  const before = inputValue(el);
  Reflect.apply(valueSetter, el, [arg.text]);
  const now = inputValue(el);
  const type = inputType(el) ?? '';
  const wrong = type === 'range' ? now !== String(Number(arg.text)) && !Number.isFinite(Number(arg.text)) : type === 'color' ? now?.toLowerCase() !== arg.text.toLowerCase() : arg.text !== '' && now === '';
  if (wrong) {
    Reflect.apply(valueSetter, el, [before]);
    return JSON.stringify({ value: EXAMPLES[type] ?? '', changed: false, kept: 'none', secret: false });
  }
  tell(el);
  return reading(el, now ?? '');
}

const EXAMPLES: Record<string, string> = {
  date: '2026-11-15', time: '13:45', 'datetime-local': '2026-11-15T13:45', month: '2026-11', week: '2026-W46', color: '#1a2b3c', range: 'a number',
};

function tell(el: Element): void {
  el.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
  el.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Chooses options of a list by their label, value or place. The other half is engine.Chosen. */
export function choose(arg: { key: number; values: string[] }): string {
  const el = nodeOf(arg.key);
  if (!el || !isElement(el) || tag(el) !== 'select') return JSON.stringify({ no: 'kind', options: [], chosen: [] });
  const select = el as HTMLSelectElement;
  was = held(el);
  const options = Array.from(select.options);
  const view = new View(document);
  const label = (o: HTMLOptionElement): string => short(o.label || o.text, 80);
  const found = arg.values.map((v) => options.find((o) => label(o) === v) ?? options.find((o) => o.value === v) ??
    options.find((o) => label(o).toLowerCase() === v.toLowerCase()) ?? only(options.filter((o) => label(o).toLowerCase().includes(v.toLowerCase()))));
  const missing = found.findIndex((o) => !o);
  if (missing >= 0) return JSON.stringify({ no: 'option', what: arg.values[missing], options: options.slice(0, 20).map(label), chosen: [] });
  if (found.some((o) => disabled(o!, view))) return JSON.stringify({ no: 'disabled', options: [], chosen: [] });
  if (found.length > 1 && !select.multiple) return JSON.stringify({ no: 'single', options: [], chosen: [] });
  for (const o of options) o.selected = found.includes(o);
  if (held(el) !== was) tell(el);
  return JSON.stringify({ no: '', options: [], chosen: found.map((o) => label(o!)), changed: held(el) !== was });
}

const only = <T>(list: T[]): T | undefined => (list.length === 1 ? list[0] : undefined);

/** The file input that an element is, labels or holds, for the browser to fill. */
export function fileField(arg: { key: number }): Element {
  const el = nodeOf(arg.key);
  const found = el && isElement(el) ? fieldOf(el, new View(document)) : null;
  if (!found || kindOf(found) !== 'file') throw new Error('domsight:bad_argument: it is not a file input');
  was = '';
  journal.begin();
  return found;
}
