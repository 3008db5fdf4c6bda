import { isQuestion } from '../../home/actions.js';
import { type EntityIndex, entityIndex } from '../../home/entity-index.js';
import { kindsNamed, nameWords } from '../../home/names.js';
import type { Command, House } from '../../home/types.js';
import { supportedLanguage } from '../../language/tags.js';
import { intentLanguages, languageData } from './hassil/data.js';
import { compileGrammar, type Grammar } from './hassil/grammar.js';
import { type HouseNames, type Named, namesOf } from './hassil/match.js';
import { normalise } from './hassil/normalise.js';
import { type IntentMatch, recogniseIntent } from './hassil/recognise-intent.js';
import { intentCommand } from './intent-command.js';

const grammars = new Map<string, readonly Grammar[]>();
const namesByIndex = new WeakMap<object, HouseNames>();

/** The grammars of a language; none where the community has no sentences. Reads them at first use: some 10 ms. */
export function communityGrammars(language: string): readonly Grammar[] {
  const known = grammars.get(language);
  if (known) return known;
  const made = intentLanguages().includes(language) ? languageData(language).map(compileGrammar) : [];
  grammars.set(language, made);
  return made;
}

/** What a sentence means by the community's templates, in Home Assistant's terms; null where they have none for it. */
export function communityIntent(text: string, language: string, house: House, area?: string): IntentMatch | null {
  const index = entityIndex(house);
  const here = area === undefined ? undefined : index.area(area);
  return recogniseIntent(text, communityGrammars(language), namesOfHouse(index), here?.name);
}

/** The command that a sentence is by the community's templates; null for none, and for a question that would act. */
export function communityCommand(text: string, language: string, house: House, area?: string): Command | null {
  const match = communityIntent(text, language, house, area);
  // a name alone orders nothing
  if (!match || match.literal === 0) return null;
  // nor does a place: "allume la cave" may be about its lights or its heating
  if (match.intent.startsWith('HassTurn') && match.slots['name'] === undefined && !namesKind(text, language))
    return null;
  const command = intentCommand(match, house, area === undefined ? undefined : entityIndex(house).area(area)?.id);
  return command && /[?？؟]\s*$/.test(text) && !isQuestion(command.action) && !match.polite ? null : command;
}

/** Whether a word, or the end of a compound, says what kind of device is meant. */
function namesKind(text: string, language: string): boolean {
  const known = supportedLanguage(language);
  return nameWords(text).some((word) =>
    Array.from(word, (_, at) => word.slice(at)).some((end) => end.length > 2 && kindsNamed(end, known).length > 0),
  );
}

function namesOfHouse(index: EntityIndex): HouseNames {
  const known = namesByIndex.get(index.names);
  if (known) return known;
  const { areas, entities } = index.house;
  const all = (things: readonly (Named & { aliases: string[] })[]) =>
    namesOf(things.flatMap((one) => [one.name, ...one.aliases].map((said): [string, Named] => [normalise(said), one])));
  const devices = entities.map(({ id, name, aliases, attributes }) => {
    const deviceClass = attributes['device_class'];
    return {
      id,
      name,
      aliases,
      domain: id.split('.', 1)[0] ?? '',
      ...(typeof deviceClass === 'string' ? { deviceClass } : {}),
    };
  });
  const made: HouseNames = {
    name: all(devices),
    area: all(areas.map(({ id, name, aliases }) => ({ id, name, aliases }))),
    floor: namesOf([]),
  };
  namesByIndex.set(index.names, made);
  return made;
}
