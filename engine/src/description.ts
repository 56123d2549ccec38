// description: what is said of an element beyond its name. https://w3c.github.io/accname/#computation-steps (description)

import type { View } from './view';
import { attr, inputType, isHTML, isSVG, firstElementChild, nextElementSibling, tag, textContent } from './safe';
import { idrefs } from './idrefs';
import { internals } from './internals';
import { flatten, name, referred, start } from './name';
import { contentText } from './name-content';

/** The accessible description; "" where there is none. */
export function description(el: Element, view: View): string {
  const by = flatten(idrefs(el, 'aria-describedby').map((target) => referred(target, start(view))).join(' '));
  if (by) return by;
  const said = flatten(attr(el, 'aria-description') ?? internals(el)?.ariaDescription ?? '');
  if (said) return said;
  const n = name(el, view);
  for (const text of hostDescriptions(el, n.from, view)) {
    const flat = flatten(text);
    if (flat && flat !== n.text) return flat;
  }
  return '';
}

// What the host language says and the name has not used.
function* hostDescriptions(el: Element, from: string, view: View): Generator<string> {
  const t = tag(el);
  if (isSVG(el)) {
    const desc = child(el, 'desc');
    if (desc) yield textContent(desc) ?? '';
  } else if (isHTML(el)) {
    if (t === 'table' && from !== 'caption') {
      const caption = child(el, 'caption');
      if (caption) yield contentText(caption, start(view));
    }
    const type = t === 'input' ? inputType(el) : '';
    if ((type === 'button' || type === 'submit' || type === 'reset') && from !== 'value') yield attr(el, 'value') ?? '';
  }
  if (from !== 'title') yield attr(el, 'title') ?? '';
}

function child(el: Element, childTag: string): Element | null {
  let c = firstElementChild(el);
  while (c && tag(c) !== childTag) c = nextElementSibling(c);
  return c;
}
