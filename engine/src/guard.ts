// guard stands between the pointer and the page while we press: if, since the aim was taken, another element came under the
// pointer or the one meant became another, the press reaches nobody.

import { name, role, textContent, View } from './lent';
import { hitAt, meets, within } from './hit';

const TYPES = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];

/** What an element is, in one string: its role, its name, and what its row says. */
export function sign(el: Element, row: Node | undefined): string {
  const view = new View(document);
  const own = name(el, view).text;
  return `${role(el, view)}|${row ? `${own}|${textContent(row)}` : own.replace(/\d+/g, '0')}`;
}

class Guard {
  /** The events that reached the element. */
  readonly seen: string[] = [];
  /** Why the press was stopped. */
  stopped = '';
  /** A handler of the page took the press for itself. */
  prevented = false;
  private decided = false;

  constructor(private el: Element, private row: Node | undefined, private signed: string) {
    for (const type of TYPES) window.addEventListener(type, this.check, { capture: true });
  }

  /** True of the element and what is in it. */
  holds(el: Element): boolean {
    return within(el, this.el, new View(document));
  }

  disarm(): void {
    for (const type of TYPES) window.removeEventListener(type, this.check, { capture: true });
  }

  private check = (e: Event): void => {
    if (!e.isTrusted) return;
    if (!this.decided) {
      this.decided = true;
      const { clientX, clientY } = e as MouseEvent;
      if (!this.el.isConnected) this.stopped = 'gone';
      else if (sign(this.el, this.row) !== this.signed) this.stopped = 'changed';
      else if (!meets(hitAt(clientX, clientY), this.el, new View(document))) this.stopped = 'moved';
    }
    if (this.stopped) {
      e.stopImmediatePropagation();
      e.preventDefault();
    } else if (!this.seen.includes(e.type)) {
      this.seen.push(e.type);
      if (e.type === 'click') queueMicrotask(() => (this.prevented = e.defaultPrevented));
    }
  };
}

let current: Guard | undefined;

/** The guard of the press that is under way, or was last. */
export const armed = (): Guard | undefined => current;

export function arm(el: Element, row: Node | undefined, signed: string): void {
  disarm();
  current = new Guard(el, row, signed);
}

export function disarm(): void {
  current?.disarm();
  current = undefined;
}
