// The role an SVG element has by itself. https://w3c.github.io/svg-aam/#mapping_role_table
// Shapes, groups and the like have one only when they are named or can be focused; else they are drawing, not content.

import { hasAttr, tag } from './safe';
import { focusable } from './focus';
import { authorNamed } from './name';

const IF_NAMED: Record<string, string> = {
  circle: 'graphics-symbol', ellipse: 'graphics-symbol', line: 'graphics-symbol', path: 'graphics-symbol', polygon: 'graphics-symbol',
  polyline: 'graphics-symbol', rect: 'graphics-symbol', foreignobject: 'group', g: 'group', image: 'image', mesh: 'image', use: 'graphics-object',
  symbol: 'graphics-object',
};

/** The role of an SVG element without one from its author. */
export function svgRole(el: Element): string {
  const t = tag(el);
  switch (t) {
    case 'svg': return 'graphics-document';
    case 'a': return hasAttr(el, 'href') || hasAttr(el, 'xlink:href') ? 'link' : included(el) ? 'group' : 'generic';
    case 'text': return 'group';
    case 'image': return 'image';
    default: return IF_NAMED[t] && included(el) ? IF_NAMED[t] : 'generic';
  }
}

// https://w3c.github.io/svg-aam/#include_elements
const included = (el: Element): boolean => focusable(el) || authorNamed(el);
