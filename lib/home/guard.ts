import { onlyAsks } from '../language/question.js';
import { closeAll } from '../turn/closing.js';
import { JarvisError } from '../turn/errors.js';
import { isGuest, type Turn } from '../turn/turn.js';
import { isQuestion } from './actions.js';
import { checkService } from './allowed-services.js';
import { type Confirmations, confirmations } from './confirmation.js';
import { type Ducking, openDucking } from './ducking.js';
import { type LastCommands, lastCommands } from './last-commands.js';
import { type Asker, mayOpenHouse, type OpeningPolicy, openingPolicy } from './opening.js';
import type { Command, CommandResult, Entity, Home, ServiceCall } from './types.js';

/** A house that nothing opens without a person's yes: the only way to it for commands, tools and pages. */
export interface GuardedHome extends Home {
  /** The entities of a command that need a person's yes first; none where it may be run at once. */
  opening(command: Command, asker: Asker): Entity[];
  /** What waits for a yes, for every way to give one: typed, spoken, tapped. */
  readonly confirmations: Confirmations;
  /** What plays in a room that listens or speaks. */
  readonly ducking: Ducking;
  /** What was last done or asked in each room. */
  readonly last: LastCommands;
  /**
   * As `Home.run`. What opens the house is only done for the very command that `confirmations` gave back with a yes, once.
   * @param asker who wants it; a model when not given, which is asked about more.
   * @param words the person's own, where a model has made the command of them: a question changes nothing.
   * @throws JarvisError home-refused when a person has to be asked first, or has only asked.
   */
  run(command: Command, signal: AbortSignal, asker?: Asker, words?: Words): Promise<CommandResult>;
  /** As `Home.call`. @param words as for `run` */
  call?(call: ServiceCall, signal: AbortSignal, words?: Words): Promise<void>;
  /** Services that its owner allows to be called as they are, with `*` for any letters; `call` refuses all others. */
  readonly services: readonly string[];
}

/** What a person said, word for word, and its language (BCP 47). */
interface Words {
  said?: string | undefined;
  language: string;
}

function refuseWhenAsked(words: Words | undefined): void {
  if (!words || !onlyAsks(words.said ?? '', words.language)) return;
  throw new JarvisError('home-refused', 'Not done: the person has asked, not ordered. Answer, and change nothing.');
}

/**
 * Guests aren't even asked whether something shall be opened.
 * @param opening what would be opened
 * @throws JarvisError home-refused where the voice of the turn isn't known
 */
export function refuseGuest(turn: Pick<Turn, 'speaker'> | undefined, opening: readonly Entity[]): void {
  if (!isGuest(turn)) return;
  const names = opening.map(({ name }) => name).join(', ');
  throw new JarvisError('home-refused', `${names}: not opened for a voice that isn't known here.`);
}

const guards = new WeakMap<Home, GuardedHome>();

/** The guard of a house: one for each, whoever asks for it; the first to ask says the policy. */
export function guarded(
  home: Home,
  policy: OpeningPolicy = openingPolicy(),
  services: readonly string[] = [],
): GuardedHome {
  const known = guards.get(home);
  if (known) return known;
  const pending = confirmations();
  const opening = (command: Command, asker: Asker) => policy(command, home.house(), asker);
  const ducking = openDucking(home);
  const { converse, call } = home;
  const guard: GuardedHome = {
    ...home,
    confirmations: pending,
    ducking,
    last: lastCommands(),
    opening,
    services: call ? services : [],
    async run(command, signal, asker = 'model', words) {
      if (!isQuestion(command.action)) refuseWhenAsked(words);
      const [first] = opening(command, asker);
      if (first && !pending.redeem(command)) {
        throw new JarvisError(
          'home-refused',
          `${first.name} opens the house: a person has to be asked first, and say yes.`,
        );
      }
      if (!isQuestion(command.action)) await ducking.giveBack(command.targets);
      return await home.run(command, signal);
    },
    ...(call && {
      async call(asked: ServiceCall, signal: AbortSignal, words?: Words) {
        refuseWhenAsked(words);
        checkService(asked, services, home.house());
        await ducking.giveBack(asked.targets);
        await call(asked, signal);
      },
    }),
    close: () => closeAll([() => ducking.close()], [() => home.close()]),
    ...(converse && {
      // its own recogniser asks nobody before it opens a door
      async converse(text: string, language: string, signal: AbortSignal, area?: string) {
        if (mayOpenHouse(text, home.house())) return null;
        await ducking.giveBack();
        return await converse(text, language, signal, area);
      },
    }),
  };
  guards.set(home, guard);
  guards.set(guard, guard);
  return guard;
}
