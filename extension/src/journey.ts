// journey moves a tab and waits until its page can be read.

import { Fault, type Tab } from './wire';
import { ask } from './reach';
import { find, learn, watch } from './tabs';

const loadPatience = 3000; // for the load event of a page that can be read already
const learnPatience = 500;
const historyPatience = 700; // for a move to begin: nothing says that there is nowhere to go

export interface Journey { url?: string; back?: boolean; forward?: boolean; reload?: boolean }

/** Goes there. It ends when the page has loaded, a while after its HTML is complete, or when time is nearly up. */
export async function go(id: number, to: Journey, ms: number): Promise<Tab> {
  const seen = new Set<string>();
  let failure = '', begun = false, wake = (): void => {};
  const stop = watch((tab, what, detail) => {
    if (tab !== id) return;
    if (what === 'begun' && (detail !== 'about:blank' || to.url === detail)) begun = true; // the blank page of a new tab may still be coming
    if (!begun && what !== 'moved' && what !== 'removed') return;
    if (what === 'begun') failure = '';
    if (what === 'begun' || what === 'committed') seen.clear();
    if (what === 'failed') failure = detail;
    seen.add(what);
    wake();
  });
  const until = async (end: number, ...any: string[]): Promise<boolean> => {
    for (;;) {
      if (seen.has('removed')) throw new Fault('tab_not_found', 'the tab has closed');
      if (failure) throw new Fault('navigation_failed', failure);
      if (any.some((w) => seen.has(w))) return true;
      const left = end - Date.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        wake = () => (clearTimeout(timer), resolve());
      });
    }
  };
  const deadline = Date.now() + ms - Math.min(300, ms / 4);
  try {
    await start(id, to);
    if (!to.url && !to.reload && !(await until(Math.min(deadline, Date.now() + historyPatience), 'begun', 'committed', 'moved'))) throw new Fault('navigation_failed', 'no page there');
    if (!(await until(deadline, 'committed', 'moved'))) throw new Fault('wait_timeout', 'the page did not come in time');
    const kept = !to.url && !to.reload && !seen.has('moved') && (await learn(id)) === 'complete'; // a page from the history may be as it was left: no event tells
    if (!seen.has('moved') && !kept) {
      if (await until(deadline, 'readable')) {
        await until(Math.min(deadline, Date.now() + loadPatience), 'loaded');
        await until(Math.min(deadline, Date.now() + learnPatience), 'learnt');
      }
    }
  } finally {
    stop();
  }
  const tab = find(id);
  if (!tab) throw new Fault('tab_not_found', 'the tab has closed');
  return tab;
}

async function start(id: number, to: Journey): Promise<void> {
  if (to.url !== undefined) {
    try {
      await chrome.tabs.update(id, { url: to.url });
    } catch (e) {
      if (/No tab/.test(String(e))) throw e;
      throw new Fault('navigation_failed', 'not an address');
    }
  } else if (to.reload) await chrome.tabs.reload(id);
  else await step(id, to.back ? -1 : 1);
}

/** Moves in the history as the page itself would: the browser's own buttons skip pages that nobody clicked in. */
async function step(id: number, by: number): Promise<void> {
  try {
    await ask(id, '', { do: 'move', arg: by, ms: 1000 });
  } catch {
    try {
      await (by < 0 ? chrome.tabs.goBack(id) : chrome.tabs.goForward(id)); // from a page that takes no script
    } catch (e) {
      if (/No tab/.test(String(e))) throw e;
      throw new Fault('navigation_failed', 'no page there');
    }
  }
}
