// name: what an element is called. https://w3c.github.io/accname/#mapping_additional_nd_te
// Steps carry the letters of the specification.

import type { View } from './view';
import { attr, hasAttr, hasAttributes, isMathML, tag, trimmed } from './safe';
import { idrefs } from './idrefs';
import { internals } from './internals';
import { cutOff, unreadable } from './readable';
import { NAME_FROM_CONTENT } from './roles';
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
  /** The element to name: in a label that it is itself a part of, it is no embedded control. */
  root?: Element;
  /** Elements on the way, so that no loop is walked twice. */
  seen: Set<Element>;
  /** In a label that aria-labelledby refers to: its own aria-labelledby is not followed. */
  labelled: boolean;
  /** In a hidden label that is referred to: hidden text counts. */
  hidden: boolean;
  /** In a <label>: the labels of the controls in it are not followed. */
  label: boolean;
  /** How many elements deep, so that a bottomless page cannot take us with it. */
  depth: number;
}

const NONE: Name = { text: '', from: '' };

/** The accessible name and where it is from. Hidden elements are named as if they were shown. */
export function name(el: Element, view: View): Name {
  const known = view.memo<Name>('name');
  let n = known.get(el);
  if (!n) {
    n = sources(el, start(view), true)[0] ?? NONE;
    known.set(el, n);
  }
  return n;
}

/** Every source that could name the element, the one that does first. */
export const nameSources = (el: Element, view: View): Name[] => sources(el, start(view), false);

/** Whether its author names an element other than by its content: what makes a section a region. */
export function authorNamed(el: Element, view: View, byTitle = true): boolean {
  return !!ariaLabel(el) || (byTitle && !!trimmed(el, 'title')) || says(labelledBy(el, start(view)));
}

export const start = (view: View): Trip => ({ view, seen: new Set(), labelled: false, hidden: false, label: false, depth: 0 });

/** White space as names have it: one space between words, none around. */
export const flatten = (s: string): string => (UNEVEN.test(s) ? s.replace(/[ \t\n\f\r]+/g, ' ').replace(/^ | $/g, '') : s);
const UNEVEN = /[\t\n\f\r]|^ | $|  /;

/** Whether there is more than white space. */
export const says = (s: string): boolean => /[^ \t\n\f\r]/.test(s);

const ariaLabel = (el: Element): string => flatten(attr(el, 'aria-label') ?? internals(el)?.ariaLabel ?? '');

function sources(el: Element, trip: Trip, firstOnly: boolean): Name[] {
  const found: Name[] = [];
  const enough = (text: string, from: Source): boolean => {
    const flat = flatten(text);
    if (flat) found.push({ text: flat, from });
    return firstOnly && found.length > 0;
  };
  trip.root = el;
  trip.seen.add(el);
  if (enough(labelledBy(el, trip), 'labelledby')) return found; // 2B
  if (enough(ariaLabel(el), 'label')) return found; // 2D
  const r = role(el, trip.view);
  for (const host of hostLabel(el, r, trip)) if (enough(host.text, host.from)) return found; // 2E
  if (fromContent(el, r) && enough(contentText(el, trip), 'content')) return found; // 2F
  for (const host of hostTooltip(el, r)) if (enough(host.text, host.from)) return found; // 2I
  return found;
}

// HTML-AAM names a plain table row by its author only, and MathML has no text of its own.
function fromContent(el: Element, r: string): boolean {
  return NAME_FROM_CONTENT.has(r) && !isMathML(el) && (r !== 'row' || tag(el) !== 'tr' || hasAttr(el, 'role'));
}

// 2B
function labelledBy(el: Element, trip: Trip): string {
  if (trip.labelled) return '';
  const targets = idrefs(el, 'aria-labelledby');
  return targets.length ? targets.map((target) => referred(target, trip)).join(' ') : '';
}

/** The text of an element that a label or a description refers to, hidden or not. */
export function referred(target: Element, trip: Trip): string {
  const hidden = trip.hidden || unreadable(target, trip.view);
  return alternative(target, { ...trip, seen: new Set(), labelled: true, hidden }).text;
}

/** What an element adds to a name, and whether it stands apart from the text around it. */
export interface Part {
  text: string;
  apart: boolean;
}

const SILENT: Part = { text: '', apart: false };

/** What an element inside of another one adds to its name. */
export function part(el: Element, trip: Trip, display = trip.view.style(el).display): Part {
  if (trip.seen.has(el) || (!trip.hidden && cutOff(el, display)) || POPUPS.has(role(el, trip.view))) return SILENT; // 2A
  return alternative(el, trip);
}

// What an item opens is not what it is called.
const POPUPS = new Set(['menu', 'menubar', 'tree', 'dialog', 'alertdialog']);

function alternative(el: Element, trip: Trip): Part {
  trip.seen.add(el);
  const { view } = trip;
  const said = (text: string): Part => ({ text, apart: true });
  if (!trip.hidden && view.style(el).visibility !== 'visible') return { text: contentText(el, trip, false), apart: false };
  const bare = !hasAttributes(el) && !internals(el);
  const by = bare ? '' : flatten(labelledBy(el, trip));
  if (by) return said(by); // 2B
  const r = role(el, view);
  const value = embeddedValue(el, r, trip);
  if (value && el !== trip.root) return said(value); // 2C
  const label = bare ? '' : ariaLabel(el);
  if (label) return said(label); // 2D
  for (const host of hostLabel(el, r, trip)) if (says(host.text)) return said(host.text); // 2E
  const text = value === undefined ? contentText(el, trip, true) : '';
  if (says(text)) return { text, apart: false }; // 2F, 2H
  if (!bare) for (const host of hostTooltip(el, r, true)) if (says(host.text)) return said(host.text); // 2I
  return { text: value ?? text, apart: false };
}
