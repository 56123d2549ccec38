// Kinds of elements that the walk treats alike, by their tags.

/** Elements that never hold anything to read, and shapes of a picture. */
export const silent = new Set([
  'script', 'style', 'template', 'noscript', 'head', 'meta', 'link', 'base', 'param', 'source', 'track', 'wbr', 'title', 'desc', 'metadata', 'path', 'circle', 'rect', 'line',
  'polyline', 'polygon', 'ellipse', 'defs', 'lineargradient', 'radialgradient', 'stop', 'clippath', 'mask', 'filter', 'animate',
]);
/** Elements that may stand within a line of text. */
export const inlineTags = new Set([
  'a', 'abbr', 'b', 'bdi', 'bdo', 'button', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'i', 'img', 'input', 'ins', 'kbd', 'label', 'mark', 'output', 'q',
  's', 'samp', 'select', 'slot', 'small', 'span', 'strong', 'sub', 'sup', 'svg', 'text', 'textarea', 'time', 'tspan', 'u', 'var',
]);
/** Of the inline ones, those that share the box of their line where they have no attributes. */
export const bare = new Set(['b', 'em', 'i', 'strong', 'small', 'span', 'u', 's', 'sub', 'sup', 'code', 'kbd', 'mark', 'q', 'tspan']);
export const frames = new Set(['iframe', 'frame', 'object', 'embed']);
/** Elements whose children are not what a person sees: another document, or the value they began with. */
export const closedTags = new Set(['iframe', 'frame', 'embed', 'textarea', 'video', 'audio', 'canvas']);
