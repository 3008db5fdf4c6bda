import path from 'node:path';
import { streamWorker } from './stream-client.js';
import type { VoiceActivity } from './types.js';

/** Samples of sound that one probability stands for. */
export const VOICE_SAMPLES = 512;

/**
 * Voice activity by Silero's model (version 6), in a worker thread of its own: an utterance's end must not wait for the
 * wake word model. A stream may be up to a minute behind before sound is dropped.
 */
export function openVoiceActivity(): VoiceActivity {
  const worker = streamWorker<number>({
    file: path.join(__dirname, 'voice-activity.worker.js'),
    data: undefined,
    what: 'The voice activity model',
    code: 'stt-failed',
  });
  return {
    warm: worker.warm,
    close: worker.close,
    open(onProbability, onError) {
      let unheard = 0;
      return worker.open((probability, dropped) => {
        // Sound that was not heard counts as silence, so that the probabilities keep their places.
        for (unheard += dropped; unheard >= VOICE_SAMPLES; unheard -= VOICE_SAMPLES) onProbability(0);
        onProbability(probability);
      }, onError);
    },
  };
}
