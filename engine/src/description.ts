// description: what is said of an element beyond its name. https://w3c.github.io/accname/#computation-steps (description)

import type { View } from './view';
import { attr, childNamed, hasAttr, inputType, isSVG, tag, textContent } from './safe';
import { isSummary } from './focus';
import { idrefs } from './idrefs';
import { internals } from './internals';
import { flatten, name, referred, start, type Source } from './name';
import { contentText } from './name-content';

/** The accessible description; "" where there is none. The first source there is counts, even if it is empty. */
export function description(el: Element, view: View): string {
  const targets = idrefs(el, 'aria-describedby');
  if (targets.length) return flatten(targets.map((target) => referred(target, start(view))).join(' '));
  const said = attr(el, 'aria-description') ?? internals(el)?.ariaDescription;
  if (typeof said === 'string') return flatten(said);
  if (hasAttr(el, 'title') || DESCRIBED.has(tag(el)) || isSVG(el)) return hostDescription(el, view);
  return '';
}
const DESCRIBED = new Set(['table', 'summary', 'input']);

// What the host language says and the name has not used.
function hostDescription(el: Element, view: View): string {
  const { text, from } = name(el, view);
  for (const said of hostSources(el, from, view)) {
    const flat = flatten(said);
    if (flat && flat !== text) return flat;
  }
  return '';
}

function* hostSources(el: Element, from: Source, view: View): Generator<string> {
  const t = tag(el);
  if (isSVG(el)) {
    for (const part of ['desc', 'title']) {
      const c = childNamed(el, part);
      if (c) yield textContent(c) ?? '';
    }
    yield attr(el, 'xlink:title') ?? '';
  }
  if (t === 'table' && from !== 'caption') {
    const caption = childNamed(el, 'caption');
    if (caption) yield contentText(caption, start(view));
  } else if (t === 'summary' && from !== 'content' && isSummary(el)) yield contentText(el, start(view));
  else if (BUTTONS.has(inputType(el) ?? '') && from !== 'value') yield attr(el, 'value') ?? '';
  if (from !== 'title') yield attr(el, 'title') ?? '';
}
const BUTTONS = new Set(['button', 'submit', 'reset']);
