import type { Wake } from '../turn/turn.js';
import { wakePhrase } from '../turn/wake-phrase.js';
import { MICRO_WORDS } from './micro-wake/micro-wake.js';
import { PRETRAINED_WORDS } from './wake-models.js';

export interface Expected {
  wake?: Wake | undefined;
  /** BCP 47 tag of the language that is spoken, where it is known. */
  language?: string | undefined;
  /** Names of the house, the likeliest first. */
  names?: readonly string[] | undefined;
}

/** Most characters of names: some 50 tokens, which cost the decoder a few milliseconds. */
const MAX_NAMES = 200;
const KNOWN_WORDS: ReadonlySet<string> = new Set([...PRETRAINED_WORDS, ...MICRO_WORDS]);

/**
 * What speech to text is told to expect. The wake phrase stands there twice, so that it is expected at the beginning and isn't
 * a name that goes on: Whisper base mishears it ("a jar of this") in a fifth of clear sentences and half of the noisy ones,
 * and then often what follows. Between the two stand names of the house. No answer is expected: told of yes and no, Whisper
 * hears a "Yes." in one noise of ten, which could open a door.
 * A prompt leads the language, so there is none where that is to be found out; and what a satellite calls its wake word
 * need not be what is said ("default"), unless it is a word of ours.
 */
export function promptFor({ wake, language, names = [] }: Expected): string | undefined {
  if (language === undefined) return undefined;
  if (!wake?.word || (wake.by !== 'audio' && !(wake.by === 'satellite' && KNOWN_WORDS.has(wake.word))))
    return undefined;
  const phrase = wakePhrase(wake.word);
  const listed = bounded(names);
  return listed === '' ? `${phrase}. ${phrase}.` : `${phrase}. ${listed}. ${phrase}.`;
}

function bounded(names: readonly string[]): string {
  let text = '';
  for (const name of names) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > MAX_NAMES) break;
    text = longer;
  }
  return text;
}
