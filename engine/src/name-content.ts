// The text an element contains, as a name has it: parts that stand apart on the page are apart in the name.

import { attr, hasAttr, isElement, isSVG, nodeType, nodeValue, tag, TEXT } from './safe';
import { eachChild } from './flat';
import { ownedBy, ownerOf } from './owns';
import { pseudoText } from './name-pseudo';
import { role } from './role';
import { part, type Trip } from './name';

/** The text of everything inside el, generated content included. White space is not flattened yet. */
export function contentText(el: Element, trip: Trip): string {
  const { view } = trip;
  const svg = isSVG(el);
  const branch = role(el, view) === 'treeitem';
  const t = tag(el);
  if (SHUT.has(t) || (t === 'object' && hasAttr(el, 'data'))) return '';
  let visible: boolean | undefined;
  const shown = (): boolean => (visible ??= trip.hidden || view.style(el).visibility === 'visible');
  const closed = t === 'details' && attr(el, 'open') === null && !trip.hidden;
  // The group in a tree item holds its branches, which have names of their own.
  const add = (child: Element): string => (branch && role(child, view) === 'group' ? '' : joined(child, trip));
  let out = pseudoText(el, '::before', trip);
  eachChild(el, (child) => {
    if (nodeType(child) === TEXT) {
      if (!closed && shown()) out += nodeValue(child) ?? '';
    } else if (isElement(child) && !ownerOf(child, view) && !(svg && UNDRAWN.has(tag(child)))) out += add(child);
  });
  for (const child of ownedBy(el, view)) out += ' ' + add(child); // it stands elsewhere on the page
  return out + pseudoText(el, '::after', trip);
}

// SVG elements that draw nothing: a title speaks for its parent, not as a part of it.
const UNDRAWN = new Set(['title', 'desc', 'metadata', 'defs', 'symbol', 'style', 'script']);

// What stands between these tags is for browsers that do not know them.
const SHUT = new Set(['audio', 'video', 'iframe', 'script', 'style', 'template', 'noscript', 'head']);

function joined(child: Element, trip: Trip): string {
  const t = tag(child);
  if (t === 'br') return ' ';
  const { text, apart } = part(child, trip);
  const { display } = trip.view.style(child);
  if (text) return apart || !INLINE.has(display) || CONTROLS.has(role(child, trip.view)) ? ` ${text} ` : text;
  if (display === 'none' || display === 'contents') return '';
  return display.startsWith('inline') && !CONTROLS.has(role(child, trip.view)) ? '' : ' ';
}
const INLINE = new Set(['inline', 'ruby', 'ruby-text']);
const CONTROLS = new Set(['button', 'checkbox', 'combobox', 'listbox', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'textbox', 'meter', 'progressbar']);
