import { setTimeout as sleep } from 'node:timers/promises';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { turns } from '../lib/conversation/turns.js';
import type { SpeechToText, WakeEngine, WakeStream } from '../lib/listening/types.js';
import { openWokenTurns } from '../lib/listening/woken-turns.js';
import { clock } from '../lib/turn/clock.js';
import { newTurn } from '../lib/turn/turn.js';

/** A sentence of ours, and when it is heard in the room, in samples. */
export interface Ours {
  text: string;
  from: number;
  to: number;
}

/** What the shipped flow hears with. */
export interface RoomEars {
  wake: WakeEngine;
  stopWord: WakeEngine;
  stt: SpeechToText;
}

/** The first word that a room obeyed, and the sample at which. */
export interface Obeyed {
  word: string;
  at: number;
}

const LANGUAGE = 'en';

/**
 * Plays sound into a room in which we speak, no faster than it is heard: what the wake node of the shipped flow calls, with
 * its doubts and with what it knows of our own words. The house's clock is the sound's meanwhile.
 * @param erles by how many dB our own voice was softened in the sound, every 80 ms; nothing was where they are missing
 */
export async function playRoom(
  sound: Buffer,
  ours: readonly Ours[],
  ears: RoomEars,
  erles: readonly number[] = [],
): Promise<Obeyed | undefined> {
  const site = 'bench';
  const streams = new Set<WakeStream>();
  let asked = 0;
  let at = 0;
  let obeyed: Obeyed | undefined;
  let failed: Error | undefined;
  const { now } = clock;
  const began = now();
  clock.now = () => began + (at / MIC_RATE) * 1000;

  const reply = newTurn({ site, source: 'voice', language: LANGUAGE });
  turns.begin(reply);
  turns.stage(reply.id, 'speaking');
  const conversation = turns.conversation(site);
  for (const [index, { text }] of ours.entries()) conversation.say(reply.id, index, text);
  const obeys = (word: string) => {
    obeyed ??= { word, at };
  };
  const stopped = () => obeys('stop');
  turns.on('stop', stopped);

  const watched = (engine: WakeEngine): WakeEngine => ({
    ...engine,
    open(...told) {
      const stream = engine.open(...told);
      streams.add(stream);
      return stream;
    },
  });
  const room = openWokenTurns({
    node: 'bench',
    voice: {
      wake: watched(ears.wake),
      stopWord: watched(ears.stopWord),
      stt: {
        async says(...question) {
          asked++;
          return (await ears.stt.says?.(...question).finally(() => asked--)) ?? false;
        },
      },
      language: LANGUAGE,
    },
    placeOf: () => ({}),
    onTurn: (_, { word }) => obeys(word ?? ''),
    onSound() {},
    onIdle() {},
    onError: (error) => {
      failed = error;
    },
  });
  const isBusy = () => asked > 0 || [...streams].some(({ behind = 0 }) => behind > 0);
  for (let from = 0; from + CHUNK_BYTES <= sound.length && !obeyed && !failed; from += CHUNK_BYTES) {
    const before = at;
    at = (from + CHUNK_BYTES) / SAMPLE_BYTES;
    for (const [index, sentence] of ours.entries())
      for (const end of ['from', 'to'] as const)
        if (sentence[end] >= before && sentence[end] < at) conversation.plays(reply.id, index, end);
    room.write(site, sound.subarray(from, from + CHUNK_BYTES), erles[from / CHUNK_BYTES]);
    // Who has obeyed closes streams that are behind yet.
    while (!obeyed && !failed && isBusy()) await sleep(1);
  }
  turns.off('stop', stopped);
  room.close('the scene is over');
  turns.close('the scene is over');
  clock.now = now;
  if (failed) throw failed;
  return obeyed;
}
