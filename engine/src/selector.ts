// How could this element be found again? Two or three selectors, the most lasting first, each of which matches this element
// and no other.

import { attr, isShadowRoot, parentElement, previousSibling, isElement, rootNode, shadowHost, tag, textContent } from './safe';
import { clean } from './clean';
import { select } from './select';

const MOST = 3;

/** Up to three verified selectors. */
export function hints(el: Element): string[] {
  const root = rootNode(el);
  let before = '';
  if (isShadowRoot(root)) {
    const host = hints(shadowHost(root))[0];
    if (!host) return [];
    before = host + ' >>> ';
  }
  const found: string[] = [];
  for (const candidate of candidates(el)) {
    if (found.length === MOST) break;
    if (only(candidate, el, root)) found.push(before + candidate);
  }
  if (!found.length) found.push(before + path(el, root));
  return found;
}

function only(selector: string, el: Element, root: Node): boolean {
  try {
    const all = select(selector, root);
    return all.length === 1 && all[0] === el;
  } catch {
    return false;
  }
}

function* candidates(el: Element): Generator<string> {
  const t = CSS.escape(tag(el));
  const id = attr(el, 'id');
  if (id && !generated(id)) yield '#' + CSS.escape(id);
  for (const name of ['data-testid', 'data-test', 'data-cy', 'name', 'aria-label', 'placeholder', 'href', 'for', 'alt', 'title', 'type', 'role']) {
    const value = attr(el, name);
    if (value && value.length <= 80) yield `${name.startsWith('data-') ? '' : t}[${name}=${quoted(value)}]`;
  }
  const words = clean((textContent(el) ?? '').slice(0, 400)).trim();
  if (words && words.length <= 60) yield `${t}:contains('${words.replace(/[\\']/g, '\\$&')}')`;
  const classes = (attr(el, 'class') ?? '').split(/\s+/).filter((c) => c && !generated(c)).map((c) => '.' + CSS.escape(c));
  for (const c of classes.slice(0, 4)) yield t + c;
  if (classes.length > 1) yield t + classes.slice(0, 4).join('');
  if (classes.length) yield `${t}${classes[0]}:nth-of-type(${position(el)})`;
  if (id) yield '#' + CSS.escape(id);
}

/** The way down from the nearest ancestor with an id, or from the top. */
function path(el: Element, root: Node): string {
  const steps: string[] = [];
  for (let e: Element | null = el; e; e = parentElement(e)) {
    const id = attr(e, 'id');
    if (e !== el && id && only('#' + CSS.escape(id), e, root)) {
      steps.unshift('#' + CSS.escape(id));
      break;
    }
    steps.unshift(`${CSS.escape(tag(e))}:nth-of-type(${position(e)})`);
    if (only(steps.join(' > '), el, root)) break;
  }
  return steps.join(' > ');
}

function position(el: Element): number {
  let n = 1;
  for (let s = previousSibling(el); s; s = previousSibling(s)) if (isElement(s) && tag(s) === tag(el)) n++;
  return n;
}

const quoted = (value: string): string => '"' + value.replace(/[\\"]/g, '\\$&').replace(/\n/g, '\\a ') + '"';

/** True of a name that a build tool or a framework made up. */
function generated(name: string): boolean {
  return /^(_|css-|sc-|:r|ember|react-|radix-|headlessui-|mui-|ng-)|[:[\]()/!]|\d{4,}|^[a-zA-Z]*\d+[a-zA-Z]+\d+/.test(name) || name.length > 40;
}
