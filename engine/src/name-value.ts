// The value of a control inside a label: "Flash the screen [3] times". https://w3c.github.io/accname/#comp_embedded_control

import { attr, inputValue, isElement, isHTML, optionSelected, selectOptions, tag, textContent, textareaValue, token } from './safe';
import { eachChild } from './flat';
import { role } from './role';
import { text, type Trip } from './name';

/** What an embedded control adds to a name: its value; undefined when el is no such control. */
export function embeddedValue(el: Element, trip: Trip): string | undefined {
  switch (role(el, trip.view)) {
    case 'textbox': case 'searchbox': return typed(el);
    case 'combobox': case 'listbox': return chosen(el, trip);
    case 'slider': case 'spinbutton': case 'scrollbar': case 'progressbar': case 'meter': return measured(el);
    default: return undefined;
  }
}

function typed(el: Element): string {
  if (!isHTML(el)) return textContent(el) ?? '';
  switch (tag(el)) {
    case 'input': return token(el, 'type') === 'password' ? '' : inputValue(el) ?? '';
    case 'textarea': return textareaValue(el) ?? '';
    default: return textContent(el) ?? '';
  }
}

function chosen(el: Element, trip: Trip): string {
  const t = tag(el);
  if (t === 'input') return inputValue(el) ?? '';
  if (t === 'select') {
    const parts: string[] = [];
    for (const o of selectOptions(el) ?? []) if (optionSelected(o)) parts.push(attr(o, 'label') || (textContent(o) ?? ''));
    return parts.join(' ');
  }
  const options: Element[] = [];
  selected(el, trip, options);
  if (options.length) return options.map((o) => text(o, trip)).join(' ');
  return role(el, trip.view) === 'combobox' ? typed(el) : '';
}

function selected(el: Element, trip: Trip, out: Element[]): void {
  eachChild(el, (c) => {
    if (!isElement(c)) return;
    if (token(c, 'aria-selected') === 'true' && role(c, trip.view) === 'option') out.push(c);
    else selected(c, trip, out);
  });
}

function measured(el: Element): string {
  return attr(el, 'aria-valuetext') ?? attr(el, 'aria-valuenow') ?? (tag(el) === 'input' ? inputValue(el) : attr(el, 'value')) ?? '';
}
