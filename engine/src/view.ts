// A View is one look at a page: it lives as long as one call, and every cache of the engine lives in it.

import { box, computedStyle } from './safe';

export class View {
  /** For the questions: one map a question, made on first use, dropped with the View. */
  private readonly memos = new Map<string, Map<Node, unknown>>();
  private readonly styles = new Map<Element, CSSStyleDeclaration>();
  private readonly boxes = new Map<Element, DOMRect>();

  /** What an earlier look found may be carried over, where nothing it depends on has changed. */
  constructor(readonly document: Document, known?: Map<string, Map<Node, unknown>>) {
    for (const [question, memo] of known ?? []) this.memos.set(question, memo);
  }

  /** The caches of some questions, for a later look. */
  caches(...questions: string[]): Map<string, Map<Node, unknown>> {
    return new Map(questions.map((q) => [q, this.memo(q)]));
  }

  /** The computed style: a live declaration, so read only the properties you need. */
  style(el: Element): CSSStyleDeclaration {
    let s = this.styles.get(el);
    if (!s) this.styles.set(el, (s = computedStyle(el)));
    return s;
  }

  /** The border box in viewport coordinates. */
  box(el: Element): DOMRect {
    let b = this.boxes.get(el);
    if (!b) this.boxes.set(el, (b = box(el)));
    return b;
  }

  /** The cache of a question, by its name. */
  memo<V>(question: string): Map<Node, V> {
    let m = this.memos.get(question);
    if (!m) this.memos.set(question, (m = new Map()));
    return m as Map<Node, V>;
  }
}
