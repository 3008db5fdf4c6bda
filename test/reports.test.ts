import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type HouseServer, type ServedEntity, startHouseServer } from './house-server.js';
import { packageRoot } from './package-root.js';
import { answerTo, openPage } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { until } from './until.js';

/** A report of somebody's, in a house with its entities, as it is played through the shipped flow. */
interface Report {
  id: string;
  /** Where it was reported. */
  source: string;
  areas: Record<string, string>;
  entities: Record<string, ServedEntity>;
  /** Area of the page. */
  area: string | null;
  language: string;
  said: Said[];
}

interface Said {
  text: string;
  /** Services that are called, with what they are given: `light.turn_on light.k {"brightness_pct":30}`. */
  calls?: string[];
  /** What is answered. */
  answer: string;
}

const MINUTE = 60_000;
const folder = path.join(packageRoot(), 'test/reports');
const reports = readdirSync(folder).flatMap(
  (file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Report[],
);

describe('what was reported of others', () => {
  let house: HouseServer;
  let runtime: Runtime;
  before(async () => {
    house = await startHouseServer({});
    house.recognises = () => false;
    runtime = await startRuntime({
      env: {
        JARVIS_HOME_URL: house.url,
        JARVIS_HOME_TOKEN: 'good',
        // Nothing answers there: no model.
        JARVIS_MODEL_URL: 'http://127.0.0.1:9',
      },
    });
    await runtime.warm();
  });
  after(async () => {
    await runtime?.stop();
    await house?.close();
  });

  for (const [at, { id, areas, entities, area, language, said }] of reports.entries()) {
    test(id, async () => {
      house.become(entities, areas);
      const site = `browser-${String(at).padStart(8, '0')}`;
      const page = await openPage(runtime.url, site, area, { language });
      const [first = '', { state = '' } = {}] = Object.entries(entities)[0] ?? [];
      await until(
        async () => {
          // The next try to connect comes later and later.
          await runtime.jump(MINUTE);
          return (await runtime.status())['home']?.state === 'connected';
        },
        () => `${id}: the house isn't connected`,
      );
      await page.sees(first, state);
      try {
        for (const { text, calls = [], answer } of said) {
          const from = house.calls.length;
          const told = await answerTo(page, text);
          const done = house.calls.slice(from).map((call, n) => {
            const data = JSON.stringify(house.data[from + n]);
            return data === '{}' ? call : `${call} ${data}`;
          });
          assert.deepEqual(done, calls, `${text}: ${told.text}`);
          assert.match(String(told.text).replace(/[\u00a0\u202f]/g, ' '), new RegExp(`^(?:${answer})$`, 'iu'), text);
        }
      } finally {
        await page.close();
      }
    });
  }
});
