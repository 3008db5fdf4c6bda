import { randomUUID } from 'node:crypto';
import type { NodeAPI } from 'node-red';
import { turns } from '../lib/conversation/turns.js';
import { withFastPaths } from '../lib/llm/report.js';
import { clock, type Timer } from '../lib/turn/clock.js';
import { withoutWords } from '../lib/turn/trace.js';
import type { ShownDetails, ShownTrace, TraceChanges } from '../lib/turn/trace-types.js';
import { recentTurns } from './admin.js';
import type { AdminRequest, AdminResponse } from './memory-admin/types.js';
import { running } from './running.js';

const MAX_SHOWN = 50;
/** Requests that wait for something new; a further one is answered at once. */
const MAX_WAITING = 20;
/** How long a request waits, and how much of a burst one answer gathers. */
const WAIT_MS = 25_000;
const GATHER_MS = 80;

/** Revisions of another run of Node-RED mean nothing here. */
const RUN = randomUUID().slice(0, 8);

/** Where the time of the last turns went, while they run: for the editor's sidebar and the page's drawer. */
export function traceRoutes(RED: NodeAPI): void {
  const read = RED.auth.needsPermission('jarvis.read');
  let waiting = 0;

  RED.httpAdmin.get('/jarvis/admin/trace', read, (req: unknown, res: unknown) => {
    const { query } = req as AdminRequest;
    const response = res as AdminResponse;
    const since = sinceOf(query['since']);
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = async () => {
      if (since !== undefined && waiting < MAX_WAITING) {
        waiting++;
        await somethingNew(since, gone.signal).finally(() => waiting--);
      }
      if (!gone.signal.aborted) give(response, await changes(since));
    };
    answer().catch((thrown) => RED.log.error(`[jarvis] ${thrown}`));
  });

  RED.httpAdmin.get('/jarvis/admin/trace/:id', read, (req: unknown, res: unknown) => {
    const { id = '' } = (req as AdminRequest & { params: Record<string, string> }).params;
    details(id).then(
      (found) => give(res as AdminResponse, found),
      (thrown) => RED.log.error(`[jarvis] ${thrown}`),
    );
  });
}

function give(response: AdminResponse, value: TraceChanges | ShownDetails): void {
  response.setHeader('Cache-Control', 'no-store');
  response.json(value);
}

/** The revision in a cursor; undefined where it is of no use. */
function sinceOf(cursor: unknown): number | undefined {
  const [run, revision] = String(cursor ?? '').split('-');
  return run === RUN && /^\d{1,15}$/.test(revision ?? '') ? Number(revision) : undefined;
}

/** Resolves when there is something newer, when it has been long enough, or when nobody waits any more. */
function somethingNew(since: number, gone: AbortSignal): Promise<void> {
  const known = turns.changes(since);
  if (known.whole || known.traces.length > 0 || gone.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const limit = clock.after(WAIT_MS, done);
    let gathering: Timer | undefined;
    const onTrace = () => {
      gathering ??= clock.after(GATHER_MS, done);
    };
    function done() {
      limit.cancel();
      gathering?.cancel();
      turns.off('trace', onTrace);
      gone.removeEventListener('abort', done);
      resolve();
    }
    turns.on('trace', onTrace);
    gone.addEventListener('abort', done);
  });
}

async function changes(since: number | undefined): Promise<TraceChanges> {
  const { revision, whole, traces } = turns.changes(since ?? -1);
  const all = whole || since === undefined;
  const known = new Set(traces.map(({ id }) => id));
  const before = all ? (await recentTurns()).filter(({ id }) => !known.has(id)) : [];
  const newest = [...traces, ...before].sort((a, b) => b.at - a.at).slice(0, MAX_SHOWN);
  const shown = await Promise.all(newest.map(async (trace) => withFastPaths(await withItsWords(trace))));
  return { cursor: `${RUN}-${revision}`, whole: all, traces: shown };
}

async function details(id: string): Promise<ShownDetails> {
  const site = turns.get(id)?.site;
  if (site !== undefined && !(await keepsWords(site))) return null;
  return turns.details(id) ?? null;
}

/** Of a room that isn't remembered nothing is shown either, not even before its turn has been told so. */
async function withItsWords(trace: ShownTrace): Promise<ShownTrace> {
  if (!trace.running || (await keepsWords(trace.site))) return trace;
  return { ...withoutWords(trace), running: trace.running };
}

/** Whether what is said in a room may be shown. */
export async function keepsWords(site: string): Promise<boolean> {
  const kept = [...running.memory].map(({ memory }) => memory.privacy.remembers(site, clock.now()).catch(() => true));
  return (await Promise.all(kept)).every((keeps) => keeps);
}
