// windows gives each agent a window of its own, which never takes the focus. Its tabs come to the front of it when they are used:
// a page that is not in front does not scroll, move or draw.

import { agentOf, own, watch } from './tabs';

const blankPatience = 500;
const windows = new Map<string, number>(); // by agent
const front = new Map<number, number>(); // by window: the tab in front
const places = new Map<number, number>(); // by tab: its window

/** Keeps up with what is in front. */
export function listen(): void {
  chrome.tabs.onActivated.addListener((now) => {
    front.set(now.windowId, now.tabId);
    places.set(now.tabId, now.windowId);
  });
}

/** Opens a blank tab for an agent. */
export async function openTab(agent: string): Promise<chrome.tabs.Tab> {
  const loaded = new Set<number>();
  let wake = (): void => {};
  const stop = watch((id, what) => {
    if (what === 'loaded') loaded.add(id);
    wake();
  });
  try {
    const made = await create(agent);
    own(made.id!, agent);
    places.set(made.id!, made.windowId);
    const end = Date.now() + blankPatience;
    while (!loaded.has(made.id!) && Date.now() < end) {
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, end - Date.now());
      });
    }
    return made;
  } finally {
    stop();
  }
}

async function create(agent: string): Promise<chrome.tabs.Tab> {
  const known = windows.get(agent);
  if (known !== undefined) {
    try {
      return await chrome.tabs.create({ url: 'about:blank', active: true, windowId: known });
    } catch {
      // the window was closed
    }
  }
  const made = await chrome.windows.create({ url: 'about:blank', focused: false });
  windows.set(agent, made.id!);
  return made.tabs![0];
}

/** Brings an agent's own tab to the front of the agent's window; the person's windows stay as they are. */
export async function toFront(id: number): Promise<void> {
  if (agentOf(id) === '') return;
  let window = places.get(id);
  if (window === undefined) {
    window = (await chrome.tabs.get(id)).windowId;
    places.set(id, window);
  }
  if (front.get(window) === id) return;
  front.set(window, id);
  await chrome.tabs.update(id, { active: true });
}
