import { entityIndex } from '../../home/entity-index.js';
import { isOpening } from '../../home/opening.js';
import type { Action, Area, Entity, House } from '../../home/types.js';
import { type Language, supportedLanguage } from '../../language/tags.js';
import { nameOf, PHRASES, placeOf } from '../answers/naming.js';
import { recognise } from '../sentences/recognise.js';

const MAX_EXAMPLES = 3;
/** Devices of each kind that are tried before a kind is left out: names may be such that no sentence fits them. */
const MAX_TRIED = 5;

/** Sentences about a device (with its article), a place (" in the kitchen") or neither. */
interface ExampleSentences {
  turnOn(what: string): string;
  listOn: string;
  warm(where: string): string;
  close(what: string): string;
  temperature(where: string): string;
}

const SENTENCES: Record<Language, ExampleSentences> = {
  en: {
    turnOn: (what) => `turn on ${what}`,
    listOn: 'what is on?',
    warm: (where) => `set the temperature${where} to 21 degrees`,
    close: (what) => `close ${what}`,
    temperature: (where) => `how warm is it${where}?`,
  },
  de: {
    turnOn: (what) => `schalte ${what.replace(/^der /, 'den ')} ein`,
    listOn: 'was ist an?',
    warm: (where) => `stelle die Heizung${where} auf 21 Grad`,
    close: (what) => `schließe ${what.replace(/^der /, 'den ')}`,
    temperature: (where) => `wie warm ist es${where}?`,
  },
  fr: {
    turnOn: (what) => `allume ${what}`,
    listOn: 'qu’est-ce qui est allumé ?',
    warm: (where) => `règle le chauffage${where} à 21 degrés`,
    close: (what) => `ferme ${what}`,
    temperature: (where) => `quelle température fait-il${where} ?`,
  },
  es: {
    turnOn: (what) => `enciende ${what}`,
    listOn: '¿qué está encendido?',
    warm: (where) => `pon la calefacción${where} a 21 grados`,
    close: (what) => `cierra ${what}`,
    temperature: (where) => `¿qué temperatura hace${where}?`,
  },
};

/**
 * Up to three commands that this house understands in a language, of the speaker's room where it has such devices. Each
 * was recognised as what it says; nothing that opens the house is among them.
 * @param area Id or name of the room the speaker is in.
 */
export function houseExamples(house: House, language: string, area: string | undefined): string[] {
  const known = supportedLanguage(language);
  const phrases = PHRASES[known];
  const sentences = SENTENCES[known];
  const here = area === undefined ? undefined : entityIndex(house).area(area)?.id;
  const placed = (entity: Entity) => placeOf(areaOf(house, entity), phrases);
  const named = (entity: Entity) => nameOf(entity, phrases).text;

  const works = (sentence: string, action: Action, entity?: Entity) => {
    const command = recognise(sentence, { language: known, area, house });
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
    first('light', (entity) => sentences.turnOn(named(entity)), 'turn_on') ??
      first('switch', (entity) => sentences.turnOn(named(entity)), 'turn_on'),
    works(sentences.listOn, 'list_on') ? sentences.listOn : undefined,
    first('climate', (entity) => sentences.warm(placed(entity)), 'set_temperature'),
    first('cover', (entity) => sentences.close(named(entity)), 'close'),
    first('sensor', (entity) => sentences.temperature(placed(entity)), 'get_state'),
  ];
  return tried.filter((sentence) => sentence !== undefined).slice(0, MAX_EXAMPLES);
}

function areaOf(house: House, { area }: Entity): Area | undefined {
  return house.areas.find(({ id }) => id === area);
}
