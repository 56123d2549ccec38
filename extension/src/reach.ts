// reach calls a document of a tab, and puts the engine into it first where it is missing: in a new document, or after an update of
// the extension.

import { Fault } from './wire';

const scripts = ['engine.js', 'content.js'];

/** The top document is ''. */
export type Frame = string;

/** Asks the content script of a document; the answer is JSON text, or null. */
export async function ask(tab: number, frame: Frame, question: { do: string; ms: number; [more: string]: unknown }): Promise<string | null> {
  const to = frame ? { documentId: frame } : { frameId: 0 };
  for (let injected = false; ; injected = true) {
    let reply: { text: string | null } | { error: { code: string; message: string } } | undefined;
    try {
      reply = await chrome.tabs.sendMessage(tab, question, to);
    } catch (e) {
      if (injected || !/Receiving end does not exist/.test(String(e))) throw e;
    }
    if (reply && 'error' in reply) throw new Fault(reply.error.code, reply.error.message);
    if (reply) return reply.text;
    if (injected) throw new Fault('page_unsupported', 'the page takes no script');
    await inject(tab, frame, scripts);
  }
}

/** Runs scripts of the extension in a document. */
export async function inject(tab: number, frame: Frame, files: string[]): Promise<void> {
  const target = frame ? { tabId: tab, documentIds: [frame] } : { tabId: tab, frameIds: [0] };
  await chrome.scripting.executeScript({ target, files, injectImmediately: true });
}

/** Calls a function of the engine with the element that holds a frame. */
export async function askOwner(tab: number, frame: Frame, call: { function: string; ms: number; id: string }): Promise<string | null> {
  const frames = (await chrome.webNavigation.getAllFrames({ tabId: tab })) ?? [];
  const child = frames.find((f) => f.documentId === frame);
  const around = child && frames.find((f) => f.frameId === child.parentFrameId);
  if (!around) throw new Fault('navigated', 'the frame is no longer in the page');
  const parent = around.frameId === 0 ? '' : around.documentId;
  const { ms } = call;
  const index = Number(await ask(tab, frame, { do: 'place', ms }));
  const word = crypto.randomUUID();
  if (index < 0) {
    await ask(tab, parent, { do: 'listen', arg: word, ms });
    await ask(tab, frame, { do: 'say', arg: word, ms });
  }
  return ask(tab, parent, { do: 'held', arg: { index, word }, function: call.function, ms });
}
