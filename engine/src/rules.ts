// Which style rules apply to an element? Read from the style sheets, so that it works wherever script runs.

import { attr, clean, isShadowRoot, matches, rootNode } from './lent';

export interface Rules {
  matched: { selector: string; from: string; style: string }[]; // in sheet order, the inline style last
  unread: number; // sheets of other origins that may not be read
}

const MOST = 40;

export function rules(el: Element): Rules {
  const out: Rules = { matched: [], unread: 0 };
  const root = rootNode(el);
  const sheets = isShadowRoot(root) ? [...Array.from(root.styleSheets), ...root.adoptedStyleSheets] : [...Array.from(document.styleSheets), ...document.adoptedStyleSheets];
  for (const sheet of sheets) {
    try {
      collect(sheet.cssRules, sheet.href ?? '<style>', '', el, out);
    } catch {
      out.unread++;
    }
  }
  const own = attr(el, 'style');
  if (own) out.matched.push({ selector: 'element.style', from: 'style=', style: clean(own).slice(0, 500) });
  return out;
}

function collect(list: CSSRuleList, from: string, under: string, el: Element, out: Rules): void {
  for (const rule of Array.from(list)) {
    if (out.matched.length >= MOST) return;
    if (rule instanceof CSSStyleRule) {
      const style = rule.style.cssText;
      if (style && applies(el, rule.selectorText)) out.matched.push({ selector: clean(rule.selectorText).slice(0, 200), from: (under + from).slice(0, 200), style: clean(style).slice(0, 500) });
      if (rule.cssRules?.length) collect(rule.cssRules, from, under, el, out);
    } else if (rule instanceof CSSMediaRule) {
      if (matchMedia(rule.conditionText).matches) collect(rule.cssRules, from, `@media ${rule.conditionText} `, el, out);
    } else if (rule instanceof CSSSupportsRule) {
      if (CSS.supports(rule.conditionText)) collect(rule.cssRules, from, under, el, out);
    } else if (rule instanceof CSSImportRule) {
      if (rule.styleSheet) collect(rule.styleSheet.cssRules, rule.href, under, el, out);
    } else if ('cssRules' in rule) {
      collect(rule.cssRules as CSSRuleList, from, under, el, out);
    }
  }
}

function applies(el: Element, selector: string): boolean {
  try {
    return matches(el, selector);
  } catch {
    return false; // a nested rule's selector, or a pseudo-element
  }
}
