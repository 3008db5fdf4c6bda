import { isOn, isPlaying, isQuestion } from '../../home/actions.js';
import type { GuardedHome } from '../../home/guard.js';
import type { LastCommand } from '../../home/last-commands.js';
import { nameWords } from '../../home/names.js';
import type { Action, Command, Entity } from '../../home/types.js';
import { fold, stem } from '../../language/fold.js';
import { dateOf, dayAt } from '../../language/when/calendar.js';
import { MAX_TIMERS } from '../../timers/timer-file.js';
import type { Timers } from '../../timers/timers.js';
import type { Timer } from '../../timers/types.js';
import { ownWords, type Turn } from '../../turn/turn.js';
import { askBack, type Fits, letTakeBack } from '../asking-back.js';
import { chosen, whichQuestion } from '../choosing.js';
import { followUp } from '../sentences/follow-up.js';
import { recogniseAll } from '../sentences/recognise-all.js';
import { cancelAbout, decideWait } from '../waits/decide-wait.js';
import { findWakeWord } from '../wake-words.js';
import {
  type Asked,
  type AskedOptions,
  alarmAt,
  lengthAnswered,
  type Meant,
  timerAsked,
  whenAnswered,
} from './asked.js';
import { isInRoom } from './room-timers.js';
import { rung } from './rung.js';
import {
  calledOf,
  clockTold,
  countsTold,
  type Listener,
  lengthTold,
  momentTold,
  responseTold,
  sentence,
  startTold,
  statusTold,
  type Told,
  told,
} from './told.js';

/** Timers told in one answer. */
const MAX_TOLD = 5;
/** What makes another one. */
const SETS: ReadonlySet<Asked['does']> = new Set(['start', 'alarm', 'reminder', 'command']);
/** What is done for a while ends with this. */
const UNDONE: Partial<Record<Action, Action>> = {
  turn_on: 'turn_off',
  turn_off: 'turn_on',
  play: 'pause',
  open: 'close',
};

export interface DecideTimer {
  timers: Timers;
  home: GuardedHome;
  turn: Turn;
  signal: AbortSignal;
  /** Does commands at once and says what came of it. */
  carryOut: (commands: readonly Command[]) => Promise<{ text: string; command?: Turn['command'] }>;
}

type Around = Pick<DecideTimer, 'timers' | 'home' | 'turn'>;

const listenerOf = ({ timers, home, turn: { language } }: Around): Listener & Pick<AskedOptions, 'sun'> => ({
  ...{ language, timeZone: home.timeZone?.(), now: timers.now(), sun: home.surroundings?.().next },
});

/** The commands that words certainly are, and which ask nothing. @param last what "it" is: the room's last command when not given */
const commandsIn =
  ({ home, turn: { language, area, site } }: Around, last: LastCommand | undefined = home.last.of(site)) =>
  (words: string): readonly Command[] => {
    const place = { language, area, house: home.house() };
    const commands = recogniseAll(words, place);
    const { command, undo } = (commands.length === 0 && last && followUp(words, { ...place, last })) || {};
    return (command && !undo ? [command] : commands).filter(({ action }) => !isQuestion(action));
  };

/** What words set: a timer, an alarm, a reminder or a command that waits; undefined where they set none. @param last what "it" is in them */
export function timerSet(words: string, around: Around, last?: LastCommand): 'alarm' | 'delayed' | 'other' | undefined {
  const asked = timerAsked(words, { ...listenerOf(around), understand: commandsIn(around, last) });
  if (!asked || !SETS.has(asked.does)) return undefined;
  return asked.does === 'command' && !asked.undo ? 'delayed' : asked.does === 'alarm' ? 'alarm' : 'other';
}

/** The answer to what a person asks of timers, after it was done; undefined for all other words, and those of nobody. */
export async function decideTimer(query: string, options: DecideTimer): Promise<Told | undefined> {
  const { timers, home, turn } = options;
  const { language } = turn;
  if (turn.source === 'announcement') return undefined;
  const said = personsWords(turn, query);
  const listener = listenerOf(options);
  const understand = commandsIn(options);
  const asked = timerAsked(said, { ...listener, understand });
  const rings = rung(said, asked, options, listener);
  if (rings) return rings;
  const waits = await decideWait(said, { ...options, understand }, listener);
  if (waits) return waits;
  const about = cancelAbout(said, language);
  if (about !== undefined) return cancelledAbout(about, options);
  if (asked?.does === 'cancel-kind' && asked.kind === 'alarm') {
    const hasPanel = home.house().entities.some(({ domain }) => domain === 'alarm_control_panel');
    const isOurs = timers.all().some(({ kind }) => kind === 'alarm');
    if ((hasPanel && !isOurs) || understand(said).length > 0) return undefined;
  }
  return asked && (await answered(asked, options, listener, said));
}

/** Cancels the reminders, and the commands that wait, in which all telling words are. */
function cancelledAbout(about: string, options: DecideTimer): Told {
  const { timers, turn } = options;
  const { language } = turn;
  const stems = (text: string) => nameWords(text).map(stem);
  const meant = timers.all().filter(({ kind, about: of = '', awaits }) => {
    const words = kind === 'reminder' || awaits ? new Set(stems(`${of} ${awaits?.said ?? ''}`)) : new Set<string>();
    return stems(about).every((word) => words.has(word));
  });
  const [first] = meant;
  if (!first) return told('cancel', sentence(language, 'none', {}), false);
  return meant.length > 1 ? whichCancelled(meant, options, listenerOf(options)) : cancelled(meant, options);
}

/** Cancels timers and tells so; several can be taken back by the next words. */
function cancelled(meant: readonly Timer[], { timers, turn }: DecideTimer): Told {
  const { language } = turn;
  timers.cancel(...meant.map(({ id }) => id));
  const [first] = meant;
  if (meant.length === 1 && first)
    return told('cancel', sentence(language, 'cancelled', { timer: calledOf(first, language) }));
  const counted = { timers: countsTold(meant, language) };
  const text = responseTold(language, 'HassCancelAllTimers', 'cancelledAll', { canceled: meant.length }, counted);
  letTakeBack(turn, async () => {
    for (const { id: _, ...timer } of meant) timers.set(timer);
    return told('restore', sentence(language, 'restored', counted));
  });
  return told('cancel', text);
}

/** Asks which of several is to be cancelled. */
function whichCancelled(meant: readonly Timer[], options: DecideTimer, listener: Listener): Told {
  const { language, site } = options.turn;
  const called = meant.map((timer) => calledOf(timer, language));
  const isAlike = new Set(called).size < called.length;
  const nameOf = (timer: Timer) =>
    timer.kind === 'timer' && !isAlike ? calledOf(timer, language) : statusTold(timer, listener);
  const names = meant.slice(0, MAX_TOLD).map((timer) => nameOf(timer).replace(/\.$/, ''));
  const fits: Fits = (words) => {
    const isCalled = (timer: Timer, said: string) => {
      const telling = new Set(nameWords(nameOf(timer)));
      const at = timeAnswered(said, listener);
      return (
        nameWords(said).every((word) => telling.has(word)) ||
        (at !== undefined && clockTold(timer.due, listener) === at)
      );
    };
    const some = chosen(words, meant, language, isCalled);
    return some && (async (now) => cancelled(some, { ...options, ...now }));
  };
  return askBack(site, whichQuestion(names, language), fits, names);
}

/** The time of the clock that an answer says: "the one at seven". */
function timeAnswered(words: string, listener: Listener): string | undefined {
  const asked = alarmAt(words, listener);
  return asked === undefined ? undefined : clockTold(asked, listener);
}

function personsWords(turn: Turn, query: string): string {
  const own = ownWords(turn, query);
  if (own === query) return own;
  const { woken, query: rest } = findWakeWord(own, { wake: turn.wake?.word ?? 'jarvis' });
  return woken ? rest : own;
}

async function answered(asked: Asked, options: DecideTimer, listener: Listener, said = ''): Promise<Told | undefined> {
  const { timers, turn } = options;
  const { site, area, language } = turn;
  const where = { site, language, ...(area !== undefined && { area }) };
  const { now } = listener;
  if (SETS.has(asked.does) && timers.all().length >= MAX_TIMERS)
    return told(asked.does, sentence(language, 'full', {}), false);
  switch (asked.does) {
    case 'start': {
      const { length, name } = asked;
      const timer = timers.set({ ...where, kind: 'timer', due: now + length, length, ...(name && { name }) });
      return told('start', startTold(timer, language));
    }
    case 'alarm':
    case 'reminder': {
      const { does, when, about } = asked;
      timers.set({ ...where, kind: does, ...when, ...(about && { about }) });
      return told(does, sentence(language, does, { when: momentTold(when, listener) }));
    }
    case 'ask-length': {
      const { name } = asked;
      return askBack(site, sentence(language, 'askLength', {}), (words) => {
        const length = lengthAnswered(words, language);
        if (length === undefined) return undefined;
        return (now) =>
          answered({ does: 'start', length, ...(name && { name }) }, { ...options, ...now }, listenerOf(options));
      });
    }
    case 'no-sun':
      return told('reminder', sentence(language, 'noSun', {}), false);
    case 'ask-when':
      return askBack(site, sentence(language, 'askWhen', {}), (words) => {
        const then = whenAnswered(said, words, { ...listenerOf(options), understand: commandsIn(options) });
        return then && ((now) => answered(then, { ...options, ...now }, listenerOf(options)));
      });
    case 'command':
      return await delayed(asked, options, listener);
    case 'list': {
      const meant = timers.all().filter((timer) => asked.kind === undefined || kindOf(timer) === asked.kind);
      const all = here(meant, turn).slice(0, MAX_TOLD);
      const text = all.map((timer) => statusTold(timer, listener)).join(' ');
      return told('status', text || sentence(language, 'nothing', {}));
    }
    case 'cancel-kind': {
      const { kind, all } = asked;
      const ofKind = [...timers.ringing(site), ...timers.all()].filter((one) => kindOf(one) === kind);
      const { meant, partly } = thenIn(ofKind, asked, listener);
      if (kind === 'timer') timers.hush(site);
      // Of what comes again on several days one day isn't taken out.
      if (partly.length > 0) return partly.length > 1 ? whichCancelled(partly, options, listener) : undefined;
      if (meant.length === 0)
        return told('cancel', sentence(language, ofKind.length > 0 ? 'notThen' : 'nothing', {}), false);
      return all || meant.length === 1 ? cancelled(meant, options) : whichCancelled(meant, options, listener);
    }
    default:
      return oneTimer(asked, options, listener);
  }
}

const HALF_DAY_MS = 43_200_000;

/**
 * Those that ring at a time of the day, which may be one of the afternoon where none does, and on a day; `partly` where there are none
 * but what rings on that day and others.
 */
function thenIn(
  all: readonly Timer[],
  { at, on }: Extract<Asked, { does: 'cancel-kind' }>,
  listener: Listener,
): { meant: readonly Timer[]; partly: readonly Timer[] } {
  const { timeZone } = listener;
  const day = on === undefined ? undefined : dayAt(on, timeZone);
  const isOn = ({ due, every }: Timer) =>
    day === undefined || (every ? every.days.includes(dateOf(day).weekday) : dayAt(due, timeZone) === day);
  const ringAt = (time: number) => all.filter(({ due }) => clockTold(due, listener) === clockTold(time, listener));
  const exactly = at === undefined ? all : ringAt(at);
  const then = (exactly.length > 0 || at === undefined ? exactly : ringAt(at + HALF_DAY_MS)).filter(isOn);
  const isWhole = ({ every }: Timer) => day === undefined || every === undefined || every.days.length === 1;
  const meant = then.filter(isWhole);
  return { meant, partly: meant.length > 0 ? [] : then };
}

/** What a timer is asked for as. */
const kindOf = ({ kind }: Timer) => (kind === 'command' ? 'reminder' : kind);

/** What is asked of one timer that runs. */
function oneTimer(asked: Extract<Asked, { meant: Meant }>, options: DecideTimer, listener: Listener): Told {
  const { timers, turn } = options;
  const { language } = turn;
  const { now } = listener;
  const found = meantBy(asked.meant, timers, turn).filter(
    ({ paused }) =>
      (asked.does !== 'unpause' || paused !== undefined) && (asked.does !== 'pause' || paused === undefined),
  );
  const [timer] = found;
  if (!timer) return told(asked.does, sentence(language, 'none', {}), false);
  if (asked.does === 'status')
    return told(
      'status',
      found
        .slice(0, MAX_TOLD)
        .map((one) => statusTold(one, listener))
        .join(' '),
    );
  if (found.length > 1 && asked.does === 'cancel') return whichCancelled(found, options, listener);
  if (found.length > 1) {
    const names = found.slice(0, MAX_TOLD).map((one) => calledOf(one, language));
    return { text: sentence(language, 'which', { timers: names.join(', ') }), question: true };
  }
  const left = timer.paused ?? timer.due - now;
  const of = (ms: number) => ({ timer: calledOf(timer, language), length: lengthTold(ms, language) });
  if (asked.does === 'cancel') {
    timers.cancel(timer.id);
    return told('cancel', responseTold(language, 'HassCancelTimer', 'cancelled', {}, of(left)));
  }
  if (asked.does === 'pause') {
    timers.change(timer.id, { paused: left });
    return told('pause', responseTold(language, 'HassPauseTimer', 'paused', {}, of(left)));
  }
  if (asked.does === 'unpause') {
    timers.change(timer.id, { paused: undefined, due: now + left });
    return told('unpause', responseTold(language, 'HassUnpauseTimer', 'unpaused', {}, of(left)));
  }
  if (asked.does !== 'change') return told(asked.does, sentence(language, 'none', {}), false);
  const then = Math.max(0, left + asked.by);
  timers.change(timer.id, timer.paused === undefined ? { due: now + then } : { paused: then });
  return told('change', sentence(language, 'added', of(then)));
}

/** A command that is done later; or done now, and undone then. */
async function delayed(
  { when, commands, about, undo }: Extract<Asked, { does: 'command' }>,
  { timers, home, turn, carryOut }: DecideTimer,
  listener: Listener,
): Promise<Told | undefined> {
  const { site, area, language } = turn;
  const then = undo ? commands.flatMap((command) => undone(command)) : commands;
  const opens = (all: readonly Command[]) => all.some((one) => home.opening(one, 'person').length > 0);
  if (opens(commands) || opens(then)) return told('command', sentence(language, 'opening', {}), false);
  // What can't be undone is for others.
  if (then.length < commands.length) return undefined;
  const timer = { kind: 'command' as const, site, language, ...(area !== undefined && { area }), ...when, about };
  if (!undo) {
    timers.set({ ...timer, commands: then });
    return told('command', sentence(language, 'command', { when: momentTold(when, listener) }));
  }
  const was = new Map(home.house().entities.map((entity) => [entity.id, entity]));
  const { text, command } = await carryOut(commands);
  // What was so before stays so.
  const back = commands.flatMap((one) => undone(one, was)).filter(({ targets }) => targets.length > 0);
  const isLeft = command?.ok && back.length > 0;
  if (isLeft) timers.set({ ...timer, commands: back });
  const length = lengthTold(when.length ?? 0, language);
  return {
    text: isLeft ? sentence(language, 'commandFor', { done: text, length }) : text,
    ...(command && { command }),
  };
}

/** The command that takes a command back. @param was without what was so before */
function undone(command: Command, was?: ReadonlyMap<string, Entity>): Command[] {
  const action = UNDONE[command.action];
  if (!action) return [];
  const { value: _, by: __, next: ___, targets, ...rest } = command;
  const isSo = (id: string) => {
    const entity = was?.get(id);
    return entity !== undefined && isAlready(entity, command.action);
  };
  return [{ ...rest, action, targets: targets.filter((id) => !isSo(id)) }];
}

/** Whether a device is as one of the actions that can be undone makes it. */
function isAlready(entity: Entity, action: Action): boolean {
  switch (action) {
    case 'turn_on':
      return isOn(entity);
    case 'turn_off':
      return !isOn(entity);
    case 'play':
      return isPlaying(entity);
    default:
      return entity.state === 'open';
  }
}

/** The timers that are meant, those of the room first and alone where there are any. */
function meantBy({ name, length }: Meant, timers: Timers, turn: Turn): Timer[] {
  const all = timers.all().filter(({ kind }) => kind === 'timer');
  if (name !== undefined) {
    const said = fold(name);
    const named = all.filter((timer) => fold(timer.name ?? '') === said);
    return named.length > 0 ? named : all.filter(({ site, area = '' }) => fold(site) === said || fold(area) === said);
  }
  const fitting = length === undefined ? all : all.filter((timer) => timer.length === length);
  return here(fitting, turn);
}

function here(timers: readonly Timer[], turn: Turn): Timer[] {
  const near = timers.filter((timer) => isInRoom(timer, turn));
  return near.length > 0 ? near : [...timers];
}
