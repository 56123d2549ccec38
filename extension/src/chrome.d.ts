// What the extension uses of Chrome's own interfaces, and no more: https://developer.chrome.com/docs/extensions/reference/api

declare namespace chrome {
  interface Heard<F> { addListener(f: F): void }

  namespace runtime {
    const id: string;
    const onMessage: Heard<(message: any, sender: { id?: string; origin?: string; tab?: tabs.Tab }, reply: (answer: unknown) => void) => boolean | void>;
    const onStartup: Heard<() => void>;
    const onInstalled: Heard<() => void>;
    interface Port { onDisconnect: Heard<() => void>; disconnect(): void }
    const onConnect: Heard<(port: Port) => void>;
    function connect(how: { name: string }): Port;
    function getURL(path: string): string;
    function getManifest(): { version: string };
    function getPlatformInfo(): Promise<unknown>;
    function sendMessage(message: unknown): Promise<any>;
    function reload(): void;
    function openOptionsPage(): Promise<void>;
  }

  namespace tabs {
    interface Tab { id?: number; windowId: number; openerTabId?: number; url?: string; title?: string; status?: string; active: boolean }
    const onCreated: Heard<(tab: Tab) => void>;
    const onUpdated: Heard<(id: number, change: { title?: string; url?: string; status?: string }, tab: Tab) => void>;
    const onRemoved: Heard<(id: number) => void>;
    const onActivated: Heard<(now: { tabId: number; windowId: number }) => void>;
    function query(which: { active?: boolean; lastFocusedWindow?: boolean }): Promise<Tab[]>;
    function get(id: number): Promise<Tab>;
    function create(how: { url?: string; active?: boolean; windowId?: number }): Promise<Tab>;
    function update(id: number, change: { url?: string; active?: boolean }): Promise<Tab>;
    function remove(id: number): Promise<void>;
    function reload(id: number): Promise<void>;
    function goBack(id: number): Promise<void>;
    function goForward(id: number): Promise<void>;
    function sendMessage(id: number, message: unknown, to: { frameId?: number; documentId?: string }): Promise<any>;
    function captureVisibleTab(window: number, how: { format: 'png' }): Promise<string>;
  }

  namespace windows {
    function update(id: number, change: { focused: boolean }): Promise<unknown>;
    function create(how: { url?: string; focused?: boolean }): Promise<{ id?: number; tabs?: tabs.Tab[] }>;
  }

  namespace webNavigation {
    interface Step { tabId: number; frameId: number; documentId?: string; url: string; error?: string }
    interface Frame { frameId: number; parentFrameId: number; documentId: string; parentDocumentId?: string; url: string; errorOccurred: boolean }
    const onBeforeNavigate: Heard<(step: Step) => void>;
    const onCommitted: Heard<(step: Step) => void>;
    const onDOMContentLoaded: Heard<(step: Step) => void>;
    const onCompleted: Heard<(step: Step) => void>;
    const onErrorOccurred: Heard<(step: Step) => void>;
    const onHistoryStateUpdated: Heard<(step: Step) => void>;
    const onReferenceFragmentUpdated: Heard<(step: Step) => void>;
    const onCreatedNavigationTarget: Heard<(made: { sourceTabId: number; tabId: number; url: string }) => void>;
    function getAllFrames(of: { tabId: number }): Promise<Frame[] | null>;
  }

  namespace scripting {
    interface Registered { id: string; matches: string[]; js: string[]; allFrames: boolean; matchOriginAsFallback: boolean; runAt: 'document_start'; world: 'MAIN' | 'ISOLATED' }
    function registerContentScripts(scripts: Registered[]): Promise<void>;
    function unregisterContentScripts(which: { ids: string[] }): Promise<void>;
    function executeScript(what: {
      target: { tabId: number; frameIds?: number[]; documentIds?: string[] };
      files: string[];
      injectImmediately?: boolean;
    }): Promise<{ result?: unknown }[]>;
  }

  namespace storage {
    interface Area { get(key: string): Promise<Record<string, any>>; set(items: Record<string, unknown>): Promise<void> }
    const local: Area;
    const session: Area;
  }

  namespace alarms {
    const onAlarm: Heard<() => void>;
    function create(name: string, how: { periodInMinutes: number }): Promise<void>;
  }

  namespace action {
    function setBadgeText(how: { text: string; tabId?: number }): Promise<void>;
    function setBadgeBackgroundColor(how: { color: string; tabId?: number }): Promise<void>;
    function setIcon(how: { path: Record<string, string>; tabId?: number }): Promise<void>;
    function setTitle(how: { title: string; tabId?: number }): Promise<void>;
  }

  namespace dom {
    function openOrClosedShadowRoot(el: Element): ShadowRoot | null;
  }
}
