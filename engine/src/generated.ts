// generated tells cheaply which elements cannot have generated text, for asking the style of a pseudo-element is the dearest
// question of a name. After a few questions it reads the style sheets once and remembers what their rules could match.

import type { View } from './view';
import { attr, DOCUMENT, nodeType, parentElement, rootNode, sheetsOf, shadowRoot, tag } from './safe';

interface Rules {
  asked: number;
  read: boolean;
  all: boolean; // a rule could match anything, or a sheet cannot be read
  keys: Set<string>; // "tag", ".class" and "#id" that a rule wants at least
}

const PATIENCE = 64;

/** False only if no rule gives the element a ::before or ::after with text. */
export function mayGenerate(el: Element, view: View): boolean {
  const root = rootNode(el);
  const parent = parentElement(el);
  if (nodeType(root) !== DOCUMENT || (parent && shadowRoot(parent))) return true; // shadow trees bring rules of their own
  const known = view.memo<Rules>('generated');
  let rules = known.get(root);
  if (!rules) known.set(root, (rules = { asked: 0, read: false, all: false, keys: new Set(['q']) }));
  if (++rules.asked <= PATIENCE) return true;
  if (!rules.read) read(root as Document, rules);
  if (rules.all || rules.keys.has(tag(el))) return true;
  const id = attr(el, 'id');
  if (id && rules.keys.has('#' + id)) return true;
  const classes = attr(el, 'class');
  return !!classes && classes.split(/\s+/).some((c) => rules.keys.has('.' + c));
}

function read(root: Document, rules: Rules): void {
  rules.read = true;
  try {
    for (const sheet of sheetsOf(root)) collect(sheet.cssRules, rules, false);
  } catch {
    rules.all = true; // a sheet of another origin
  }
}

function collect(list: CSSRuleList, rules: Rules, nested: boolean): void {
  for (const rule of list as unknown as Iterable<CSSRule & Partial<CSSStyleRule & CSSImportRule>>) {
    if (rules.all) return;
    const { selectorText, style, cssRules, styleSheet } = rule;
    const content = selectorText && style ? style.getPropertyValue('content') : '';
    if (content && content !== 'none' && content !== 'normal' && content !== '""' && /:(before|after)/.test(selectorText!)) {
      if (nested || selectorText!.includes('&')) rules.all = true;
      else for (const part of selectorText!.replace(/\([^()]*(\([^()]*\)[^()]*)*\)/g, '').split(',')) key(part, rules);
    }
    if (cssRules) collect(cssRules, rules, nested || !!selectorText);
    if (styleSheet) collect(styleSheet.cssRules, rules, false);
  }
}

// The part of a selector that its subject must have, whatever else it asks for.
function key(selector: string, rules: Rules): void {
  const subject = /([^\s>+~]*)::?(before|after)/.exec(selector.replace(/\[[^\]]*\]/g, '[]'))?.[1];
  if (subject === undefined) return;
  const m = /[.#](?:[\w-]|\\.|[^\x00-\x7f])+/.exec(subject) ?? /^[a-z][\w-]*/i.exec(subject);
  if (m) rules.keys.add(m[0].replace(/\\(.)/g, '$1').replace(/^[^.#].*/, (t) => t.toLowerCase()));
  else rules.all = true;
}
