import type { NodeAPI } from 'node-red';
import { z } from 'zod';
import { turns } from '../lib/conversation/turns.js';
import { contextReport, withFastPaths } from '../lib/llm/report.js';
import { type ModelLibrary, openModels } from '../lib/models/models.js';
import { type FoundSatellite, findSatellites } from '../lib/satellites/mdns/find.js';
import { siteName } from '../lib/satellites/site-names.js';
import { reasonOf } from '../lib/turn/errors.js';
import type { TraceRecord } from '../lib/turn/trace.js';
import { adminRoute, jsonOf } from './admin-route.js';
import { checkedHome, checkedModel } from './checks.js';
import { choices } from './choices.js';
import { houseChoices, NoHouse } from './house-choices.js';
import type { AdminRequest } from './memory-admin/types.js';
import { first, roomOf, running } from './running.js';
import { sentenceConflicts } from './sentence-conflicts.js';
import { dataFolder, setting } from './settings.js';
import { speakerRoutes } from './speaker-routes.js';
import { tryTool } from './tool-trial.js';

const MAX_TURNS = 250;
const siteChange = z.object({ site: z.string().max(64), area: z.string().max(200).nullable() });

/** Opens a route that answers with JSON. */
export type Answering = (
  method: 'get' | 'post',
  path: string,
  answer: (body: unknown, req: AdminRequest) => unknown,
) => void;

/** Running turns and the last 200 that ended, those before a restart too; newest first. */
export async function recentTurns(): Promise<TraceRecord[]> {
  const stored = (await Promise.all([...running.memory].map(({ traces }) => traces.all()))).flat();
  const byId = new Map([...stored, ...turns.traces()].map((record) => [record.id, record]));
  return [...byId.values()].sort((a, b) => b.at - a.at).slice(0, MAX_TURNS);
}

/** The routes behind the editor's own login: traces, speech models, checks of addresses, areas of satellites. */
export function adminRoutes(RED: NodeAPI): void {
  let library: ModelLibrary | undefined;
  const models = () =>
    (library ??= openModels({
      folder: dataFolder(RED),
      source: setting('JARVIS_MODELS_URL', undefined),
      onReady: () => {
        for (const node of running.voice) node.refresh();
      },
    }));

  const open = adminRoute(RED, (res, thrown) =>
    res.status(thrown instanceof NoHouse ? 404 : 400).json({ ok: false, message: reasonOf(thrown) }),
  );
  const route: Answering = (method, path, answer) =>
    open(method, path, async (req, res) => res.json(await answer(method === 'post' ? jsonOf(req) : undefined, req)));

  route('get', 'turns', async () => (await recentTurns()).map(withFastPaths));
  route('get', 'contexts', async () => contextReport(await recentTurns()));
  route('get', 'models', () => models().list());
  route('post', 'models/:name', async (_, { params }) => {
    models().start(params?.['name'] ?? '');
    return { ok: true };
  });
  route('get', 'status', () => ({ satellites: first('satellites')?.hub.status(), home: first('home')?.home.status() }));
  route('get', 'sites', () =>
    (first('satellites')?.hub.sites() ?? []).map((site) => ({ ...site, name: siteName(site.id, roomOf(site.area)) })),
  );
  route('post', 'sites', (body) => {
    const { site, area } = siteChange.parse(body);
    first('satellites')?.hub.setArea(site, area ?? undefined);
    return { ok: true };
  });
  let search: Promise<FoundSatellite[]> | undefined;
  route('get', 'satellites/found', () => {
    // One search at a time, whoever asks.
    search ??= findSatellites().finally(() => {
      search = undefined;
    });
    return search;
  });
  route('get', 'house', () => houseChoices());
  route('get', 'house/:id', (_, { params }) => houseChoices(params?.['id']));
  route('post', 'choices', (body) => choices(RED, body));
  speakerRoutes(route);
  route('post', 'sentences', sentenceConflicts);
  route('post', 'tool/try', tryTool);
  route('post', 'model/check', checkedModel);
  route('post', 'home/check', checkedHome);
}
