// counters works out CSS counters, which computed style does not resolve. https://drafts.csswg.org/css-lists-3/#counters
// One pass over the document, and only when a name needs it. Every counter is read as a decimal number.

import type { View } from './view';
import { computedStyle, documentElement, isElement } from './safe';
import { eachChild } from './flat';
import type { Pseudo } from './name-pseudo';

type Scope = Map<string, number[]>; // the nested instances of each counter, innermost last

/** The text of counter() or, with a separator, counters(), in a pseudo-element. */
export function counter(el: Element, pseudo: Pseudo, name: string, separator: string | undefined, view: View): string {
  const known = view.memo<Map<string, Scope>>('counters');
  let at = known.get(view.document);
  if (!at) {
    known.set(view.document, (at = new Map()));
    const root = documentElement(view.document);
    if (root) count(root, new Map(), at, view, new Map());
  }
  const values = at.get(key(el, pseudo, view))?.get(name) ?? [0];
  const shown = separator === undefined ? values.slice(-1) : values;
  return shown.join(separator ?? '');
}

// Elements have no name of their own: a number each, for the length of the view.
function key(el: Element, pseudo: Pseudo, view: View): string {
  const ids = view.memo<number>('counter ids');
  let id = ids.get(el);
  if (id === undefined) ids.set(el, (id = ids.size));
  return id + pseudo;
}

function count(el: Element, scope: Scope, at: Map<string, Scope>, view: View, made: Map<string, true>): void {
  const style = view.style(el);
  if (style.display === 'none') return;
  step(style, scope, made);
  const inner = new Map<string, true>();
  pseudo(el, '::before', scope, at, view, inner);
  eachChild(el, (c) => { if (isElement(c)) count(c, scope, at, view, inner); });
  pseudo(el, '::after', scope, at, view, inner);
  for (const name of inner.keys()) scope.get(name)?.pop(); // a counter ends with the parent of what reset it
}

function pseudo(el: Element, which: Pseudo, scope: Scope, at: Map<string, Scope>, view: View, made: Map<string, true>): void {
  const style = computedStyle(el, which);
  if (style.content === 'none' || style.content === 'normal' || style.display === 'none') return;
  step(style, scope, made);
  if (style.content.includes('counter')) at.set(key(el, which, view), new Map([...scope].map(([k, v]) => [k, [...v]])));
}

// made: the counters that a sibling before has reset, which a new reset replaces.
function step(style: CSSStyleDeclaration, scope: Scope, made: Map<string, true>): void {
  const each = (list: string, change: (values: number[], by: number, name: string) => void): void => {
    if (!list || list === 'none') return;
    for (const m of list.matchAll(/([\w-]+)\s+(-?\d+)/g)) {
      let values = scope.get(m[1]);
      if (!values) scope.set(m[1], (values = []));
      change(values, +m[2], m[1]);
    }
  };
  const make = (values: number[], name: string): void => {
    if (made.has(name)) values.pop();
    made.set(name, true);
    values.push(0);
  };
  each(style.counterReset, (values, to, name) => { make(values, name); values[values.length - 1] = to; });
  each(style.counterIncrement, (values, by, name) => { if (!values.length) make(values, name); values[values.length - 1] += by; });
  each(style.counterSet, (values, to, name) => { if (!values.length) make(values, name); values[values.length - 1] = to; });
}
