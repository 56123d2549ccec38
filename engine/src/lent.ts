// lent is what the hands have from the engine (kit.ts), which came before them and knows the elements by their numbers.

import type { Kit } from './kit';

export const kit = (globalThis as unknown as { __domsight: { kit: Kit } }).__domsight.kit;
export const {
  View, attr, box, computedStyle, conceal, contains, disabled, editable, first, flatParent, hasAttr, hiddenAll, inputChecked, inputType, inputValue, isConnected,
  isElement, keyOf, labelsOf, masked, matches, name, nodeOf, parentElement, query, redact, role, rootNode, secret, shadowRoot, short, tag, textContent,
  textareaValue,
} = kit;
export type View = InstanceType<Kit['View']>;

/** Whether something in an element changed since the last capture. */
export const touched = (el: Element): boolean => kit.touched(el);
