import { clock } from '../turn/clock.js';
import type { Command, CommandResult, Entity, House } from './types.js';

/** As long as a conversation goes on by itself. */
const LIFE_MS = 5 * 60_000;
const MAX_SITES = 200;

/** What was done or asked of the house last in a room, for "turn it off again" and "and in the kitchen?". */
export interface LastCommand extends Omit<Command, 'action'> {
  /** Missing where it isn't known, or several things were done at once. */
  action?: Command['action'] | undefined;
  /** What was changed, as it was before; empty after a question. */
  before: readonly Entity[];
  /** Ids of what the answer to a question named, of its targets: that is "it". */
  named?: readonly string[];
  /** Id of the list that something was put on, for "and bread". */
  list?: string;
}

/** The last command of each room. */
export interface LastCommands {
  /** Keeps what was done; what is done in the same turn is one. */
  keep(site: string, turn: string, last: LastCommand): void;
  /** What a person may speak of as "it" here now: of the last exchange, and of the last five minutes. */
  of(site: string): LastCommand | undefined;
  /** Something else is spoken about since. */
  forget(site: string): void;
}

/** The last command of each room, none of them older than five minutes. */
export function lastCommands(): LastCommands {
  const sites = new Map<string, { last: LastCommand; turn: string; at: number }>();
  return {
    keep(site, turn, last) {
      const older = sites.get(site);
      const kept = older?.turn === turn ? together(older.last, last) : last;
      sites.delete(site);
      const oldest = sites.size >= MAX_SITES ? sites.keys().next().value : undefined;
      if (oldest !== undefined) sites.delete(oldest);
      sites.set(site, { last: kept, turn, at: clock.now() });
    },
    of(site) {
      const kept = sites.get(site);
      return kept && Math.abs(clock.now() - kept.at) < LIFE_MS ? kept.last : undefined;
    },
    forget: (site) => void sites.delete(site),
  };
}

/** What is kept of a command that was carried out, in a house as it was before: also of devices that failed. */
export function lastOf(command: Command, { done, failed }: Omit<CommandResult, 'ok'>, before: House): LastCommand {
  const changed = new Set(done.map(({ id }) => id));
  const targets = [...changed, ...failed.map(({ entity }) => entity.id)];
  return { ...command, targets, before: before.entities.filter(({ id }) => changed.has(id)) };
}

/** Of several things what they have in common. */
function together(a: LastCommand, b: LastCommand): LastCommand {
  const before = new Map([...b.before, ...a.before].map((entity) => [entity.id, entity]));
  return {
    ...(wanted(a) === wanted(b) && a),
    targets: [...new Set([...a.targets, ...b.targets])],
    ...((a.named || b.named) && { named: [...new Set([...(a.named ?? a.targets), ...(b.named ?? b.targets)])] }),
    before: [...before.values()],
  };
}

/** What a command is beside its devices. */
function wanted({ targets, area, domain, before, ...rest }: LastCommand): string {
  return JSON.stringify(rest);
}
