import { clock } from '../turn/clock.js';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { abortError } from '../turn/wait.js';
import { askedAbout, canMute, commandFor, isQuestion, refusal, targetsOf } from './actions.js';
import { actService, type Served } from './acts.js';
import { colourName, colourOf, kelvinOf } from './colours.js';
import type { Session } from './ha-link.js';
import { reached, stillIs } from './read-back.js';
import { settingService } from './settings.js';
import type { Command, CommandResult, Entity, House } from './types.js';

/** How long a device may take to get there; locks have motors. */
const READ_BACK_MS = 3_000;
const LOCK_MS = 8_000;
/** Most characters of Home Assistant's own words in an answer. */
const MAX_REASON = 200;

interface Service extends Served {
  domain: string;
}

/** The house as it is, and word of every change. */
export interface Watched {
  house(): House;
  onChange(listener: () => void): () => void;
}

/** A command given for one entity as it was before, and why it was refused. */
interface Given {
  before: Entity;
  command: Command;
  refused?: string | undefined;
}

/** With the service that does it. */
interface Step extends Given {
  service: Service;
}

/**
 * Calls the services a command needs and waits until the entities are as they should be. Home Assistant reports success
 * for unknown entities and invalid modes too, so only what is read back counts.
 * @throws JarvisError home-unreachable, home-refused (no such device, wrong value); AbortError.
 */
export async function runCommand(
  watched: Watched,
  session: Session,
  command: Command,
  signal: AbortSignal,
): Promise<CommandResult> {
  const house = watched.house();
  if (isQuestion(command.action)) return { ok: true, done: askedAbout(house, command), failed: [] };
  const failed: CommandResult['failed'] = [];
  const steps: Step[] = [];
  for (const entity of targetsOf(house, command)) {
    const own = commandFor(entity, command);
    const reason = refusal(entity, own);
    if (reason !== undefined) failed.push({ entity, reason });
    else steps.push({ before: entity, command: own, service: serviceFor(entity, own) });
  }
  await Promise.all(grouped(steps).map((group) => callService(session, group, signal)));
  const read = await outcome(watched, steps, session, signal);
  failed.push(...read.failed);
  return { ok: read.done.length > 0 && failed.length === 0, done: read.done, failed };
}

/** Waits until every command that was given is done or its time is over, and tells what was and what wasn't. */
export async function outcome(
  watched: Watched,
  given: readonly Given[],
  session: Session,
  signal: AbortSignal,
): Promise<Pick<CommandResult, 'done' | 'failed'>> {
  await settled(watched, given, session, signal);
  const now = new Map(watched.house().entities.map((entity) => [entity.id, entity]));
  const done: Entity[] = [];
  const failed: CommandResult['failed'] = [];
  for (const { before, command: own, refused } of given) {
    const entity = now.get(before.id) ?? before;
    // where nothing can be seen, Home Assistant's word counts
    if (reached(entity, before, own) ?? refused === undefined) done.push(entity);
    else failed.push({ entity, reason: refused ?? `it did not react: ${stillIs(entity, own)}` });
  }
  return { done, failed };
}

/** Steps that one call can do together. */
function grouped(steps: readonly Step[]): Step[][] {
  const groups = new Map<string, Step[]>();
  for (const step of steps) {
    const key = JSON.stringify(step.service);
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  return [...groups.values()];
}

/** Calls the service of a group; what Home Assistant refuses is noted on each step, as some may have been done anyway. */
async function callService(session: Session, group: Step[], signal: AbortSignal): Promise<void> {
  const { domain, service, data, led } = group[0]?.service ?? { domain: '', service: '', data: {} };
  const ids = group.map(({ before }) => before.id);
  try {
    await session.ask(
      {
        type: 'call_service',
        domain,
        service,
        service_data: led ? { ...data, [led.as]: ids } : data,
        target: { entity_id: led ? [led.by] : ids },
      },
      signal,
    );
  } catch (thrown) {
    if (!(thrown instanceof JarvisError) || thrown.code === 'home-unreachable') throw thrown;
    const cause = thrown.cause;
    const said = typeof cause === 'object' && cause !== null && 'message' in cause ? cause.message : reasonOf(thrown);
    for (const step of group)
      step.refused = /\bcode\b|_code/.test(String(said)) ? 'it wants a code' : shorten(String(said), MAX_REASON);
  }
}

function settled(watched: Watched, steps: readonly Given[], session: Session, signal: AbortSignal): Promise<void> {
  const open = () => {
    const now = new Map(watched.house().entities.map((entity) => [entity.id, entity]));
    return steps.filter(({ before, command, refused }) => {
      const entity = now.get(before.id);
      return refused === undefined && entity !== undefined && reached(entity, before, command) === false;
    });
  };
  const waiting = open();
  if (waiting.length === 0) return Promise.resolve();
  const motors = waiting.some(({ before }) => before.domain === 'lock');
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      timer.cancel();
      off();
      signal.removeEventListener('abort', onAbort);
      session.signal.removeEventListener('abort', onLost);
      end();
    };
    const onAbort = () => finish(() => reject(abortError(signal)));
    const onLost = () =>
      finish(() =>
        reject(
          new JarvisError(
            'home-unreachable',
            'The connection to Home Assistant was lost before it could be seen whether the command was carried out.',
          ),
        ),
      );
    const timer = clock.limit(motors ? LOCK_MS : READ_BACK_MS, () => finish(resolve));
    const off = watched.onChange(() => {
      if (open().length === 0) finish(resolve);
    });
    signal.addEventListener('abort', onAbort, { once: true });
    session.signal.addEventListener('abort', onLost, { once: true });
    if (signal.aborted) onAbort();
    else if (session.signal.aborted) onLost();
  });
}

function serviceFor(entity: Entity, command: Command): Service {
  const { action, value, by = 0, high } = command;
  const of = (service: string, data: Record<string, unknown> = {}): Service => ({
    // an input_number is a number, too
    domain: entity.id.slice(0, entity.id.indexOf('.')),
    service,
    data,
  });
  const given: Served | undefined = actService(entity, command) ?? settingService(entity, command);
  if (given) return { ...of(given.service), ...given };
  switch (action) {
    case 'set_brightness':
      return of('turn_on', { brightness_pct: value });
    case 'set_color':
      return of('turn_on', colourData(entity, String(value)));
    case 'set_temperature':
      if (high !== undefined) return of('set_temperature', { target_temp_low: value, target_temp_high: high });
      return of('set_temperature', temperatures(entity, Number(value)));
    case 'set_position':
      return of(`set_${entity.domain}_position`, { position: Math.round(Number(value)) });
    case 'set_volume':
      // so that the volume comes back
      if (value === 0 && canMute(entity)) return of('volume_mute', { is_volume_muted: true });
      if (value === undefined) return of(by > 0 ? 'volume_up' : 'volume_down');
      return of('volume_set', { volume_level: Number(value) / 100 });
    case 'unmute':
      return of('volume_mute', { is_volume_muted: false });
    case 'activate':
      return of(entity.domain === 'automation' ? 'trigger' : 'turn_on');
    case 'turn_on':
    case 'turn_off':
      return entity.domain === 'other' ? { domain: 'homeassistant', service: action, data: {} } : of(action);
    default:
      return of(action);
  }
}

/** A colour by its name, a white by its temperature where the lamp has one. */
function colourData({ attributes }: Entity, name: string): Record<string, unknown> {
  const kelvin = kelvinOf(name);
  if (kelvin === undefined) return { color_name: colourName(name) };
  const modes = attributes['supported_color_modes'];
  return Array.isArray(modes) && modes.includes('color_temp')
    ? { color_temp_kelvin: kelvin }
    : { rgb_color: colourOf(name) };
}

/** A thermostat that keeps a range gets the range moved, as wide as it was. */
function temperatures({ attributes }: Entity, target: number): Record<string, number> {
  const { temperature, target_temp_low: low, target_temp_high: high } = attributes;
  if (typeof temperature === 'number' || typeof low !== 'number' || typeof high !== 'number') {
    return { temperature: target };
  }
  const half = (high - low) / 2;
  return { target_temp_low: target - half, target_temp_high: target + half };
}
