import { once } from 'node:events';
import { type Pcm, secondsOf } from '../../audio/pcm.js';
import { clock, type Timer } from '../../turn/clock.js';
import { JarvisError } from '../../turn/errors.js';
import * as messages from '../esphome-device/messages.js';
import type { Client } from './client.js';
import type { SoundServer } from './sound-server.js';
import { openWaits } from './waits.js';

/** What a device plays that fetches its sounds: one at a time, whoever has it play. */
export interface Announcements {
  /**
   * Plays a sound of its own, when what plays is over, and resolves when it was heard, or the device has ended it.
   * @param goesOn the device listens afterwards
   * @throws JarvisError satellite-unreachable; AbortError when the signal fires
   */
  play(sound: Pcm, goesOn: boolean, signal: AbortSignal): Promise<void>;
  /** Something else plays from now on. */
  begin(): void;
  /** It was given to its end: the device will say that it is over. */
  ends(): void;
  /** The device says that it has played. @returns whether that was one of ours, or one that has an end by itself */
  finished(): boolean;
  close(why: Error): void;
}

const FETCH_MS = 8_000;
/** What a device may take longer than the sound is, in milliseconds. */
const GRACE_MS = 10_000;
/** One that is over sooner than this before its end was stopped by somebody; some devices tell the end a bit too soon. */
const EARLY_MS = 1_000;
/** What was given to its end, or stopped, is over after this, whatever the device says, in milliseconds. */
const TAIL_MS = 3_000;

/** Where a device fetches is told without the part that nobody should know. */
export function unfetched(url: string): JarvisError {
  const where = url.replace(/[^/]*$/, '');
  return new JarvisError(
    'satellite-unreachable',
    `It doesn't fetch what it is to play: ${where} must be reachable from it.`,
  );
}

export function openAnnouncements(
  client: Client,
  sounds: SoundServer,
  does: { silence(): void; stopped(): void },
): Announcements {
  const free = new EventTarget();
  let isBusy = false;
  let tail: Timer | undefined;
  let current: { finished(): void; lost(why: Error): void } | undefined;
  let lost: Error | undefined;
  let last: Promise<void> = Promise.resolve();

  const release = () => {
    tail?.cancel();
    tail = undefined;
    isBusy = false;
    free.dispatchEvent(new Event('free'));
  };
  const begin = () => {
    tail?.cancel();
    tail = undefined;
    isBusy = true;
  };
  const ends = () => {
    if (!isBusy) return;
    tail?.cancel();
    tail = clock.after(TAIL_MS, release).unref();
  };

  const announce = async (sound: Pcm, goesOn: boolean, signal: AbortSignal) => {
    while (isBusy) await once(free, 'free', { signal });
    if (lost) throw lost;
    const waits = openWaits();
    const ms = secondsOf(sound) * 1000;
    const heardIn = () => (offered.fetchedAt ?? 0) + ms - clock.steady();
    const offered = sounds.offer(() => waits.retime());
    offered.write(sound.samples, sound.rate);
    offered.end();
    begin();
    let isFinished = false;
    const giveUp = clock.limit(FETCH_MS, () => {
      if (offered.fetchedAt === undefined) waits.end(unfetched(offered.url));
    });
    current = {
      finished() {
        // What is over before it was fetched was another one.
        if (offered.fetchedAt === undefined) return;
        isFinished = true;
        release();
        if (heardIn() > EARLY_MS) {
          does.stopped();
          waits.end();
        } else waits.retime();
      },
      lost: (why) => waits.end(why),
    };
    try {
      client.send(messages.announceRequest, { media: offered.url, startConversation: goesOn });
      await waits.until(() => {
        if (offered.fetchedAt !== undefined) return heardIn() + (isFinished ? 0 : GRACE_MS);
      }, signal);
    } catch (thrown) {
      offered.drop();
      does.silence();
      throw thrown;
    } finally {
      giveUp.cancel();
      current = undefined;
      ends();
    }
  };

  return {
    play(sound, goesOn, signal) {
      const next = last.then(() => announce(sound, goesOn, signal));
      last = next.catch(() => {});
      return next;
    },
    begin,
    ends,
    finished() {
      if (current) {
        current.finished();
        return true;
      }
      const isTail = tail !== undefined;
      release();
      return isTail;
    },
    close(why) {
      lost = why;
      current?.lost(why);
      release();
    },
  };
}
