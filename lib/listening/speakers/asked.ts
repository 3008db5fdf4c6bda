import type { Speaker } from '../../turn/turn.js';

/**
 * Tells who says an utterance, 16 kHz mono PCM, soon or not at all; undefined where voices aren't told apart, or not before
 * the utterance is over.
 */
export type WhoSpeaks = (sound: Buffer, isOver: boolean, signal: AbortSignal) => Promise<Speaker | undefined>;

/** The question who speaks, for one utterance. */
export interface SpeakerAsked {
  write(part: Buffer): void;
  /** This may be the end of the utterance: asks now, so that the answer is there when it is. Never rejects, as `answer`. */
  ask(): Promise<Speaker | undefined>;
  /** It was not the end. */
  goOn(): void;
  /** The utterance is over. Never rejects: whoever can't be told is a guest. */
  answer(): Promise<Speaker | undefined>;
}

/** Parts that are kept: a minute of sound. */
const MAX_BYTES = 60 * 32_000;
const GUEST: Speaker = { name: null, score: 0 };

/** @param who missing where nobody is asked about */
export function speakerAsked(who: WhoSpeaks | undefined, signal: AbortSignal): SpeakerAsked {
  const parts: Buffer[] = [];
  let bytes = 0;
  let asked: Promise<Speaker | undefined> | undefined;
  const askNow = async (isOver: boolean): Promise<Speaker | undefined> => {
    if (!who) return undefined;
    try {
      return await who(Buffer.concat(parts), isOver, signal);
    } catch {
      return GUEST;
    }
  };
  return {
    write(part) {
      bytes += part.length;
      if (who && bytes <= MAX_BYTES) parts.push(part);
    },
    ask() {
      asked = askNow(false);
      return asked;
    },
    goOn() {
      asked = undefined;
    },
    answer: async () => (await asked) ?? askNow(true),
  };
}
