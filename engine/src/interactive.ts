// Can a person act on this element, and why do we think so? Native elements, roles and handlers are certain; a pointer
// cursor or a class name is a guess, and is marked as one.

import { editable, hasAttr, inputType, isElement, isHTML, parentElement, tag } from './safe';
import type { Own } from './own';

/** Bits of Fact.i, in the order of dom.Act. */
export const ACT = { native: 1, role: 2, tabindex: 4, editable: 8, handler: 16, listener: 32, framework: 64, cursor: 128, class: 256 };

/** The reasons that are guesses: a listener may be there for what is in the element. */
export const GUESS = ACT.cursor | ACT.class;

const roles = new Set([
  'button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'slider', 'textbox',
  'searchbox', 'combobox', 'listbox', 'spinbutton', 'scrollbar', 'treeitem',
]);
const classWords = /(^|[^a-z0-9])(btn|button|link|clickable|interactive)([^a-z0-9]|$)/i;

const listening = new WeakSet<Element>();

/** Tells the engine of an element on which the browser knows a listener for clicks; true if that is news. */
export function heard(el: Node): boolean {
  if (!isElement(el) || listening.has(el) || wholes.has(tag(el))) return false;
  listening.add(el);
  return true;
}

/** A listener on one of these is for what is in it. */
const wholes = new Set(['html', 'body', 'main', 'form', 'table', 'tbody', 'ul', 'ol', 'dialog']);

/** The reasons to take el as interactive; `pointing` is true where its cursor, not its parent's, makes a pointer. */
export function acts(el: Element, t: string, role: string, own: Own, pointing: boolean): number {
  let why = native(el, t) ? ACT.native : 0;
  if (listening.has(el)) why |= ACT.listener;
  if (pointing) why |= ACT.cursor;
  if (!own.any) return why;
  if (own.role && roles.has(role)) why |= ACT.role;
  if (own.tabindex !== null && parseInt(own.tabindex, 10) >= 0) why |= ACT.tabindex;
  if (own.editable && isHTML(el) && editable(el as HTMLElement)) why |= ACT.editable;
  if (own.handler) why |= ACT.handler;
  if (own.bound) why |= ACT.framework;
  if (own.classes && classWords.test(own.classes)) why |= ACT.class;
  return why;
}

function native(el: Element, t: string): boolean {
  switch (t) {
    case 'button': case 'select': case 'textarea': case 'option': return true;
    case 'input': return inputType(el) !== 'hidden';
    case 'a': case 'area': return hasAttr(el, 'href') || hasAttr(el, 'xlink:href');
    case 'summary': return parentElement(el) instanceof HTMLDetailsElement;
    case 'audio': case 'video': return hasAttr(el, 'controls');
    default: return false;
  }
}
