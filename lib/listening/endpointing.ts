import { MIC_RATE } from '../audio/pcm.js';
import { VOICE_SAMPLES } from './voice-activity.js';

export interface EndpointOptions {
  /** Seconds of silence that end an utterance; 0.8 when not given. */
  silence?: number | undefined;
  /** Most seconds of one utterance, which ends there; 15 when not given. */
  longest?: number | undefined;
  /** Seconds without speech after which nobody is expected to speak any more; 5 when not given, may be Infinity. */
  noSpeech?: number | undefined;
  /**
   * Seconds at the beginning that end with the wake word, 0 when there was none. Speech that stops with the wake word
   * is not an utterance yet: the person has four more seconds to say what they want.
   */
  preroll?: number | undefined;
}

/** `start` comes at most once, then one of the others, then nothing more. */
export type EndpointEvent = 'start' | 'end' | 'no-speech';

export interface Endpointing {
  /** Takes the probability of speech in the next 32 ms, and their loudness in dBFS where it is known. */
  push(probability: number, level?: number): EndpointEvent | undefined;
  /** Where speech began, in steps of 32 ms from the first one; missing while nobody speaks. */
  readonly from: number | undefined;
  /** Where speech was last heard: the step after it. */
  readonly to: number;
}

const STEP_SECONDS = VOICE_SAMPLES / MIC_RATE;
/** Probability from which speech begins, and under which it ends. */
const BEGINS = 0.5;
const ENDS = 0.35;
/** Seconds of speech that make an utterance: less is a click or a cough. */
const MIN_SPEECH = 0.2;
/** Seconds between two sounds that are too short by themselves but may be one word. */
const WITHIN_WORD = 0.3;
/** Seconds of speech after the pre-roll that still belong to the wake word: it is noticed about when it ends. */
const REST_OF_WAKE_WORD = 0.15;
/** Seconds to go on after the wake word alone. */
const AFTER_WAKE_WORD = 4;
/** The wake word is spoken in the last seconds of the pre-roll. */
const WAKE_WORD = 1.2;
/** Speech so much softer than the wake word's loudest 32 ms is somebody else's, or a television's; in dB. */
const BACKGROUND = 12;

/** Finds where an utterance begins and ends in the probabilities of speech. Knows no clock: time is counted in steps. */
export function endpointing(options: EndpointOptions = {}): Endpointing {
  const { silence = 0.8, longest = 15, noSpeech = 5, preroll = 0 } = options;
  const prerollSteps = steps(preroll);
  let step = 0;
  let speaking = false;
  let started = false;
  let over = false;
  let from: number | undefined;
  let to = 0;
  let voiced = 0;
  let voicedAfterPreroll = 0;
  /** The loudest of the wake word, in dBFS. */
  let peak = Number.NEGATIVE_INFINITY;

  const finish = (event: EndpointEvent): EndpointEvent => {
    over = true;
    return event;
  };

  const hear = (probability: number, level: number) => {
    const isVoice = probability >= (speaking ? ENDS : BEGINS);
    if (isVoice && step < prerollSteps && step >= prerollSteps - steps(WAKE_WORD)) peak = Math.max(peak, level);
    speaking = isVoice && (step < prerollSteps || level >= peak - BACKGROUND);
    if (speaking) {
      from ??= step;
      to = step + 1;
      voiced++;
      if (step >= prerollSteps) voicedAfterPreroll++;
    } else if (!started && from !== undefined && step - to >= steps(WITHIN_WORD)) {
      from = undefined;
      voiced = 0;
    }
    step++;
  };

  return {
    get from() {
      return from;
    },
    get to() {
      return to;
    },
    push(probability, level = 0) {
      if (over) return undefined;
      hear(probability, level);
      if (!started) {
        if (voiced >= steps(MIN_SPEECH)) {
          started = true;
          return 'start';
        }
        return step >= prerollSteps + steps(noSpeech) ? finish('no-speech') : undefined;
      }
      if (step - (from ?? 0) >= steps(longest)) return finish('end');
      const wakeWordOnly = preroll > 0 && voicedAfterPreroll < steps(REST_OF_WAKE_WORD);
      if (wakeWordOnly) return step >= prerollSteps + steps(AFTER_WAKE_WORD) ? finish('end') : undefined;
      return step - to >= steps(silence) ? finish('end') : undefined;
    },
  };
}

function steps(seconds: number): number {
  return Math.ceil(seconds / STEP_SECONDS);
}
