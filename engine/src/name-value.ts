// The value of a control inside a label: "Flash the screen [3] times". https://w3c.github.io/accname/#comp_embedded_control

import { attr, inputType, inputValue, isElement, isHTML, numericValue, optionSelected, selectOptions, tag, textContent, textareaValue, token } from './safe';
import { eachChild } from './flat';
import { ownedBy } from './owns';
import { role } from './role';
import { part, type Trip } from './name';

/** What an embedded control adds to a name: its value, "" when it is empty; undefined when el is no such control. */
export function embeddedValue(el: Element, r: string, trip: Trip): string | undefined {
  switch (r) {
    case 'textbox': case 'searchbox': return typed(el);
    case 'combobox': case 'listbox': return chosen(el, r, trip);
    case 'slider': case 'spinbutton': case 'scrollbar': case 'progressbar': case 'meter': return measured(el);
    default: return undefined;
  }
}

function typed(el: Element): string {
  switch (isHTML(el) ? tag(el) : '') {
    case 'input': {
      const value = inputValue(el) ?? '';
      switch (inputType(el)) {
        case 'password': return '•'.repeat(value.length);
        case 'text': case 'search': case 'tel': case 'url': case 'email': return value;
        default: return ''; // a date or a colour is no text
      }
    }
    case 'textarea': return textareaValue(el) ?? '';
    default: return textContent(el) ?? '';
  }
}

function chosen(el: Element, r: string, trip: Trip): string {
  const t = isHTML(el) ? tag(el) : '';
  if (t === 'input') return inputValue(el) ?? '';
  if (t === 'select') {
    const parts: string[] = [];
    for (const o of selectOptions(el) ?? []) if (optionSelected(o)) parts.push(attr(o, 'label') || (textContent(o) ?? ''));
    return parts.join(' ');
  }
  const options: Element[] = [];
  selected(el, trip, options);
  if (options.length) return options.map((o) => part(o, trip).text).join(' ');
  return r === 'combobox' ? typed(el) : '';
}

function selected(el: Element, trip: Trip, out: Element[]): void {
  const look = (c: Node): void => {
    if (!isElement(c)) return;
    if (token(c, 'aria-selected') === 'true' && role(c, trip.view) === 'option') out.push(c);
    else selected(c, trip, out);
  };
  eachChild(el, look);
  for (const c of ownedBy(el, trip.view)) look(c);
}

function measured(el: Element): string {
  const t = isHTML(el) ? tag(el) : '';
  const native = t === 'input' ? inputValue(el) : t === 'meter' || t === 'progress' ? numericValue(el) : null;
  return attr(el, 'aria-valuetext') || attr(el, 'aria-valuenow') || native || '';
}
