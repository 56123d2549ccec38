// Can a person act on this element, and why do we think so? Native elements, roles and handlers are certain; a pointer
// cursor or a class name is a guess, and is marked as one.

import { editable, hasAttr, inputType, isHTML, parentElement } from './safe';
import type { Own } from './own';

/** Bits of Fact.i, in the order of dom.Act. */
export const ACT = { native: 1, role: 2, tabindex: 4, editable: 8, handler: 16, listener: 32, framework: 64, cursor: 128, class: 256 };

/** The reasons that are guesses. */
export const GUESS = ACT.cursor | ACT.class;

const roles = new Set([
  'button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'slider', 'textbox',
  'searchbox', 'combobox', 'listbox', 'spinbutton', 'scrollbar', 'treeitem',
]);
const classWords = /(^|[^a-z0-9])(btn|button|link|clickable|interactive)([^a-z0-9]|$)/i;

const listening = new WeakSet<Element>();

/** Tells the engine of an element on which the browser knows a listener for clicks. */
export function heard(el: Element): void {
  listening.add(el);
}

/** The reasons to take el as interactive; `pointing` is true where its cursor, not its parent's, makes a pointer. */
export function acts(el: Element, tag: string, role: string, own: Own, pointing: boolean): number {
  let why = native(el, tag) ? ACT.native : 0;
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

function native(el: Element, tag: string): boolean {
  switch (tag) {
    case 'button': case 'select': case 'textarea': case 'option': return true;
    case 'input': return inputType(el) !== 'hidden';
    case 'a': case 'area': return hasAttr(el, 'href') || hasAttr(el, 'xlink:href');
    case 'summary': return parentElement(el) instanceof HTMLDetailsElement;
    case 'audio': case 'video': return hasAttr(el, 'controls');
    default: return false;
  }
}
