// ears runs in the page's own world, before the page, and only where a person has switched it on: it notes which elements listen
// for clicks, which no other world can see. It answers to a word that the content side (nonce.ts) makes up for each document and
// passes before the page's first script runs: the page neither knows it nor can guess it.

const pointing = new Set(['click', 'dblclick', 'mousedown', 'mouseup', 'pointerdown', 'pointerup', 'touchstart']);
const proto = EventTarget.prototype;
const { apply } = Reflect;
const add = proto.addEventListener, dispatch = proto.dispatchEvent;
const [E, El, Ref] = [Event, Element, WeakRef];
const deref = WeakRef.prototype.deref;
const put = Array.prototype.push;
const known = new WeakSet<Element>(), has = WeakSet.prototype.has, keep = WeakSet.prototype.add, includes = Set.prototype.has;
const heard: WeakRef<Element>[] = [];

function note(self: unknown, handler: unknown): void {
  if (!(self instanceof El) || !handler || apply(has, known, [self])) return;
  apply(keep, known, [self]);
  apply(put, heard, [new Ref(self)]);
}

proto.addEventListener = new Proxy(add, {
  apply(target, self, args) {
    if (apply(includes, pointing, [args[0]])) note(self, args[1]);
    return apply(target, self, args);
  },
});

for (const type of pointing) {
  const own = Object.getOwnPropertyDescriptor(HTMLElement.prototype, `on${type}`);
  if (!own?.set) continue;
  const set = new Proxy(own.set, {
    apply(target, self, args) {
      note(self, args[0]);
      return apply(target, self, args);
    },
  });
  Object.defineProperty(HTMLElement.prototype, `on${type}`, { ...own, set });
}

const hello = (e: Event): void => {
  e.stopImmediatePropagation();
  e.preventDefault(); // it is taken
  document.removeEventListener('domsight-hello', hello, true);
  const word = (e as CustomEvent<string>).detail;
  apply(add, document, [
    `${word}?`,
    () => {
      for (let i = 0; i < heard.length; i++) {
        const el = apply(deref, heard[i], []);
        if (el) apply(dispatch, el, [new E(word, { composed: true })]);
      }
    },
  ]);
};
apply(add, document, ['domsight-hello', hello, true]);
document.dispatchEvent(new Event('domsight-ready'));

export {};
