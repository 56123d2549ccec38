// tabs knows the tabs that agents may use: those they opened, those that these opened, the one that is shared with them; or all, if
// the person says so. It tells the server when anything about them changes.

import type { Notice, Tab } from './wire';
import { ask } from './reach';
import { choose, settings } from './settings';

const all = new Map<number, Tab>();
const opened = new Map<number, string>(); // by agents: which
const used = new Set<number>(); // an agent has called into it
let notices: Notice[] = [];
let tell: () => void = () => {};
let loaded = false;
let sequence = 0; // of what is said: the newest holds
const waiting = new Set<(id: number, what: string, detail: string) => void>();

/** Calls back for each step of a navigation of a tab's top frame, until the returned function is called. */
export function watch(f: (id: number, what: string, detail: string) => void): () => void {
  waiting.add(f);
  return () => waiting.delete(f);
}

function step(id: number, what: string, detail = ''): void {
  for (const f of waiting) f(id, what, detail);
}

/** What the server is told. */
export function state(): { sequence: number; tabs: Tab[]; shared: number; notices: Notice[]; listeners: boolean } {
  const out = { listeners: settings.listeners, sequence: ++sequence, tabs: [...all.values()].filter((t) => visible(t.id)), shared: settings.shared, notices };
  notices = [];
  return out;
}

/** Whether agents may use a tab. */
export function visible(id: number): boolean {
  const tab = all.get(id);
  return tab !== undefined && (settings.everything || id === settings.shared || agentOf(id) !== '');
}

/** The agent that opened a tab, itself or through one of its pages; none for a tab of the person's. */
export function agentOf(id: number): string {
  return opened.get(id) ?? '';
}

export const find = (id: number): Tab | undefined => all.get(id);

/** A tab as it is now, to go with an answer. */
export function now(id: number): (Tab & { sequence: number }) | null {
  const tab = all.get(id);
  return tab && visible(id) ? { ...tab, sequence: ++sequence } : null;
}

/** Notes that an agent opened a tab. */
export function own(id: number, agent: string): void {
  opened.set(id, agent);
  const tab = all.get(id);
  if (tab) tab.agent = agent;
  changed();
}

/** Notes that an agent looks at a tab: from now on its documents are asked for their facts. */
export function use(id: number): void {
  if (used.has(id)) return;
  used.add(id);
  void learn(id);
}

export const isOpened = (id: number): boolean => opened.has(id);

/** Keeps what is known of the tabs that agents may use, for the worker's next life, and tells the server. */
export function changed(): void {
  if (!loaded) return; // what is kept must be read first
  void chrome.storage.local.set({ tabs: { all: [...all.values()].filter((t) => visible(t.id)), opened: [...opened], used: [...used] } });
  tell();
}

function put(tab: chrome.tabs.Tab): Tab | undefined {
  if (tab.id === undefined) return undefined;
  let known = all.get(tab.id);
  if (!known) {
    known = { id: tab.id, url: tab.url ?? '', title: '', status: 0, mime: '', loading: tab.status === 'loading', opener: tab.openerTabId ?? 0, changes: 0, agent: agentOf(tab.id) };
    all.set(tab.id, known);
    const opener = opened.get(known.opener);
    if (opener !== undefined) {
      opened.set(tab.id, opener);
      known.agent = opener;
    }
  }
  known.title = titleOf(tab);
  return known;
}

/** Chrome puts the address where there is no title. */
function titleOf(tab: chrome.tabs.Tab): string {
  const title = tab.title ?? '', url = tab.url ?? '';
  const bare = url.replace(/^[a-z-]+:\/\//, '').replace(/\/$/, '');
  return title === url || title.replace(/\/$/, '') === bare ? '' : title;
}

/** Asks a document for what only it knows, and returns how far it has come. */
export async function learn(id: number): Promise<string> {
  const tab = all.get(id);
  if (!tab || !used.has(id)) return '';
  const before = tab.changes;
  let ready = '';
  try {
    const facts = JSON.parse((await ask(id, '', { do: 'facts', ms: 2000 }))!);
    if (tab.changes !== before) return '';
    ready = facts.ready;
    tab.title = facts.title;
    tab.mime = facts.mime;
    tab.status = /^http/.test(tab.url) ? facts.status : 0;
    if (ready === 'complete') tab.loading = false;
  } catch {
    if (tab.changes !== before) return ''; // a page that takes no script has no facts
  }
  step(id, 'learnt');
  changed();
  return ready;
}

/** Begins to follow the tabs; f is called when there is news. */
export async function follow(f: () => void): Promise<void> {
  const kept = (await chrome.storage.local.get('tabs')).tabs ?? { all: [], opened: [], used: [] };
  const agents = new Map<number, string>(kept.opened);
  const open = (await chrome.tabs.query({})).filter((tab) => tab.id !== undefined);
  for (const known of kept.all as Tab[]) {
    const tab = open.find((t) => t.id === known.id && t.url === known.url); // after the browser's own restart numbers mean other tabs
    if (!tab) continue;
    if (agents.has(known.id)) opened.set(known.id, agents.get(known.id)!);
    if (kept.used.includes(known.id)) used.add(known.id);
    if (!all.has(known.id)) all.set(known.id, { ...known, loading: tab.status === 'loading' });
  }
  if (settings.shared && !all.has(settings.shared)) await choose({ shared: 0 });
  for (const tab of open) put(tab);
  tell = f;
  loaded = true;
  changed();
}

// Listeners must be there before the worker's first turn ends: events wake it.
export function listen(): void {
  chrome.tabs.onCreated.addListener((tab) => {
    put(tab);
    changed();
  });
  chrome.tabs.onUpdated.addListener((_, change, tab) => {
    const known = put(tab);
    if (known && change.status === 'complete') known.loading = false;
    changed();
  });
  chrome.tabs.onRemoved.addListener((id) => {
    all.delete(id);
    opened.delete(id);
    used.delete(id);
    step(id, 'removed');
    changed();
  });
  const top = (f: (tab: Tab, s: chrome.webNavigation.Step) => void) => (s: chrome.webNavigation.Step) => {
    const tab = s.frameId === 0 ? all.get(s.tabId) : undefined;
    if (tab) f(tab, s);
  };
  const go = chrome.webNavigation;
  go.onBeforeNavigate.addListener(top((tab, s) => step(tab.id, 'begun', s.url)));
  go.onCommitted.addListener(top((tab, s) => {
    Object.assign(tab, { url: s.url, title: '', status: 0, mime: '', loading: true });
    tab.changes++;
    step(tab.id, 'committed', s.url);
    changed();
  }));
  const within = top((tab, s) => {
    tab.url = s.url;
    tab.changes++;
    step(tab.id, 'moved', s.url);
    changed();
  });
  go.onHistoryStateUpdated.addListener(within);
  go.onReferenceFragmentUpdated.addListener(within);
  go.onDOMContentLoaded.addListener(top((tab) => {
    step(tab.id, 'readable');
    void learn(tab.id);
  }));
  go.onCompleted.addListener(top((tab) => {
    tab.loading = false;
    step(tab.id, 'loaded');
    changed();
  }));
  go.onErrorOccurred.addListener(top((tab, s) => {
    tab.loading = false;
    step(tab.id, 'failed', s.error);
    changed();
  }));
  go.onCreatedNavigationTarget.addListener((made) => {
    if (opened.has(made.sourceTabId)) {
      opened.set(made.tabId, opened.get(made.sourceTabId)!);
      const tab = all.get(made.tabId);
      if (tab) Object.assign(tab, { agent: opened.get(made.tabId), opener: made.sourceTabId });
    }
    notices.push({ tab: made.sourceTabId, kind: 'window', text: made.url, other: made.tabId });
    changed();
  });
}
