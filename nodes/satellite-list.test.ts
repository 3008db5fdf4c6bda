import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { afterEach, describe, test } from 'node:test';
import type { NodeAPI } from 'node-red';
import { wavOf } from '../lib/audio/wav.js';
import { turns } from '../lib/conversation/turns.js';
import type { SatelliteList, SiteReport } from '../lib/satellites/list-types.js';
import { tone } from '../lib/satellites/room.test.helper.js';
import { newTurn } from '../lib/turn/turn.js';
import { bench, configs, must, satellite, satellitesNode, unload, until } from './node.test.helper.js';
import { satelliteRoutes } from './satellite-list.js';

type Handle = (req: object, res: object) => void;

/** The routes as Node-RED has them, each with the permission that it needs. */
function routes() {
  const opened = new Map<string, { permission: string; handle: Handle }>();
  const add = (method: string) => (path: string, permission: string, handle: Handle) =>
    opened.set(`${method} ${path}`, { permission, handle });
  const httpAdmin = { get: add('get'), post: add('post') };
  satelliteRoutes({ auth: { needsPermission: (name: string) => name }, httpAdmin } as unknown as NodeAPI);
  const ask = (route: string, id: string, body?: object, gone?: AbortSignal) =>
    new Promise<{ status: number; answer: unknown }>((resolve) => {
      let status = 200;
      const response = Object.assign(new EventEmitter(), {
        headersSent: false,
        setHeader: () => {},
        status: (code: number) => {
          status = code;
          return response;
        },
        json: (answer: unknown) => resolve({ status, answer }),
      });
      gone?.addEventListener('abort', () => response.emit('close'));
      must(opened.get(route)).handle({ params: { id }, body, is: () => body && 'json' }, response);
    });
  const list = async () => (await ask(LIST, 'the-house')).answer as SatelliteList;
  const kitchen = async () => (await list()).sites.find(({ id }) => id === 'kitchen');
  return {
    ask,
    kitchen,
    permissions: Object.fromEntries([...opened].map(([route, { permission }]) => [route, permission])),
  };
}

const LIST = 'get /jarvis/admin/satellites/:id';
const TEST = 'post /jarvis/admin/satellites/:id/test';
const FRAME = 'hermes/audioServer/kitchen/audioFrame';

describe('the list of satellites and their test', () => {
  afterEach(unload);

  test('reading and testing need their own permissions', () => {
    assert.deepEqual(routes().permissions, { [LIST]: 'jarvis.read', [TEST]: 'jarvis.write' });
  });

  test('what is not deployed is said to be', async () => {
    const { status, answer } = await routes().ask(LIST, 'nobody');
    assert.deepEqual([status, /Deploy them first/.test(JSON.stringify(answer))], [404, true]);
  });

  test('shows room, level, what was heard and why nothing came of it', async () => {
    const house = await satellitesNode({ areas: '{"kitchen":"kitchen"}' });
    await configs([house, { id: 'demo-house', type: 'jarvis-home', kind: 'demo' }]);
    const { kitchen } = routes();
    assert.deepEqual([(await kitchen())?.health, (await kitchen())?.area], ['waiting', 'Kitchen']);
    const client = await satellite(house.port);
    const level = async () => {
      await client.say(FRAME, wavOf({ samples: tone(0.1, 0.1), rate: 16_000 }));
      return (await kitchen())?.level;
    };
    assert.equal(await until(level, 'the level'), -23);
    const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'en' });
    turns.begin(turn);
    turns.show(turn, 'heard', 'so I said to him');
    const judgement = { directed: false, query: '', stop: false, confidence: 1, reasoning: '', by: 'rule' } as const;
    turns.get(turn.id)?.trace.decided({ judgement });
    turns.end(turn.id);
    const { health, heard, dropped } = (await kitchen()) as SiteReport;
    assert.deepEqual([health, heard?.text, dropped?.why], ['connected', 'so I said to him', 'not-addressed']);
  });

  test('a test plays a chime and what the room hears, and wakes nobody', async () => {
    const house = await satellitesNode();
    const flow = await bench({ type: 'jarvis-satellite-in', outputs: 2, satellites: 'the-house' }, [house]);
    const client = await satellite(house.port);
    const { ask, kitchen } = routes();
    const voice = tone(0.1, 0.5);
    const speak = () => client.say(FRAME, wavOf({ samples: voice, rate: 16_000 }));
    await speak();
    await until(kitchen, 'the satellite');
    await until(() => must(flow.out[0]).length > 0, 'its sound');
    const before = [must(flow.out[0]).length, turns.traces().length];
    const asked = ask(TEST, 'the-house', { site: 'kitchen' });
    await client.played('kitchen', (await client.hearsSound('kitchen')).id);
    await client.hears('hermes/dialogueManager/sessionStarted');
    await client.say('hermes/hotword/default/detected', { siteId: 'kitchen', modelId: 'jarvis' });
    for (let half = 0; half < 6; half++) await speak();
    const echo = await client.hearsSound('kitchen', 2);
    assert.equal(echo.wav.samples.length, 96_000);
    assert.match(JSON.stringify((await ask(TEST, 'the-house', { site: 'kitchen' })).answer), /runs already/);
    await client.played('kitchen', echo.id);
    assert.deepEqual((await asked).answer, { verdict: 'good', level: -23 });
    assert.deepEqual([must(flow.out[0]).length, turns.traces().length], before);
  });

  test('a test that nobody waits for any more ends, and one of nonsense is refused', async () => {
    const house = await satellitesNode();
    await configs([house]);
    const client = await satellite(house.port);
    const { ask, kitchen } = routes();
    await client.say(FRAME, wavOf({ samples: tone(0.1, 0.1), rate: 16_000 }));
    await until(kitchen, 'the satellite');
    const gone = new AbortController();
    const asked = ask(TEST, 'the-house', { site: 'kitchen' }, gone.signal);
    await client.hearsSound('kitchen');
    gone.abort();
    assert.match(JSON.stringify((await asked).answer), /was stopped/);
    for (const body of [{ site: 'nobody' }, { site: 5 }, {}]) {
      const { status } = await ask(TEST, 'the-house', body);
      assert.equal(status, 400);
    }
  });
});
