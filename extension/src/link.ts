// link keeps the extension in touch with the server: it makes sure that the server knows our secret before it tells it, waits for
// queries, and sends answers. It never gives up, and tries again at once.

import { explain, Fault, type Query } from './wire';
import { settings } from './settings';

const wait = 25; // seconds that one question for queries may stay open
const retry = 500; // ms until the next try
const soon = 100; // where a server is, but another than before
const worker = crypto.randomUUID(); // this life of the service worker

let proven = false;
let running: Promise<void> | undefined;
const busy = new Set<string>();
const said = new Map<string, string>(); // the last answers: a question that comes twice is not done twice
const kept = 50;
const small = 50_000;

export const status = { connected: false, since: 0 };

/** Makes sure that the loop runs. */
export function connect(work: (q: Query) => Promise<string>, target: (q: Query) => unknown, state: () => unknown, news: () => void): void {
  running ??= (async () => {
    for (;;) {
      try {
        if (!proven) {
          await prove();
          await post('/events', JSON.stringify({ worker, product: product(), engine: settings.engine, ...(state() as object) }));
          proven = true;
          status.connected = true;
          status.since = Date.now();
          news();
        }
        const answer = await call(`/pending-queries?wait=${wait}&worker=${worker}`, {});
        for (const q of (await answer.json()).queries as Query[]) void run(q, work, target);
      } catch (e) {
        if (status.connected) {
          status.connected = false;
          news();
        }
        proven = false;
        await new Promise((r) => setTimeout(r, e instanceof Refused ? soon : retry));
      }
    }
  })();
}

/** Tells the server what is new. */
export async function tell(state: () => unknown): Promise<void> {
  if (!proven) return; // it is told all when it is there
  await post('/events', JSON.stringify({ worker, ...(state() as object) })).catch(() => {});
}

async function run(q: Query, work: (q: Query) => Promise<string>, target: (q: Query) => unknown): Promise<void> {
  if (busy.has(q.id)) return; // it was handed out again, and is being done
  busy.add(q.id);
  let body = said.get(q.id) ?? '';
  try {
    if (!body && q.again && q.type === 'open') throw new Fault('interrupted', 'the extension was interrupted while it opened a tab');
    const result = body || (await work(q));
    body ||= `{"id":${JSON.stringify(q.id)},"tab":${JSON.stringify(target(q) ?? null)},"result":${result}}`;
  } catch (e) {
    body = JSON.stringify({ id: q.id, tab: target(q) ?? null, error: explain(e) });
  }
  if (body.length < small) said.set(q.id, body);
  if (said.size > kept) said.delete(said.keys().next().value!);
  const end = Date.now() + q.deadline_ms;
  for (;;) {
    try {
      await answer(q.id, body);
      break;
    } catch (e) {
      if (e instanceof Refused || Date.now() > end) break;
      await new Promise((r) => setTimeout(r, retry)); // the server is being started anew, or another takes over
    }
  }
  busy.delete(q.id);
}

const most = 4 << 20; // bytes in one message

/** Sends an answer, in parts where it is too large for one message. */
async function answer(id: string, body: string): Promise<void> {
  if (body.length < most / 3) return post('/query-result', body);
  const bytes = new TextEncoder().encode(body);
  const of = Math.ceil(bytes.length / most);
  if (of === 1) return post('/query-result', bytes);
  for (let part = 0; part < of; part++) {
    await post(`/query-result?id=${encodeURIComponent(id)}&part=${part}&of=${of}`, bytes.subarray(part * most, (part + 1) * most));
  }
}

class Refused extends Error {}

async function post(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<void> {
  await call(path, { method: 'POST', body, headers: { 'Content-Type': 'application/json' } });
}

async function call(path: string, how: { method?: string; body?: string | Uint8Array<ArrayBuffer>; headers?: Record<string, string> }): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${settings.port}${path}`, {
    ...how, cache: 'no-store', credentials: 'omit', redirect: 'error', headers: { ...how.headers, Authorization: `Bearer ${settings.token}` },
  });
  if (!answer.ok) throw new Refused(String(answer.status));
  return answer;
}

/** Asks whoever listens to prove that it knows the secret: another user of this machine could have taken the port. */
async function prove(): Promise<void> {
  const nonce = crypto.randomUUID();
  const answer = await fetch(`http://127.0.0.1:${settings.port}/health?nonce=${nonce}`, { cache: 'no-store', credentials: 'omit', redirect: 'error' });
  const { name, proof } = await answer.json();
  const bytes = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', bytes.encode(settings.token), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const want = Array.from(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes.encode(nonce))), (b) => b.toString(16).padStart(2, '0')).join('');
  if (name !== 'domsight' || proof !== want) throw new Error('not our server');
}

function product(): string {
  const brands = (navigator as unknown as { userAgentData?: { brands: { brand: string; version: string }[] } }).userAgentData?.brands ?? [];
  const known = brands.find((b) => /Chrome|Edge|Brave|Opera/.test(b.brand)) ?? brands.find((b) => b.brand === 'Chromium');
  const full = /Chrome\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? '';
  return known ? `${known.brand.replace(/^(Google|Microsoft) /, '')} ${full}` : `Chrome ${full}`;
}
