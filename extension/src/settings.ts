// settings is what the person decides, kept by the browser, and what `domsight extension` wrote into the folder.

export const settings = {
  token: '',
  port: 7890,
  engine: '', // which of them documents get
  everything: false, // agents may use every tab
  listeners: false, // pages are listened to, so that what only listens for clicks is found
  shared: 0, // the tab that is shared with agents
  paused: false, // agents may do nothing
};

/** Reads what was decided. */
export async function load(): Promise<void> {
  const folder = await (await fetch(chrome.runtime.getURL('config.json'))).json();
  const kept = (await chrome.storage.local.get('settings')).settings ?? {};
  Object.assign(settings, folder, kept);
}

/** Keeps what a person chose. */
export async function choose(change: Partial<typeof settings>): Promise<void> {
  Object.assign(settings, change);
  const { port, everything, listeners, shared, paused } = settings;
  await chrome.storage.local.set({ settings: { port, everything, listeners, shared, paused } });
}
