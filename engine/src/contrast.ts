// contrast: does text stand out from what is behind it? https://www.w3.org/TR/WCAG22/#contrast-minimum
// Only where the answer is certain: over a picture, a gradient or another layer it is not asked.

import { box, computedStyle, disabled, parentElement, View } from './lent';

type Colour = [number, number, number, number];

/** The ratio of an element's own text to its background, and the one it needs; null where nobody can say. */
export function contrast(el: Element, view: View): { ratio: number; need: number } | null {
  const style = computedStyle(el);
  const front = colour(style.color);
  if (!front || disabled(el, view) || style.textShadow !== 'none') return null;
  const back = behind(el);
  if (!back) return null;
  const ratio = against(over(front, back), back);
  const size = parseFloat(style.fontSize);
  const large = size >= 24 || (size >= 18.66 && parseInt(style.fontWeight, 10) >= 700);
  return { ratio, need: large ? 3 : 4.5 };
}

/** The colour behind an element's text. */
function behind(el: Element): Colour | null {
  const layers: Colour[] = [];
  for (let e: Element | null = el; e; e = parentElement(e)) {
    const s = computedStyle(e);
    const c = colour(s.backgroundColor);
    if (!c || s.backgroundImage !== 'none' || s.opacity !== '1' || s.filter !== 'none' || s.mixBlendMode !== 'normal') return null;
    if (c[3] > 0) layers.push(c);
    if (c[3] === 1) break;
    if (s.position === 'absolute' || s.position === 'fixed') return null; // something else may lie under it
  }
  return layers.reduceRight<Colour>((below, c) => over(c, below), [255, 255, 255, 1]);
}

function colour(s: string): Colour | null {
  const m = /^rgba?\(([\d.]+), ([\d.]+), ([\d.]+)(?:, ([\d.]+))?\)$/.exec(s);
  return m && [+m[1], +m[2], +m[3], m[4] === undefined ? 1 : +m[4]];
}

const over = (a: Colour, b: Colour): Colour => [mix(a, b, 0), mix(a, b, 1), mix(a, b, 2), 1];
const mix = (a: Colour, b: Colour, i: number): number => a[i] * a[3] + b[i] * (1 - a[3]);

function against(a: Colour, b: Colour): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const luminance = (c: Colour): number => 0.2126 * linear(c[0]) + 0.7152 * linear(c[1]) + 0.0722 * linear(c[2]);
const linear = (v: number): number => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);

/** Whether an element has a box that text can be seen in. */
export const shown = (el: Element): boolean => {
  const b = box(el);
  return b.width > 1 && b.height > 1;
};
