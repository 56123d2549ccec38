// icon shows at a glance how things are: grey without a server, in colour with one, a dot on the shared tab, a sign while an agent
// acts. It also remembers what agents did lately, for the popup.

import type { Query } from './wire';
import { find } from './tabs';
import { settings } from './settings';
import { status } from './link';

export interface Act { at: number; agent: string; what: string; tab: string }

const lately: Act[] = [];
const most = 50;
const linger = 1500;
const acting = new Map<number, number>(); // by tab: how many queries
const dotted = new Set<number>();

/** What agents did lately, newest first. */
export const acts = (): Act[] => lately;

/** Notes a query that begins; the returned function notes its end. */
export function note(q: Query): () => void {
  const id = q.tab_id ?? settings.shared;
  const what = q.type === 'call' ? (q.params.function === 'hand' ? q.params.arg?.do : q.params.function) : q.type;
  lately.unshift({ at: Date.now(), agent: q.agent, what, tab: find(id)?.title || find(id)?.url || '' });
  lately.length = Math.min(lately.length, most);
  if (!q.acting) return () => {};
  acting.set(id, (acting.get(id) ?? 0) + 1);
  show();
  return () => {
    setTimeout(() => {
      const left = (acting.get(id) ?? 1) - 1;
      if (left > 0) acting.set(id, left);
      else acting.delete(id);
      show();
    }, linger);
  };
}

let drawn = '';

/** Draws it. */
export function show(): void {
  const look = status.connected && !settings.paused ? 'on' : 'off';
  if (look !== drawn) {
    drawn = look;
    void chrome.action.setIcon({ path: { 16: `icons/${look}16.png`, 32: `icons/${look}32.png` } });
    void chrome.action.setTitle({ title: settings.paused ? 'domsight: paused' : look === 'on' ? 'domsight: connected' : 'domsight: no server' });
  }
  for (const id of new Set([...dotted, ...acting.keys(), settings.shared])) {
    if (!id) continue;
    const text = acting.has(id) ? '▶' : id === settings.shared ? '●' : '';
    if (text) dotted.add(id);
    else dotted.delete(id);
    chrome.action.setBadgeText({ tabId: id, text }).catch(() => dotted.delete(id));
    chrome.action.setBadgeBackgroundColor({ tabId: id, color: acting.has(id) ? '#c2410c' : '#15803d' }).catch(() => {});
  }
}
