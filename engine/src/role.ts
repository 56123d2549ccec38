// role: what an element is. The author's role if it is a valid one, else what HTML-AAM, SVG-AAM or MathML say of the element.
// Where the specifications give no role at all the answer is "generic".

import type { View } from './view';
import { attr, hasAttr, isHTML, isSVG, tag } from './safe';
import { semanticParent } from './owns';
import { focusable } from './focus';
import { authorNamed } from './name';
import { internals } from './internals';
import { GLOBAL_ATTRIBUTES, ROLES, SYNONYMS } from './roles';
import { htmlRole } from './role-html';
import { svgRole } from './role-svg';

/** The computed role. "none" says that the author took the role away, "generic" that there is none. */
export function role(el: Element, view: View): string {
  const known = view.memo<string>('role');
  let r = known.get(el);
  if (r === undefined) {
    known.set(el, 'generic'); // for a cycle: a section named by what is in it
    known.set(el, (r = compute(el, view)));
  }
  return r;
}

/** The elements around el in the semantic tree, nearest first. Their roles are settled from the top, so that asking goes not deep. */
export function* around(el: Element, view: View): Generator<Element> {
  const first = semanticParent(el, view);
  const known = view.memo<string>('role');
  if (first && !known.has(first)) {
    const path: Element[] = [];
    for (let p: Element | null = first; p && !known.has(p); p = semanticParent(p, view)) path.push(p);
    while (path.length) role(path.pop()!, view);
  }
  for (let p = first; p; p = semanticParent(p, view)) yield p;
}

function compute(el: Element, view: View): string {
  const explicit = authorRole(el, view);
  if (explicit && explicit !== 'none') return explicit;
  if (explicit && !conflict(el)) return 'none';
  return nativeRole(el, view);
}

/** The role an element has when its author says nothing. */
export function nativeRole(el: Element, view: View): string {
  const own = internals(el)?.role;
  if (own) {
    const r = firstValid(own, el, view);
    if (r) return r;
  }
  if (isHTML(el)) return htmlRole(el, view);
  if (isSVG(el)) return svgRole(el, view);
  return tag(el) === 'math' ? 'math' : 'generic';
}

/** The first token of the role attribute that is a role and may stand here; undefined where there is none. */
export function authorRole(el: Element, view: View): string | undefined {
  const value = attr(el, 'role');
  return value ? firstValid(value, el, view) : undefined;
}

function firstValid(value: string, el: Element, view: View): string | undefined {
  for (const word of value.toLowerCase().split(/[ \t\n\f\r]+/)) {
    if (ROLES.has(word) && mayStand(word, el, view)) return SYNONYMS[word] ?? word;
  }
  return undefined;
}

// Landmarks without a name are no landmarks, and items belong in their container.
// https://w3c.github.io/aria/#document-handling_author-errors_roles
function mayStand(role: string, el: Element, view: View): boolean {
  switch (role) {
    case 'form': case 'region': return authorNamed(el, view);
    case 'listitem': return within(el, view, 'list');
    case 'option': return within(el, view, 'listbox');
    case 'treeitem': return within(el, view, 'tree');
    default: return true;
  }
}

// An item stands in its container or in a group; elements without a role may stand between.
function within(el: Element, view: View, container: string): boolean {
  for (const p of around(el, view)) {
    const r = role(p, view);
    if (r === container || r === 'group') return true;
    if (r !== 'generic' && r !== 'none') return false;
  }
  return false;
}

// https://w3c.github.io/aria/#conflict_resolution_presentation_none
function conflict(el: Element): boolean {
  if (focusable(el)) return true;
  for (const name of GLOBAL_ATTRIBUTES) {
    if (hasAttr(el, name) && !(name === 'aria-hidden' && attr(el, name) !== 'true')) return true;
  }
  return false;
}
