import { entitiesOf } from '../../home/condition.js';
import type { Entity, Home, House } from '../../home/types.js';
import type { Timers } from '../../timers/timers.js';
import { MAX_WORDS } from '../../timers/types.js';
import { type Clock, clock, type Timer } from '../../turn/clock.js';
import { contained } from '../../turn/contained.js';
import { type JarvisError, toJarvisError } from '../../turn/errors.js';
import { judged } from '../conditions/conditions.js';
import { isPower } from '../conditions/done.js';

/** How often is looked beside the changes of devices: the sun isn't one of them. */
const LOOK_MS = 10_000;
/** What a device says that comes back counts when it says so for as long: some begin with "off". */
const BACK_MS = 60_000;
/** A machine has finished when it takes nothing for as long. */
const IDLE_MS = 120_000;

/**
 * Has reminders and commands that wait for a state of the house come due when that is so: each once. While the house is away
 * nothing is known of it; what came true meanwhile comes due when it is back, as missed.
 * @param failed is told once what can't be kept
 * @returns ends it
 */
export function watchStates(
  timers: Timers,
  home: Pick<Home, 'house' | 'status' | 'surroundings' | 'onChange' | 'onStatus'>,
  failed: (error: JarvisError) => void,
  time: Pick<Clock, 'uptime' | 'after'> = clock,
): () => void {
  /** Those of which nobody could tell when they were last looked at. */
  const unsure = new Set<string>();
  /** Since when it is so, where that has to last. */
  const since = new Map<string, { from: number; missed: boolean }>();
  let next: Timer | undefined;
  let told = '';

  const looked = (changed?: readonly Entity[], missed = false) => {
    const waiting = timers.all().flatMap(({ id, language, awaits }) => (awaits ? [{ id, language, ...awaits }] : []));
    for (const id of [...unsure, ...since.keys()])
      if (!waiting.some((one) => one.id === id)) {
        unsure.delete(id);
        since.delete(id);
      }
    if (waiting.length === 0 || home.status().state !== 'connected') return;
    const house = home.house();
    const around = home.surroundings?.();
    const touched = changed && new Set(changed.map(({ id }) => id));
    let byId: Map<string, Entity> | undefined;
    for (const { id, language, condition } of waiting) {
      const about = entitiesOf(condition);
      if (touched && about.length > 0 && !about.some((one) => touched.has(one))) continue;
      byId ??= new Map(house.entities.map((entity) => [entity.id, entity]));
      const of = about.length > 0 ? narrowed(house, about, byId) : house;
      const found = of && judged(condition, { language, house: of, around });
      if (found?.holds !== true) {
        since.delete(id);
        if (found?.holds === false) unsure.delete(id);
        else unsure.add(id);
        continue;
      }
      const lasts = of?.entities.some(isPower) && 'done' in condition ? IDLE_MS : unsure.has(id) ? BACK_MS : 0;
      const begun = since.get(id) ?? { from: time.uptime(), missed };
      since.set(id, begun);
      if (time.uptime() - begun.from < lasts) continue;
      const happened = `${found.why}.`.slice(0, MAX_WORDS);
      timers.change(id, { awaits: undefined, due: timers.now(), happened, ...(begun.missed && { missed: true }) });
    }
    told = '';
  };
  const look = (...of: Parameters<typeof looked>) =>
    contained(
      () => looked(...of),
      (thrown) => {
        const error = toJarvisError(thrown, 'failed', 'A reminder that waits');
        if (error.message !== told) failed(error);
        told = error.message;
      },
    )();
  const again = () => {
    next = time
      .after(LOOK_MS, () => {
        look();
        again();
      })
      .unref();
  };
  const ends = [home.onChange((changed) => look(changed)), home.onStatus(() => look(undefined, true))];
  look(undefined, true);
  again();
  return () => {
    next?.cancel();
    for (const end of ends) end();
  };
}

/** A house of some of its entities; undefined where one of them is gone. */
function narrowed(house: House, ids: readonly string[], byId: ReadonlyMap<string, Entity>): House | undefined {
  const entities = ids.flatMap((id) => byId.get(id) ?? []);
  return entities.length === ids.length ? { areas: house.areas, entities } : undefined;
}
