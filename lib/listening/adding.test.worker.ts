import { JarvisError } from '../turn/errors.js';
import { serveStreams } from './stream-server.js';

/** A worker for tests: the model adds up each stream; 13 as a sample kills the thread. */
serveStreams(async (data) => {
  const { fails } = data as { fails?: boolean };
  if (fails) throw new JarvisError('library-missing', 'The adding library is missing. Install it.');
  return {
    frame: 4,
    mostBehind: 40,
    batch: 2,
    newState: () => ({ sum: 0 }),
    async step(states: { sum: number }[], frames: Float32Array[]) {
      return states.map((state, index) => {
        for (const sample of frames[index] ?? []) {
          if (sample === 13) throw new Error('13 is unlucky');
          state.sum += sample;
        }
        return state.sum;
      });
    },
  };
});
