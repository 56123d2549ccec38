// lent is what the hands have from the engine (kit.ts), which came before them and knows the elements by their numbers.

import type { Kit } from './kit';

export const kit = (globalThis as unknown as { __domsight: { kit: Kit } }).__domsight.kit;
export const {
  attr, attrNames, box, byId, children, clean, computedStyle, conceal, contains, disabled, editable, first, firstChild, flatParent, hasAttr,
  hiddenAll, HIDE, inputChecked, inputType, inputValue, isConnected, isElement, isShadowRoot, keyOf, labelsOf, masked, matches, name, nextSibling,
  nodeOf, nodeType, nodeValue, ownHidden, parentElement, parentNode, previousSibling, query, redact, role, rootNode, secret, shadowHost, shadowRoot,
  short, tag, TEXT, textareaValue, textContent, token, View,
} = kit;
export type View = InstanceType<Kit['View']>;

/** Whether something in an element changed since the last capture. */
export const touched = (el: Element): boolean => kit.touched(el);
