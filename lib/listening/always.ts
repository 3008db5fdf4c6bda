import { LRUCache } from 'lru-cache';
import { clock } from '../turn/clock.js';
import { isAbort, JarvisError, toJarvisError } from '../turn/errors.js';
import type { Heard, Speaker } from '../turn/turn.js';
import { openSegments } from './segments.js';
import { type SpeakerAsked, speakerAsked, type WhoSpeaks } from './speakers/asked.js';
import { type Transcription, transcription } from './transcribe.js';
import type { SpeechToText, VoiceActivity } from './types.js';

export interface AlwaysOptions {
  vad: VoiceActivity;
  stt: SpeechToText;
  language?: string | undefined;
  /** Instead of it: as `SpeechOptions.languages`. */
  languages?: readonly string[] | undefined;
  /** Something was said, whoever it was meant for; in the order it was spoken. */
  onHeard(heard: Heard, speaker?: Speaker): void;
  /** Who says an utterance. */
  who?: WhoSpeaks | undefined;
  /** An utterance was lost; listening goes on. */
  onError(error: Error): void;
  /** Seconds of silence that end an utterance; 0.8 when not given. */
  silence?: number | undefined;
  /** Seconds after which somebody who goes on talking is transcribed in parts; 15 when not given. */
  longest?: number | undefined;
}

export interface AlwaysListening {
  /** 16 kHz mono PCM, any length. */
  write(samples: Buffer): void;
  close(): void;
}

/** Utterances of one site that may wait for their transcript; more are dropped. */
const MAX_WAITING = 3;

/** Speech that goes on, or waits for its transcript. */
interface Speech {
  transcript: Transcription;
  voice: SpeakerAsked;
  from: number;
}

/** Listens to one site without a wake word: each stretch of speech becomes a transcript. */
export function listenAlways(options: AlwaysOptions): AlwaysListening {
  const { vad, stt, language, languages, onHeard, onError, silence, longest } = options;
  const closing = new AbortController();
  let speech: Speech | undefined;
  let waiting = 0;
  let before: Promise<void> = Promise.resolve();

  const finish = ({ transcript, voice, from }: Speech, to: number) => {
    waiting++;
    const text = transcript.finish();
    text.catch(() => {});
    const speaking = voice.answer();
    before = before
      .then(async () => {
        const heard = await text;
        const speaker = await speaking;
        if (heard && !closing.signal.aborted) onHeard({ ...heard, from, to }, speaker);
      })
      .catch((thrown) => {
        if (!isAbort(thrown)) onError(toJarvisError(thrown, 'stt-failed', 'Speech to text failed'));
      })
      .finally(() => {
        waiting--;
      });
  };

  const segments = openSegments({
    vad,
    silence,
    longest,
    noSpeech: Number.POSITIVE_INFINITY,
    continuous: true,
    onError,
    onStart(agoMs) {
      if (waiting < MAX_WAITING) {
        const transcript = transcription(stt, { language, languages, signal: closing.signal });
        const voice = speakerAsked(options.who, closing.signal);
        speech = { transcript, voice, from: clock.now() - agoMs };
        return;
      }
      onError(
        new JarvisError('stt-failed', `Speech to text (${stt.name}) is ${waiting} utterances behind: one was dropped.`),
      );
    },
    onSpeech(samples) {
      speech?.transcript.write(samples);
      speech?.voice.write(samples);
    },
    onEnd(_, agoMs) {
      const ended = speech;
      speech = undefined;
      if (ended) finish(ended, clock.now() - agoMs);
    },
  });

  return {
    write: segments.write,
    close() {
      segments.close();
      closing.abort();
    },
  };
}

/** Sites listened to without a wake word at the same time; the longest silent one goes first. */
const MAX_SITES = 50;

/** Listens to many sites without a wake word. @param of opens the listening to one, with its first sound */
export function listenToSites(of: (site: string) => AlwaysListening): {
  write(site: string, samples: Buffer): void;
  close(): void;
} {
  const sites = new LRUCache<string, AlwaysListening>({
    max: MAX_SITES,
    memoMethod: of,
    dispose: (listening) => listening.close(),
  });
  return {
    write: (site, samples) => sites.memo(site).write(samples),
    close: () => sites.clear(),
  };
}
