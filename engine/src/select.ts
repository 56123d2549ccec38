// select finds elements by selector: CSS, with two additions that our own hints use. `:contains('text')` keeps elements whose
// text contains it, and `a >>> b` goes from a host into its shadow tree, open or adopted.

import { query, shadowRoot, textContent } from './safe';
import { clean } from './clean';

/** Every element that matches, in tree order. Throws the browser's own error for what it cannot parse. */
export function select(selector: string, scope: Node): Element[] {
  let scopes: Node[] = [scope];
  const steps = split(selector);
  for (let i = 0; i < steps.length; i++) {
    const found = unique(scopes.flatMap((s) => step(steps[i].trim(), s)));
    if (i === steps.length - 1) return found;
    scopes = found.flatMap((el) => shadowRoot(el) ?? []);
  }
  return [];
}

/** Splits at `>>>` outside of quotes. */
function split(selector: string): string[] {
  const parts = [''];
  let quote = '';
  for (let i = 0; i < selector.length; i++) {
    const c = selector[i];
    if (c === '\\') { parts[parts.length - 1] += c + (selector[++i] ?? ''); continue; }
    if (quote) quote = c === quote ? '' : quote;
    else if (c === '"' || c === "'") quote = c;
    else if (selector.startsWith('>>>', i)) { parts.push(''); i += 2; continue; }
    parts[parts.length - 1] += c;
  }
  return parts;
}

const containing = /:contains\(\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^)"']*))\s*\)/;

function step(selector: string, scope: Node): Element[] {
  const m = containing.exec(selector);
  if (!m) return Array.from(query(scope, selector));
  const before = selector.slice(0, m.index);
  const wanted = clean((m[1] ?? m[2] ?? m[3]).replace(/\\(.)/g, '$1')).trim();
  const whole = /(^|[\s>+~,])$/.test(before) ? before + '*' : before;
  const kept = Array.from(query(scope, whole)).filter((el) => text(el).includes(wanted));
  const after = selector.slice(m.index + m[0].length);
  if (after.trim() === '') return kept;
  const rest = /^[\s>+~]/.test(after) ? ':scope' + after : after;
  if (rest === after) return kept.filter((el) => new Set(step('*' + after, scope)).has(el));
  return unique(kept.flatMap((el) => step(rest, el)));
}

const text = (el: Element): string => clean(textContent(el) ?? '').trim();

const unique = (els: Element[]): Element[] => Array.from(new Set(els));
