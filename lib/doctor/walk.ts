import { isAbort, reasonOf } from '../turn/errors.js';
import { within } from '../turn/wait.js';
import { type Finding, STAGES, type StageName } from './findings.js';

/** One check. It gives what was found, or throws a JarvisError whose message is for people. */
export interface Check {
  /** Milliseconds it may take. */
  ms: number;
  run(signal: AbortSignal): Promise<{ outcome: 'ok' | 'skipped'; told: string }>;
}

export type Checks = Readonly<Partial<Record<StageName, Check>>>;

const NAMES: Readonly<Record<StageName, string>> = {
  microphone: 'The microphone',
  broker: 'The broker',
  wake: 'The wake word',
  hearing: 'The speech recognition',
  model: 'The model server',
  home: 'Home Assistant',
  voice: 'The voice',
  playback: 'The loudspeaker',
};

/**
 * Walks the stages one after another, each within its limit; one that fails keeps none of the others from being walked.
 * @param checks stages without one are left out
 * @throws AbortError when the signal fires
 */
export async function walk(checks: Checks, signal: AbortSignal): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const stage of STAGES) {
    const check = checks[stage];
    if (!check) continue;
    try {
      found.push({
        stage,
        ...(await within({ ms: check.ms, what: NAMES[stage], signal }, (inner) => check.run(inner))),
      });
    } catch (thrown) {
      if (isAbort(thrown) && signal.aborted) throw thrown;
      found.push({ stage, outcome: 'failed', told: reasonOf(thrown) });
    }
  }
  return found;
}
