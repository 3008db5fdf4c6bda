import { entityIndex } from '../home/entity-index.js';
import { kindsNamed, kindsOf, nameWords } from '../home/names.js';
import type { Area, Domain, Entity, House } from '../home/types.js';
import { stem, words } from '../language/fold.js';
import { isQuestion } from '../language/question.js';
import { primaryLanguage } from '../language/tags.js';

const MAX_NAMED = 3;
/** Have no state worth reading; nor have cameras: who asks about one wants to know what it shows. */
const STATELESS: readonly Domain[] = ['scene', 'script'];
const isStateless = ({ id, domain }: Entity) => STATELESS.includes(domain) || id.startsWith('camera.');
const MAX_CANDIDATES = 12;
/** Before places, folded. */
const PLACED: Record<string, string> = {
  en: 'in at near',
  de: 'in im bei',
  fr: 'a dans en',
  es: 'en',
  it: 'a in',
  pt: 'em no na',
  nl: 'in bij',
};
const ARTICLES =
  'the this my our dem der den diesem meinem unserem le la les l ce cette el los las este esta il lo o de';
/** What stands after them and is no place, or the place of the person. */
const NO_OTHER_PLACE =
  'here there room house home moment present night day morning evening all general hier raum zimmer haus moment augenblick allgemeinen ici piece maison moment ce aqui habitacion cuarto casa momento momento questo questa geral huis kamer';
const ARTICLE = new Set(ARTICLES.split(' '));
const HERE = new Set(NO_OTHER_PLACE.split(' '));

/**
 * The devices whose state a question is about, where that is certain: everything each of them is called is said, by word
 * or by kind ("warm" says temperature); the name of the person's own room goes without saying, unless another place is
 * named ("in Berlin"). None for orders, and where a model has to find out.
 * @param area Id or name of the room the person is in.
 * @returns ids, at most three
 */
export function statesAsked(house: House, query: string, language: string, area: string | undefined): string[] {
  if (!isQuestion(query, language)) return [];
  const index = entityIndex(house);
  const spoken = nameWords(query);
  const stems = new Set(spoken.map(stem));
  const kindsSaid = new Set(spoken.flatMap((word) => kindsNamed(word)));
  const namesOf = (place: Area) => [place.name, ...place.aliases].map(nameWords);
  const said = house.areas.filter((place) =>
    namesOf(place).some((name) => name.length > 0 && name.every((word) => stems.has(stem(word)))),
  );
  const here = area === undefined ? undefined : index.area(area);
  // The rooms the question is about, and the words that need not be said of what is in them.
  const rooms = said.length > 0 ? said : here && !isElsewhere(query, language) ? [here] : [];
  const roomWords = new Map(rooms.map((place) => [place.id, new Set(namesOf(place).flat())]));

  const isSaid = (word: string, entity: Entity) =>
    stems.has(stem(word)) || kindsNamed(word).some((kind) => kindsSaid.has(kind) && kindsOf(entity).includes(kind));
  const isCalled = (name: string, entity: Entity) => {
    const telling = nameWords(name).filter((word) => !roomWords.get(entity.area ?? '')?.has(word));
    return telling.length > 0 && telling.every((word) => isSaid(word, entity));
  };
  const isThere = ({ area: place = '' }: Entity) => said.length === 0 || roomWords.has(place);

  const found = index.find(query, { area, limit: MAX_CANDIDATES });
  return found
    .filter(({ entity }) => isThere(entity) && !isStateless(entity))
    .filter(({ entity }) => [entity.name, ...entity.aliases].some((name) => isCalled(name, entity)))
    .slice(0, MAX_NAMED)
    .map(({ entity }) => entity.id);
}

/** Whether a place is named that is no kind of device: "in Berlin". */
function isElsewhere(query: string, language: string): boolean {
  const before = new Set((PLACED[primaryLanguage(language)] ?? '').split(' '));
  const spoken = words(query);
  return spoken.some((word, index) => {
    if (!before.has(word)) return false;
    const place = spoken.slice(index + 1).find((next) => !ARTICLE.has(next));
    return place !== undefined && !HERE.has(place) && kindsNamed(place).length === 0;
  });
}
