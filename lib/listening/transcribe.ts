import { levelOf } from '../audio/level.js';
import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { primaryLanguage } from '../language/tags.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import type { Heard } from '../turn/turn.js';
import { backoff, sleep } from '../turn/wait.js';
import { filterTranscript, withoutCaptions } from './gates.js';
import type { SpeechOptions, SpeechStream, SpeechToText } from './types.js';
import type { UtteranceEnd } from './utterance.js';

/** An utterance on its way to speech to text, kept so that it can be sent again. */
export interface Transcription {
  write(samples: Buffer): void;
  /**
   * The transcript so far, in a pause that may be the end; if it is, `finish` takes it. Undefined when it is nothing that a
   * person said, or fails. Never throws.
   */
  guess(): Promise<Heard | undefined>;
  /** Drops the guess: the person goes on. */
  goOn(): void;
  /** The transcript; undefined when it is nothing that a person said. @throws JarvisError stt-… after two more tries; AbortError. */
  finish(): Promise<Heard | undefined>;
}

/** Hears an utterance a second time where its words are no order: without its beginning, in which somebody else spoke. */
export interface SecondHearing {
  /** Seconds of the utterance that are left away. */
  from: number;
  /** As `ListenOptions.endOf`. */
  endOf(heard: Heard): UtteranceEnd | undefined;
}

/** Most characters of a transcript: a minute of fast speech is 1,500. */
const MAX_TRANSCRIPT = 4_000;

const MORE_TRIES = 2;
/** Who failed after so long had its time: the person won't wait for another try. */
const SLOW_MS = 10_000;

/** Seconds of sound in which somebody may have said the prompt alone: two words, and silence around them. */
const MAX_PROMPT = 2.2;
/** How sure an engine is of words that were said; of those that a prompt makes of music and noise it is less: 0.35 to 0.48. */
const SURE = 0.5;

function saysNoMore(text: string, prompt: string): boolean {
  const wordsOf = (said: string) => said.toLowerCase().match(/\p{L}+/gu) ?? [];
  const expected = new Set(wordsOf(prompt));
  return wordsOf(text).every((word) => expected.has(word));
}

/**
 * What was heard, as speech can be: one line of bounded length, in one of the languages that it may be in.
 * @throws JarvisError stt-failed when it can't be a transcript.
 */
function checked({ text, language, ...heard }: Heard, languages: readonly string[] | undefined): Heard {
  if (text.length > MAX_TRANSCRIPT) {
    throw new JarvisError('stt-failed', `The speech recognition made ${text.length} characters of one utterance.`);
  }
  return {
    ...heard,
    text: text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim(),
    ...(language &&
      /^[a-z-]{2,35}$/i.test(language) && { language: languages ? oneOf(languages, language) : language }),
  };
}

/** The one of some languages that a tag is of, whatever its region; their first where it is none of them. */
function oneOf(languages: readonly string[], language: string): string {
  const primary = primaryLanguage(language);
  return languages.find((tag) => primaryLanguage(tag) === primary) ?? languages[0] ?? language;
}

/** Streams an utterance to speech to text while it is spoken; one that fails is sent again, twice at most. */
export function transcription(stt: SpeechToText, options: SpeechOptions, second?: SecondHearing): Transcription {
  const sent: Buffer[] = [];
  let bytes = 0;
  const first = stt.open(options);

  let guessed: { heard: Promise<Heard | undefined>; abort: AbortController } | undefined;

  /** @param from seconds */
  const again = async (asked: SpeechOptions, from = 0): Promise<Heard> => {
    const stream: SpeechStream = stt.open(asked);
    if (from === 0) for (const part of sent) stream.write(part);
    else stream.write(Buffer.concat(sent).subarray(Math.round(from * MIC_RATE) * SAMPLE_BYTES));
    return checked(await stream.finish(), asked.languages);
  };

  const seconds = () => bytes / SAMPLE_BYTES / MIC_RATE;

  const judged = (heard: Heard): Heard | undefined => {
    const { keep } = filterTranscript({
      text: heard.text,
      language: heard.language ?? options.language ?? options.languages?.[0] ?? 'en',
      confidence: heard.confidence,
      duration: seconds() * 1000,
      level: levelOf(Buffer.concat(sent)),
      isExpected: options.expects?.(heard),
    });
    const text = withoutCaptions(heard.text);
    const { sure, ...rest } = heard;
    const said = { by: stt.name, ...rest, text, seconds: heard.seconds ?? seconds() };
    return keep ? { ...said, ...(sure && text === heard.text && { sure }) } : undefined;
  };

  /** What was heard, again without the prompt where that took the place of what is hard to hear. */
  const unled = async (heard: Heard, signal: AbortSignal): Promise<Heard | undefined> => {
    const { prompt, phrase: _, ...unprompted } = options;
    const isDoubtful = seconds() > MAX_PROMPT || (heard.confidence ?? 1) < SURE;
    const isPrompt = prompt !== undefined && isDoubtful && saysNoMore(heard.text, prompt);
    return judged(isPrompt ? await again({ ...unprompted, signal }) : heard);
  };

  /** What was heard, or what is heard without the beginning where only that is an order. */
  const ordered = async (heard: Heard | undefined, signal: AbortSignal): Promise<Heard | undefined> => {
    const { alternatives: _, ...words } = heard ?? { text: '' };
    if (!second || second.endOf(words)) return heard;
    const rest = await again({ ...options, signal }, second.from).then(judged, () => undefined);
    return rest && second.endOf(rest) === 'whole' ? rest : heard;
  };

  const understood = async (heard: Heard, signal: AbortSignal) => ordered(await unled(heard, signal), signal);

  return {
    write(part) {
      sent.push(part);
      bytes += part.length;
      first.write(part);
    },
    async guess() {
      const abort = new AbortController();
      const signal = AbortSignal.any([options.signal, abort.signal]);
      const heard = again({ ...options, signal }).then((text) => understood(text, signal));
      guessed = { heard, abort };
      return heard.catch(() => undefined);
    },
    goOn() {
      guessed?.abort.abort();
      guessed = undefined;
    },
    async finish() {
      const early = await guessed?.heard.catch(() => undefined);
      if (early) return early;
      const began = clock.steady();
      for (let tries = 0; ; tries++) {
        try {
          const heard = tries === 0 ? checked(await first.finish(), options.languages) : await again(options);
          return await understood(heard, options.signal);
        } catch (thrown) {
          const code = thrown instanceof JarvisError ? thrown.code : undefined;
          const worthAnother = code === 'stt-unreachable' || code === 'stt-failed';
          if (!worthAnother || tries === MORE_TRIES || clock.steady() - began > SLOW_MS) throw thrown;
          await sleep(backoff(tries, 300), options.signal);
        }
      }
    },
  };
}
