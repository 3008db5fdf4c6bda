import { fold } from '../../language/fold.js';
import type { Timers } from '../../timers/timers.js';
import type { Timer } from '../../timers/types.js';
import type { Turn } from '../../turn/turn.js';
import { isStop } from '../stop-command.js';
import { type Asked, type Meant, snoozeAsked } from './asked.js';
import { type Listener, lengthTold, sentence, type Told, told } from './told.js';

/** Until what was snoozed rings again. */
const SNOOZE_MS = 5 * 60_000;

/** "Stop", "cancel the timer" and "five more minutes", while something rings or a moment after. */
export function rung(
  said: string,
  asked: Asked | undefined,
  { timers, turn: { site, language, judgement } }: { timers: Timers; turn: Turn },
  listener: Listener,
): Told | undefined {
  const [ringing] = timers.ringing(site);
  const isStopped = judgement?.stop || isStop(said, { speaking: true, language }) || ends(asked, ringing);
  if (isStopped && (ringing || timers.wasHushed(site))) {
    timers.hush(site);
    return told('stop', sentence(language, 'stopped', {}));
  }
  const more = asked?.does === 'change' && asked.by > 0 && isMeant(asked.meant, ringing) ? asked.by : undefined;
  const snoozed = snoozeAsked(said, language) ?? more;
  if (!ringing || snoozed === undefined) return undefined;
  const length = snoozed || SNOOZE_MS;
  const { every: _, id: __, tried: ___, missed: ____, ...again } = ringing;
  timers.set({ ...again, due: listener.now + length, length });
  timers.hush(site);
  return told('snooze', sentence(language, 'snoozed', { length: lengthTold(length, language) }));
}

/** Whether what rings is told to end: "cancel the pizza timer", "turn off the alarm". */
function ends(asked: Asked | undefined, ringing: Timer | undefined): boolean {
  if (asked?.does === 'cancel-kind') return asked.kind !== 'timer' && asked.kind === ringing?.kind;
  return asked?.does === 'cancel' && ringing?.kind === 'timer' && isMeant(asked.meant, ringing);
}

function isMeant({ name, length }: Meant, ringing: Timer | undefined): boolean {
  const isNamed = name === undefined || fold(name) === fold(ringing?.name ?? '');
  return isNamed && (length === undefined || length === ringing?.length);
}
