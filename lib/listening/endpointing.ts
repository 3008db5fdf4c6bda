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
   * is not an utterance yet: the person has 1.5 more seconds to begin with what they want.
   */
  preroll?: number | undefined;
}

/** `start` comes at most once, then `pause` and `resume` by turns, then one of the others, then nothing more. */
export type EndpointEvent = 'start' | 'pause' | 'resume' | EndpointEnd;
export type EndpointEnd = 'end' | 'no-speech';

export interface Endpointing {
  /** Takes the probability of speech in the next 32 ms, and their loudness in dBFS where it is known. */
  push(probability: number, level?: number): EndpointEvent | undefined;
  /** Takes another silence, in seconds, for the end of this pause: what was said is whole, or plainly isn't. */
  endAfter(seconds: number): void;
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
/** Seconds of silence that may be the end: what was said so far is looked at. */
const PAUSE = 0.16;
/** Seconds of speech after the pre-roll that still belong to the wake word: it is noticed about when it ends. */
const REST_OF_WAKE_WORD = 0.15;
/** Seconds to begin with what is wanted after the wake word; who takes longer is asked for it. */
const AFTER_WAKE_WORD = 1.5;
/** The wake word is spoken in the last seconds of the pre-roll; what speaks before is no part of the sentence. */
const WAKE_WORD = 1.2;
/**
 * Speech so much softer than the wake word's loudest 32 ms is somebody else's, or a television's; where nobody spoke before the
 * wake word even softer speech is the person's own, at the end of a sentence; in dB.
 */
const BACKGROUND = 12;
const BACKGROUND_IN_SILENCE = 24;
/**
 * What speaks before the wake word, and is softer than it, speaks behind it, too: up to so much louder, it still is no
 * part of the sentence. Nobody's own words fall so far below the wake word that they'd be taken for it; in dB.
 */
const BACKGROUND_SWINGS = 1;
const OWN_WORDS = 6;
/**
 * Seconds over which loudness is compared where somebody speaks before the wake word: syllables of one voice differ by more than
 * two voices do. Of 97 commands in each of babble and television 5 and 10 dB softer (388), 53 would end before their last word in the
 * first pause that is long enough for a whole one, and 20 never or 2.5 s late; so 9 and 7.
 */
const COMPARED = 0.3;

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
  let pausing = false;
  /** Steps of silence that end the current pause. */
  let ending = steps(silence);
  /** The loudest step of the wake word, in dBFS; and the loudest stretch of it, and of the speech before it. */
  let peak = Number.NEGATIVE_INFINITY;
  let word = Number.NEGATIVE_INFINITY;
  let behind = Number.NEGATIVE_INFINITY;
  /** Loudness of the last steps. */
  const stretch: number[] = [];
  /** Softer speech is background. @param level of this step @param lately of this stretch */
  const isLoud = (level: number, lately: number) => {
    if (level < peak - BACKGROUND_IN_SILENCE) return false;
    if (behind === Number.NEGATIVE_INFINITY) return true;
    // What is as loud as the wake word may be the person's own, a moment before.
    if (behind > word) return lately >= word - BACKGROUND;
    return lately >= Math.max(word - BACKGROUND, Math.min(behind + BACKGROUND_SWINGS, word - OWN_WORDS));
  };

  const finish = (event: EndpointEvent): EndpointEvent => {
    over = true;
    return event;
  };

  const hear = (probability: number, level: number) => {
    const isVoice = probability >= (speaking ? ENDS : BEGINS);
    stretch.push(level);
    if (stretch.length > steps(COMPARED)) stretch.shift();
    const lately = meanLevel(stretch);
    const isWakeWord = step >= prerollSteps - steps(WAKE_WORD);
    if (isVoice && step < prerollSteps) {
      if (isWakeWord) [peak, word] = [Math.max(peak, level), Math.max(word, lately)];
      else behind = Math.max(behind, lately);
    }
    const isOwn = step < prerollSteps ? isWakeWord : isLoud(level, lately);
    speaking = isVoice && isOwn;
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

  /** Whether a pause began or ended with this step. */
  const pauseEvent = (): EndpointEvent | undefined => {
    if (pausing === step - to >= steps(PAUSE)) return undefined;
    pausing = !pausing;
    if (!pausing) ending = steps(silence);
    return pausing ? 'pause' : 'resume';
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
      const rest = REST_OF_WAKE_WORD + (behind === Number.NEGATIVE_INFINITY ? 0 : COMPARED);
      const wakeWordOnly = preroll > 0 && voicedAfterPreroll < steps(rest);
      const mayBegin = speaking || step < prerollSteps + steps(AFTER_WAKE_WORD);
      if (wakeWordOnly) return mayBegin ? undefined : finish('end');
      return step - to >= ending ? finish('end') : pauseEvent();
    },
    endAfter(seconds) {
      if (pausing) ending = steps(seconds);
    },
  };
}

/** Of several levels in dB that of their mean power. */
function meanLevel(levels: readonly number[]): number {
  return 10 * Math.log10(levels.reduce((sum, level) => sum + 10 ** (level / 10), 0) / levels.length);
}

function steps(seconds: number): number {
  return Math.ceil(seconds / STEP_SECONDS);
}
