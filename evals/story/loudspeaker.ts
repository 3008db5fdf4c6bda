import type { Pcm } from '../../lib/audio/pcm.js';
import { clock } from '../../lib/turn/clock.js';
import { abortError } from '../../lib/turn/wait.js';

const WORD_MS = 60_000 / 150;
/** One sample a millisecond, so that the length of a sound is its time. */
const RATE = 1000;

/** Words as "sound" of the length they take to say: the loudspeaker of a story can still read them. */
export function soundOf(text: string): Pcm {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const samples = Buffer.alloc(Math.max(1, words) * WORD_MS * 2);
  samples.write(text);
  return { samples, rate: RATE };
}

interface Playing {
  /** The turn and a number, as satellite out names it. */
  id: string;
  text: string;
  from: number;
  to: number;
  end: () => void;
}

/** What has been heard of one sound: to its end, or cut. */
export interface Played {
  turn: string;
  text: string;
  cut: boolean;
}

/** The loudspeakers of a story: they play in the house's time. */
export interface Loudspeakers {
  play(sound: Pcm, id: string, signal: AbortSignal): Promise<void>;
  /** When the next sound ends; Infinity while nothing plays. */
  next(): number;
  /** Ends those that are over by now. */
  advance(): void;
}

export function openLoudspeakers(onPlayed: (played: Played) => void): Loudspeakers {
  const playing = new Set<Playing>();
  const turnOf = (id: string) => id.slice(0, id.lastIndexOf('-'));
  return {
    play: ({ samples, rate }, id, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(abortError(signal));
        const end = samples.indexOf(0);
        const text = samples.toString('utf8', 0, end < 0 ? samples.length : end);
        const from = clock.now();
        const one: Playing = { id, text, from, to: from + ((samples.length / 2) * 1000) / rate, end: () => {} };
        const cut = () => {
          playing.delete(one);
          const words = Math.floor((clock.now() - from) / WORD_MS);
          onPlayed({ turn: turnOf(id), text: text.split(/\s+/).slice(0, words).join(' '), cut: true });
          reject(abortError(signal));
        };
        signal.addEventListener('abort', cut, { once: true });
        one.end = () => {
          playing.delete(one);
          signal.removeEventListener('abort', cut);
          onPlayed({ turn: turnOf(id), text, cut: false });
          resolve();
        };
        playing.add(one);
      }),
    next: () => Math.min(Number.POSITIVE_INFINITY, ...[...playing].map(({ to }) => to)),
    advance() {
      for (const one of [...playing]) if (one.to <= clock.now()) one.end();
    },
  };
}
