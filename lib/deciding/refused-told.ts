import { nameWords } from '../home/names.js';
import type { Entity, House } from '../home/types.js';
import { fold } from '../language/fold.js';
import { filled } from '../language/spoken.js';
import { placeOf } from './answers/naming.js';
import { phrasesOf } from './answers/phrases.js';
import { askBack } from './asking-back.js';
import { askingIn, chosen, whichQuestion } from './choosing.js';
import type { Answered } from './decide-command.js';
import { asSaid } from './sentences/hassil/recognise-intent.js';
import { refusedIn } from './sentences/refused.js';

interface RefusedOptions {
  site: string;
  language: string;
  area: string | undefined;
  house: House;
}

/**
 * What is asked back or said not to be known, of words that are an order to the house in their form and none in this house;
 * undefined for all other words.
 */
export function refusedTold(query: string, options: RefusedOptions): Answered | undefined {
  const { site, language, area, house } = options;
  const table = askingIn(language);
  if (!table) return undefined;
  const rooms = new Set(table.rooms.map(fold));
  const refused = refusedIn(query, { language, area, house }, (words) => rooms.has(words));
  switch (refused?.why) {
    case 'which': {
      const named = refused.options.map((one) => ({ one, ...labelled(one, refused.options, house) }));
      return askBack(
        site,
        whichQuestion(
          named.map(({ label }) => label),
          language,
        ),
        (words) => {
          const some = chosen(words, named, language, ({ names }, said) =>
            nameWords(said).every((word) => names.has(word)),
          );
          const commands = some?.flatMap(({ one }) => refused.command(one) ?? []);
          return commands?.length ? ({ carryOut }) => carryOut(commands) : undefined;
        },
      );
    }
    case 'where':
      return askBack(site, table.where, (words) =>
        rooms.has(fold(words)) ? undefined : ({ decide }) => decide(`${query} ${words}`),
      );
    case 'unknown':
      return told(filled(table.unknown, { what: asSaid(refused.what, query) }));
    case 'empty':
      return told(
        filled(table.empty, {
          what: asSaid(refused.what, query),
          place: placeOf(refused.place, phrasesOf(language)).trim(),
        }),
      );
    default:
      return undefined;
  }
}

function told(text: string): Answered {
  return { text, command: { action: 'refused', targets: [], ok: false, by: 'local' } };
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
