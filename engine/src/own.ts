// The attributes of an element, read once: most elements have few, and asking for each of thirty by name costs more than
// everything else.

import { attr, attrNames } from './safe';
import { clean } from './clean';
import { masked, redact, secret } from './redact';

/** What the walk needs to know of an element's attributes. */
export interface Own {
  kept: string[]; // name, value, name, value: what is sent
  any: boolean; // has attributes at all
  inline: boolean; // has a style of its own
  kind: string; // equal for elements that the same rules are likely to match
  role: boolean;
  aria: boolean; // any aria- attribute
  tabindex: string | null;
  editable: boolean;
  handler: boolean;
  bound: boolean; // to a framework's click
  classes: string;
  labelled: boolean; // aria-label or aria-labelledby
  hiding: boolean; // aria-hidden or inert
  popover: boolean;
  refers: boolean; // its name or description comes from elements it refers to
}

const NONE: Own = {
  kept: [], any: false, inline: false, kind: '', role: false, aria: false, tabindex: null, editable: false, handler: false, bound: false, classes: '',
  labelled: false, hiding: false, popover: false, refers: false,
};

const kept = new Set(['id', 'class', 'name', 'type', 'href', 'placeholder', 'title', 'alt', 'for', 'data-testid', 'data-test', 'data-cy', 'aria-label', 'aria-busy', 'role']);
/** What a page tells its rows apart by. */
const rowKeys = /^data-(.*-)?(id|key|uuid|rowid|itemid|uid|guid|pk)$/;
const sources = new Set(['img', 'iframe', 'video', 'audio']);
const bindings = new Set([
  'ng-click', 'data-ng-click', 'v-on:click', '@click', '(click)', 'x-on:click', 'data-action', 'data-turbo-method', 'hx-get', 'hx-post', 'wire:click',
]);
const handlers = /^on(click|dblclick|mousedown|mouseup|pointerdown|pointerup|touchstart|keydown|change|input)$/;
const LONGEST = 300;

export function own(el: Element, tag: string): Own {
  const names = attrNames(el);
  if (!names.length) return NONE;
  const out: Own = { ...NONE, kept: [], any: true };
  let kind = '';
  for (const name of names) {
    kind += name;
    out.aria ||= name.startsWith('aria-');
    switch (name) {
      case 'class': kind += out.classes = attr(el, name) ?? ''; break;
      case 'id': kind += attr(el, name); break;
      case 'style': out.inline = true; break;
      case 'role': case 'type': kind += attr(el, name); out.role ||= name === 'role'; break;
      case 'tabindex': out.tabindex = attr(el, name); break;
      case 'contenteditable': out.editable = true; break;
      case 'aria-label': out.labelled = true; break;
      case 'aria-labelledby': out.labelled = out.refers = true; break;
      case 'aria-describedby': case 'aria-owns': case 'for': out.refers = true; break;
      case 'aria-hidden': case 'inert': out.hiding = true; break;
      case 'popover': out.popover = true; break;
      default:
        if (name[0] === 'o' && handlers.test(name)) out.handler = true;
        else if (bindings.has(name)) out.bound = true;
    }
    if (kept.has(name) || (name === 'src' && sources.has(tag)) || (name.startsWith('data-') && rowKeys.test(name))) keep(out.kept, name, attr(el, name) ?? '');
    else if (name === 'value' && tag === 'input' && secret(el)) out.kept.push(name, masked(attr(el, name) ?? ''));
  }
  out.kind = kind;
  return out;
}

function keep(into: string[], name: string, value: string): void {
  if (value.length > LONGEST) value = value.slice(0, value.startsWith('data:') ? 40 : LONGEST) + '…';
  into.push(name, redact(clean(value)));
}
