import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import type { Turn } from '../turn/turn.js';
import type { Profile } from './profiles.js';

/** Names of profiles, by what stands for a conversation: a new one begins with none. */
const switched = new WeakMap<object, string>();

/**
 * The room goes on in a profile, whatever is spoken about, until its conversation ends by a stop or five minutes of silence.
 * @param name undefined: the topic decides again
 */
export function switchProfile(site: string, name: string | undefined): void {
  const conversation = turns.conversation(site).token(clock.now());
  if (name === undefined) switched.delete(conversation);
  else switched.set(conversation, name);
}

/** The profile that the room has been switched to; undefined where the topic decides. */
export function switchedProfile(profiles: readonly Profile[], site: string): Profile | undefined {
  const name = switched.get(turns.conversation(site).token(clock.now()));
  return name === undefined ? undefined : profiles.find((profile) => profile.name === name);
}

/**
 * The profile that the turn's wake word calls; the room goes on in it. A wake word of no profile ends what another one's
 * has begun.
 */
export function profileByWakeWord(profiles: readonly Profile[], { site, wake }: Turn): Profile | undefined {
  const word = wake?.word;
  if (!word) return undefined;
  const called = profiles.find(({ wakeWords }) => wakeWords?.includes(word));
  if (called || switchedProfile(profiles, site)?.wakeWords?.length) switchProfile(site, called?.name);
  return called;
}
