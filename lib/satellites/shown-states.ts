import { clock, type Timer } from '../turn/clock.js';
import type { Sites } from './sites.js';

/** The states of the sites that the broker keeps for whoever connects later, each on its own topic. */
export interface ShownStates {
  /** What to subscribe to, to learn what the broker kept. */
  readonly topic: string;
  /** Publishes a site's state; only that of a known site is kept. */
  show(site: string, state: string): void;
  /** True when it was a message on a topic of ours. */
  receive(topic: string, payload: Buffer, retained: boolean): boolean;
  /** A connection began: what it finds kept of sites that don't come back is cleared. */
  connected(): void;
  /** Sites were forgotten: their states are cleared. */
  sitesChanged(): void;
  close(): void;
}

/** How long after we connected a site may take to be heard from, in milliseconds. */
const RETURN_MS = 10_000;
/** Most states of unknown sites that are cleared at one connection. */
const MAX_STRANGERS = 1_000;
/** Nothing else on such a topic is ours to clear. */
const STATES = ['idle', 'listening', 'thinking', 'speaking'];

export function shownStates(options: {
  prefix: string;
  sites: Sites;
  publish: (topic: string, state: string, retain: boolean) => boolean;
}): ShownStates {
  const { prefix, sites, publish } = options;
  /** Sites of which the broker keeps a state of ours. */
  const kept = new Set<string>();
  /** Sites of which it kept one from before, and that we don't know. */
  const strangers = new Set<string>();
  let timer: Timer | undefined;

  const topicOf = (site: string) => `${prefix}/${site}/state`;
  const clear = (site: string) => publish(topicOf(site), '', true);

  return {
    topic: topicOf('+'),
    show(site, state) {
      const isKnown = sites.get(site) !== undefined;
      if (publish(topicOf(site), state, isKnown) && isKnown) kept.add(site);
    },
    receive(topic, payload, retained) {
      const site = topic.startsWith(`${prefix}/`) && topic.endsWith('/state') ? topic.slice(prefix.length + 1, -6) : '';
      if (site === '' || site.includes('/')) return false;
      // A state that is told now is that of a room: another Jarvis on the same topics knows it.
      if (!retained) strangers.delete(site);
      else if (strangers.size < MAX_STRANGERS && STATES.includes(`${payload.subarray(0, 20)}`)) strangers.add(site);
      return true;
    },
    connected() {
      strangers.clear();
      timer?.cancel();
      timer = clock.after(RETURN_MS, () => {
        for (const site of strangers) if (!sites.get(site)) clear(site);
        strangers.clear();
      });
      timer.unref();
    },
    sitesChanged() {
      for (const site of kept) {
        if (sites.get(site)) continue;
        kept.delete(site);
        clear(site);
      }
    },
    close: () => timer?.cancel(),
  };
}
