// popup shows whether a server is there, what agents did lately, and lets a person share a tab or stop everything.

import type { Act } from './icon';

interface Seen { connected: boolean; settings: { shared: number; paused: boolean; everything: boolean }; acts: Act[] }

const by = (id: string): HTMLElement => document.getElementById(id)!;
let shown = 0;
let seen: Seen;

async function draw(change?: object): Promise<void> {
  const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
  shown = tab?.id ?? 0;
  seen = await chrome.runtime.sendMessage(change ? { choose: change } : {});
  const { shared, paused, everything } = seen.settings;
  by('status').textContent = paused ? 'paused' : seen.connected ? 'connected' : 'no server';
  by('tab').textContent = everything ? 'Agents may use every tab.' : shared === shown ? 'This tab is shared with agents.' : 'Agents cannot see this tab.';
  by('share').textContent = shared === shown ? 'Stop sharing this tab' : 'Share this tab';
  by('pause').textContent = paused ? 'Let agents go on' : 'Stop all agents';
  by('none').hidden = seen.acts.length > 0;
  by('acts').replaceChildren(
    ...seen.acts.map((act) => {
      const line = document.createElement('li'), time = document.createElement('time'), what = document.createElement('span');
      time.textContent = new Date(act.at).toLocaleTimeString();
      what.textContent = `${act.what}${act.tab ? ` in ${act.tab}` : ''} (${act.agent})`;
      line.append(time, what);
      return line;
    }),
  );
}

by('share').onclick = () => void draw({ shared: seen.settings.shared === shown ? 0 : shown });
by('pause').onclick = () => void draw({ paused: !seen.settings.paused });
by('options').onclick = () => void chrome.runtime.openOptionsPage();
void draw();
setInterval(() => void draw(), 1000);
