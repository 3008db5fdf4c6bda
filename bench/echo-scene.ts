import { MIC_RATE, type Pcm, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { randomFrom } from '../lib/audio/random.js';
import { add, inRoom, pink, type Sound, scaled, soundOf } from '../lib/audio/sounds.js';
import { openEchoes } from '../lib/satellites/echoes.js';
import { PIECE, pieceEnd } from '../lib/satellites/hermes-pieces.js';
import { samplesOf } from './conditions.js';
import type { Ours } from './echo-room.js';

/** What we say, with the words of it that matter. */
export interface Line {
  sound: Sound;
  text: string;
}

/** A room in which something is said while we speak. */
export interface EchoScene {
  /** What we said before, and what we say. */
  before: Line;
  reply: Line;
  /** Seconds from a sound's begin to its echo. */
  delay: number;
  /** How loud the echo is, in dBFS: speech is at -26. */
  level: number;
  /** Seconds in which the room's echoes fade by 60 dB. */
  decay: number;
  /** What a person says, and how far into the reply (0 to 1), or so many seconds after it. */
  said?: { words: Sound; into?: number; after?: number };
  seed: number;
}

/** What the microphone hears, with and without what is played, and without anything but the person; samples. */
export interface EchoHeard {
  raw: Buffer;
  left: Buffer;
  alone: Buffer;
  /** As `Echoes.erle` of `left`, every 80 ms. */
  erles: number[];
  /** Where the person's words begin and end, in samples. */
  from: number;
  to: number;
  /** What we say before, and the reply. */
  ours: [Ours, Ours];
}

const SPEECH = -26;
/** What we play, at the loudspeaker. */
const PLAYED = -20;
const QUIET_ROOM = -72;
const CHUNK = 1280;
const SECOND = MIC_RATE;
/** A satellite of Hermes' is between two pieces for so long, in seconds. */
const GAP = { least: 0.02, more: 0.04 };

/**
 * Plays a scene into the echo cancelling of the hub by a clock of its own: pieces as a satellite of Hermes' gets them, with
 * gaps and delays that vary a little, and sound from the microphone in steps of 80 ms.
 */
export function hearScene({ before, reply, delay, level, decay, said, seed }: EchoScene): EchoHeard {
  const random = randomFrom(seed);
  const pieces: { at: number; piece: Pcm }[] = [];
  let at = Math.round((0.5 + 0.3 * random()) * SECOND);
  const speak = ({ sound: words, text }: Line): Ours => {
    const began = at;
    const sound = { samples: samplesOf(scaled(words, PLAYED)), rate: MIC_RATE };
    for (let from = 0; from < sound.samples.length; ) {
      const to = pieceEnd(sound, from, PIECE);
      pieces.push({ at, piece: { samples: sound.samples.subarray(from, to), rate: MIC_RATE } });
      at += Math.round((to - from) / SAMPLE_BYTES + (GAP.least + GAP.more * random()) * SECOND);
      from = to;
    }
    return { text, from: began, to: at };
  };
  const first = speak(before);
  at += SECOND;
  const second = speak(reply);
  const { words = new Float32Array(), into, after = 0 } = said ?? {};
  const from = Math.round(into === undefined ? at + after * SECOND : second.from + into * (at - second.from));
  const to = from + words.length;
  const seconds = Math.ceil((Math.max(at, to) + 2.5 * SECOND) / SECOND);

  const played = new Float32Array(seconds * SECOND);
  for (const { at: begin, piece } of pieces) add(played, soundOf(piece.samples), begin + Math.round(delay * SECOND));
  const room = scaled(pink(seconds, seed + 1), QUIET_ROOM);
  const person = new Float32Array(seconds * SECOND);
  if (said) add(person, scaled(inRoom(words, decay, 3, seed + 2), SPEECH), from);
  const echo = scaled(inRoom(played, decay, 3, seed + 3), level);
  const alone = room.slice();
  add(alone, person, 0);
  const raw = alone.slice();
  add(raw, echo, 0);
  return {
    raw: samplesOf(raw),
    alone: samplesOf(alone),
    ...cancelled(samplesOf(raw), pieces),
    from,
    to,
    ours: [first, second],
  };
}

function cancelled(raw: Buffer, pieces: readonly { at: number; piece: Pcm }[]): Pick<EchoHeard, 'left' | 'erles'> {
  let now = 0;
  const echoes = openEchoes(() => now);
  const left: Buffer[] = [];
  const erles: number[] = [];
  const waiting = [...pieces];
  for (let at = 0; at < raw.length / SAMPLE_BYTES; at += CHUNK) {
    const end = at + CHUNK;
    for (let next = waiting[0]; next && next.at < end; next = waiting[0]) {
      now = (next.at / SECOND) * 1000;
      echoes.plays('room', next.piece);
      waiting.shift();
    }
    now = (end / SECOND) * 1000;
    left.push(echoes.hears('room', raw.subarray(at * SAMPLE_BYTES, end * SAMPLE_BYTES)));
    erles.push(echoes.erle('room'));
  }
  echoes.close();
  return { left: Buffer.concat(left), erles };
}
