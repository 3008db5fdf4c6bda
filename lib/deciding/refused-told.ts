import { entityIndex } from '../home/entity-index.js';
import { nameWords } from '../home/names.js';
import type { Entity, House } from '../home/types.js';
import { fold } from '../language/fold.js';
import { asOrder } from '../language/polite.js';
import { filled } from '../language/spoken.js';
import { placeOf } from './answers/naming.js';
import { phrasesOf } from './answers/phrases.js';
import { askBack, type Fits } from './asking-back.js';
import { askingIn, chosen, whichQuestion } from './choosing.js';
import type { Answered } from './decide-command.js';
import { asSaid } from './sentences/hassil/recognise-intent.js';
import { type Refused, refusedIn } from './sentences/refused.js';

interface RefusedOptions {
  language: string;
  /** Id or name of the area the speaker is in. */
  area?: string | undefined;
  house: House;
}

/** An order to the house in its form, of which it isn't clear which of several devices, or which room, it means. */
type Unclear = Extract<Refused, { why: 'which' | 'where' }>;

/** What isn't clear of words; undefined where they are clear, or no order to the house. */
export function unclearIn(query: string, options: RefusedOptions): Unclear | undefined {
  const refused = refusedHere(query, options);
  return refused?.why === 'which' || refused?.why === 'where' ? refused : undefined;
}

/** Asks back which of several is meant, or which room. */
export function askedBack(
  unclear: Unclear,
  query: string,
  site: string,
  { language, house }: RefusedOptions,
): Answered {
  if (unclear.why === 'where') {
    const inRoom: Fits = (words) => {
      const area = entityIndex(house).area(words);
      return area && (({ decide }) => decide(`${query} ${area.name}`));
    };
    const rooms = house.areas.map(({ name }) => name);
    return askBack(site, askingIn(language)?.where ?? '', inRoom, rooms);
  }
  const named = unclear.options.map((one) => ({ one, ...labelled(one, unclear.options, house) }));
  const labels = named.map(({ label }) => label);
  const oneOf: Fits = (words) => {
    const some = chosen(words, named, language, ({ names }, said) => nameWords(said).every((word) => names.has(word)));
    const commands = some?.flatMap(({ one }) => unclear.command(one) ?? []);
    return commands?.length ? ({ carryOut }) => carryOut(commands) : undefined;
  };
  return askBack(site, whichQuestion(labels, language), oneOf, labels);
}

/** What of an order is said not to be known: a place, or a kind of device, that the house hasn't; undefined for other words. */
export function unknownTold(query: string, options: RefusedOptions): string | undefined {
  const { language } = options;
  const { unknown, empty } = askingIn(language) ?? {};
  const refused = refusedHere(asOrder(query, language), options);
  if (!unknown || !empty || !refused || !('what' in refused)) return undefined;
  const what = asSaid(refused.what, query);
  if (refused.why === 'unknown') return filled(unknown, { what });
  return filled(empty, { what, place: placeOf(refused.place, phrasesOf(language)).trim() });
}

function refusedHere(query: string, options: RefusedOptions): Refused | undefined {
  const rooms = new Set(askingIn(options.language)?.rooms.map(fold));
  return refusedIn(query, options, (words) => rooms.has(words));
}

/** How one of several is called beside the others, and all words that call it. */
function labelled(
  entity: Entity,
  all: readonly Entity[],
  { areas }: House,
): { label: string; names: ReadonlySet<string> } {
  const area = areas.find(({ id }) => id === entity.area);
  const isAlone = all.filter(({ name }) => name === entity.name).length === 1;
  const names = [entity.name, ...entity.aliases, ...(area ? [area.name, ...area.aliases] : [])];
  return { label: isAlone || !area ? entity.name : area.name, names: new Set(names.flatMap(nameWords)) };
}
