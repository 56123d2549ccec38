// The role an HTML element has by itself. https://w3c.github.io/html-aam/#html-element-role-mappings
// Elements the table does not list have no role of their own: generic. Date, time and colour inputs have none in the
// specification either, but a person types or picks a value there: textbox.

import type { View } from './view';
import { attr, hasAttr, inputList, inputType, isElement, isHTML, nextElementSibling, firstElementChild, parentNode, selectSize, tag, token } from './safe';
import { focusable, isSummary } from './focus';
import { authorNamed } from './name';
import { around, authorRole, role } from './role';
import { table } from './roles';

const SIMPLE = table({
  address: 'group', article: 'article', blockquote: 'blockquote', button: 'button', caption: 'caption', code: 'code', dd: 'definition',
  del: 'deletion', details: 'group', dfn: 'term', dialog: 'dialog', dir: 'list', dt: 'term', em: 'emphasis', fieldset: 'group',
  figure: 'figure', form: 'form', h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading',
  hgroup: 'group', hr: 'separator', ins: 'insertion', main: 'main', mark: 'mark', menu: 'list', meter: 'meter', nav: 'navigation',
  ol: 'list', optgroup: 'group', option: 'option', output: 'status', p: 'paragraph', progress: 'progressbar', s: 'deletion',
  search: 'search', strong: 'strong', sub: 'subscript', sup: 'superscript', textarea: 'textbox', time: 'time', ul: 'list',
  datalist: 'listbox', table: 'table',
});

const INPUTS = table({
  button: 'button', checkbox: 'checkbox', file: 'button', hidden: 'generic', image: 'button', number: 'spinbutton', radio: 'radio',
  range: 'slider', reset: 'button', search: 'searchbox', submit: 'button',
});
const WITH_LIST = new Set(['text', 'search', 'tel', 'url', 'email']);

/** The role of an HTML element without one from its author. */
export function htmlRole(el: Element, view: View): string {
  const t = tag(el);
  const simple = SIMPLE[t];
  if (simple) return simple;
  switch (t) {
    case 'a': case 'area': return hasAttr(el, 'href') ? 'link' : 'generic';
    case 'aside': return !scoped(el, view, false) || authorNamed(el, view) ? 'complementary' : 'generic';
    case 'header': return scoped(el, view, true) ? 'sectionheader' : 'banner';
    case 'footer': return scoped(el, view, true) ? 'sectionfooter' : 'contentinfo';
    case 'section': return authorNamed(el, view) ? 'region' : 'generic';
    case 'img': return imageRole(el, view);
    case 'input': return inputRole(el);
    case 'select': return hasAttr(el, 'multiple') || (selectSize(el) ?? 0) > 1 ? 'listbox' : 'combobox';
    case 'summary': return isSummary(el) ? 'button' : 'generic';
    case 'li': return itemRole(el, view);
    case 'thead': case 'tbody': case 'tfoot': return partOfTable(el, view) ? 'rowgroup' : 'generic';
    case 'tr': return partOfTable(el, view) ? 'row' : 'generic';
    case 'td': {
      const part = partOfTable(el, view);
      return part === 'table' ? 'cell' : part ? 'gridcell' : 'generic';
    }
    case 'th': return partOfTable(el, view) ? headerRole(el) : 'generic';
  }
  return 'generic';
}

const SECTIONING = new Set(['article', 'complementary', 'navigation', 'region']);

// A header or footer speaks for the page unless it stands in sectioning content (or main); likewise an aside.
function scoped(el: Element, view: View, main: boolean): boolean {
  for (const p of around(el, view)) {
    const r = role(p, view);
    if (SECTIONING.has(r) || (main && r === 'main')) return true;
    if (r === 'generic' && isHTML(p) && SECTIONS.has(tag(p)) && !authorRole(p, view)) return true;
  }
  return false;
}
const SECTIONS = new Set(['section', 'aside']);

// alt="" says "decoration", unless the author names the image after all, or it takes focus.
function imageRole(el: Element, view: View): string {
  if (attr(el, 'alt') !== '') return 'image';
  return authorNamed(el, view, false) || focusable(el) ? 'image' : 'none';
}

function inputRole(el: Element): string {
  const type = inputType(el) ?? 'text';
  if (WITH_LIST.has(type) && hasAttr(el, 'list') && inputList(el)) return 'combobox';
  return INPUTS[type] ?? 'textbox';
}

// An item belongs to a list; one that stands alone, or in what is no list any more, is no item.
function itemRole(el: Element, view: View): string {
  for (const p of around(el, view)) {
    const r = role(p, view);
    if (r === 'list') return 'listitem';
    if (r !== 'generic' || LISTS.has(tag(p))) return 'generic';
  }
  return 'generic';
}
const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);

const TABLES = new Set(['table', 'grid', 'treegrid']);

/** The role of the table an element is a part of, when nothing between them breaks the table up. */
function partOfTable(el: Element, view: View): string | undefined {
  for (let p = parentNode(el); isElement(p); p = parentNode(p)) {
    const t = tag(p);
    const r = role(p, view);
    if (t === 'table' || TABLES.has(r)) return TABLES.has(r) ? r : undefined;
    if (r !== 'row' && r !== 'rowgroup') return undefined;
  }
  return undefined;
}

// https://html.spec.whatwg.org/multipage/tables.html#header-and-data-cell-semantics
function headerRole(el: Element): string {
  switch (token(el, 'scope')) {
    case 'row': case 'rowgroup': return 'rowheader';
    case 'col': case 'colgroup': return 'columnheader';
  }
  const row = parentNode(el);
  if (!isElement(row)) return 'columnheader';
  for (let c = firstElementChild(row); c; c = nextElementSibling(c)) if (tag(c) === 'td') return 'rowheader';
  return 'columnheader';
}
