// synthetic is input by script, for transports that have no better: the page can tell it from a person's.

import { isElement, nodeOf, tag } from './lent';
import { armed } from './guard';
import { focused, hitAt } from './hit';

export interface PressArg { key: number; x: number; y: number; button: string; double: boolean; modifiers: number }

const BUTTONS = ['left', 'middle', 'right'];
const held = (bits: number): EventModifierInit => ({ altKey: !!(bits & 1), ctrlKey: !!(bits & 2), metaKey: !!(bits & 4), shiftKey: !!(bits & 8) });

/** Presses at a point, with the events of a mouse in their order. */
export function press(arg: PressArg): string {
  const el = hitAt(arg.x, arg.y) ?? (nodeOf(arg.key) as Element);
  if (armed()?.decide(el) === false) return '{}';
  const button = Math.max(0, BUTTONS.indexOf(arg.button));
  const init: PointerEventInit & MouseEventInit = {
    bubbles: true, cancelable: true, composed: true, view: window, clientX: arg.x, clientY: arg.y, button, buttons: 1 << button, pointerType: 'mouse', isPrimary: true, ...held(arg.modifiers),
  };
  const pointer = (type: string, more = {}): boolean => el.dispatchEvent(new PointerEvent(type, { ...init, ...more }));
  const mouse = (type: string, detail: number): boolean => el.dispatchEvent(new MouseEvent(type, { ...init, detail }));
  pointer('pointermove');
  mouse('mousemove', 0);
  for (let n = 1; n <= (arg.double ? 2 : 1); n++) {
    pointer('pointerdown');
    if (mouse('mousedown', n)) takeFocus(el);
    pointer('pointerup', { buttons: 0 });
    mouse('mouseup', n);
    if (button === 0) mouse('click', n);
    else mouse('auxclick', n);
    if (button === 2) mouse('contextmenu', n);
  }
  if (arg.double && button === 0) mouse('dblclick', 2);
  return '{}';
}

function takeFocus(el: Element): void {
  for (let e: Element | null = el; e; e = e.parentElement) {
    if ((e as HTMLElement).tabIndex >= 0) return (e as HTMLElement).focus({ preventScroll: true });
  }
}

/** Moves the pointer over an element. */
export function over(arg: { x: number; y: number }): string {
  const el = hitAt(arg.x, arg.y);
  const init = { bubbles: true, composed: true, clientX: arg.x, clientY: arg.y };
  for (const type of ['pointerover', 'pointerenter', 'pointermove']) el?.dispatchEvent(new PointerEvent(type, init));
  for (const type of ['mouseover', 'mouseenter', 'mousemove']) el?.dispatchEvent(new MouseEvent(type, init));
  return '{}';
}

export interface Key { key: string; code: string; number: number; modifiers: number }

/** Presses keys in whatever has the focus. A key that a browser acts on by itself is acted on for it, where script can. */
export function strokes(arg: { keys: Key[] }): string {
  for (const k of arg.keys) {
    const el = focused() ?? document.body;
    const init = { key: k.key, code: k.code, keyCode: k.number, which: k.number, bubbles: true, cancelable: true, composed: true, ...held(k.modifiers) };
    const go = el.dispatchEvent(new KeyboardEvent('keydown', init));
    if (go && (k.key.length === 1 || k.key === 'Enter')) el.dispatchEvent(new KeyboardEvent('keypress', init));
    if (go) byItself(el, k);
    el.dispatchEvent(new KeyboardEvent('keyup', init));
  }
  return '{}';
}

function byItself(el: Element, k: Key): void {
  if (k.modifiers & 7) return;
  if (k.key.length === 1) put(el, k.key);
  else if (k.key === 'Backspace') document.execCommand('delete');
  else if (k.key === 'Delete') document.execCommand('forwardDelete');
  else if (k.key === 'Enter') {
    if (tag(el) === 'textarea') put(el, '\n');
    else if (tag(el) === 'input') (el as HTMLInputElement).form?.requestSubmit();
    else if (/^(a|button|summary)$/.test(tag(el))) (el as HTMLElement).click();
  }
}

/** Puts text in at the caret of what has the focus. */
export function insert(arg: { text: string }): string {
  const el = focused();
  if (el && isElement(el)) put(el, arg.text);
  return '{}';
}

function put(el: Element, text: string): void {
  if (document.execCommand('insertText', false, text)) return;
  if (!/^(input|textarea)$/.test(tag(el))) return;
  const input = el as HTMLInputElement;
  input.setRangeText(text, input.selectionStart ?? input.value.length, input.selectionEnd ?? input.value.length, 'end');
  input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType: 'insertText', data: text }));
}

/** Selects all that is in an element. */
export function selectAll(arg: { key: number }): string {
  const el = nodeOf(arg.key);
  if (el) getSelection()?.selectAllChildren(el);
  return '{}';
}
