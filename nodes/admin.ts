import type { NodeAPI } from 'node-red';
import { z } from 'zod';
import { checkHome } from '../lib/home/open.js';
import { contextReport, withFastPaths } from '../lib/llm/report.js';
import { type ModelLibrary, openModels } from '../lib/models/models.js';
import { reasonOf } from '../lib/turn/errors.js';
import { turns } from '../lib/turn/live.js';
import type { TraceRecord } from '../lib/turn/trace.js';
import { within } from '../lib/turn/wait.js';
import { openProvider } from './jarvis-model/jarvis-model.js';
import { first, running } from './running.js';
import { dataFolder, setting } from './settings.js';

interface Request {
  body: unknown;
  params: Record<string, string>;
}
interface Response {
  status(code: number): Response;
  json(value: unknown): void;
}

const CHECK_MS = 10_000;
const MOST_TURNS = 250;
const modelCheck = z.object({
  id: z.string().optional(),
  provider: z.string().max(20),
  url: z.string().max(2000),
  key: z.string().max(5000).optional(),
});
const homeCheck = z.object({
  id: z.string().optional(),
  url: z.string().max(2000),
  token: z.string().max(5000).optional(),
});
const siteChange = z.object({ site: z.string().max(64), area: z.string().max(200).nullable() });
/** What a password field holds when it wasn't changed. */
const UNCHANGED = /^(__PWRD__)?$/;

/** Running turns and the last 200 that ended, those before a restart too; newest first. */
export async function recentTurns(): Promise<TraceRecord[]> {
  const stored = (await Promise.all([...running.memory].map(({ traces }) => traces.all()))).flat();
  const byId = new Map([...stored, ...turns.traces()].map((record) => [record.id, record]));
  return [...byId.values()].sort((a, b) => b.at - a.at).slice(0, MOST_TURNS);
}

/** The routes behind the editor's own login: traces, speech models, checks of addresses, areas of satellites. */
export function adminRoutes(RED: NodeAPI): void {
  const read = RED.auth.needsPermission('jarvis.read');
  const write = RED.auth.needsPermission('jarvis.write');
  let library: ModelLibrary | undefined;
  const models = () =>
    (library ??= openModels({ folder: dataFolder(RED), source: setting('JARVIS_MODELS_URL', undefined) }));

  const route = (method: 'get' | 'post', path: string, answer: (req: Request) => unknown) => {
    RED.httpAdmin[method](`/jarvis/admin/${path}`, method === 'get' ? read : write, (req: unknown, res: unknown) => {
      void Promise.resolve()
        .then(() => answer(req as Request))
        .then(
          (value) => (res as Response).json(value),
          (thrown) => (res as Response).status(400).json({ ok: false, message: reasonOf(thrown) }),
        );
    });
  };

  route('get', 'turns', async () => (await recentTurns()).map(withFastPaths));
  route('get', 'contexts', async () => contextReport(await recentTurns()));
  route('get', 'models', () => models().list());
  route('post', 'models/:name', async (req) => {
    const { name = '' } = req.params;
    models().start(name);
    return { ok: true };
  });
  route('get', 'status', () => ({ satellites: first('satellites')?.hub.status(), home: first('home')?.home.status() }));
  route('get', 'sites', () => first('satellites')?.hub.sites() ?? []);
  route('post', 'sites', (req) => {
    const { site, area } = siteChange.parse(req.body);
    first('satellites')?.hub.setArea(site, area ?? undefined);
    return { ok: true };
  });
  route('post', 'model/check', async (req) => {
    const { id, provider, url, key = '' } = modelCheck.parse(req.body);
    const saved = [...running.model].find((node) => node.id === id)?.credentials?.key ?? '';
    const server = openProvider({ provider, url, key: UNCHANGED.test(key) ? saved : key, keepAlive: '30m' });
    try {
      const names = await within({ ms: CHECK_MS, what: `The model server at ${url}` }, (signal) =>
        server.models(signal),
      );
      return { ok: true, models: names, message: '' };
    } finally {
      server.close();
    }
  });
  route('post', 'home/check', async (req) => {
    const { id, url, token = '' } = homeCheck.parse(req.body);
    const saved = [...running.home].find((node) => node.id === id)?.credentials?.token ?? '';
    return checkHome(
      setting('JARVIS_HOME_URL', url),
      setting('JARVIS_HOME_TOKEN', UNCHANGED.test(token) ? saved : token),
    );
  });
}
