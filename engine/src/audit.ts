// audit answers what an accessibility audit asks beyond the capture. It comes as a script of its own, to pages that are audited.
// The other half is internal/engine/audit.go.

import { attr, hiddenAll, isElement, keyOf, parentElement, redact, short, tag, View } from './lent';
import { contrast, shown } from './contrast';

const MOST = 200;
const silent = new Set(['script', 'style', 'noscript', 'template', 'title', 'option', 'textarea']);
const UNSEEN = 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128; // the bits of HIDE up to offscreen

interface Ratio { key: number; ratio: number; need: number }

/** The language of the page, and texts that do not stand out enough. */
function facts(): string {
  const low: Ratio[] = [];
  const view = new View(document);
  const asked = new Set<Element>();
  const texts = document.createTreeWalker(document.body ?? document.documentElement, NodeFilter.SHOW_TEXT);
  for (let n = texts.nextNode(); n && low.length < MOST; n = texts.nextNode()) {
    const el = parentElement(n);
    if (!el || asked.has(el) || !/\S/.test(n.nodeValue ?? '') || silent.has(tag(el))) continue;
    asked.add(el);
    const c = shown(el) ? contrast(el, view) : null;
    if (c && c.ratio < c.need && (hiddenAll(el, view) & UNSEEN) === 0) low.push({ key: keyOf(el), ratio: Math.floor(c.ratio * 10) / 10, need: c.need });
  }
  return JSON.stringify({ lang: attr(document.documentElement, 'lang') ?? '', contrast: low });
}

interface AxeNode { target: unknown[]; failureSummary?: string }
interface AxeResult { violations: { id: string; impact: string | null; help: string; nodes: AxeNode[] }[] }
declare const axe: { run(context: Document, options: object): Promise<AxeResult> } | undefined;

/** What axe-core finds, reduced; null says that axe-core is not here yet. */
async function runAxe(): Promise<string> {
  if (typeof axe === 'undefined') return 'null';
  const result = await axe.run(document, { resultTypes: ['violations'], iframes: false });
  return JSON.stringify(result.violations.map((v) => ({
    id: v.id, impact: v.impact ?? '', help: short(v.help, 200), total: v.nodes.length,
    nodes: v.nodes.slice(0, 50).map((n) => ({ key: found(n.target), target: short(redact(String(n.target[0])), 120) })),
  })));
}

function found(target: unknown[]): number {
  const el = typeof target[0] === 'string' ? document.querySelector(target[0]) : null;
  return el && isElement(el) ? keyOf(el) : 0;
}

Object.assign((globalThis as unknown as { __domsight: object }).__domsight, { auditFacts: facts, auditAxe: runAxe });
