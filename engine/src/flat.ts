// flat walks the composed tree, the one a person sees: a host shows its shadow tree, a slot what is assigned to it.

import type { View } from './view';
import {
  ELEMENT, assignedNodes, assignedSlot, firstChild, isShadowRoot, isSlot, nextSibling, nodeType, parentNode, query,
  shadowHost, shadowMode, shadowRoot, tag,
} from './safe';

/** Calls visit for every child in the composed tree, in order, until visit returns false. */
export function eachChild(el: Element, visit: (child: Node) => void | false): void {
  const root = shadowRoot(el);
  if (!root && tag(el) === 'slot' && isSlot(el)) {
    const assigned = assignedNodes(el);
    if (assigned.length) {
      for (let i = 0; i < assigned.length; i++) if (visit(assigned[i]) === false) return;
      return;
    }
  }
  for (let c = firstChild(root ?? el); c; c = nextSibling(c)) if (visit(c) === false) return;
}

/** The parent in the composed tree: null at the top, and for a light child that no slot shows. */
export function flatParent(n: Node, view: View): Element | null {
  const parent = parentNode(n);
  if (!parent) return null;
  if (nodeType(parent) !== ELEMENT) return isShadowRoot(parent) ? shadowHost(parent) : null;
  const root = shadowRoot(parent as Element);
  if (root) return shadowMode(root) === 'open' ? assignedSlot(n) : closedSlot(n, root, view);
  if (tag(parent as Element) === 'slot' && isSlot(parent) && assignedNodes(parent).length) return null; // unused fallback content
  return parent as Element;
}

// assignedSlot answers null for closed roots, so their slots are asked one by one, once a view.
function closedSlot(n: Node, root: ShadowRoot, view: View): Element | null {
  const seen = view.memo<Map<Node, Element>>('closed slots');
  let slots = seen.get(root);
  if (!slots) {
    slots = new Map();
    for (const s of query(root, 'slot')) {
      if (isSlot(s)) for (const a of assignedNodes(s)) slots.set(a, s);
    }
    seen.set(root, slots);
  }
  return slots.get(n) ?? null;
}
