import { fold, words } from './fold.js';
import { type Kind, kindsNamed } from './names.js';
import type { Command, Entity, House } from './types.js';

const LIFE_MS = 30_000;
const MOST_SITES = 200;
/** Covers one can come into the house through. */
const ENTRANCES = new Set(['garage', 'door', 'gate']);
const OPENING = new Set(['open', 'set_position', 'toggle', 'turn_on']);

const set = (text: string) => new Set(text.split(/\s+/));
const YES = set(
  `yes yeah yep yup sure ok okay confirm confirmed affirmative absolutely definitely
   ja jawohl jo klar okey bestatigt bestatige naturlich genau
   oui ouais confirme accord
   si claro vale adelante confirmo confirmado`,
);
const NO = set(
  `no nope nah cancel stop never dont not
   nein ne nee nicht abbrechen abbruch stopp halt
   non pas annule annuler arrete
   cancela cancelar para tampoco`,
);
/** Words that may stand beside a yes or a no without changing it. */
const BESIDE = set(
  `please thanks thank you do don t it that go ahead unlock open the door garage gate i am sure
   bitte danke gern gerne doch mach das es auf offne offnen entsperre entriegle die tur haustur garagentor lass ab
   s il te vous plait merci bien sur d vas y allez ouvre deverrouille la porte le les fais
   por favor gracias hazlo abre desbloquea puerta el lo de acuerdo`,
);

const OPENERS: ReadonlySet<Kind> = new Set<Kind>(['lock', 'garage', 'door']);

/** The entities of a command that only a person may have opened, after being asked: locks, garage doors, gates. */
export function needsConfirmation(command: Command, house: House): Entity[] {
  const targets = new Set(command.targets);
  return house.entities.filter((entity) => targets.has(entity.id) && opensHouse(entity, command));
}

function opensHouse(entity: Entity, { action, value }: Command): boolean {
  if (entity.domain === 'lock') return action === 'unlock' || OPENING.has(action);
  if (entity.domain !== 'cover' || !OPENING.has(action) || (action === 'set_position' && value === 0)) return false;
  const deviceClass = entity.attributes['device_class'];
  if (typeof deviceClass === 'string') return ENTRANCES.has(deviceClass);
  const kinds = [entity.name, ...entity.aliases].flatMap((name) =>
    fold(name)
      .split(' ')
      .flatMap((word) => kindsNamed(word)),
  );
  return kinds.includes('garage') || kinds.includes('door');
}

/** Whether a sentence speaks of something that opens the house, for recognisers that ask nobody before they do it. */
export function mayOpenHouse(text: string): boolean {
  // "Haustür", "Garagentor": the last part of a compound says what it is.
  const parts = words(text).flatMap((word) => [word, ...Array.from(word.slice(3), (_, at) => word.slice(at + 1))]);
  return parts.some((part) => kindsNamed(part).some((kind) => OPENERS.has(kind)));
}

/** What a person said to "are you sure?". */
export type Answer = { said: 'yes'; command: Command } | { said: 'no'; command: Command };

/** Commands that wait for a yes, one for each site. */
export interface Confirmations {
  /** Keeps a command until the site answers; a newer one replaces it. */
  hold(site: string, command: Command): void;
  /** Whether the site was asked and may still answer. */
  isPending(site: string): boolean;
  /**
   * Takes what the site says next. A yes or a no settles the question; anything else cancels it and returns undefined,
   * as without a question: the words are a new request.
   */
  answer(site: string, text: string): Answer | undefined;
}

/** Confirmations expire after 30 s. `now` gives the time in milliseconds. */
export function confirmations(now: () => number = () => performance.now()): Confirmations {
  const pending = new Map<string, { command: Command; until: number }>();
  const take = (site: string): Command | undefined => {
    const held = pending.get(site);
    pending.delete(site);
    return held && now() < held.until ? held.command : undefined;
  };
  return {
    hold(site, command) {
      pending.delete(site);
      const oldest = pending.size >= MOST_SITES ? pending.keys().next().value : undefined;
      if (oldest !== undefined) pending.delete(oldest);
      pending.set(site, { command, until: now() + LIFE_MS });
    },
    isPending: (site) => now() < (pending.get(site)?.until ?? Number.NEGATIVE_INFINITY),
    answer(site, text) {
      const command = take(site);
      const said = yesOrNo(text);
      return command && said ? { said, command } : undefined;
    },
  };
}

/** "yes", "no" or neither, in English, German, French and Spanish; a no anywhere in a short answer wins. */
export function yesOrNo(text: string): 'yes' | 'no' | undefined {
  const said = fold(text).split(' ');
  if (!said.every((word) => YES.has(word) || NO.has(word) || BESIDE.has(word))) return undefined;
  if (said.some((word) => NO.has(word)) || fold(text).startsWith('don t')) return 'no';
  return said.some((word) => YES.has(word)) || fold(text) === 'do it' || fold(text) === 'hazlo' ? 'yes' : undefined;
}
