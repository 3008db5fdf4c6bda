import type { NodeAPI } from 'node-red';
import { z } from 'zod';
import { turns } from '../lib/conversation/turns.js';
import { contextReport, withFastPaths } from '../lib/llm/report.js';
import { type ModelLibrary, openModels } from '../lib/models/models.js';
import { siteName } from '../lib/satellites/site-names.js';
import { JarvisError, reasonOf } from '../lib/turn/errors.js';
import type { TraceRecord } from '../lib/turn/trace.js';
import { checkedHome, checkedModel } from './checks.js';
import { choices } from './choices.js';
import type { AdminRequest, AdminResponse } from './memory-admin/types.js';
import { first, roomOf, running } from './running.js';
import { dataFolder, setting } from './settings.js';

type Request = AdminRequest & { params: Record<string, string> };

const MAX_TURNS = 250;
const siteChange = z.object({ site: z.string().max(64), area: z.string().max(200).nullable() });

/** Running turns and the last 200 that ended, those before a restart too; newest first. */
export async function recentTurns(): Promise<TraceRecord[]> {
  const stored = (await Promise.all([...running.memory].map(({ traces }) => traces.all()))).flat();
  const byId = new Map([...stored, ...turns.traces()].map((record) => [record.id, record]));
  return [...byId.values()].sort((a, b) => b.at - a.at).slice(0, MAX_TURNS);
}

/** The routes behind the editor's own login: traces, speech models, checks of addresses, areas of satellites. */
export function adminRoutes(RED: NodeAPI): void {
  const read = RED.auth.needsPermission('jarvis.read');
  const write = RED.auth.needsPermission('jarvis.write');
  let library: ModelLibrary | undefined;
  const models = () =>
    (library ??= openModels({
      folder: dataFolder(RED),
      source: setting('JARVIS_MODELS_URL', undefined),
      onReady: () => {
        for (const node of running.voice) node.refresh();
      },
    }));

  const route = (method: 'get' | 'post', path: string, answer: (req: Request) => unknown) => {
    RED.httpAdmin[method](`/jarvis/admin/${path}`, method === 'get' ? read : write, (req: unknown, res: unknown) => {
      void Promise.resolve()
        .then(() => {
          // A form on another site can send words to this address, but not as JSON.
          if (method === 'post' && !(req as Request).is('json')) {
            throw new JarvisError('bad-input', 'Send JSON, with the content type application/json.');
          }
          return answer(req as Request);
        })
        .then(
          (value) => (res as AdminResponse).json(value),
          (thrown) => (res as AdminResponse).status(400).json({ ok: false, message: reasonOf(thrown) }),
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
  route('get', 'sites', () =>
    (first('satellites')?.hub.sites() ?? []).map((site) => ({ ...site, name: siteName(site.id, roomOf(site.area)) })),
  );
  route('post', 'sites', (req) => {
    const { site, area } = siteChange.parse(req.body);
    first('satellites')?.hub.setArea(site, area ?? undefined);
    return { ok: true };
  });
  route('post', 'choices', (req) => choices(RED, req.body));
  route('post', 'model/check', (req) => checkedModel(req.body));
  route('post', 'home/check', (req) => checkedHome(req.body));
}
