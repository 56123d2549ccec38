// The text an element contains, as a name has it: parts that stand apart on the page are apart in the name.

import { attr, hasAttr, isElement, nodeType, nodeValue, tag, TEXT } from './safe';
import { eachChild } from './flat';
import { ownedBy, ownerOf } from './owns';
import { pseudoText } from './name-pseudo';
import { part, type Trip } from './name';

/** The text of everything inside el, generated content included. White space is not flattened yet. */
export function contentText(el: Element, trip: Trip): string {
  const { view } = trip;
  const t = tag(el);
  if (SHUT.has(t) || (t === 'object' && hasAttr(el, 'data'))) return '';
  let visible: boolean | undefined;
  const shown = (): boolean => (visible ??= trip.hidden || view.style(el).visibility === 'visible');
  const closed = t === 'details' && attr(el, 'open') === null && !trip.hidden;
  let out = pseudoText(el, '::before', trip);
  eachChild(el, (child) => {
    if (nodeType(child) === TEXT) {
      if (!closed && shown()) out += nodeValue(child) ?? '';
    } else if (isElement(child) && !ownerOf(child, view)) out += joined(child, trip);
  });
  for (const child of ownedBy(el, view)) out += joined(child, trip);
  return out + pseudoText(el, '::after', trip);
}

// What stands between these tags is for browsers that do not know them.
const SHUT = new Set(['audio', 'video', 'iframe', 'script', 'style', 'template', 'noscript', 'head']);

function joined(child: Element, trip: Trip): string {
  const t = tag(child);
  if (t === 'br') return ' ';
  const { text, apart } = part(child, trip);
  if (!text) return '';
  return apart || REPLACED.has(t) || !INLINE.has(trip.view.style(child).display) ? ` ${text} ` : text;
}
const INLINE = new Set(['inline', 'contents', 'ruby', 'ruby-text']);
const REPLACED = new Set(['img', 'svg', 'math', 'canvas', 'object', 'embed', 'input', 'select', 'textarea', 'button', 'meter', 'progress']);
