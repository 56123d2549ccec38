// probe puts the engine's questions into a page, so that anyone can measure them from outside. It is no part of the product's
// bundle: `domsight engine --probe` prints it.

import { View } from './view';
import { adopt, retarget } from './safe';
import { description } from './description';
import { first, hiddenAll } from './visibility';
import { installInternals } from './internals';
import { name } from './name';
import { unreadable } from './readable';
import { role } from './role';
import { state } from './state';

installInternals(adopt, retarget);

const view = (): View => new View(document);

(globalThis as { __domsight?: unknown }).__domsight = {
  role: (el: Element) => role(el, view()),
  name: (el: Element) => { const v = view(); return unreadable(el, v) ? '' : name(el, v).text; }, // accname 2A: hidden, no name
  description: (el: Element) => description(el, view()),
  states: (el: Element) => state(el, view()),
  hiddenBy: (el: Element) => { const v = view(); return first(hiddenAll(el, v)); },
};
