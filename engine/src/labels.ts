// labels finds the <label> elements of a control. One pass over a tree finds all, for the native list is a walk per control.

import type { View } from './view';
import { attr, byId, hasAttr, isHTML, isShadowRoot, labelControl, query, rootNode, shadowHost, tag, token } from './safe';
import { target } from './idrefs';

const LABELABLE = new Set(['button', 'meter', 'output', 'progress', 'select', 'textarea']);

/** Whether a label can be for this element. Of a custom element only its label knows. */
export function labelable(el: Element): boolean {
  if (!isHTML(el)) return false;
  const t = tag(el);
  return t === 'input' ? token(el, 'type') !== 'hidden' : LABELABLE.has(t) || t.includes('-');
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

// The browser knows best, but may not follow reference targets yet.
function labelled(label: Element, root: Node): Element | null {
  const native = labelControl(label);
  if (native) return target(native);
  const host = hasAttr(label, 'for') ? byId(root, attr(label, 'for')!) : firstRetargeted(label);
  const control = host && target(host);
  return control && control !== host && labelable(control) ? control : null;
}

function firstRetargeted(el: Element): Element | null {
  for (const host of query(el, '*')) if (target(host) !== host) return host;
  return null;
}
