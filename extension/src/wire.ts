// wire is what the extension and the server say to each other. The other half is internal/bridge/wire.go.

/** One thing to do. deadline_ms is how long the answer is waited for; again: it was handed out before; acting: it must not be done twice. */
export interface Query {
  id: string;
  type: string;
  params: any;
  tab_id?: number;
  deadline_ms: number;
  again?: boolean;
  acting?: boolean;
  agent: string;
}

/** A tab as the server knows it. */
export interface Tab {
  id: number;
  url: string;
  title: string;
  status: number;
  mime: string;
  loading: boolean;
  opener: number;
  changes: number;
  agent: string;
}

/** Something a page did by itself. */
export interface Notice { tab: number; kind: 'window'; text: string; other: number }

/** Why something could not be done. */
export class Fault extends Error {
  constructor(readonly code: string, message: string) {
    super(message);
  }
}

/** An error of Chrome's, in words of ours. */
export function explain(e: unknown): { code: string; message: string } {
  if (e instanceof Fault) return { code: e.code, message: e.message };
  const message = e instanceof Error ? e.message : String(e);
  for (const [pattern, code] of reasons) if (pattern.test(message)) return { code, message };
  return { code: 'extension_error', message };
}

const reasons: [RegExp, string][] = [
  [/No tab with id|tab was closed/i, 'tab_not_found'],
  [/showing error page/i, 'error_page'],
  [/No (frame|document) with|was removed|channel closed|port closed|back\/forward cache|Frame .* not found|document .* not found/i, 'navigated'],
  [/Cannot access|cannot be scripted|must request permission|Receiving end does not exist/i, 'page_unsupported'],
];
