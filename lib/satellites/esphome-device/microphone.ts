import { clock, type Timer } from '../../turn/clock.js';
import type { Connection } from './connection.js';
import * as messages from './messages.js';

/** One time that Home Assistant listens in a room. */
export interface Listening {
  /** Sound of the room, 16 kHz mono: sent, or kept for a moment until Home Assistant is ready. */
  hear(samples: Buffer): void;
  /** Home Assistant is ready, or not. */
  answered(isReady: boolean): void;
  /** What was said is over: nothing more is sent. */
  enough(): void;
  readonly isOpen: boolean;
  close(): void;
}

/** Sound kept until Home Assistant is ready: a second. */
const MAX_KEPT = 32_000;
/** Bytes of one message: 64 ms. */
const CHUNK = 2_048;
const ANSWER_MS = 5_000;
/** The longest that is listened to. */
const LISTEN_MS = 30_000;
/** From the end of what was said to the end of what is done with it. */
const RUN_MS = 120_000;
/** Its own detector finds where the words end. */
const USE_VAD = 1;

/**
 * Asks Home Assistant to listen, and sends it the room's sound until it has heard enough.
 * @param given its time is over, or it isn't ready
 */
export function openListening(connection: Connection, conversation: string, given: () => void): Listening {
  let state: 'asked' | 'open' | 'enough' | 'closed' = 'asked';
  let kept: Buffer[] = [];
  let timer: Timer | undefined;
  const wait = (ms: number, then: () => void) => {
    timer?.cancel();
    timer = clock.limit(ms, then).unref();
  };
  const send = (samples: Buffer) => {
    for (let at = 0; at < samples.length; at += CHUNK) {
      connection.send(messages.voiceAudio, { data: samples.subarray(at, at + CHUNK) });
    }
  };
  const listening: Listening = {
    hear(samples) {
      if (state === 'open') return send(samples);
      if (state !== 'asked') return;
      kept.push(samples);
      while (kept.reduce((sum, { length }) => sum + length, 0) > MAX_KEPT) kept.shift();
    },
    answered(isReady) {
      if (state !== 'asked') return;
      if (!isReady) return given();
      state = 'open';
      wait(LISTEN_MS, () => {
        connection.send(messages.voiceAudio, { end: true });
        listening.enough();
      });
      send(Buffer.concat(kept));
      kept = [];
    },
    enough() {
      if (state === 'closed' || state === 'enough') return;
      state = 'enough';
      kept = [];
      wait(RUN_MS, given);
    },
    get isOpen() {
      return state === 'asked' || state === 'open';
    },
    close() {
      state = 'closed';
      kept = [];
      timer?.cancel();
    },
  };
  wait(ANSWER_MS, given);
  connection.send(messages.voiceRequest, { start: true, conversation, flags: USE_VAD });
  return listening;
}
