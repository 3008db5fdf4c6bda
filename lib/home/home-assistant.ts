import { clock, type Timer } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { tokenBucket } from '../turn/token-bucket.js';
import { within } from '../turn/wait.js';
import { servicesIn } from './catalogue.js';
import { entityIndex } from './entity-index.js';
import { addressOf } from './ha-address.js';
import { pictureOf } from './ha-camera.js';
import { runCommand } from './ha-commands.js';
import { haContents } from './ha-contents.js';
import { converse, speak } from './ha-conversation.js';
import { haHistory } from './ha-history.js';
import { livingHouse } from './ha-house.js';
import { openLink, type Pace, type Session } from './ha-link.js';
import { readRegistry } from './ha-registry.js';
import { addedIn, applyStateEvent, type RawState } from './ha-states.js';
import { type Listeners, listeners } from './listeners.js';
import type { Entity, Home, Surroundings } from './types.js';

const STATES_MS = 10_000;
const TELL_EVERY_MS = 50;
const QUIET_AGAIN_MS = 60_000;
/** Events of one type that are passed on: so many at once, and so many a second for ever. */
const EVENTS = { burst: 20, rate: 2 } as const;
const REGISTRY_EVENTS = [
  'area_registry_updated',
  'floor_registry_updated',
  'device_registry_updated',
  'entity_registry_updated',
  'label_registry_updated',
];
/** Registry changes come in bursts: wait for their end, but not for ever. */
const QUIET_MS = 500;
const MAX_BURST_MS = 5_000;

export interface HomeAssistantOptions {
  /** As people write it; without one, the supervisor's where we run as an add-on. */
  url?: string | undefined;
  /** A long-lived access token; the supervisor's own needs none. */
  token?: string | undefined;
  /** How often the connection is tested. */
  pace?: Pace;
}

/**
 * A Home Assistant as a home. Returns at once and connects in the background; `status` says how it goes, and after every
 * loss it connects again by itself. Until the first connection the house is empty; while disconnected it stays as it was.
 */
export function openHomeAssistant({ url, token, pace }: HomeAssistantOptions): Home {
  const states = new Map<string, RawState>();
  const living = livingHouse(states);
  const changes = listeners<Entity[]>();
  const events = new Map<string, Listeners<Record<string, unknown>>>();
  let session: Session | undefined;

  const tellChanged = (changed: Entity[]) => {
    if (changed.length > 0) changes.tell(changed);
  };
  const unseen = new Set<string>();
  let toldAt = Number.NEGATIVE_INFINITY;
  let telling: Timer | undefined;
  /** Takes over what has changed since the last time. */
  const takeOver = () => {
    telling?.cancel();
    telling = undefined;
    if (unseen.size === 0) return;
    toldAt = clock.steady();
    const ids = [...unseen];
    unseen.clear();
    tellChanged(living.update(ids));
  };
  /** One change is told at once, a flood of them twenty times a second. */
  const changed = (ids: Iterable<string>) => {
    for (const id of ids) unseen.add(id);
    telling ??= clock.after(TELL_EVERY_MS, takeOver);
    if (clock.steady() - toldAt >= TELL_EVERY_MS) takeOver();
  };
  const house = () => {
    takeOver();
    return living.house();
  };

  /** Reads registry and states of a new connection and follows their changes. */
  async function setUp(fresh: Session): Promise<void> {
    const read = () => readRegistry(fresh, scriptsIn(states.keys()));
    const refresh = refresher(fresh, async () => tellChanged(living.rebuild(await read())));
    await Promise.all(
      REGISTRY_EVENTS.map((event_type) => fresh.subscribe({ type: 'subscribe_events', event_type }, refresh)),
    );
    await firstStates(fresh, refresh);
    tellChanged(living.rebuild(await read()));
    session = fresh;
    await Promise.all([...events.keys()].map((type) => subscribeEvent(fresh, type)));
  }

  /**
   * Subscribes to all states and waits for the first event, which has every entity.
   * @param rewritten is told where a script or an automation comes anew: its owner has changed it
   */
  async function firstStates(fresh: Session, rewritten: () => void): Promise<void> {
    const limit = {
      ms: STATES_MS,
      what: `Home Assistant at ${fresh.url}`,
      code: 'home-unreachable',
      signal: fresh.signal,
    } as const;
    let complete = false;
    await within(
      limit,
      () =>
        new Promise<void>((resolve, reject) => {
          const onEvent = (event: unknown) => {
            if (complete) {
              if (scriptsIn(addedIn(event)).length > 0) rewritten();
              return changed(applyStateEvent(states, event));
            }
            states.clear();
            applyStateEvent(states, event);
            complete = true;
            resolve();
          };
          fresh.subscribe({ type: 'subscribe_entities' }, onEvent).catch(reject);
        }),
    );
  }

  /** A user who isn't an administrator may not receive every event; the rest of the home works all the same. */
  async function subscribeEvent(to: Session, event_type: string): Promise<void> {
    const bucket = tokenBucket(EVENTS.rate, EVENTS.burst);
    let overAt = Number.NEGATIVE_INFINITY;
    const isAllowed = () => {
      if (bucket.take()) return true;
      // Told again after a minute within the rate.
      if (clock.steady() - overAt > QUIET_AGAIN_MS) {
        const text = `Home Assistant sends "${event_type}" without end: what is more than ${EVENTS.rate} a second is dropped.`;
        process.emitWarning(text, 'JarvisWarning');
      }
      overAt = clock.steady();
      return false;
    };
    await to
      .subscribe<{ data?: unknown }>({ type: 'subscribe_events', event_type }, ({ data }) => {
        if (!isAllowed()) return;
        const plain = typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {};
        events.get(event_type)?.tell(plain);
      })
      .catch((thrown) => {
        if (thrown instanceof JarvisError && thrown.code === 'home-refused') return;
        throw thrown;
      });
  }

  const link = openLink({ url, token }, setUp, pace);

  return {
    kind: 'home-assistant',
    status: () => link.status(),
    timeZone: () => link.timeZone(),
    place: () => link.place(),
    house,
    behind: (pattern) => living.behind(pattern),
    areaOf: (id) => living.areaOf(id),
    satellites() {
      const all = [...states].filter(([id]) => id.startsWith('assist_satellite.'));
      const [first, second] = all.filter(([, { state }]) => state === 'processing');
      return all.length === 0 ? undefined : { asking: first && !second ? living.areaOf(first[0]) : undefined };
    },
    surroundings: () => ({
      ...sunOf(states.get('sun.sun')),
      people: [...states].flatMap(([id, { state }]) => (id.startsWith('person.') ? state : [])),
    }),
    async ready(signal) {
      await link.session(signal);
    },
    async run(command, signal) {
      const watched = { house, onChange: changes.add };
      return await runCommand(watched, await link.session(signal), command, signal);
    },
    contents: haContents((signal) => link.session(signal), link.timeZone),
    async converse(text, language, signal, area = '', may) {
      if (link.status().state !== 'connected') return null;
      try {
        const watched = { house, onChange: changes.add };
        const room = entityIndex(house()).area(area);
        const said = { text, language, device: room && living.deviceIn(room.id) };
        return await converse(watched, await link.session(signal), said, signal, may);
      } catch (thrown) {
        // Most sentences are no business of the house: without its recogniser they go on all the same.
        if (thrown instanceof JarvisError) return null;
        throw thrown;
      }
    },
    async picture(camera, signal) {
      await link.session(signal);
      return await pictureOf(addressOf(url, token), camera, signal);
    },
    async speak(text, language, player, engine, signal) {
      await speak(await link.session(signal), states, { text, language, player, engine }, signal);
    },
    async call({ service: called, targets, data }, signal) {
      const [domain, service] = called.split('.');
      const target = targets.length > 0 ? { target: { entity_id: targets } } : {};
      const to = await link.session(signal);
      await to.ask({ type: 'call_service', domain, service, service_data: data, ...target }, signal);
    },
    async fire(event_type, event_data, signal) {
      const to = await link.session(signal);
      await to.ask({ type: 'fire_event', event_type, event_data }, signal);
    },
    async history(of, signal) {
      return await haHistory(await link.session(signal), of, signal);
    },
    async catalogue(signal) {
      const to = await link.session(signal);
      const services = await to.ask({ type: 'get_services' }, signal).catch(() => undefined);
      takeOver();
      return { ...living.catalogue(), services: servicesIn(services) };
    },
    onChange: (listener) => changes.add(listener),
    onStatus: (listener) => link.onStatus(listener),
    onEvent(type, listener) {
      const known = events.get(type);
      if (known) return known.add(listener);
      const fresh = listeners<Record<string, unknown>>();
      events.set(type, fresh);
      // a connection that is lost meanwhile subscribes when it comes back
      if (session && !session.signal.aborted) void subscribeEvent(session, type).catch(() => undefined);
      return fresh.add(listener);
    },
    async close() {
      telling?.cancel();
      changes.clear();
      events.clear();
      await link.close();
    },
  };
}

/** What does what its owner has written into it. */
function scriptsIn(ids: Iterable<string>): string[] {
  return [...ids].filter((id) => /^(?:script|automation)\./.test(id));
}

/** A function that runs `work` once a burst of its calls is over; failures wait for the next burst or connection. */
function refresher(session: Session, work: () => Promise<void>): () => void {
  let timer: Timer | undefined;
  let since = 0;
  let isRunning = false;
  session.signal.addEventListener('abort', () => timer?.cancel(), { once: true });
  return function refresh() {
    if (session.signal.aborted) return;
    if (timer === undefined) since = clock.now();
    timer?.cancel();
    const wait = Math.min(QUIET_MS, Math.max(0, since + MAX_BURST_MS - clock.now()));
    timer = clock.after(wait, () => {
      timer = undefined;
      if (isRunning) return refresh();
      isRunning = true;
      work()
        .catch(() => undefined)
        .finally(() => {
          isRunning = false;
        });
    });
  };
}

function sunOf(raw: RawState | undefined): Pick<Surroundings, 'sun' | 'next'> {
  const [sunrise, sunset] = ['next_rising', 'next_setting'].map((name) => Date.parse(String(raw?.attributes[name])));
  return { sun: raw?.state, ...(sunrise && sunset && { next: { sunrise, sunset } }) };
}
