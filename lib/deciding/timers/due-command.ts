import type { GuardedHome } from '../../home/guard.js';
import type { Due } from '../../timers/timers.js';
import { reasonOf } from '../../turn/errors.js';
import { clockTold, sentence, waitSentence } from './told.js';

/** What is later than this is told and not done: nobody expects it any more. */
const MAX_LATE_MS = 15 * 60_000;

/**
 * Does what was asked for at this time, once; nothing is said of it.
 * @returns what to say where it wasn't done, or not all of it
 */
export async function doDelayed(
  { timer, late, begun }: Due,
  home: GuardedHome,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { commands = [], about = '', language, due, awaits, missed } = timer;
  begun();
  if (awaits) return waitSentence(language, 'inVain', { said: awaits.said });
  // Nobody knows how long ago it came true.
  if (missed) return waitSentence(language, 'missedCommand', { about });
  if (late() > MAX_LATE_MS)
    return sentence(language, 'lateCommand', {
      about,
      clock: clockTold(due, { language, timeZone: home.timeZone?.() }),
    });
  const failed = (why: string) => sentence(language, 'failedCommand', { about, why });
  try {
    await home.ready(signal);
    for (const command of commands) {
      // What opens the house now, though it didn't when it was asked for, is refused.
      const { failed: left } = await home.run(command, signal, 'person');
      if (left.length > 0) return failed(left.map(({ entity, reason }) => `${entity.name}: ${reason}.`).join(' '));
    }
    return undefined;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return failed(reasonOf(thrown));
  }
}
