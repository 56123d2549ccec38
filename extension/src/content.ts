// content stands beside the engine in a document of a tab that an agent uses. It calls the engine for the background, and answers
// nobody else: a page cannot reach this world, and what other extensions send is not heard.

import { held, listen, place, say } from './owner';

interface Ask { id: string; do: string; function?: string; arg?: any; candidates?: string; adopt?: string; among?: string; heard?: string; again?: boolean; acting?: boolean; ms: number }
type Reply = { text: string | null } | { error: { code: string; message: string } };
type Engine = Record<string, (...args: unknown[]) => unknown>;

const engine = (globalThis as unknown as { __domsight: Engine }).__domsight;
const ceiling = 30_000;
const kept = 100; // answers remembered: a question that comes twice is not done twice

const mostHeard = 1000;
const handlers = ['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart'].map((type) => `[on${type}]`).join();

/** Whether an element is in another, past the borders of shadow trees. */
function within(root: Element, el: Element): boolean {
  for (let at: Node | null = el; at; at = at instanceof ShadowRoot ? at.host : at.parentNode) if (at === root) return true;
  return false;
}

const answers = new Map<string, Promise<Reply>>();

const can: Record<string, (ask: Ask) => unknown> = {
  call: (ask) => engine[ask.function!](ask.arg),
  shadow(ask) {
    for (const el of engine[ask.candidates!]() as Element[]) {
      const root = chrome.dom.openOrClosedShadowRoot(el);
      if (root && !el.shadowRoot) engine[ask.adopt!](el, root);
    }
    return 'null';
  },
  hear(ask) {
    const word = (globalThis as { __domsightWord?: string }).__domsightWord;
    const roots = engine[ask.among!]() as Element[];
    if (!word) return '0';
    const found: Element[] = [];
    const hear = (e: Event): void => {
      e.stopImmediatePropagation();
      found.push(e.composedPath()[0] as Element);
    };
    window.addEventListener(word, hear, true);
    document.dispatchEvent(new Event(`${word}?`));
    window.removeEventListener(word, hear, true);
    found.push(...document.querySelectorAll(handlers));
    const fresh = found.filter((el) => roots.some((root) => within(root, el))).slice(0, mostHeard);
    for (const el of fresh) engine[ask.heard!](el);
    return String(fresh.length);
  },
  place: () => JSON.stringify(place()),
  say: (ask) => say(ask.arg),
  listen: (ask) => listen(ask.arg),
  held: async (ask) => {
    const el = await held(ask.arg);
    return el ? engine[ask.function!](el) : 'null';
  },
  async view() {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    return JSON.stringify({ x: scrollX, y: scrollY, scale: devicePixelRatio });
  },
  move: (ask) => history.go(ask.arg),
  facts: () =>
    JSON.stringify({
      title: document.title, mime: document.contentType, ready: document.readyState,
      status: (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.responseStatus ?? 0,
    }),
};

async function answer(ask: Ask): Promise<Reply> {
  let timer = 0;
  const late = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => reject(new Error('domsight:wait_timeout: the page did not answer in time')), Math.min(ask.ms, ceiling));
  });
  try {
    const text = await Promise.race([can[ask.do](ask), late]);
    return { text: typeof text === 'string' ? text : null };
  } catch (e) {
    return { error: { code: 'thrown', message: e instanceof Error ? `${e.name}: ${e.message}` : String(e) } };
  } finally {
    clearTimeout(timer);
  }
}

function once(ask: Ask): Promise<Reply> {
  const known = answers.get(ask.id);
  if (known) return known;
  if (ask.again && ask.acting) {
    return Promise.resolve({ error: { code: 'interrupted', message: 'the extension was interrupted while it acted: it may have been done' } });
  }
  const made = answer(ask);
  if (ask.acting) {
    answers.set(ask.id, made);
    if (answers.size > kept) answers.delete(answers.keys().next().value!);
  }
  return made;
}

/** Holds a line to the background, whose end wakes it: a service worker that was ended is there again at once. */
function hold(): void {
  if (!chrome.runtime?.id) return; // the extension was updated: another content script takes over
  const line = chrome.runtime.connect({ name: 'hold' });
  const hide = (): void => line.disconnect();
  line.onDisconnect.addListener(() => {
    removeEventListener('pagehide', hide);
    setTimeout(hold, 200);
  });
  addEventListener('pagehide', hide, { once: true });
  addEventListener('pageshow', (e) => e.persisted && hold(), { once: true });
}

if (!('__domsightContent' in globalThis)) {
  Object.assign(globalThis, { __domsightContent: true });
  if (window === top) hold();
  chrome.runtime.onMessage.addListener((ask: Ask, sender, reply) => {
    if (sender.id !== chrome.runtime.id || sender.tab || typeof ask?.do !== 'string' || !(ask.do in can)) return false;
    void once(ask).then(reply);
    return true;
  });
}
