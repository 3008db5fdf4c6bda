import path from 'node:path';
import { int16Of, MIC_RATE } from '../../audio/pcm.js';
import { openJobWorker } from '../../models/job-worker.js';

/** What the worker is asked: 16 kHz mono, at most 10 s. */
export interface VoicePrintJob {
  samples: Int16Array;
}

/** Tells voices apart by the vector of 256 numbers that a model makes of a few seconds of speech. */
export interface VoicePrinter {
  /**
   * The vector of a voice, at length 1; of the first ten seconds.
   * @param sound 16 kHz mono PCM
   * @throws JarvisError library-missing, failed; AbortError
   */
  printOf(sound: Buffer, signal?: AbortSignal): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Loading the model included; ten seconds of speech take a third of a second. */
const MAX_MS = 20_000;
const MAX_SAMPLES = 10 * MIC_RATE;

/** Resemblyzer's voice encoder in this process, in a worker thread that starts with the first utterance. */
export function openVoicePrinter(): VoicePrinter {
  const worker = openJobWorker<VoicePrintJob, Float32Array>({
    file: path.join(__dirname, 'voice-print.worker.js'),
    what: 'The speaker model',
    code: 'failed',
    limitMs: MAX_MS,
  });
  return {
    printOf: (sound, signal) => worker.run({ samples: int16Of(sound, MAX_SAMPLES) }, signal),
    close: () => worker.close(),
  };
}
