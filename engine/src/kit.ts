// kit is what the engine lends to the hands (hands.ts), which come later, as a script of their own, and only to a page that is
// acted on.

import { attr, box, computedStyle, contains, editable, hasAttr, inputChecked, inputType, inputValue, isConnected, isElement, matches, parentElement, query, rootNode, shadowRoot, tag, textareaValue, textContent } from './safe';
import { disabled } from './state';
import { first, hiddenAll } from './visibility';
import { flatParent } from './flat';
import { keyOf, nodeOf } from './refs';
import { labelsOf } from './labels';
import { conceal, masked, redact, secret } from './redact';
import { name } from './name';
import { role } from './role';
import { short } from './clean';
import { View } from './view';

export const kit = {
  View, attr, box, computedStyle, conceal, contains, disabled, editable, first, flatParent, hasAttr, hiddenAll, inputChecked, inputType, inputValue, isConnected,
  isElement, keyOf, labelsOf, masked, matches, name, nodeOf, parentElement, query, redact, role, rootNode, secret, shadowRoot, short, tag, textContent,
  textareaValue,
  /** Whether something in an element changed since the last capture. */
  touched: (_: Element): boolean => false,
  /** For the browser, which fills file inputs itself: the input that is meant. */
  fileField: (_: { key: number }): Element => document.body,
  /** The functions of the hands, once they have come. */
  hands: undefined as Hands | undefined,
};

export type Kit = typeof kit;
export type Hands = Record<string, (arg: never) => string | Promise<string>>;

/** Runs a function of the hands; null says that they have not come yet. The other half is Reader.Do in internal/engine/hands.go. */
export function hand(arg: { do: string; with: never }): string | Promise<string> {
  return kit.hands ? kit.hands[arg.do](arg.with) : 'null';
}
