// refs numbers nodes: the same live node keeps its number as long as the document lives, and no other node ever gets it.
// The page cannot see the numbers, and a number keeps no node alive.

const keys = new WeakMap<Node, number>();
const nodes = new Map<number, WeakRef<Node>>();
let last = 0;

/** The number of a node, given on first sight. */
export function keyOf(node: Node): number {
  let key = keys.get(node);
  if (key === undefined) {
    keys.set(node, (key = ++last));
    nodes.set(key, new WeakRef(node));
    if (last % 50_000 === 0) sweep();
  }
  return key;
}

/** The node with that number, if it still lives. */
export function nodeOf(key: number): Node | undefined {
  return nodes.get(key)?.deref();
}

let round = 0;

/** Up to `most` elements of those that have a number, the next ones each time, the first again after the last. */
export function patrol(most: number): Element[] {
  const out: Element[] = [];
  for (let i = 0; i < most && i < last; i++) {
    const node = nodes.get((round = (round % last) + 1))?.deref();
    if (node instanceof Element) out.push(node);
  }
  return out;
}

function sweep(): void {
  for (const [key, ref] of nodes) if (!ref.deref()) nodes.delete(key);
}
