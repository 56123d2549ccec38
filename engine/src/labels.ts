// labels finds the <label> elements of a control. One pass over a tree finds all, for the native list is a walk per control.

import type { View } from './view';
import { attr, byId, firstChild, hasAttr, isElement, isHTML, isShadowRoot, nextSibling, query, rootNode, shadowHost, tag, token } from './safe';
import { target } from './idrefs';
import { internals } from './internals';

const LABELABLE = new Set(['button', 'meter', 'output', 'progress', 'select', 'textarea']);

/** Whether a label can be for this element. */
export function labelable(el: Element): boolean {
  if (!isHTML(el)) return false;
  const t = tag(el);
  if (t === 'input') return token(el, 'type') !== 'hidden';
  return LABELABLE.has(t) || (t.includes('-') && formAssociated(el));
}

function formAssociated(el: Element): boolean {
  return internals(el) !== undefined && !!(el.constructor as { formAssociated?: boolean }).formAssociated;
}

/** The labels of a control, in tree order. */
export function labelsOf(el: Element, view: View): Element[] {
  const found: Element[] = [];
  for (let root = rootNode(el); ; root = rootNode(shadowHost(root as ShadowRoot))) {
    const here = index(root, view).get(el);
    if (here) found.push(...here);
    if (!isShadowRoot(root)) return found;
  }
}

function index(root: Node, view: View): Map<Element, Element[]> {
  const known = view.memo<Map<Element, Element[]>>('labels');
  let labels = known.get(root);
  if (!labels) {
    known.set(root, (labels = new Map()));
    for (const label of query(root, 'label')) {
      const control = labelled(label, root);
      if (!control) continue;
      const list = labels.get(control);
      if (list) list.push(label);
      else labels.set(control, [label]);
    }
  }
  return labels;
}

// https://html.spec.whatwg.org/multipage/forms.html#labeled-control
function labelled(label: Element, root: Node): Element | null {
  if (!hasAttr(label, 'for')) return firstLabelable(label);
  const host = byId(root, attr(label, 'for')!);
  const control = host && target(host);
  return control && labelable(control) ? control : null;
}

function firstLabelable(el: Element): Element | null {
  for (let c = firstChild(el); c; c = nextSibling(c)) {
    if (!isElement(c)) continue;
    const control = target(c);
    if (control && labelable(control)) return control;
    const deeper = firstLabelable(c);
    if (deeper) return deeper;
  }
  return null;
}
