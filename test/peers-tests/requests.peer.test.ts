import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { askAllOfHomeAssistant, askHomeAssistant, atHomeAssistant } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';
import { BEFORE, type Changes, REQUESTS } from './requests.js';

interface State {
  entity_id: string;
  state: string;
  attributes: Record<string, unknown>;
}

/** What changes by itself, what a device of the house is made of in that Home Assistant, and the time of a scene. */
const BESIDE =
  /^(?:(?:input_(?:number|select|text)|input_boolean(?!\.guest_mode)|conversation|sun|sensor|weather|geo_location|image_processing|event|automation|scene|camera)\.|media_player\.(?:kitchen|bedroom|living_room)$)/;
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

/** Empties the shopping list and the calendar, whatever a run before has left in them. */
async function forgetContents(): Promise<void> {
  const list = { entity_id: 'todo.shopping_list' };
  type Items = { response: Record<string, { items: { uid: string }[] }> };
  const call = { type: 'call_service', domain: 'todo', service: 'get_items', return_response: true };
  const { response } = await askHomeAssistant<Items>({ ...call, target: list });
  const items = Object.values(response).flatMap((one) => one.items.map(({ uid }) => uid));
  if (items.length > 0) await atHomeAssistant('todo/remove_item', { ...list, item: items });

  const calendar = 'calendar.family';
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const url = `${peer('HA_URL')}/api/calendars/${calendar}?start=${day(-7)}&end=${day(60)}`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${homeToken()}` } });
  const events = (await answer.json()) as { uid: string }[];
  await askAllOfHomeAssistant(events.map(({ uid }) => ({ type: 'calendar/event/delete', entity_id: calendar, uid })));
}

describe('requests to the real Home Assistant', () => {
  let runtime: Runtime;
  const pages = new Map<string, Page>();
  before(async () => {
    for (const [service, data] of BEFORE) await atHomeAssistant(service, data);
    await forgetContents();
    // Without a model: what isn't understood here does nothing.
    const house = { JARVIS_HOME_URL: peer('HA_URL'), JARVIS_HOME_TOKEN: homeToken() };
    runtime = await startRuntime({
      env: { ...house, JARVIS_MODEL_URL: 'http://127.0.0.1:9' },
      // Music that is lowered while a room speaks has a test of its own.
      change: (flow) => flow.map((node) => (node.type === 'jarvis-satellites' ? { ...node, ducking: false } : node)),
    });
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
      const parts = () => page.messages.slice(shown).filter(({ type, kind }) => type === 'show' && kind === 'reply');
      // The rest of a reply would be taken for one to the next request.
      await until(() => parts().some(({ last }) => last === true), 'a reply to its end');
      const reply = parts()
        .map(({ text }) => text)
        .join(' ');
      await until(async () => isDone(changes, await states()), `${JSON.stringify(changes)} after "${reply}"`);
      assert.deepEqual(changed(from, await states()).sort(), Object.keys(changes).sort(), reply);
      if (answer) assert.match(reply, answer);
    });
  }
});
