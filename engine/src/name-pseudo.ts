// Generated content: what ::before and ::after say. https://drafts.csswg.org/css-content-3/#alt

import type { View } from './view';
import { computedStyle } from './safe';

/** The text of a pseudo-element, its alternative text where it has one. */
export function pseudoText(el: Element, pseudo: '::before' | '::after', _view: View): string {
  const style = computedStyle(el, pseudo);
  const { content } = style;
  if (content === 'none' || content === 'normal' || style.display === 'none' || style.visibility !== 'visible') return '';
  const slash = alternative(content);
  const said = strings(slash ?? content);
  return style.display === 'inline' ? said : ` ${said} `;
}

// The part after the slash that stands outside of strings.
function alternative(content: string): string | undefined {
  const m = /^(?:[^"\/]|"(?:[^"\\]|\\.)*"|url\("[^"]*"\))*\/(.*)$/s.exec(content);
  return m?.[1];
}

function strings(content: string): string {
  let out = '';
  for (const m of content.matchAll(/url\("[^"]*"\)|"((?:[^"\\]|\\.)*)"/g)) {
    if (m[1] !== undefined) out += m[1].replace(/\\(.)/g, '$1');
  }
  return out;
}
