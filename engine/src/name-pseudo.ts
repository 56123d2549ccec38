// Generated content: what ::before and ::after say. https://drafts.csswg.org/css-content-3/#alt

import { computedStyle } from './safe';
import { counter } from './counters';
import { rendered } from './readable';
import type { Trip } from './name';

export type Pseudo = '::before' | '::after';

/** The text of a pseudo-element, its alternative text where it has one; apart where it stands apart. */
export function pseudoText(el: Element, pseudo: Pseudo, trip: Trip): string {
  const style = computedStyle(el, pseudo);
  const { content } = style;
  if (content === 'none' || content === 'normal' || content === '') return '';
  if (style.display === 'none' || (!trip.hidden && style.visibility !== 'visible')) return '';
  if (trip.hidden && !rendered(el, trip.view)) return '';
  const tokens: string[] = content.match(TOKEN) ?? [];
  const slash = tokens.indexOf('/');
  const text = tokens.slice(slash + 1).map((t) => spoken(t, el, pseudo, style, trip)).join('');
  return slash >= 0 || style.display !== 'inline' ? ` ${text} ` : text;
}

const TOKEN = /"(?:[^"\\]|\\[\s\S])*"|url\("(?:[^"\\]|\\[\s\S])*"\)|[\w-]+\([^)]*\)|\/|[\w-]+/g;

function spoken(token: string, el: Element, pseudo: Pseudo, style: CSSStyleDeclaration, trip: Trip): string {
  if (token[0] === '"') return unescape(token.slice(1, -1));
  if (token === 'open-quote' || token === 'close-quote') return quote(style.quotes, token === 'open-quote' ? 0 : 1);
  const call = /^counters?\(([\w-]+)(?:, "((?:[^"\\]|\\.)*)")?(?:, [\w-]+)?\)$/.exec(token);
  return call ? counter(el, pseudo, call[1], call[2], trip.view) : '';
}

const unescape = (s: string): string =>
  s.replace(/\\([0-9a-f]{1,6})\s?|\\(.)/gi, (_, hex: string, c: string) => (hex ? String.fromCodePoint(parseInt(hex, 16)) : c));

function quote(quotes: string, i: number): string {
  const pair = [...quotes.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((m) => unescape(m[1]));
  return quotes === 'none' ? '' : pair[i] ?? '“”'[i];
}
