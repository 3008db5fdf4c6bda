import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { type Trace, traced } from '../turn/trace.js';
import type { Heard, Speaker, Wake } from '../turn/turn.js';
import { abortError } from '../turn/wait.js';
import { wakePhrase } from '../turn/wake-phrase.js';
import { promptFor } from './prompt.js';
import { openSegments, type Segments } from './segments.js';
import { speakerAsked, type WhoSpeaks } from './speakers/asked.js';
import { type Transcription, transcription } from './transcribe.js';
import type { SpeechToText, VoiceActivity } from './types.js';

/** What became of a woken turn. */
export type Outcome = { heard: Heard; speaker?: Speaker } | { nothing: 'no-speech' | 'unclear' };

export interface ListenOptions {
  vad: VoiceActivity;
  stt: SpeechToText;
  /** BCP 47 tag of the language expected. */
  language?: string | undefined;
  /** Instead of it: as `SpeechOptions.languages`. */
  languages?: readonly string[] | undefined;
  /** Cancels the turn: `done` rejects with an AbortError. */
  signal?: AbortSignal | undefined;
  trace?: Trace | undefined;
  /** How the turn was woken; with a wake word, the first `write` is the pre-roll that ends with it. */
  wake?: Wake | undefined;
  /** Seconds of silence that end the utterance; 0.8 when not given. */
  silence?: number | undefined;
  /** Most seconds of speech: what is said later isn't heard; 15 when not given. */
  longest?: number | undefined;
  /** Seconds to wait for somebody to speak; 5 when not given. */
  noSpeech?: number | undefined;
  /** Whether words are all that somebody wanted to say, or plainly not; undefined where that can't be told. */
  endOf?: ((heard: Heard) => UtteranceEnd | undefined) | undefined;
  /** Names that are likely said. */
  names?: (() => readonly string[]) | undefined;
  /** Orders that are likely given in the language of words, which are neither a whole one nor the beginning of one. */
  commands?: ((heard: Heard) => readonly string[]) | undefined;
  /** Who says an utterance. */
  who?: WhoSpeaks | undefined;
  /** Told in a pause what may be all that was said, and by `who`, unless it is `endOf` something. The signal fires where somebody speaks on. */
  onLikely?: ((heard: Heard, speaker: Speaker | undefined, signal: AbortSignal) => void) | undefined;
  /** Told once when no more sound is needed: the utterance is over, or nothing will come of it. */
  onEnd?: () => void;
}

export type UtteranceEnd = 'whole' | 'open';

export interface Listening {
  /** 16 kHz mono PCM, any length, pre-roll first. Never throws; ignored once the end is decided. */
  write(samples: Buffer): void;
  /** No more sound will come: transcribes what was said so far. */
  end(): void;
  /** @throws JarvisError audio-lost, stt-…, library-missing; AbortError. */
  readonly done: Promise<Outcome>;
}

const LOST_MS = 2_000;
/** Seconds of silence after words that are whole, and after words that aren't ("turn on the …"). */
const ENDS: Record<UtteranceEnd, number> = { whole: 0.35, open: 1.8 };
/** Seconds of silence after words that are whole, beside others: a soft word, which is no louder than they are, is a pause, too. */
const WHOLE_BESIDE_OTHERS = 0.45;
/**
 * Seconds by which a pause may be shorter and still end words that are whole, where they are only known once somebody speaks on: who speaks
 * then is somebody else. Voice activity hears the end of speech a moment late.
 */
const LATE = 0.05;
/** With more sound than so many seconds before the place where the wake word was noticed, somebody else spoke there. */
const SPOKEN_BEFORE = 1.4;
/**
 * Seconds before that place from which the second hearing begins. Of 108 commands beside a television 10 dB softer, 93 are done
 * so, from 0.9 s on 90, and 81 without it.
 */
const WAKE_WORD = 0.8;
/** Longer than its model may take to load. */
const VOICE_ACTIVITY_MS = 65_000;

/**
 * Listens to one utterance: voice activity finds its end while speech to text already hears it.
 * When no sound comes for two seconds, what was said so far is used; when nothing was said, the sound is lost.
 * Spans: `listen` until the end of the utterance, `stt` from there to the transcript; mark: `speech-end`.
 */
export function listen(options: ListenOptions): Listening {
  const { vad, stt, language, languages, signal, trace, wake, silence, longest, noSpeech } = options;
  const { endOf, names, commands } = options;
  const own = new AbortController();
  const span = trace?.open('listen');
  let segments: Segments | undefined;
  let speech: Transcription | undefined;
  const voice = speakerAsked(options.who, own.signal);
  let from: number | undefined;
  let to: number | undefined;
  /** Somebody else speaks, too. */
  let isMixed = false;
  /** Guesses at pauses: all, and those that the person spoke on after. */
  let guesses = 0;
  let dropped = 0;
  let decided = false;
  let settle: { resolve: (outcome: Outcome | Promise<Outcome>) => void; reject: (error: unknown) => void } | undefined;
  const done = new Promise<Outcome>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // The adapter may look at `done` later than it fails.
  done.catch(() => {});

  /** The end of listening, once. */
  const decide = (how: string): boolean => {
    if (decided) return false;
    decided = true;
    lost.cancel();
    segments?.close();
    span?.end({ outcome: how, ...(guesses > 0 && { guesses, dropped }) });
    options.onEnd?.();
    return true;
  };
  const drop = (error: unknown) => {
    signal?.removeEventListener('abort', onAbort);
    own.abort();
    settle?.reject(error);
  };
  const fail = (error: unknown) => {
    if (decide('failed')) drop(error);
  };
  const onAbort = () => {
    decide('aborted');
    drop(abortError(signal as AbortSignal));
  };
  const nothing = () => {
    if (!decide('no-speech')) return;
    signal?.removeEventListener('abort', onAbort);
    own.abort();
    settle?.resolve({ nothing: 'no-speech' });
  };
  const transcribe = () => {
    const said = speech;
    if (!said) return;
    if (!decide('speech')) return;
    trace?.mark('speech-end');
    const speaking = voice.answer();
    const outcome = traced(trace, 'stt', () => said.finish(), { engine: stt.name }).then(async (heard) => {
      if (!heard) return { nothing: 'unclear' } as const;
      const told = { ...heard, from, to };
      trace?.decided({ heard: told });
      const speaker = await speaking;
      return { heard: told, ...(speaker && { speaker }) };
    });
    outcome.then(
      (value) => {
        signal?.removeEventListener('abort', onAbort);
        settle?.resolve(value);
      },
      (thrown) => drop(thrown),
    );
  };

  const secondsAfter = (end: UtteranceEnd) => (end === 'whole' && isMixed ? WHOLE_BESIDE_OTHERS : ENDS[end]);

  /** The pause that was listened to last, when it began, and whether somebody spoke after it; none once that is of no use. */
  let pause: { began: number; over: AbortController } | undefined;
  const guess = async (agoMs: number, speaking: Promise<Speaker | undefined>) => {
    if (!stt.speculates || !(endOf || options.onLikely) || !speech) return;
    dropGuess();
    guesses++;
    const asked = { began: clock.now() - agoMs, over: new AbortController() };
    pause = asked;
    const heard = await speech.guess();
    if (pause !== asked || decided) return;
    const end = heard && endOf?.(heard);
    if (!asked.over.signal.aborted) {
      if (end) segments?.endAfter(secondsAfter(end));
      else if (heard) await tell(heard, speaking, asked.over.signal);
      return;
    }
    if (end !== 'whole') return dropGuess();
    to = asked.began;
    transcribe();
  };
  const tell = async (heard: Heard, speaking: Promise<Speaker | undefined>, signal: AbortSignal) => {
    const speaker = await speaking;
    // The speaker is part of the prompt: one who is known only at the end gets another answer.
    if ((options.who && !speaker) || decided || signal.aborted) return;
    options.onLikely?.(heard, speaker, signal);
  };
  const dropGuess = () => {
    if (!pause?.over.signal.aborted) return;
    pause = undefined;
    dropped++;
    speech?.goOn();
  };
  const goOn = (seconds: number) => {
    if (!pause) return;
    pause.over.abort();
    if (seconds < secondsAfter('whole') - LATE) dropGuess();
  };

  /** Voice activity may be behind: what was said is only known when it has heard it all. */
  const finish = () => {
    if (decided || finishing) return;
    finishing = true;
    lost.cancel();
    if (!segments) return ended('no-speech');
    lost = clock.limit(VOICE_ACTIVITY_MS, () => {
      fail(
        new JarvisError('stt-failed', 'The voice activity model does not answer. Restart Node-RED if this goes on.'),
      );
    });
    segments.finish();
  };
  const ended = (how: 'end' | 'no-speech', agoMs = 0) => {
    to = clock.now() - agoMs;
    if (how === 'end') return transcribe();
    // After a reply a satellite may have closed its microphone.
    if (!soundLost || wake?.by === 'follow-up') return nothing();
    fail(
      new JarvisError(
        'audio-lost',
        'No sound came from the satellite for 2 s while it was listened to. Check its microphone and its network.',
      ),
    );
  };
  let soundLost = false;
  let finishing = false;
  let lost = clock.limit(LOST_MS, () => {
    soundLost = true;
    finish();
  });
  if (signal?.aborted) onAbort();
  else signal?.addEventListener('abort', onAbort, { once: true });

  return {
    done,
    write(samples) {
      if (decided || finishing) return;
      lost.refresh();
      try {
        segments ??= openSegments({
          vad,
          silence,
          longest,
          noSpeech,
          preroll: wake?.word ? samples.length / SAMPLE_BYTES / MIC_RATE : 0,
          onStart(agoMs, called) {
            from = clock.now() - agoMs;
            const expected = language ?? (stt.chooses ? languages?.[0] : undefined);
            const prompt = stt.takesPrompt ? promptFor({ wake, language: expected, names: names?.() }) : undefined;
            const phrase = wake?.word ? wakePhrase(wake.word) : undefined;
            const sentences = (text: string, spoken: string | undefined) => {
              const heard = { text, language: spoken };
              return endOf?.(heard) === 'open' ? [] : (commands?.(heard) ?? []);
            };
            const expects = (heard: Heard) => endOf?.(heard) === 'whole';
            isMixed = called > SPOKEN_BEFORE;
            speech = transcription(
              stt,
              { language, languages, prompt, phrase, sentences, expects, signal: own.signal },
              endOf && stt.speculates && isMixed ? { from: called - WAKE_WORD, endOf } : undefined,
            );
          },
          onSpeech(part) {
            speech?.write(part);
            voice.write(part);
          },
          onPause(agoMs) {
            void guess(agoMs, voice.ask());
          },
          onResume(seconds) {
            voice.goOn();
            goOn(seconds);
          },
          onEnd: ended,
          onError: fail,
        });
        segments.write(samples);
      } catch (thrown) {
        fail(thrown);
      }
    },
    end: finish,
  };
}
