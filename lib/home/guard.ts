import { JarvisError } from '../turn/errors.js';
import { type Confirmations, confirmations } from './confirmation.js';
import { type LastCommands, lastCommands } from './last-commands.js';
import { type Asker, mayOpenHouse, type OpeningPolicy, openingPolicy } from './opening.js';
import type { Command, CommandResult, Entity, Home } from './types.js';

/** A house that nothing opens without a person's yes: the only way to it for commands, tools and pages. */
export interface GuardedHome extends Home {
  /** The entities of a command that need a person's yes first; none where it may be run at once. */
  opening(command: Command, asker: Asker): Entity[];
  /** What waits for a yes, for every way to give one: typed, spoken, tapped. */
  readonly confirmations: Confirmations;
  /** What was last done or asked in each room. */
  readonly last: LastCommands;
  /**
   * As `Home.run`. What opens the house is only done for the very command that `confirmations` gave back with a yes, once.
   * @param asker who wants it; a model when not given, which is asked about more.
   * @throws JarvisError home-refused when a person has to be asked first.
   */
  run(command: Command, signal: AbortSignal, asker?: Asker): Promise<CommandResult>;
}

const guards = new WeakMap<Home, GuardedHome>();

/** The guard of a house: one for each, whoever asks for it; the first to ask says the policy. */
export function guarded(home: Home, policy: OpeningPolicy = openingPolicy()): GuardedHome {
  const known = guards.get(home);
  if (known) return known;
  const pending = confirmations();
  const opening = (command: Command, asker: Asker) => policy(command, home.house(), asker);
  const { converse } = home;
  const guard: GuardedHome = {
    ...home,
    confirmations: pending,
    last: lastCommands(),
    opening,
    async run(command, signal, asker = 'model') {
      const [first] = opening(command, asker);
      if (first && !pending.redeem(command)) {
        throw new JarvisError(
          'home-refused',
          `${first.name} opens the house: a person has to be asked first, and say yes.`,
        );
      }
      return await home.run(command, signal);
    },
    ...(converse && {
      // its own recogniser asks nobody before it opens a door
      async converse(text: string, language: string, signal: AbortSignal) {
        return mayOpenHouse(text, home.house()) ? null : await converse(text, language, signal);
      },
    }),
  };
  guards.set(home, guard);
  guards.set(guard, guard);
  return guard;
}
