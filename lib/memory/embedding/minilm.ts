import fs from 'node:fs';
import path from 'node:path';
import { openJobWorker } from '../../models/job-worker.js';
import { pullCommand } from '../../models/pull-command.js';
import { JarvisError } from '../../turn/errors.js';
import { type Embedder, textToEmbed } from './embedder.js';

/** One text for the worker. */
export interface MiniLmJob {
  folder: string;
  text: string;
}

/** Loading included; a text takes 3–80 ms. */
const MAX_MS = 60_000;

/**
 * Vectors of all-MiniLM-L6-v2 (384 dimensions), in this process, in a worker thread that starts with the first text.
 * The model has read English only; texts in other languages are near where they share words.
 * @param options.folder the model: `config.json`, `tokenizer.json`, `tokenizer_config.json`, `onnx/model_quantized.onnx`
 */
export function openMiniLm(options: { folder: string }): Embedder {
  const folder = path.resolve(options.folder);
  const worker = openJobWorker<MiniLmJob, Float32Array>({
    file: path.join(__dirname, 'minilm.worker.js'),
    what: 'The embedding model',
    code: 'model-failed',
    limitMs: MAX_MS,
  });
  return {
    model: 'all-MiniLM-L6-v2',
    async embed(texts, signal) {
      if (!fs.existsSync(path.join(folder, 'onnx', 'model_quantized.onnx'))) {
        throw new JarvisError(
          'not-configured',
          `There is no embedding model yet (looked in ${folder}). Get one: ${pullCommand('minilm')}`,
        );
      }
      const vectors: Float32Array[] = [];
      // One at a time: a question that comes in between waits for one text, not for all.
      for (const text of texts) vectors.push(await worker.run({ folder, text: textToEmbed(text) }, signal));
      return vectors;
    },
    close: () => worker.close(),
  };
}
