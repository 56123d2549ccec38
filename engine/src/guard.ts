// guard stands between our input and the page: if, since the aim was taken, another element came under the pointer or took the
// focus, or the one meant became another, the input reaches nobody.

import { name, role, textContent, View } from './lent';
import { focused, hitAt, meets, within } from './hit';

const PRESS = ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu'];
const KEYS = ['keydown', 'keypress', 'beforeinput', 'keyup'];

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

  constructor(private el: Element, private row: Node | undefined, private signed: string, private types: string[]) {
    for (const type of types) window.addEventListener(type, this.check, { capture: true });
  }

  /** True of the element and what is in it. */
  holds(el: Element): boolean {
    return within(el, this.el, new View(document));
  }

  disarm(): void {
    for (const type of this.types) window.removeEventListener(type, this.check, { capture: true });
  }

  /** Whether input that comes to `met` may pass; asked once. What the page then does with it is its own affair. */
  decide(met: Element | null): boolean {
    this.decided = true;
    if (!this.el.isConnected) this.stopped = 'gone';
    else if (sign(this.el, this.row) !== this.signed) this.stopped = 'changed';
    else if (this.types === PRESS ? !meets(met, this.el, new View(document)) : met !== this.el && !this.el.contains(met)) this.stopped = 'moved';
    return !this.stopped;
  }

  private check = (e: Event): void => {
    if (!e.isTrusted) return;
    if (!this.decided) this.decide(e instanceof MouseEvent ? hitAt(e.clientX, e.clientY) : focused());
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

/** Guards a press of an element. */
export function arm(el: Element, row: Node | undefined, signed: string): void {
  disarm();
  current = new Guard(el, row, signed, PRESS);
}

/** Guards keys that are meant for an element. */
export function armKeys(el: Element, row: Node | undefined, signed: string): void {
  disarm();
  current = new Guard(el, row, signed, KEYS);
}

export function disarm(): void {
  current?.disarm();
  current = undefined;
}
