import { amplified, levelOf } from '../audio/level.js';
import { peakLevel } from '../audio/loudness.js';
import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import { type EndpointEnd, type EndpointOptions, endpointing } from './endpointing.js';
import { tape } from './tape.js';
import type { VoiceActivity } from './types.js';
import { VOICE_SAMPLES } from './voice-activity.js';

export interface SegmentOptions extends EndpointOptions {
  vad: VoiceActivity;
  /**
   * Somebody began to speak, so many milliseconds before the sound that was written last.
   * @param called seconds of the utterance's sound up to the end of the pre-roll
   */
  onStart(agoMs: number, called: number): void;
  /** The sound of the utterance, as soon as it is known to belong to it: trimmed, with 0.3 s around the speech. */
  onSpeech(samples: Buffer): void;
  /** The utterance is over, its last sound so long before the one that was written last; the next one may follow if continuous. */
  onEnd(how: EndpointEnd, agoMs: number): void;
  /** Nobody has spoken for a moment, the last sound so long before the one that was written last: this may be the end. */
  onPause?(agoMs: number): void;
  /** It was not the end: somebody speaks after so many seconds. */
  onResume?(seconds: number): void;
  /** Voice activity failed; it goes on from silence if it can be started again. */
  onError(error: Error): void;
  /** Goes on with the next utterance after each end, instead of stopping. */
  continuous?: boolean;
}

export interface Segments {
  /** 16 kHz mono PCM, any length. Ignored after the end. */
  write(samples: Buffer): void;
  /** No more sound comes: the end follows as soon as voice activity has heard what was written. */
  finish(): void;
  /** As `Endpointing.endAfter`. */
  endAfter(seconds: number): void;
  close(): void;
}

/** Sound kept around speech: engines mishear words that are cut close. */
const PADDING = 0.3 * MIC_RATE;
/** Most samples kept: the longest utterance with its pre-roll, and a minute that voice activity may be behind. */
const MAX_KEPT = 90 * MIC_RATE;

/**
 * As loud as voice activity hears the wake word, in dBFS, and by how much it is made louder at most, in dB: of speech from
 * across the room, peaks under -40, it hears half.
 */
const HEARD_WELL = -25;
const MAX_GAIN = 20;

/** Cuts speech out of one stream of sound. */
export function openSegments(options: SegmentOptions): Segments {
  const { vad, continuous = false, onStart, onSpeech, onEnd, onError } = options;
  const sound = tape(MAX_KEPT);
  let ends = endpointing(options);
  /** Loudness of the steps that voice activity hasn't heard yet. */
  const levels: number[] = [];
  /** Steps of 32 ms heard in all, and those before the current utterance. */
  let heard = 0;
  let before = 0;
  let speaking = false;
  /** Samples before this one were given to `onSpeech` or belong to the utterance before. */
  let given = 0;
  /** Where the current pause began, in steps. */
  let pausedFrom = 0;
  /** Steps after which the sound is over. */
  let last = Number.POSITIVE_INFINITY;
  let closed = false;
  /** What the sound is multiplied by for voice activity; known with the pre-roll. */
  let gain: number | undefined;

  const close = () => {
    if (closed) return;
    closed = true;
    voice.close();
    sound.forget(sound.to);
  };

  const give = (to: number) => {
    const end = Math.min(to, sound.to);
    const samples = sound.read(given, end);
    given = Math.max(given, end);
    sound.forget(given);
    if (samples.length > 0) onSpeech(samples);
  };

  const ago = (step: number) => Math.max(0, ((sound.to - step * VOICE_SAMPLES) / MIC_RATE) * 1000);
  const speechFrom = () => (ends.from === undefined ? heard : before + ends.from);

  const begin = () => {
    speaking = true;
    given = Math.max(given, speechFrom() * VOICE_SAMPLES - PADDING);
    onStart(ago(speechFrom()), (options.preroll ?? 0) - given / MIC_RATE);
  };

  const onProbability = (probability: number) => {
    if (closed) return;
    let event = ends.push(probability, levels.shift());
    heard++;
    if (event === 'start') begin();
    if (heard >= last && event !== 'end') event = speaking ? 'end' : 'no-speech';
    if (speaking) give((before + ends.to) * VOICE_SAMPLES + PADDING);
    else sound.forget(speechFrom() * VOICE_SAMPLES - PADDING);
    if (closed) return;
    if (event === 'pause') {
      pausedFrom = before + ends.to;
      options.onPause?.(ago(pausedFrom));
    }
    if (event === 'resume') options.onResume?.(((heard - 1 - pausedFrom) * VOICE_SAMPLES) / MIC_RATE);
    if (event !== 'end' && event !== 'no-speech') return;
    const endedAgo = ago(before + ends.to);
    if (continuous) {
      ends = endpointing({ ...options, preroll: 0 });
      before = heard;
      speaking = false;
    } else {
      close();
    }
    onEnd(event, endedAgo);
  };

  const voice = vad.open(onProbability, (error) => {
    if (!closed) onError(error);
  });

  const write = (samples: Buffer) => {
    sound.write(samples);
    for (let at = (heard + levels.length) * VOICE_SAMPLES; at + VOICE_SAMPLES <= sound.to; at += VOICE_SAMPLES)
      levels.push(levelOf(sound.read(at, at + VOICE_SAMPLES)));
    gain ??= options.preroll ? gainFor(peakLevel(samples)) : 1;
    voice.write(gain === 1 ? samples : amplified(samples, gain));
  };

  return {
    write(samples) {
      if (!closed) write(samples);
    },
    finish() {
      if (closed || last !== Number.POSITIVE_INFINITY) return;
      // Silence fills the last step, and one more makes sure that there is a step to come.
      const rest = VOICE_SAMPLES - (sound.to % VOICE_SAMPLES);
      last = (sound.to + rest) / VOICE_SAMPLES;
      write(Buffer.alloc(rest * SAMPLE_BYTES));
    },
    endAfter: (seconds) => ends.endAfter(seconds),
    close,
  };
}

function gainFor(peak: number): number {
  return 10 ** (Math.max(0, Math.min(MAX_GAIN, HEARD_WELL - peak)) / 20);
}
