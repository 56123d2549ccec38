// owns follows aria-owns: an element may be moved, for assistive technology, to the end of another one.

import type { View } from './view';
import { query, rootNode } from './safe';
import { idrefs } from './idrefs';
import { flatParent } from './flat';
import { rendered, unreadable } from './readable';

interface Owned {
  owner: Map<Element, Element>;
  owned: Map<Element, Element[]>;
}

/** The element that owns el through aria-owns, if any. */
export const ownerOf = (el: Element, view: View): Element | undefined => owners(el, view).get(el);

/** Who owns whom in the tree of el: empty on nearly every page. */
export const owners = (el: Element, view: View): Map<Element, Element> => owned(rootNode(el), view).owner;

/** What el owns through aria-owns, in the author's order. */
export const ownedBy = (el: Element, view: View): Element[] => owned(rootNode(el), view).owned.get(el) ?? [];

/** True if no element of the trees looked at owns another. */
export function ownsNothing(view: View): boolean {
  for (const o of view.memo<Owned>('owns').values()) if (o.owner.size) return false;
  return true;
}

// The first owner wins; one that is hidden, or that stands inside of what it wants to own, owns nothing.
function owned(root: Node, view: View): Owned {
  const known = view.memo<Owned>('owns');
  let o = known.get(root);
  if (o) return o;
  known.set(root, (o = { owner: new Map(), owned: new Map() }));
  for (const owner of query(root, '[aria-owns]')) {
    if (unreadable(owner, view)) continue;
    for (const child of idrefs(owner, 'aria-owns')) {
      if (o.owner.has(child) || inside(owner, child, o, view) || !rendered(child, view)) continue;
      o.owner.set(child, owner);
      const list = o.owned.get(owner);
      if (list) list.push(child);
      else o.owned.set(owner, [child]);
    }
  }
  return o;
}

// Whether el stands in outer, by the tree or by an owner found before.
function inside(el: Element, outer: Element, o: Owned, view: View): boolean {
  for (let e: Element | null = el; e; e = o.owner.get(e) ?? flatParent(e, view)) if (e === outer) return true;
  return false;
}

/** The parent for assistive technology: the owner, else the parent in the composed tree. */
export const semanticParent = (el: Element, view: View): Element | null => ownerOf(el, view) ?? flatParent(el, view);
