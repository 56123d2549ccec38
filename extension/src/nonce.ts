// nonce makes up the word by which this world asks ears.ts, and passes it before the page's first script runs, whichever of the two
// came first. Once it is taken it is not said again.

const word = crypto.randomUUID();

function say(): void {
  const taken = !document.dispatchEvent(new CustomEvent('domsight-hello', { detail: word, cancelable: true }));
  if (taken) document.removeEventListener('domsight-ready', say);
}

document.addEventListener('domsight-ready', say);
say();
Object.assign(globalThis, { __domsightWord: word });

export {};
