// The role an SVG element has by itself. https://w3c.github.io/svg-aam/#mapping_role_table
// Shapes, groups and text have one only when they are named, described or focusable; else they are drawing, not content.
// A picture without content of its own is an image, as in Chrome: https://github.com/w3c/svg-aam/issues/12

import type { View } from './view';
import { hasAttr, firstElementChild, isSVG, nextElementSibling, parentElement, query, tag, textContent } from './safe';
import { focusable } from './focus';
import { authorNamed } from './name';
import { table } from './roles';

const IF_INCLUDED = table({
  a: 'group', circle: 'graphics-symbol', ellipse: 'graphics-symbol', foreignobject: 'group', g: 'group', line: 'graphics-symbol',
  mesh: 'image', path: 'graphics-symbol', polygon: 'graphics-symbol', polyline: 'graphics-symbol', rect: 'graphics-symbol', svg: 'group',
  symbol: 'graphics-object', text: 'group', textpath: 'group', tspan: 'group', use: 'graphics-object',
});

/** The role of an SVG element without one from its author. */
export function svgRole(el: Element, view: View): string {
  const t = tag(el);
  if (t === 'image') return 'image';
  if (t === 'a' && (hasAttr(el, 'href') || hasAttr(el, 'xlink:href'))) return 'link';
  if (t === 'svg' && !inSVG(el)) return query(el, CONTENT).length ? 'graphics-document' : 'image';
  const r = IF_INCLUDED[t];
  return r && included(el, view) ? r : 'generic';
}

const CONTENT = 'text, a, foreignObject, [role], [aria-label], [aria-labelledby], [tabindex], :scope * > title';

function inSVG(el: Element): boolean {
  const p = parentElement(el);
  return !!p && isSVG(p) && tag(p) !== 'foreignobject';
}

// https://w3c.github.io/svg-aam/#include_elements
function included(el: Element, view: View): boolean {
  if (focusable(el) || authorNamed(el, view)) return true;
  for (let c = firstElementChild(el); c; c = nextElementSibling(c)) {
    const t = tag(c);
    if ((t === 'title' || t === 'desc') && (textContent(c) ?? '').trim()) return true;
  }
  return false;
}
