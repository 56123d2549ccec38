// owner finds the element that holds a frame: the frame says which child of its parent it is, the parent has the child at that
// place. No message passes through the page, except for frames in shadow trees, which have no place: the parent listens for a
// word made for the purpose, the frame says it, and the parent sees which window that was.

const words = new Map<string, Promise<MessageEventSource | null>>();

/** Which child of its parent this window is; -1 in a shadow tree. */
export function place(): number {
  for (let i = 0; i < parent.length; i++) if (parent[i] === window) return i;
  return -1;
}

/** Says the word to the parent. */
export function say(word: string): void {
  parent.postMessage(word, '*');
}

/** Waits for a child to say the word. The page does not hear it. */
export function listen(word: string): void {
  words.set(
    word,
    new Promise((resolve) => {
      const hear = (e: MessageEvent): void => {
        if (e.data !== word) return;
        e.stopImmediatePropagation();
        end(e.source);
      };
      const end = (source: MessageEventSource | null): void => {
        clearTimeout(timer);
        removeEventListener('message', hear, true);
        resolve(source);
      };
      const timer = setTimeout(() => end(null), 1000);
      addEventListener('message', hear, true);
    }),
  );
}

/** The element that holds the child at that place, or the one that said the word. */
export async function held(at: { index: number; word: string }): Promise<Element | undefined> {
  const child = at.index >= 0 ? window[at.index] : await words.get(at.word);
  words.delete(at.word);
  return child ? holder(document, child) : undefined;
}

function holder(root: Document | ShadowRoot, child: unknown): Element | undefined {
  for (const el of root.querySelectorAll('iframe, frame, object, embed')) {
    if ((el as HTMLIFrameElement).contentWindow === child) return el;
  }
  for (const el of root.querySelectorAll('*')) {
    const inner = el instanceof HTMLElement && chrome.dom.openOrClosedShadowRoot(el);
    const found = inner && holder(inner, child);
    if (found) return found;
  }
  return undefined;
}
