import type { ImportResult } from '../../lib/memory/export.js';
import type { Found } from '../../lib/memory/search/search.js';
import type { Entry } from '../../lib/memory/tables/entry-kinds.js';
import type { NodeView, TreeNode } from '../../lib/memory/tables/graph-read.js';
import type { HistoryEntry } from '../../lib/memory/tables/history.js';
import type { TakableRow } from '../../lib/memory/take-back.js';
import type {
  Backups,
  FactPut,
  GraphEdit,
  MaintenanceState,
  Preview,
  Respelled,
  Status,
  TurnDetails,
  TurnRow,
} from '../../nodes/memory-admin/answers.js';
import { readFile, sendFile, type Way } from './sending.js';

export type {
  Backups,
  Entry,
  Found,
  GraphEdit,
  HistoryEntry,
  MaintenanceState,
  NodeView,
  Preview,
  Status,
  TakableRow,
  TreeNode,
  TurnDetails,
  TurnRow,
};

/** What each route gives. */
export interface Answers {
  status: Status;
  search: Found[];
  'search/respelled': Respelled;
  entries: Entry[];
  graph: { nodes: TreeNode[]; more: boolean };
  'graph/node': NodeView;
  history: HistoryEntry[];
  forgotten: TakableRow[];
  turns: TurnRow[];
  turn: TurnDetails;
  maintenance: MaintenanceState;
  backups: Backups;
  'forget/since': Preview;
  'forget/matching': Preview;
}
export interface Done {
  /** When the backup was made; null where a new store was begun. */
  restore: { at: number | null };
  'entries/change': { id: number };
  'entries/forget': { entries: number; rows: number };
  forget: { entries: number; rows: number };
  'graph/edit': { id?: number };
  'facts/put': FactPut;
  'facts/forget': object;
  retention: object;
  rooms: object;
  'maintenance/start': object;
  'maintenance/cancel': object;
  'forgotten/take-back': object;
  'forgotten/erase': object;
  'history/undo': { undone: true } | { undone: false; reason: 'changed-since' };
}

/** Nobody is logged in, somebody who may only look, no answer, no such route, or an answer that isn't the memory's. */
export type ClientCode = 'login' | 'forbidden' | 'offline' | 'not-found' | 'strange';

/** A request failed: on the way, or with the code that the route has given. `problems.ts` has the words. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    message = '',
  ) {
    super(message);
    this.name = 'ApiError';
  }
}

/**
 * The address of Node-RED's editor: `?admin=/red/`, where the page was opened from a form; else the folder above the page.
 * Anything that isn't a path of this server is passed over.
 */
export function adminRoot(page: string): URL {
  const here = new URL(page);
  const given = here.searchParams.get('admin') ?? '';
  const root = new URL('../', here);
  root.search = root.hash = '';
  if (!/^\/(?![/\\])/.test(given)) return root;
  const asked = new URL(given, here);
  if (asked.origin !== here.origin) return root;
  asked.search = asked.hash = '';
  if (!asked.pathname.endsWith('/')) asked.pathname += '/';
  return asked;
}

/** Where the editor at that address keeps its login. */
export function tokenKey(root: URL): string {
  return `auth-tokens${root.pathname.slice(0, -1).replace(/\//g, '-')}`;
}

/** The login of the editor at that address, where this browser has one. */
export function tokenOf(root: URL): string | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(tokenKey(root)) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('access_token' in kept)) return undefined;
    return typeof kept.access_token === 'string' ? kept.access_token : undefined;
  } catch {
    // Storage is switched off, or holds something else: as if nobody had logged in.
    return undefined;
  }
}

/** What comes instead of an answer: nothing, only a part of it, or a page where JSON was to come. */
function brokenOff(thrown: unknown): never {
  throw thrown instanceof SyntaxError ? new ApiError('strange', thrown.message) : new ApiError('offline');
}

export type Params = Record<string, string | number | undefined>;

/** What a request sends. */
interface Sent {
  method?: string;
  body?: string | Blob;
  type?: string;
  /** Of a file that is sent or comes. */
  way?: Way;
}

/** Asks Node-RED's admin routes, with the editor's login. */
export class Client {
  constructor(
    readonly root: URL,
    /** Id of the memory's config node; the first one without. */
    readonly store = '',
  ) {}

  /** @throws ApiError */
  get<K extends keyof Answers>(route: K, params: Params = {}): Promise<Answers[K]> {
    return this.#json(route, params);
  }

  /** @throws ApiError */
  async post<K extends keyof Done>(route: K, body: object): Promise<Done[K]> {
    return this.#json(route, {}, { method: 'POST', body: JSON.stringify(body), type: 'application/json' });
  }

  /** Sends an exported file. @throws ApiError */
  upload(file: Blob, type: string, way: Way): Promise<ImportResult> {
    return this.#json('import', {}, { method: 'POST', body: file, type, way });
  }

  /** The whole memory as a file. @throws ApiError */
  async download(way: Way): Promise<{ name: string; content: Blob }> {
    const answer = await this.#fetch('export', {}, { way });
    const name = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
    return { name: name ?? 'jarvis-memory.jsonl', content: await readFile(answer, way).catch(brokenOff) };
  }

  async #fetch(route: string, params: Params = {}, { method = 'GET', body, type, way }: Sent = {}): Promise<Response> {
    const url = new URL(`jarvis/admin/memory/${route}`, this.root);
    for (const [name, value] of Object.entries({ ...params, store: this.store || undefined })) {
      if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
    }
    const token = tokenOf(this.root);
    const headers = { ...(type && { 'Content-Type': type }), ...(token && { Authorization: `Bearer ${token}` }) };
    const asked =
      body instanceof Blob && way
        ? sendFile(url, headers, body, way)
        : fetch(url, { method, headers, ...(body !== undefined && { body }), ...(way && { signal: way.signal }) });
    const answer = await asked.catch(brokenOff);
    if (answer.ok) return answer;
    // A server in front of Node-RED may say 403.
    if (answer.status === 401 || answer.status === 403)
      throw new ApiError((await this.#mayRead(method)) ? 'forbidden' : 'login');
    if (answer.status === 404) throw new ApiError('not-found');
    const said: unknown = await answer.json().catch(() => null);
    if (typeof said === 'object' && said !== null && 'code' in said && 'message' in said) {
      throw new ApiError(String(said.code), String(said.message));
    }
    // A server in front of Node-RED says that it doesn't answer.
    const code = answer.status >= 502 && answer.status <= 504 ? 'offline' : 'strange';
    throw new ApiError(code, `${answer.status} ${answer.statusText}`.trim());
  }

  async #json<T>(route: string, params: Params, sent?: Sent): Promise<T> {
    const answer = await this.#fetch(route, params, sent);
    // Our own server's answer, of the shape that its route's type says.
    return (await answer.json().catch(brokenOff)) as T;
  }

  /** Whether a change was refused to somebody who may look. */
  async #mayRead(method: string): Promise<boolean> {
    if (method === 'GET') return false;
    return await this.get('status').then(
      () => true,
      () => false,
    );
  }
}
