import path from 'node:path';
import type { FeatureExtractionPipeline } from '@huggingface/transformers' with { 'resolution-mode': 'import' };
import { serveJobs } from '../../models/job-server.js';
import { loadTransformers, type Transformers } from '../../models/transformers.js';
import { JarvisError, reasonOf } from '../../turn/errors.js';
import { unit } from '../vectors/numbers.js';
import type { MiniLmJob } from './minilm.js';

let model: Promise<FeatureExtractionPipeline> | undefined;

serveJobs<MiniLmJob, Float32Array>('model-failed', async ({ folder, text }) => {
  model ??= load(folder);
  // A failed loading is tried again: the model may have been pulled meanwhile.
  model.catch(() => {
    model = undefined;
  });
  const output = await (await model)(text, { pooling: 'mean', normalize: true });
  const vector = unit(output.data as Float32Array);
  if (!vector) throw new Error('The model gave a vector without length.');
  return { result: vector, transfer: [vector.buffer as ArrayBuffer] };
});

async function load(folder: string): Promise<FeatureExtractionPipeline> {
  const library = await loadLibrary();
  library.env.allowRemoteModels = false;
  library.env.localModelPath = path.dirname(folder);
  return await library.pipeline('feature-extraction', path.basename(folder), {
    dtype: 'q8',
    // Without the arena a long text costs 60 MB instead of 260, and no time.
    session_options: {
      intraOpNumThreads: 1,
      enableCpuMemArena: false,
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  });
}

async function loadLibrary(): Promise<Transformers> {
  try {
    return await loadTransformers();
  } catch (thrown) {
    throw new JarvisError(
      'library-missing',
      `The library for embeddings can't be loaded: ${reasonOf(thrown)}. Install it: npm install @huggingface/transformers@4.3.1`,
      { cause: thrown },
    );
  }
}
