import { JarvisError } from '../turn/errors.js';
import { within } from '../turn/wait.js';
import { runCommand } from './ha-commands.js';
import { converse, speak } from './ha-conversation.js';
import { livingHouse } from './ha-house.js';
import { openLink, type Pace, type Session } from './ha-link.js';
import { readRegistry } from './ha-registry.js';
import { applyStateEvent, type RawState } from './ha-states.js';
import { type Listeners, listeners } from './listeners.js';
import type { Entity, Home } from './types.js';

const STATES_MS = 10_000;
const CONVERSE_MS = 3_000;
const REGISTRY_EVENTS = ['area_registry_updated', 'device_registry_updated', 'entity_registry_updated'];
/** Registry changes come in bursts: wait for their end, but not for ever. */
const QUIET_MS = 500;
const LONGEST_BURST_MS = 5_000;

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

  /** Reads registry and states of a new connection and follows their changes. */
  async function setUp(fresh: Session): Promise<void> {
    const refresh = refresher(fresh, async () => tellChanged(living.rebuild(await readRegistry(fresh))));
    await Promise.all(
      REGISTRY_EVENTS.map((event_type) => fresh.subscribe({ type: 'subscribe_events', event_type }, refresh)),
    );
    const registry = await readRegistry(fresh);
    await firstStates(fresh);
    tellChanged(living.rebuild(registry));
    session = fresh;
    await Promise.all([...events.keys()].map((type) => subscribeEvent(fresh, type)));
  }

  /** Subscribes to all states and waits for the first event, which has every entity. */
  async function firstStates(fresh: Session): Promise<void> {
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
            if (complete) return tellChanged(living.update(applyStateEvent(states, event)));
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
    await to
      .subscribe<{ data?: unknown }>({ type: 'subscribe_events', event_type }, ({ data }) => {
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
    house: () => living.house(),
    async ready(signal) {
      await link.session(signal);
    },
    async run(command, signal) {
      const watched = { house: () => living.house(), onChange: changes.add };
      return await runCommand(watched, await link.session(signal), command, signal);
    },
    async converse(text, language, signal) {
      if (link.status().state !== 'connected') return null;
      try {
        const limit = { ms: CONVERSE_MS, what: 'The recogniser of Home Assistant', signal };
        return await within(limit, async (own) => converse(await link.session(own), text, language, own));
      } catch (thrown) {
        // Most sentences are no business of the house: without its recogniser they go on all the same.
        if (thrown instanceof JarvisError) return null;
        throw thrown;
      }
    },
    async speak(text, language, player, engine, signal) {
      await speak(await link.session(signal), states, { text, language, player, engine }, signal);
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
      changes.clear();
      events.clear();
      await link.close();
    },
  };
}

/** A function that runs `work` once a burst of its calls is over; failures wait for the next burst or connection. */
function refresher(session: Session, work: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let since = 0;
  session.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  return () => {
    if (session.signal.aborted) return;
    if (timer === undefined) since = Date.now();
    clearTimeout(timer);
    const wait = Math.min(QUIET_MS, Math.max(0, since + LONGEST_BURST_MS - Date.now()));
    timer = setTimeout(() => {
      timer = undefined;
      work().catch(() => undefined);
    }, wait);
  };
}
