// name: what an element is called. https://w3c.github.io/accname/#mapping_additional_nd_te
// Steps are named as in the specification (2B labelledby, 2C embedded control, 2D label, 2E host language, 2F content, 2I tooltip).

import type { View } from './view';
import { attr, isElement, nodeType, nodeValue, TEXT, trimmed } from './safe';
import { idrefs } from './idrefs';
import { internals } from './internals';
import { cutOff, unreadable } from './readable';
import { NAME_FROM_CONTENT, NAME_PROHIBITED } from './roles';
import { role } from './role';
import { contentText } from './name-content';
import { embeddedValue } from './name-value';
import { hostLabel, hostTooltip } from './name-host';

export type Source = 'labelledby' | 'label' | 'native' | 'legend' | 'caption' | 'alt' | 'value' | 'content' | 'title' | 'placeholder' | '';

export interface Name {
  text: string;
  from: Source;
}

/** How a computation came to a node. */
export interface Trip {
  view: View;
  /** Nodes on the way, so that no loop is walked twice. */
  seen: Set<Node>;
  /** In a label that aria-labelledby refers to: its own aria-labelledby is not followed. */
  labelled: boolean;
  /** In a hidden label that is referred to: hidden text counts. */
  hidden: boolean;
}

const NONE: Name = { text: '', from: '' };

/** The accessible name and where it is from. */
export function name(el: Element, view: View): Name {
  const known = view.memo<Name>('name');
  let n = known.get(el);
  if (!n) {
    known.set(el, NONE); // for a cycle through roles
    const [first] = sources(el, start(view), true);
    known.set(el, (n = first ?? NONE));
  }
  return n;
}

/** Every source that could name the element, the one that does first. */
export const nameSources = (el: Element, view: View): Name[] => sources(el, start(view), false);

/** Whether its author names an element other than by its content: what makes a section a region. */
export function authorNamed(el: Element, byTitle = true): boolean {
  return !!ariaLabel(el) || (byTitle && !!trimmed(el, 'title')) || idrefs(el, 'aria-labelledby').length > 0;
}

export const start = (view: View): Trip => ({ view, seen: new Set(), labelled: false, hidden: false });

const ariaLabel = (el: Element): string => flatten(attr(el, 'aria-label') ?? internals(el)?.ariaLabel ?? '');

/** White space as names have it: one space between words, none around. */
export const flatten = (s: string): string => s.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '');

function sources(el: Element, trip: Trip, firstOnly: boolean): Name[] {
  const found: Name[] = [];
  const add = (text: string, from: Source): boolean => {
    const flat = flatten(text);
    if (flat) found.push({ text: flat, from });
    return firstOnly && found.length > 0;
  };
  if (add(labelledBy(el, trip), 'labelledby')) return found;
  if (add(ariaLabel(el), 'label')) return found;
  const r = role(el, trip.view);
  for (const host of hostLabel(el, r, trip)) if (add(host.text, host.from)) return found;
  if (NAME_FROM_CONTENT.has(r)) {
    const inside = { ...trip, seen: new Set(trip.seen).add(el) };
    if (add(contentText(el, inside), 'content')) return found;
  }
  if (!NAME_PROHIBITED.has(r)) for (const host of hostTooltip(el)) if (add(host.text, host.from)) return found;
  return found;
}

// 2B
function labelledBy(el: Element, trip: Trip): string {
  if (trip.labelled) return '';
  return idrefs(el, 'aria-labelledby').map((target) => referred(target, trip)).join(' ');
}

/** The text of an element that a label or a description refers to, hidden or not. */
export function referred(target: Element, trip: Trip): string {
  const hidden = trip.hidden || unreadable(target, trip.view);
  return text(target, { ...trip, seen: new Set(trip.seen), labelled: true, hidden }, true);
}

/** What a node adds to the name of the element around it, or that refers to it. */
export function text(node: Node, trip: Trip, direct = false): string {
  if (nodeType(node) === TEXT) return nodeValue(node) ?? '';
  if (!isElement(node) || trip.seen.has(node)) return '';
  const el = node;
  trip.seen.add(el);
  if (!trip.hidden && !direct && cutOff(el, trip.view)) return '';
  const visible = trip.hidden || trip.view.style(el).visibility === 'visible';
  if (visible) {
    const by = flatten(labelledBy(el, trip));
    if (by) return by;
    const value = embeddedValue(el, trip);
    if (value !== undefined) return value;
    const label = ariaLabel(el);
    if (label) return label;
    for (const host of hostLabel(el, role(el, trip.view), trip)) if (flatten(host.text)) return host.text;
  }
  const content = contentText(el, trip);
  if (flatten(content) || !visible) return content;
  for (const host of hostTooltip(el)) if (flatten(host.text)) return host.text;
  return content;
}
