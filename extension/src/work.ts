// work is the table of what the server can ask for.

import { ask, askOwner, inject } from './reach';
import { Fault, type Query } from './wire';
import { go } from './journey';
import { isOpened, now, use, visible } from './tabs';
import { openTab, toFront } from './windows';
import { settings } from './settings';

/** Does what a query asks; the answer is JSON text. */
export async function work(q: Query): Promise<string> {
  if (settings.paused) throw new Fault('not_allowed', 'the person has paused agents');
  const does = table[q.type];
  if (!does) throw new Fault('bad_argument', `Unknown command: ${q.type}`);
  if (q.type === 'open' || q.type === 'reload') return does(q, 0);
  const tab = q.tab_id ?? settings.shared;
  if (!visible(tab)) throw new Fault('tab_not_found', `there is no tab ${tab} that agents may use`);
  use(tab);
  if (q.acting) await toFront(tab);
  return does(q, tab);
}

type Work = (q: Query, tab: number) => Promise<string>;

const table: Record<string, Work> = {
  call: async (q, tab) =>
    (await ask(tab, q.params.frame, { do: 'call', id: q.id, function: q.params.function, arg: q.params.arg, again: q.again, acting: q.acting, ms: q.deadline_ms })) ?? 'null',
  owner: async (q, tab) => (await askOwner(tab, q.params.frame, { function: q.params.function, ms: q.deadline_ms, id: q.id })) ?? 'null',
  shadow: async (q, tab) => (await ask(tab, q.params.frame, { do: 'shadow', candidates: q.params.candidates, adopt: q.params.adopt, ms: q.deadline_ms })) ?? 'null',
  hear: async (q, tab) => (await ask(tab, q.params.frame, { do: 'hear', among: q.params.among, heard: q.params.heard, ms: q.deadline_ms })) ?? '0',
  async teach(q, tab) {
    await ask(tab, q.params.frame, { do: 'place', ms: q.deadline_ms }); // what is taught needs the engine
    await inject(tab, q.params.frame, [`taught/${q.params.script}.js`]);
    return 'null';
  },
  async frames(_, tab) {
    const frames = (await chrome.webNavigation.getAllFrames({ tabId: tab })) ?? [];
    return JSON.stringify(frames.map((f) => ({ id: f.frameId, parent: f.parentFrameId, document: f.documentId, url: f.url })));
  },
  async open(q) {
    const made = await openTab(q.agent);
    return JSON.stringify({ id: made.id });
  },
  async close(_, tab) {
    if (!isOpened(tab)) throw new Fault('not_allowed', 'the tab is the person\'s: agents close only what they opened');
    await chrome.tabs.remove(tab);
    return 'null';
  },
  async reload() {
    setTimeout(() => chrome.runtime.reload(), 100); // once this is answered
    return 'null';
  },
  async picture(q, tab) {
    await toFront(tab);
    const { active, windowId } = await chrome.tabs.get(tab);
    if (!active) throw new Fault('not_allowed', 'the person looks at another tab, and only what is in front can be photographed');
    const view = JSON.parse((await ask(tab, '', { do: 'view', ms: q.deadline_ms }))!);
    const url = await chrome.tabs.captureVisibleTab(windowId, { format: 'png' });
    return JSON.stringify({ ...view, png: url.slice(url.indexOf(',') + 1) });
  },
  async activate(_, tab) {
    const now = await chrome.tabs.update(tab, { active: true });
    await chrome.windows.update(now.windowId, { focused: true });
    return 'null';
  },
  async go(q, tab) {
    await go(tab, q.params, q.deadline_ms);
    return 'null';
  },
};

/** The target as it is now, to go with the answer. */
export const target = (q: Query): unknown => now(q.tab_id ?? settings.shared);
