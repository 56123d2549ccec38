// background is the service worker: it puts the parts together and sees to it that Chrome does not put it to sleep for good.

import { choose, load, settings } from './settings';
import { connect, status, tell } from './link';
import { changed, follow, listen, state } from './tabs';
import { note, acts, show } from './icon';
import { listen as watchWindows } from './windows';
import { target, work } from './work';
import type { Query } from './wire';

const beat = 20_000; // a worker that does nothing with the browser is ended after 30 s

let told = false;

/** Tells the server once for all that changed in this turn. */
function news(): void {
  if (told) return;
  told = true;
  queueMicrotask(() => {
    told = false;
    void tell(state);
    show();
  });
}

/** Sees to it that pages are listened to if the person wants it, and not otherwise. */
async function listening(): Promise<void> {
  const ids = ['ears', 'nonce'];
  await chrome.scripting.unregisterContentScripts({ ids }).catch(() => {});
  if (!settings.listeners) return;
  const all = { matches: ['<all_urls>'], allFrames: true, matchOriginAsFallback: true, runAt: 'document_start' as const };
  await chrome.scripting.registerContentScripts([
    { id: 'ears', js: ['ears.js'], world: 'MAIN', ...all },
    { id: 'nonce', js: ['nonce.js'], world: 'ISOLATED', ...all },
  ]);
}

async function run(q: Query): Promise<string> {
  const done = note(q);
  try {
    return await work(q);
  } finally {
    done();
  }
}

const ready = (async () => {
  await load();
  await follow(news);
  await listening();
  connect(run, target, state, show);
  show();
})();

listen();
watchWindows();
setInterval(() => void chrome.runtime.getPlatformInfo(), beat);
void chrome.alarms.create('wake', { periodInMinutes: 0.5 });
chrome.alarms.onAlarm.addListener(() => void ready);
chrome.runtime.onConnect.addListener(() => void ready); // a page holds on to us
chrome.runtime.onStartup.addListener(() => void ready);
chrome.runtime.onInstalled.addListener(() => void ready);

// The popup and the options page ask and decide. What comes from the document of a page is not theirs.
chrome.runtime.onMessage.addListener((message, sender, reply) => {
  if (sender.id !== chrome.runtime.id || sender.origin !== location.origin) return false;
  void (async () => {
    await ready;
    if (message.choose) {
      await choose(message.choose);
      await listening();
      changed();
    }
    reply({ ...status, settings: { ...settings, token: '' }, acts: acts() });
  })();
  return true;
});
