import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { atHomeAssistant } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';
import { BEFORE, type Changes, REQUESTS } from './requests.js';

interface State {
  entity_id: string;
  state: string;
  attributes: Record<string, unknown>;
}

/** What changes by itself, what a device of the house is made of in that Home Assistant, and the time of a scene. */
const BESIDE =
  /^(?:(?:input_\w+|conversation|sun|sensor|weather|geo_location|image_processing|event|automation|scene)\.|media_player\.(?:kitchen|bedroom|living_room)$)/;
const MOVING = ['media_position', 'media_position_updated_at', 'entity_picture', 'current_temperature'];

async function states(): Promise<Map<string, State>> {
  const answer = await fetch(`${peer('HA_URL')}/api/states`, { headers: { authorization: `Bearer ${homeToken()}` } });
  assert.ok(answer.ok, `states: ${answer.status}`);
  const all = (await answer.json()) as State[];
  return new Map(all.filter((one) => !BESIDE.test(one.entity_id)).map((one) => [one.entity_id, one]));
}

/** The entities that are in another state or have another attribute. */
function changed(from: Map<string, State>, to: Map<string, State>): string[] {
  const told = ({ state, attributes }: State) =>
    JSON.stringify([state, Object.entries(attributes).filter(([name]) => !MOVING.includes(name))]);
  const same = (id: string) => {
    const [one, other] = [from.get(id), to.get(id)];
    return one && other ? told(one) === told(other) : one === other;
  };
  return [...new Set([...from.keys(), ...to.keys()])].filter((id) => !same(id));
}

function isDone(changes: Changes, now: Map<string, State>): boolean {
  return Object.entries(changes).every(([id, wanted]) => {
    const { state, attributes = {} } = now.get(id) ?? {};
    if (typeof wanted === 'string') return state === wanted;
    return Object.entries(wanted).every(([name, value]) => JSON.stringify(attributes[name]) === JSON.stringify(value));
  });
}

describe('requests to the real Home Assistant', () => {
  let runtime: Runtime;
  const pages = new Map<string, Page>();
  before(async () => {
    for (const [service, data] of BEFORE) await atHomeAssistant(service, data);
    // Without a model: what isn't understood here does nothing.
    const house = { JARVIS_HOME_URL: peer('HA_URL'), JARVIS_HOME_TOKEN: homeToken() };
    runtime = await startRuntime({ env: { ...house, JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
  });
  after(async () => {
    for (const page of pages.values()) await page.close();
    await runtime?.stop();
  });

  /** The page in a room, in a language. */
  async function pageIn(area: string, language: string): Promise<Page> {
    const key = `${area} ${language}`;
    const site = `browser-${(pages.size + 1).toString(16).padStart(8, '0')}`;
    const page = pages.get(key) ?? (await openPage(runtime.url, site, area || null, { language }));
    pages.set(key, page);
    return page;
  }

  for (const [index, { language, area, say, changes, answer }] of REQUESTS.entries()) {
    test(`${index + 1}. ${language}, ${area || 'no room'}: ${say}`, async () => {
      const page = await pageIn(area, language);
      const from = await states();
      const shown = page.messages.length;
      await page.type(say);
      const reply = () =>
        page.messages
          .slice(shown)
          .filter(({ type, kind }) => type === 'show' && kind === 'reply')
          .map(({ text }) => text);
      await until(() => reply().length > 0, 'a reply');
      await until(
        async () => isDone(changes, await states()),
        `${JSON.stringify(changes)} after "${reply().join(' ')}"`,
      );
      assert.deepEqual(changed(from, await states()).sort(), Object.keys(changes).sort(), reply().join(' '));
      if (answer) assert.match(reply().join(' '), answer);
    });
  }
});
