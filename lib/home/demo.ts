import { readFileSync } from 'node:fs';
import { clock } from '../turn/clock.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';
import { askedAbout, canMute, commandFor, isQuestion, refusal, targetsOf } from './actions.js';
import { colourOf } from './colours.js';
import { demoContents } from './demo-contents.js';
import { DEMO_HOUSE, DEMO_SCENES } from './demo-house.js';
import { listeners } from './listeners.js';
import { isSetting, settingDone } from './settings.js';
import { type Command, type Entity, type Home, type House, houseSchema } from './types.js';

/**
 * A house without devices: everything does at once what it is told.
 * @param options.file a house as JSON (`houseSchema`) instead of the built-in one.
 * @throws JarvisError not-configured when the file can't be read or isn't a house.
 */
export function openDemoHome(options: { file?: string } = {}): Home {
  let house = options.file === undefined ? DEMO_HOUSE : readHouse(options.file);
  const changes = listeners<Entity[]>();
  /** What lights looked like when they were last on: they come back that way. */
  const lastOn = new Map<string, Record<string, unknown>>();

  function change(changed: ReadonlyMap<string, Entity>): void {
    house = { areas: house.areas, entities: house.entities.map((entity) => changed.get(entity.id) ?? entity) };
    changes.tell([...changed.values()]);
  }

  function carryOut(command: Command): { done: string[]; failed: { id: string; reason: string }[] } {
    const done: string[] = [];
    const failed: { id: string; reason: string }[] = [];
    const changed = new Map<string, Entity>();
    const then: Command[] = [];
    for (const entity of targetsOf(house, command)) {
      const own = commandFor(entity, command);
      const reason = refusal(entity, own);
      if (reason !== undefined) {
        failed.push({ id: entity.id, reason });
        continue;
      }
      done.push(entity.id);
      if (entity.domain === 'scene') then.push(...(DEMO_SCENES[entity.id] ?? []));
      if (entity.domain === 'light' && entity.state === 'on') lastOn.set(entity.id, entity.attributes);
      const now = isSetting(own.action) ? settingDone(entity, own) : after(entity, own, lastOn.get(entity.id));
      changed.set(entity.id, { ...entity, ...now });
    }
    if (changed.size > 0) change(changed);
    for (const step of then) {
      const targets = step.targets.filter((id) => house.entities.some((entity) => entity.id === id));
      carryOut({ ...step, targets });
    }
    return { done, failed };
  }

  const plays = (player: string, media_title: string) => {
    const entity = house.entities.find(({ id }) => id === player);
    if (!entity) return;
    const attributes = { ...entity.attributes, media_title };
    change(new Map([[player, { ...entity, state: 'playing', attributes }]]));
  };

  return {
    kind: 'demo',
    status: () => ({ state: 'connected', detail: '' }),
    house: () => house,
    ready: async () => {},
    contents: demoContents(plays),
    async run(command, signal) {
      if (signal.aborted) throw abortError(signal);
      if (isQuestion(command.action)) return { ok: true, done: askedAbout(house, command), failed: [] };
      const { done, failed } = carryOut(command);
      const now = new Map(house.entities.map((entity) => [entity.id, entity]));
      return {
        ok: done.length > 0 && failed.length === 0,
        done: done.flatMap((id) => now.get(id) ?? []),
        failed: failed.flatMap(({ id, reason }) => {
          const entity = now.get(id);
          return entity ? [{ entity, reason }] : [];
        }),
      };
    },
    onChange: (listener) => changes.add(listener),
    onStatus: () => () => undefined,
    onEvent: () => () => undefined,
    async close() {
      changes.clear();
    },
  };
}

/** State and attributes of an entity after a command it can carry out. */
function after(
  entity: Entity,
  { action, value, high }: Command,
  lastOn: Record<string, unknown> | undefined,
): Pick<Entity, 'state' | 'attributes'> {
  const { state, attributes } = entity;
  const number = Number(value);
  switch (action) {
    case 'turn_on':
      if (entity.domain === 'light') return { state: 'on', attributes: { ...attributes, ...lit(entity, lastOn) } };
      if (entity.domain === 'climate') return { state: 'heat', attributes };
      if (entity.domain === 'media_player') return { state: state === 'off' ? 'idle' : state, attributes };
      if (entity.domain === 'scene' || entity.domain === 'script')
        return { state: new Date(clock.now()).toISOString(), attributes };
      return { state: 'on', attributes };
    case 'turn_off':
      if (entity.domain !== 'light') return { state: 'off', attributes };
      return { state: 'off', attributes: without(attributes, ['brightness', 'rgb_color']) };
    case 'set_brightness':
      return {
        state: 'on',
        attributes: { ...attributes, ...lit(entity, lastOn), brightness: Math.max(1, Math.round(number * 2.55)) },
      };
    case 'set_color':
      return {
        state: 'on',
        attributes: { ...attributes, ...lit(entity, lastOn), rgb_color: [...(colourOf(String(value)) ?? [])] },
      };
    case 'set_temperature':
      if (high !== undefined)
        return { state, attributes: { ...attributes, target_temp_low: number, target_temp_high: high } };
      return { state: state === 'off' ? 'heat' : state, attributes: { ...attributes, temperature: number } };
    case 'open':
      return { state: 'open', attributes: { ...attributes, current_position: 100 } };
    case 'close':
      return { state: 'closed', attributes: { ...attributes, current_position: 0 } };
    case 'set_position':
      return { state: 'open', attributes: { ...attributes, current_position: Math.round(number) } };
    case 'lock':
      return { state: 'locked', attributes };
    case 'unlock':
      return { state: 'unlocked', attributes };
    case 'set_volume':
      if (value === 0 && canMute(entity)) return { state, attributes: { ...attributes, is_volume_muted: true } };
      return { state, attributes: value === undefined ? attributes : { ...attributes, volume_level: number / 100 } };
    case 'play':
      return { state: 'playing', attributes };
    case 'pause':
      return { state: 'paused', attributes };
    case 'dock':
      return { state: 'docked', attributes };
    case 'unmute':
      return { state, attributes: { ...attributes, is_volume_muted: false } };
    case 'activate':
      return { state: new Date(clock.now()).toISOString(), attributes };
    default:
      return { state, attributes };
  }
}

/** Brightness and colour of a light that is switched on: as it was last, or full. */
function lit(entity: Entity, lastOn: Record<string, unknown> | undefined): Record<string, unknown> {
  const modes = entity.attributes['supported_color_modes'];
  if (!Array.isArray(modes) || modes.includes('onoff')) return {};
  const { brightness = 255, rgb_color = [255, 214, 170] } = lastOn ?? entity.attributes;
  return modes.includes('rgb') ? { brightness, rgb_color } : { brightness };
}

function without(attributes: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));
}

function readHouse(file: string): House {
  try {
    return houseSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (thrown) {
    throw new JarvisError(
      'not-configured',
      `The house in ${file} can't be used: ${reasonOf(thrown)}. It must be JSON with areas and entities.`,
      { cause: thrown },
    );
  }
}
