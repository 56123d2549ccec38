// The text an element contains, as a name has it: parts that stand apart on the page are apart in the name.

import { attr, hasAttr, isElement, isSVG, nodeType, nodeValue, tag, TEXT } from './safe';
import { eachChild } from './flat';
import { mayGenerate } from './generated';
import { ownedBy, owners } from './owns';
import { pseudoText } from './name-pseudo';
import { role } from './role';
import { part, type Trip } from './name';

/** The text of everything inside el, generated content included. White space is not flattened yet. */
export function contentText(el: Element, trip: Trip, visible?: boolean): string {
  const { view } = trip;
  const svg = isSVG(el);
  const branch = role(el, view) === 'treeitem';
  const t = tag(el);
  if (trip.depth >= DEEPEST || SHUT.has(t) || (t === 'object' && hasAttr(el, 'data'))) return '';
  trip.depth++;
  const shown = (): boolean => (visible ??= trip.hidden || view.style(el).visibility === 'visible');
  const closed = t === 'details' && attr(el, 'open') === null && !trip.hidden;
  // The group in a tree item holds its branches, which have names of their own.
  const add = (child: Element): string => (branch && role(child, view) === 'group' ? '' : joined(child, trip));
  const generates = mayGenerate(el, view);
  const moved = owners(el, view);
  let out = generates ? pseudoText(el, '::before', trip) : '';
  eachChild(el, (child) => {
    if (out.length > LONGEST) return false;
    if (nodeType(child) === TEXT) {
      if (!closed && shown()) out += nodeValue(child) ?? '';
    } else if (isElement(child) && !(moved.size && moved.has(child)) && !(svg && UNDRAWN.has(tag(child)))) out += add(child);
    return undefined;
  });
  if (moved.size) for (const child of ownedBy(el, view)) out += ' ' + add(child); // it stands elsewhere on the page
  trip.depth--;
  return generates ? out + pseudoText(el, '::after', trip) : out;
}
const DEEPEST = 200;
const LONGEST = 100_000;

// SVG elements that draw nothing: a title speaks for its parent, not as a part of it.
const UNDRAWN = new Set(['title', 'desc', 'metadata', 'defs', 'symbol', 'style', 'script']);

// What stands between these tags is for browsers that do not know them.
const SHUT = new Set(['audio', 'video', 'iframe', 'script', 'style', 'template', 'noscript', 'head']);

function joined(child: Element, trip: Trip): string {
  const t = tag(child);
  if (t === 'br') return ' ';
  const { display } = trip.view.style(child);
  const { text, apart } = part(child, trip, display);
  if (text) return apart || !INLINE.has(display) || CONTROLS.has(role(child, trip.view)) ? ` ${text} ` : text;
  if (display === 'none' || display === 'contents') return '';
  return display.startsWith('inline') && !CONTROLS.has(role(child, trip.view)) ? '' : ' ';
}
const INLINE = new Set(['inline', 'ruby', 'ruby-text']);
const CONTROLS = new Set(['button', 'checkbox', 'combobox', 'listbox', 'radio', 'searchbox', 'slider', 'spinbutton', 'switch', 'textbox', 'meter', 'progressbar']);
