import { entityIndex } from '../../home/entity-index.js';
import { isOpening } from '../../home/opening.js';
import type { Action, Area, Entity, House } from '../../home/types.js';
import { LANGUAGES } from '../../language/folders.js';
import { primaryLanguage } from '../../language/tags.js';
import { nameOf, placeOf } from '../answers/naming.js';
import { phrasesOf, sentence } from '../answers/phrases.js';
import { recognise } from '../sentences/recognise.js';

const MAX_EXAMPLES = 3;
/** Devices of each kind that are tried before a kind is left out: names may be such that no sentence fits them. */
const MAX_TRIED = 5;

/**
 * Up to three commands that this house understands in a language, of the speaker's room where it has such devices. Each
 * was recognised as what it says; nothing that opens the house is among them. None in a language without sentences of ours.
 * @param area Id or name of the room the speaker is in.
 */
export function houseExamples(house: House, language: string, area: string | undefined): string[] {
  const known = primaryLanguage(language);
  if (!LANGUAGES.includes(known)) return [];
  const phrases = phrasesOf(known);
  const { examples } = phrases;
  const here = area === undefined ? undefined : entityIndex(house).area(area)?.id;
  const about = (example: string) => (entity: Entity) =>
    sentence(example, { what: nameOf(entity, phrases), where: placeOf(areaOf(house, entity), phrases) }, phrases);

  const works = (example: string, action: Action, entity?: Entity) => {
    const command = recognise(example, { language: known, area, house });
    return command?.action === action && (!entity || command.targets.includes(entity.id));
  };
  const first = (domain: Entity['domain'], say: (entity: Entity) => string, action: Action) =>
    house.entities
      .filter((entity) => entity.domain === domain && !isOpening(entity, house))
      .sort((a, b) => Number(b.area === here) - Number(a.area === here))
      .slice(0, MAX_TRIED)
      .map((entity) => ({ entity, sentence: say(entity) }))
      .find(({ entity, sentence }) => works(sentence, action, entity))?.sentence;

  const tried = [
    first('light', about(examples.turnOn), 'turn_on') ?? first('switch', about(examples.turnOn), 'turn_on'),
    works(examples.listOn, 'list_on') ? examples.listOn : undefined,
    first('climate', about(examples.warm), 'set_temperature'),
    first('cover', about(examples.close), 'close'),
    first('sensor', about(examples.temperature), 'get_state'),
  ];
  return tried.filter((sentence) => sentence !== undefined).slice(0, MAX_EXAMPLES);
}

function areaOf(house: House, { area }: Entity): Area | undefined {
  return house.areas.find(({ id }) => id === area);
}
