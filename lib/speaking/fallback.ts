import { clock } from '../turn/clock.js';
import { closeAll } from '../turn/closing.js';
import { isAbort, type JarvisError, toJarvisError } from '../turn/errors.js';
import type { TextToSpeech } from './types.js';

/** After a failure the other voice speaks for this long before the first is tried again, so that no sentence waits twice. */
const REST_MS = 5_000;

/**
 * Speaks with `primary`, and with `fallback` while that fails, so that the person still hears what went wrong.
 * @param onProblem told once when `primary` begins to fail, and with undefined when it speaks again
 */
export function withFallback(
  primary: TextToSpeech,
  fallback: TextToSpeech,
  onProblem: (error: JarvisError | undefined) => void,
): TextToSpeech {
  let problem: JarvisError | undefined;
  let tryAgainAt = 0;
  const failed = (thrown: unknown) => {
    tryAgainAt = clock.steady() + REST_MS;
    const known = problem;
    problem = toJarvisError(thrown, 'tts-failed', `The voice "${primary.name}" failed`);
    if (!known) onProblem(problem);
  };
  const works = () => {
    if (!problem) return;
    problem = undefined;
    onProblem(undefined);
  };
  return {
    name: primary.name,
    async warm() {
      const [first, second] = await Promise.allSettled([primary.warm(), fallback.warm()]);
      if (first.status === 'fulfilled') return works();
      failed(first.reason);
      if (second.status === 'rejected') throw first.reason;
    },
    async speak(text, options) {
      if (clock.steady() >= tryAgainAt) {
        try {
          const sound = await primary.speak(text, options);
          works();
          return sound;
        } catch (thrown) {
          if (isAbort(thrown)) throw thrown;
          failed(thrown);
        }
      }
      // The voice's name means nothing to another engine.
      return await fallback.speak(text, { ...options, voice: undefined }).catch((thrown: unknown) => {
        // What the person can mend is the voice they chose.
        throw isAbort(thrown) ? thrown : (problem ?? thrown);
      });
    },
    close: () => closeAll([() => primary.close(), () => fallback.close()]),
  };
}
