// kit is what the engine lends to the hands (hands.ts), which come later, as a script of their own, and only to a page that is
// asked in detail or acted on.

import {
  attr, attrNames, box, byId, children, computedStyle, contains, editable, firstChild, hasAttr, inputChecked, inputType, inputValue, isConnected,
  isElement, isShadowRoot, matches, nextSibling, nodeType, nodeValue, parentElement, parentNode, previousSibling, query, rootNode, shadowHost,
  shadowRoot, tag, TEXT, textareaValue, textContent, token,
} from './safe';
import { disabled } from './state';
import { first, HIDE, hiddenAll, ownHidden } from './visibility';
import { flatParent } from './flat';
import { keyOf, nodeOf } from './refs';
import { labelsOf } from './labels';
import { conceal, masked, redact, secret } from './redact';
import { name } from './name';
import { role } from './role';
import { clean, short } from './clean';
import { View } from './view';

export const kit = {
  attr, attrNames, box, byId, children, clean, computedStyle, conceal, contains, disabled, editable, first, firstChild, flatParent, hasAttr,
  hiddenAll, HIDE, inputChecked, inputType, inputValue, isConnected, isElement, isShadowRoot, keyOf, labelsOf, masked, matches, name, nextSibling,
  nodeOf, nodeType, nodeValue, ownHidden, parentElement, parentNode, previousSibling, query, redact, role, rootNode, secret, shadowHost, shadowRoot,
  short, tag, TEXT, textareaValue, textContent, token, View,
  /** Whether something in an element changed since the last capture. */
  touched: (_: Element): boolean => false,
  /** For the browser, which fills file inputs itself: the input that is meant. */
  fileField: (_: { key: number }): Element => document.body,
  /** For the browser, which knows who listens: an element and those around it. */
  outwards: (_: number): Element[] => [],
  /** The functions of the hands, once they have come. */
  hands: undefined as Hands | undefined,
};

export type Kit = typeof kit;
export type Hands = Record<string, (arg: never) => string | Promise<string>>;

/** Runs a function of the hands; null says that they have not come yet. The other half is Reader.Do in internal/engine/hands.go. */
export function hand(arg: { do: string; with: never }): string | Promise<string> {
  return kit.hands ? kit.hands[arg.do](arg.with) : 'null';
}
