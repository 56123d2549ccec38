// Can a person act on this element, and why do we think so? Native elements, roles and handlers are certain; a pointer
// cursor or a class name is a guess, and is marked as one.

import { attr, editable, hasAttr, inputType, isHTML, parentElement, token } from './safe';

/** Bits of Fact.i, in the order of dom.Act. */
export const ACT = { native: 1, role: 2, tabindex: 4, editable: 8, handler: 16, listener: 32, framework: 64, cursor: 128, class: 256 };
export const GUESS = ACT.cursor | ACT.class;

const roles = new Set([
  'button', 'link', 'checkbox', 'radio', 'switch', 'tab', 'menuitem', 'menuitemcheckbox', 'menuitemradio', 'option', 'slider', 'textbox',
  'searchbox', 'combobox', 'listbox', 'spinbutton', 'scrollbar', 'treeitem', 'gridcell',
]);
const handlers = ['onclick', 'onmousedown', 'onpointerdown', 'onmouseup', 'ondblclick', 'onkeydown', 'onchange', 'oninput'];
const bindings = ['ng-click', 'data-ng-click', 'v-on:click', '@click', '(click)', 'x-on:click', 'data-action', 'data-turbo-method', 'hx-get', 'hx-post', 'wire:click'];
const classWords = /(^|[^a-z0-9])(btn|button|link|clickable|interactive)([^a-z0-9]|$)/i;

const listening = new WeakSet<Element>();

/** Tells the engine of elements on which the browser knows a listener for clicks. */
export function heard(el: Element): void {
  listening.add(el);
}

/** The reasons to take el as interactive; `inherited` is the parent's cursor, since a cursor is inherited. */
export function acts(el: Element, tag: string, role: string, cursor: string, inherited: string): number {
  let why = 0;
  if (native(el, tag)) why |= ACT.native;
  if (roles.has(role) && (role !== 'gridcell' || hasAttr(el, 'tabindex')) && explicit(el)) why |= ACT.role;
  const tabindex = attr(el, 'tabindex');
  if (tabindex !== null && parseInt(tabindex, 10) >= 0) why |= ACT.tabindex;
  if (hasAttr(el, 'contenteditable') && isHTML(el) && editable(el as HTMLElement)) why |= ACT.editable;
  for (const name of handlers) if (hasAttr(el, name)) { why |= ACT.handler; break; }
  for (const name of bindings) if (hasAttr(el, name)) { why |= ACT.framework; break; }
  if (listening.has(el)) why |= ACT.listener;
  if (cursor === 'pointer' && inherited !== 'pointer') why |= ACT.cursor;
  const classes = attr(el, 'class');
  if (classes && classWords.test(classes)) why |= ACT.class;
  return why;
}

const explicit = (el: Element) => hasAttr(el, 'role');

function native(el: Element, tag: string): boolean {
  switch (tag) {
    case 'button': case 'select': case 'textarea': return true;
    case 'input': return inputType(el) !== 'hidden';
    case 'a': case 'area': return hasAttr(el, 'href') || hasAttr(el, 'xlink:href');
    case 'summary': return parentElement(el) !== null && isDetails(parentElement(el)!);
    case 'option': return true;
    case 'audio': case 'video': return hasAttr(el, 'controls');
    default: return false;
  }
}

const isDetails = (el: Element) => el instanceof HTMLDetailsElement && token(el, 'hidden') !== 'until-found';
