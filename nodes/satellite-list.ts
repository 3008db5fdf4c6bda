import type { NodeAPI } from 'node-red';
import { z } from 'zod';
import type { SatelliteList, SiteReport } from '../lib/satellites/list-types.js';
import { testMicrophone } from '../lib/satellites/microphone-test.js';
import { isAbort, JarvisError, reasonOf } from '../lib/turn/errors.js';
import { adminRoute, jsonOf } from './admin-route.js';
import type { AdminRequest } from './memory-admin/types.js';
import { roomOf, running } from './running.js';
import { keepsWords } from './trace-admin.js';

const testSchema = z.object({ site: z.string().max(64) });

/** What the satellites of a config node do, and a test of each. */
export function satelliteRoutes(RED: NodeAPI): void {
  const open = adminRoute(RED, (res, thrown) =>
    res.status(thrown instanceof NotDeployed ? 404 : 400).json({
      ok: false,
      message: isAbort(thrown) ? 'The test was stopped.' : reasonOf(thrown),
    }),
  );
  open('get', 'satellites/:id', async (req, res) => {
    const { hub, overview } = deployed(req);
    const sites = await Promise.all(overview.read().map(shown));
    res.setHeader('Cache-Control', 'no-store');
    res.json({ broker: hub.status(), sites } satisfies SatelliteList);
  });
  open('post', 'satellites/:id/test', async (req, res) => {
    const { site } = testSchema.parse(jsonOf(req));
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    res.json(await testMicrophone(deployed(req).hub, site, { signal: gone.signal }));
  });
}

class NotDeployed extends JarvisError {}

function deployed({ params }: AdminRequest) {
  for (const node of running.satellites) if (node.id === params?.['id']) return node;
  throw new NotDeployed('not-configured', 'These satellites are not deployed yet. Deploy them first.');
}

/** Of a room that isn't remembered no words are shown. */
async function shown(site: SiteReport): Promise<SiteReport> {
  const area = roomOf(site.area);
  if (!site.heard || (await keepsWords(site.id))) return { ...site, area };
  const { heard: _, ...wordless } = site;
  return { ...wordless, area };
}
