// How is it laid out? The quick answers, for elements that nothing unusual was done to.

import { HIDE } from './visibility';
import { shows } from './changes';
import type { Look } from './look';

/** The reasons that style alone can give and take away again. */
export const VEILED = HIDE.display | HIDE.visibility | HIDE.opacity | HIDE['content-visibility'] | HIDE.details;

/** The quick look: nothing hides the element, it has a size, and it is not off the edge of the page. */
export function plainlyVisible(el: Element, rect: DOMRect, look: Look): boolean {
  return rect.width > 1 && rect.height > 1 && rect.right > 0 && rect.bottom > 0 && rect.left < innerWidth && !look.clipped
    && (!look.fixed || rect.top < innerHeight) && shows(el);
}

/** True if there is more in el than it shows. */
export const scrolls = (el: Element): boolean => el.scrollHeight > el.clientHeight + 1 || el.scrollWidth > el.clientWidth + 1;

/** True if text is laid out with an area, though the box it stands in has none. */
export function overflows(text: Node): boolean {
  const range = document.createRange();
  range.selectNodeContents(text);
  const rect = range.getBoundingClientRect();
  return rect.width > 1 && rect.height > 1;
}
