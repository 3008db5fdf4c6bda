import { z } from 'zod';
import { onlyAsks } from '../language/question.js';
import { spoken } from '../language/spoken.js';
import { closeAll } from '../turn/closing.js';
import { JarvisError } from '../turn/errors.js';
import { ASSIST_PREFIX } from '../turn/site-prefixes.js';
import { type Door, doorOf, isGuest, type Turn } from '../turn/turn.js';
import { isQuestion } from './actions.js';
import { checkService, deedOfCall } from './allowed-services.js';
import { type Confirmations, confirmations, type HeldSentence } from './confirmation.js';
import type { Contents } from './contents.js';
import { type Ducking, openDucking } from './ducking.js';
import { type LastCommands, lastCommands } from './last-commands.js';
import { type Asker, mayOpenHouse, type OpeningPolicy, openingPolicy } from './opening.js';
import type { Deed } from './reach.js';
import type { Command, CommandResult, Conversation, Entity, Home, Reading, ServiceCall } from './types.js';

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
  /**
   * What a call of a service would or may touch that a person has to say yes to first; none where it may be made at once.
   * @throws JarvisError home-refused for what may not be called at all, see `checkService`
   */
  touching(call: ServiceCall): Entity[];
  /**
   * As `Home.call`.
   * @param words as for `run`
   * @param isAgreed a person has said yes to this very call
   * @throws JarvisError home-refused for what isn't allowed, and for what needs a yes that wasn't said
   */
  call?(call: ServiceCall, signal: AbortSignal, words?: Words, isAgreed?: boolean): Promise<void>;
  /**
   * As `Home.converse` for a sentence that `confirmations` gave back with a yes. `converse` itself gives null for what would touch
   * anything that a person is asked about, and `asks` where that can't be known.
   */
  passOn?(held: HeldSentence, language: string, signal: AbortSignal, area?: string): Promise<Conversation | null>;
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
 * Whether nobody could answer what is asked in a turn: in a conversation through a door that no yes may come by. Rooms and pages
 * have somebody in them, or may.
 */
export function isNobodyThere(
  { confirmations: { mayAgree } }: Pick<GuardedHome, 'confirmations'>,
  turn: Pick<Turn, 'site' | 'door'> | undefined,
): boolean {
  return turn?.site.startsWith(ASSIST_PREFIX) === true && !mayAgree(turn.site, doorOf(turn));
}

/**
 * What a model wants done that a person is asked about first isn't asked about where nobody could answer.
 * @throws JarvisError home-refused
 */
export function refuseWhereNobodyIs(home: Pick<GuardedHome, 'confirmations'>, turn: Turn | undefined): void {
  if (!isNobodyThere(home, turn)) return;
  throw new JarvisError(
    'home-refused',
    'Not done: only a person in a room or at a page may say yes to it. Do not try again.',
  );
}

const THERE = z.object({ only: z.string() });

/** "Only somebody who is there can say yes to that." */
export const onlyThere = (language: string): string => spoken(language, 'there', THERE).only;

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

/**
 * The guard of a house: one for each, whoever asks for it; the first to ask says the policy.
 * @param services that a model may call, see `checkService`
 * @param named doors through which a yes may come, besides those of people who are there
 */
export function guarded(
  home: Home,
  policy: OpeningPolicy = openingPolicy(),
  services: readonly string[] = [],
  named: readonly Door[] = [],
): GuardedHome {
  const known = guards.get(home);
  if (known) return known;
  const pending = confirmations(undefined, named);
  const sight = () => ({ ...home.house(), behind: home.behind });
  const opening = (deed: Deed, asker: Asker) => policy(deed, sight(), asker);
  const ducking = openDucking(home);
  const { converse, call, contents } = home;
  const touching = (asked: ServiceCall) => {
    checkService(asked, services, home.house());
    return opening(deedOfCall(asked, sight()), 'model');
  };
  const guard: GuardedHome = {
    ...home,
    confirmations: pending,
    ducking,
    last: lastCommands(),
    opening,
    touching,
    services: call ? services : [],
    ...(contents && {
      contents: guardedContents(contents, (target) => opening({ targets: [target], action: 'play' }, 'model')),
    }),
    async run(command, signal, asker = 'model', words) {
      if (!isQuestion(command.action)) refuseWhenAsked(words);
      const [first] = opening(command, asker);
      if (first && !pending.redeem(command)) throw unasked(first);
      if (!isQuestion(command.action)) await ducking.giveBack(command.targets);
      return await home.run(command, signal);
    },
    ...(call && {
      async call(asked: ServiceCall, signal: AbortSignal, words?: Words, isAgreed = false) {
        refuseWhenAsked(words);
        const [first] = touching(asked);
        if (first && !isAgreed) throw unasked(first);
        await ducking.giveBack(asked.targets);
        await call(asked, signal);
      },
    }),
    close: () => closeAll([() => ducking.close()], [() => home.close()]),
    ...(converse && {
      async converse(text: string, language: string, signal: AbortSignal, area?: string) {
        // its own recogniser asks nobody before it opens a door
        if (mayOpenHouse(text, home.house())) return null;
        let isAsking = false;
        const may = ({ targets, isOwn }: Reading) => {
          const [first] = opening({ targets: targets ?? [RECOGNISER], action: 'any' }, 'person');
          isAsking = first !== undefined && isOwn;
          return first === undefined;
        };
        await ducking.giveBack();
        const conversed = await converse(text, language, signal, area, may);
        return isAsking ? ASKS : conversed;
      },
      async passOn(held: HeldSentence, language: string, signal: AbortSignal, area?: string) {
        if (!pending.redeem(held)) throw unasked({ name: held.sentence });
        await ducking.giveBack();
        return await converse(held.sentence, language, signal, area);
      },
    }),
  };
  guards.set(home, guard);
  guards.set(guard, guard);
  return guard;
}

/** Home Assistant's recogniser by its id, as lists name it: what its own sentences do isn't known. */
const RECOGNISER = 'conversation.home_assistant';

const ASKS: Conversation = { speech: '', acted: false, ok: false, targets: [], asks: true };

function unasked({ name, id = '' }: Pick<Entity, 'name'> & { id?: string }): JarvisError {
  const what = name || id;
  return new JarvisError('home-refused', `${what} opens the house: a person has to be asked first, and say yes.`);
}

/** Lists, calendars and players that a person is asked about aren't changed by this way: it asks nobody. */
function guardedContents(contents: Contents, opening: (target: string) => Entity[]): Contents {
  const refuse = (target: string) => {
    const [first] = opening(target);
    if (!first) return;
    const why = `${first.name} is among what its owner wants to be asked about, and nobody is asked before this.`;
    throw new JarvisError('home-refused', `Not done: ${why} Take it off the list of the home node, or do it by hand.`);
  };
  const checked =
    <More extends unknown[], Result>(act: (target: string, ...more: More) => Promise<Result>) =>
    async (target: string, ...more: More): Promise<Result> => {
      refuse(target);
      return await act(target, ...more);
    };
  return {
    ...contents,
    addItem: checked(contents.addItem),
    completeItem: checked(contents.completeItem),
    removeItem: checked(contents.removeItem),
    clearDone: checked(contents.clearDone),
    addEvent: checked(contents.addEvent),
    playMedia: checked(contents.playMedia),
  };
}
