// What HTML and SVG themselves say of a name. https://w3c.github.io/html-aam/#accessible-name-and-description-computation

import { attr, childNamed, hasAttr, inputType, inputValue, isHTML, isSVG, tag, textContent, token } from './safe';
import { labelable, labelsOf } from './labels';
import { NAME_PROHIBITED } from './roles';
import { part, type Name, type Source, type Trip } from './name';

const NOTHING: Name[] = [];
const NAMED = new Set(['area', 'button', 'fieldset', 'img', 'input', 'meter', 'optgroup', 'option', 'output', 'progress', 'select', 'table', 'textarea']);

/** 2E: the names the host language gives, best first. Empty ones may be among them. */
export function hostLabel(el: Element, role: string, trip: Trip): Iterable<Name> {
  const t = tag(el);
  return NAMED.has(t) || t.includes('-') || isSVG(el) ? labels(el, role, trip) : NOTHING;
}

function* labels(el: Element, role: string, trip: Trip): Generator<Name> {
  if (isSVG(el)) {
    const title = childNamed(el, 'title');
    if (title) yield { text: textContent(title) ?? '', from: 'native' };
    if (tag(el) === 'a') yield { text: attr(el, 'xlink:title') ?? '', from: 'title' };
    return;
  }
  if (!isHTML(el)) return;
  const t = tag(el);
  const type = t === 'input' ? inputType(el) ?? 'text' : '';
  if (!trip.label && labelable(el)) {
    const labels = labelsOf(el, trip.view).filter((l) => !trip.seen.has(l));
    const apart = { ...trip, label: true, seen: new Set(trip.seen).add(el) }; // the control is no part of its own label
    if (labels.length) yield { text: labels.map((l) => part(l, apart).text).join(' '), from: 'native' };
  }
  switch (t) {
    case 'input':
      if (type === 'submit' || type === 'reset' || type === 'button') yield { text: buttonText(el, type), from: 'value' };
      if (type === 'image') {
        yield { text: attr(el, 'alt') ?? '', from: 'alt' };
        yield { text: attr(el, 'value') ?? '', from: 'value' };
        yield { text: attr(el, 'title') ?? '', from: 'title' };
        yield { text: 'Submit', from: 'value' };
      }
      break;
    case 'img': case 'area':
      if (role !== 'none') yield { text: attr(el, 'alt') ?? '', from: 'alt' };
      break;
    case 'fieldset': yield* byChild(el, 'legend', 'legend', trip); break;
    case 'table': yield* byChild(el, 'caption', 'caption', trip); break;
    case 'optgroup':
      yield { text: attr(el, 'label') ?? '', from: 'native' };
      yield* byChild(el, 'legend', 'legend', trip);
      break;
    case 'option': yield { text: attr(el, 'label') ?? '', from: 'native' }; break;
  }
}

/** 2I: what is left when nothing else names the element. A part of another name may have any role. */
export function* hostTooltip(el: Element, role: string, inside = false): Generator<Name> {
  const decided = tag(el) === 'img' && hasAttr(el, 'alt'); // an alt, empty or not, has the last word
  if (!decided && (inside || !NAME_PROHIBITED.has(role) || (role === 'generic' && roleless(el)))) yield { text: attr(el, 'title') ?? '', from: 'title' };
  if (!PLACEHOLDER.has(role)) return;
  if (isHTML(el) && (tag(el) === 'textarea' || TYPED.has(inputType(el) ?? ''))) yield { text: attr(el, 'placeholder') ?? '', from: 'placeholder' };
  yield { text: attr(el, 'aria-placeholder') ?? '', from: 'placeholder' };
}
const PLACEHOLDER = new Set(['textbox', 'searchbox', 'combobox', 'spinbutton']);

// Inputs whose value a person types as text.
const TYPED = new Set(['text', 'search', 'tel', 'url', 'email', 'password', 'number']);

// Elements the specification gives no role at all, which is not the same as generic: a title names them.
function roleless(el: Element): boolean {
  const t = tag(el);
  return isHTML(el) && token(el, 'role') !== 'generic' && (ROLELESS.has(t) || t.includes('-'));
}
const ROLELESS = new Set(['abbr', 'audio', 'canvas', 'dl', 'embed', 'figcaption', 'iframe', 'label', 'legend', 'object', 'rt', 'ruby', 'video']);

function* byChild(el: Element, childTag: string, from: Source, trip: Trip): Generator<Name> {
  const c = childNamed(el, childTag);
  if (c) yield { text: part(c, { ...trip, seen: new Set(trip.seen) }).text, from };
}

const DEFAULTS: Record<string, string> = { submit: 'Submit', reset: 'Reset', button: '' };
function buttonText(el: Element, type: string): string {
  return hasAttr(el, 'value') ? inputValue(el) ?? '' : DEFAULTS[type];
}
