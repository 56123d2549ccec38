// The text an element contains, as a name has it: parts that stand apart on the page are apart in the name.

import { isElement, nodeType, tag, TEXT } from './safe';
import { eachChild } from './flat';
import { ownedBy, ownerOf } from './owns';
import { pseudoText } from './name-pseudo';
import { text, type Trip } from './name';

/** The text of everything inside el, generated content included. White space is not yet flattened. */
export function contentText(el: Element, trip: Trip): string {
  const { view } = trip;
  let out = pseudoText(el, '::before', view);
  const add = (child: Node): void => {
    if (nodeType(child) === TEXT) {
      if (trip.hidden || view.style(el).visibility === 'visible') out += text(child, trip);
      return;
    }
    if (!isElement(child)) return;
    if (ownerOf(child, view) && ownerOf(child, view) !== el) return;
    out += part(child, trip);
  };
  eachChild(el, (child) => { if (!isElement(child) || ownerOf(child, view) !== el) add(child); });
  for (const child of ownedBy(el, view)) add(child);
  return out + pseudoText(el, '::after', view);
}

function part(child: Element, trip: Trip): string {
  if (tag(child) === 'br') return ' ';
  const t = text(child, trip);
  return INLINE.has(trip.view.style(child).display) ? t : ` ${t} `;
}
const INLINE = new Set(['inline', 'contents', 'ruby', 'ruby-text']);
