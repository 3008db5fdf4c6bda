import type { Action, Domain } from '../../home/types.js';

/** Grammar of a noun: masculine, feminine, neuter; upper case for plurals. "c" where the language has no gender. */
export type Gender = 'm' | 'f' | 'n' | 'c' | 'M' | 'F' | 'N' | 'C';

/** Something with a name, ready to stand in a sentence: "the kitchen light", "Kitchen Light". */
export interface Named {
  text: string;
  gender: Gender;
  plural: boolean;
}

export type State = 'on' | 'off' | 'open' | 'closed' | 'locked' | 'unlocked' | 'playing' | 'paused';
export type Failure = 'unavailable' | 'not-dimmable' | 'no-colour' | 'no-position' | 'no-reaction' | 'off';

/** What a person is asked whether it shall really be done; `other` where it can't be said in a word. */
export type Confirmed = 'unlock' | 'open' | 'activate' | 'on' | 'off' | 'other';

/** How a language answers. `what` has its article already; sentences are capitalised by the caller. */
export interface Phrases {
  /** Genders of nouns that devices and rooms are called by, as `words of this gender` lists. */
  nouns: Partial<Record<Gender, string>>;
  /** Where the telling noun of a name stands; German ones end a compound. */
  head: 'first' | 'last' | 'end';
  the(name: string, gender: Gender): string;
  /** "in the kitchen"; without a known noun the name stays bare. */
  inRoom(name: string, gender: Gender | undefined): string;
  and: string;
  others(count: number): string;
  /** Plural names of kinds, with their gender: "lights". */
  kinds: Partial<Record<Domain | 'door' | 'window', [plural: string, gender: Gender]>>;
  things: [plural: string, gender: Gender];
  colors: Readonly<Record<string, string>>;
  done: Record<Exclude<Action, 'get_state' | 'list_on'>, (what: Named, value: string) => string>;
  stateOf(state: State, what: Named): string;
  is(what: Named, state: string): string;
  yes: string;
  no: string;
  nothing(state: State, where: string): string;
  /** "No lights are on in the kitchen." */
  noneOf(kind: string, state: string, where: string): string;
  count(number: string, kind: string, gender: Gender, state: string, where: string): string;
  temperature(degrees: string, where: string): string;
  temperatureOf(what: Named, degrees: string): string;
  humidity(percent: string, where: string): string;
  value(what: Named, value: string): string;
  at(state: string, percent: string): string;
  setTo(degrees: string): string;
  percent: string;
  unknown(what: Named): string;
  failures: Record<Failure, string>;
  failed(what: Named, reason: string): string;
  but: string;
  confirm(action: Confirmed, what: Named): string;
  /** Said to somebody who only called us. */
  prompt: string;
  cancelled: string;
  /** Asked when the answer was no clear yes or no. */
  again: string;
  none: string;
}
