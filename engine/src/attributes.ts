// Which attributes are worth carrying? Those that identify an element or say what it is for.

import { attr } from './safe';
import { clean } from './clean';
import { masked, redact, secret } from './redact';

const kept = ['id', 'class', 'name', 'type', 'href', 'placeholder', 'title', 'alt', 'for', 'data-testid', 'data-test', 'data-cy', 'aria-label', 'role', 'src'];
const LONGEST = 300;

/** Names and values in turn, cleaned and redacted. */
export function attributes(el: Element, t: string): string[] {
  const out: string[] = [];
  for (const name of kept) {
    let value = attr(el, name);
    if (value === null) continue;
    if (name === 'src' && (t !== 'img' && t !== 'iframe' && t !== 'video' && t !== 'audio')) continue;
    if (value.length > LONGEST) value = value.slice(0, value.startsWith('data:') ? 40 : LONGEST) + '…';
    out.push(name, redact(clean(value)));
  }
  if (t === 'input' && attr(el, 'value') !== null && secret(el)) out.push('value', masked(attr(el, 'value')!));
  return out;
}
