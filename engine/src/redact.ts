// Secrets never leave the page. Everything that is sent goes through here: values by what the field is, any text by what it
// looks like.

import { attr, inputType, tag, token } from './safe';

const secretNames = /pass(word|wd|phrase)?\b|passwd|pwd\b|secret|token|\bcvv\b|\bcvc\b|\bcsc\b|\bssn\b|social.?security|security.?code|api.?key|\bpin\b|\botp\b/i;
const secretAutocomplete = /(^|\s)(cc-\S+|one-time-code|\S*-password)(\s|$)/;

const concealed = new WeakSet<Element>();

/** Makes a field secret, whatever it says of itself: a secret was typed into it. */
export function conceal(el: Element): void {
  concealed.add(el);
}

/** True of a field whose value must not be seen, by its type, its autocomplete or its name. */
export function secret(el: Element): boolean {
  if (concealed.has(el)) return true;
  const name = tag(el);
  if (name !== 'input' && name !== 'textarea' && name !== 'select' && !attr(el, 'contenteditable')) return false;
  if (name === 'input') {
    const type = inputType(el) ?? '';
    if (type === 'password') return true;
    if (/^(checkbox|radio|button|submit|reset|image|file|range|color)$/.test(type)) return false;
  }
  if (secretAutocomplete.test(token(el, 'autocomplete'))) return true;
  const words = ['name', 'id', 'aria-label', 'placeholder', 'data-testid'].map((a) => attr(el, a) ?? '').join(' ');
  return secretNames.test(words.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' '));
}

/** How a secret is shown: that it is there, and how long. */
export const masked = (value: string): string => (value ? `[redacted ${[...value].length}]` : '');

const digits = /\d[\d \u00a0.-]{7,}\d/g;

/** Text with card numbers and social security numbers taken out. */
export function redact(text: string): string {
  if (!/\d{3}/.test(text)) return text;
  return text.replace(digits, (run) => (isCard(run) || isSSN(run) ? masked(run) : within(run)));
}

/** A run of digits that is no secret as a whole, without those in it: two numbers may stand side by side. */
function within(run: string): string {
  const parts = run.match(/\d+|\D+/g) ?? [];
  let out = '';
  for (let from = 0; from < parts.length; ) {
    let to = Math.min(parts.length, from + 9); // digits and what is between them: at most five groups
    while (to > from && !(/\d/.test(parts[from]) && secretNumber(parts.slice(from, to).join('')))) to--;
    out += to > from ? masked(parts.slice(from, to).join('')) : parts[from];
    from = to > from ? to : from + 1;
  }
  return out;
}

const secretNumber = (s: string): boolean => /\d$/.test(s) && (isCard(s) || isSSN(s));

const isSSN = (run: string) => /^(?!000|666|9)\d{3}[- ](?!00)\d{2}[- ](?!0000)\d{4}$/.test(run);

function isCard(run: string): boolean {
  const number = run.replace(/\D/g, '');
  if (number.length < 13 || number.length > 19 || /^(\d)\1+$/.test(number)) return false;
  let sum = 0;
  for (let i = 0; i < number.length; i++) {
    let d = +number[number.length - 1 - i];
    if (i % 2 === 1 && (d *= 2) > 9) d -= 9;
    sum += d;
  }
  return sum % 10 === 0;
}
