import { LRUCache } from 'lru-cache';
import { isQuestion } from '../../home/actions.js';
import type { EntityIndex } from '../../home/entity-index.js';
import { type Kind, kindsNamed, nameWords } from '../../home/names.js';
import { namesOfAreas } from '../../home/room-names.js';
import type { Command, Domain, Entity } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { LANGUAGES, supportedLanguage } from '../../language/folders.js';
import { intentLanguages, type LanguageData, type ListData, languageData, type SlotValue } from './hassil/data.js';
import { compileGrammar, type Grammar } from './hassil/grammar.js';
import { type HouseNames, type Named, namesOf } from './hassil/match.js';
import { normalise } from './hassil/normalise.js';
import { type IntentMatch, intentsOf } from './hassil/recognise-intent.js';
import { intentCommand, intentPattern, isHouseIntent } from './intent-command.js';
import { readPhrase } from './phrase.js';
import { inScale, takesDegrees } from './scale.js';
import { type Place, type Scope, scopeOf } from './scope.js';
import { tableOf } from './tables.js';

/** Of a sentence, best first: what comes after them is never meant. */
const MAX_MEANINGS = 12;

const grammars = new Map<string, readonly Grammar[]>();
const ofHouse = new Map<string, readonly Grammar[]>();
const namesByIndex = new WeakMap<object, HouseNames>();

/** The community's colours and levels are few: ours beside them. */
function withOurWords(data: LanguageData): LanguageData {
  const language = supportedLanguage(data.language);
  const { colors = new Map<string, string>(), levels = new Map<string, number>() } = language ? tableOf(language) : {};
  const more = (list: ListData | undefined, ours: ReadonlyMap<string, SlotValue>): ListData => ({
    values: [
      ...(list && 'values' in list ? list.values : []),
      ...Array.from(ours, ([said, out]) => ({ in: said, out })),
    ],
  });
  const { color, brightness_level: level } = data.lists;
  return { ...data, lists: { ...data.lists, color: more(color, colors), brightness_level: more(level, levels) } };
}

/** The grammars of a language; none where the community has no sentences. Reads them at first use: some 10 ms. */
export function communityGrammars(language: string): readonly Grammar[] {
  const known = grammars.get(language);
  if (known) return known;
  const made = intentLanguages().includes(language) ? languageData(language).map(withOurWords).map(compileGrammar) : [];
  grammars.set(language, made);
  return made;
}

/**
 * The command that a sentence is by the community's templates; null for none, and for a question that would act; false
 * where something is certainly meant that isn't done here: a room for a vacuum.
 */
export function communityCommand(language: string, text: string, { house, area }: Place): Command | null | false {
  const scope = scopeOf(house, area, language, tableOf(language).words);
  const names = namesOfHouse(scope.index);
  const matches = intentsLately(text, language, names, scope.here?.name);
  const [best] = matches;
  if (best && !best.wild && /^Hass(Vacuum|LawnMower)/.test(best.intent) && !isHouseIntent(best.intent)) return false;
  return commandOf(matches, text, scope);
}

/** Sentences of a turn: each is asked for as a whole, as a part, and after what was done before it. */
const MAX_LATELY = 16;
const lately = new WeakMap<HouseNames, LRUCache<string, readonly IntentMatch[]>>();

function intentsLately(text: string, language: string, names: HouseNames, here?: string): readonly IntentMatch[] {
  const known = lately.get(names) ?? new LRUCache<string, readonly IntentMatch[]>({ max: MAX_LATELY });
  lately.set(names, known);
  const key = JSON.stringify([language, here, text]);
  const matches = known.get(key) ?? intentsOf(text, communityGrammars(language), names, here);
  known.set(key, matches);
  return matches;
}

/** Only the sentences that are about devices of the house. */
function houseGrammars(language: string): readonly Grammar[] {
  const known = ofHouse.get(language);
  if (known) return known;
  const made = communityGrammars(language).map((grammar) => ({
    ...grammar,
    sentences: grammar.sentences.filter(({ intent }) => isHouseIntent(intent)),
  }));
  ofHouse.set(language, made);
  return made;
}

const NOBODY = namesOf([]);

/** Any words are what a device may be called. */
const anyName = (said: string) => said || undefined;

/**
 * The patterns that a sentence is by the community's templates, best first.
 * @param open The device that words may stand for; as they are when not given.
 */
export function communityPatterns(language: string, words: string, open: HouseNames['open'] = anyName) {
  const patterns = new Map<string, NonNullable<ReturnType<typeof intentPattern>>>();
  const names = { name: NOBODY, area: NOBODY, floor: NOBODY, open };
  const telling = nameWords(words).join(' ');
  for (const match of intentsOf(words, houseGrammars(language), names)) {
    const found = isNameAlone(match, telling) || isHour(match, ` ${words.trim()} `) ? null : intentPattern(match);
    const key = JSON.stringify([found?.pattern, found?.slots, match.block.domains, match.block.classes]);
    if (found && !patterns.has(key)) patterns.set(key, found);
    if (patterns.size === MAX_MEANINGS) break;
  }
  return patterns.values();
}

function commandOf(matches: readonly IntentMatch[], text: string, scope: Scope): Command | null {
  const spoken = ` ${normalise(text)} `;
  const telling = nameWords(spoken).join(' ');
  const kinds = kindsSaid(spoken, scope.language);
  // Where we have no words of a language, the community's templates decide.
  const hasWords = LANGUAGES.includes(scope.language);
  for (const match of matches.slice(0, MAX_MEANINGS)) {
    const isNamed = match.slots['name'] !== undefined;
    // a place alone orders nothing: "allume la cave" may be about its lights or its heating
    const placeOnly =
      hasWords && match.intent.startsWith('HassTurn') && match.slots['domain'] === 'light' && kinds.length === 0;
    if (isNameAlone(match, telling) || (placeOnly && !isNamed) || isHour(match, spoken)) continue;
    // "coupe le son" is both: what plays on is the lesser mistake
    if (match.intent === 'HassMediaPause' && matches.some(({ intent }) => intent === 'HassMediaPlayerMute')) continue;
    if (isNamed && match.intent.startsWith('HassTurn') && kinds.length === 0 && isLampInstead(match, scope)) continue;
    const command = intentCommand(match, scope);
    const others = [isWarmth, ...(hasWords ? [isAllHere, isNamedElsewhere, isStep] : [])];
    if (command && others.some((is) => is(match, command, spoken, scope))) continue;
    const about = command?.targets.flatMap((id) => scope.index.entity(id) ?? []) ?? [];
    if (!command || (hasWords && !isNamed && !isMeant(about, command, spoken, kinds, scope))) continue;
    const onlyAsks = /[?？؟]\s*$/.test(text) && !isQuestion(command.action) && !match.polite;
    return onlyAsks ? null : inScale(command, text, scope.index.house);
  }
  return null;
}

/** Whether a bare number for a place may be its temperature: "set upstairs to 22". */
function isWarmth(
  { intent, said, named }: IntentMatch,
  { area, value }: Command,
  spoken: string,
  scope: Scope,
): boolean {
  const level = said['brightness'];
  if (intent !== 'HassLightSet' || named['name'] || typeof value !== 'number' || level === undefined) return false;
  if (!spoken.trimEnd().endsWith(` ${level}`) || kindsSaid(spoken, scope.language).includes('light')) return false;
  return scope.index.inArea(area, ['climate']).some((one) => takesDegrees(one, value));
}

/** "The light of the sala", where a room of the house is called so, is not this room's. */
function isNamedElsewhere({ said }: IntentMatch, { area }: Command, spoken: string, scope: Scope): boolean {
  if (area === undefined || area !== scope.here?.id || said['name'] !== undefined) return false;
  if (scope.words.here.test(` ${fold(spoken)} `)) return false;
  const named = readPhrase(spoken.trim(), scope).area;
  return named !== undefined && named.id !== area;
}

/** "Sube la luz diez por ciento" is by so much; to so much is said with a preposition. */
function isStep({ intent, said }: IntentMatch, _: Command, spoken: string, { language, words }: Scope): boolean {
  const level = said['brightness'];
  if (intent !== 'HassLightSet' || level === undefined) return false;
  const [verb = '', ...others] = spoken.trim().split(' ');
  const before = others.join(' ').split(` ${level} `)[0]?.split(' ').at(-1) ?? '';
  const { signs, to } = tableOf(language);
  return signs.get('up')?.has(verb) === true && !words.silent.has(before) && !to.has(before);
}

/** "All lights" are not those of the room alone that it is said in. */
function isAllHere({ said }: IntentMatch, { action, area }: Command, spoken: string, { words, here }: Scope): boolean {
  if (said['name'] !== undefined || said['area'] !== undefined || said['floor'] !== undefined) return false;
  return (
    area !== undefined && area === here?.id && words.all.test(spoken) && !words.here.test(spoken) && !isQuestion(action)
  );
}

/** Whether a lamp is called as the device that a match is about: our own sentences know which is meant. */
function isLampInstead({ named, said }: IntentMatch, { index }: Scope): boolean {
  const isLamp = (id: string) => index.entity(id)?.domain === 'light';
  const about = named['name'] ?? [];
  return !about.some(({ id }) => isLamp(id)) && index.named(said['name'] ?? '', { domains: ['light'] }).length > 0;
}

/** "The kitchen light" orders nothing: it answers a question. */
function isNameAlone({ literal, said, free }: IntentMatch, telling: string): boolean {
  return literal === 0 || [free, ...Object.values(said)].some((name) => name && nameWords(name).join(' ') === telling);
}

/** Kinds of which a word in the singular is one: "the lamp", "le ventilateur". */
const ONE_OF_THEM: readonly Domain[] = ['light', 'fan', 'switch'];

/** "Windows" are no locks, though both can be open; "the lamp" is one of them, and so is one that is called so. */
function isMeant(about: readonly Entity[], { action }: Command, spoken: string, kinds: Kind[], scope: Scope): boolean {
  if (about[0]?.domain === 'lock' && kinds.includes('window')) return false;
  const [first] = about;
  if (about.length < 2 || !first || !ONE_OF_THEM.includes(first.domain) || isQuestion(action)) return true;
  const { groups, all, everywhere, silent } = scope.words;
  const telling = (text: string) => nameWords(text).filter((word) => !silent.has(word));
  const said = telling(spoken);
  if (all.test(spoken) || everywhere.test(spoken)) return true;
  const isCalled = ({ name, aliases }: Entity) =>
    [name, ...aliases].some((one) => said.join(' ').includes(telling(one).join(' ')));
  return !about.some(isCalled) && said.some((word) => ends(word).some((end) => groups.has(end)));
}

/** "At seven" is a time of day, and no level. */
function isHour({ said }: IntentMatch, spoken: string): boolean {
  return [said['brightness'], said['position']].some(
    (level) => level !== undefined && new RegExp(` (?:at|um|las) ${level} (?!percent)`).test(spoken),
  );
}

/** The kinds of devices that words, or the ends of compounds, say. */
function kindsSaid(spoken: string, language: string): Kind[] {
  return nameWords(spoken).flatMap((word) => ends(word).flatMap((end) => kindsNamed(end, language)));
}

function ends(word: string): string[] {
  return Array.from(word, (_, at) => word.slice(at)).filter((end) => end.length > 2);
}

/** The names of a house as templates are matched with them; worked out once for each state of its registries. */
export function namesOfHouse(index: EntityIndex): HouseNames {
  const known = namesByIndex.get(index.names);
  if (known) return known;
  const { areas, entities } = index.house;
  const called = namesOfAreas(areas);
  const all = (things: readonly (Named & { aliases: readonly string[] })[]) =>
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
    area: all(areas.map(({ id, name }) => ({ id, name, aliases: called.get(id) ?? [] }))),
    floor: namesOf(
      areas.flatMap(({ id, floor = [] }) => floor.map((said) => [normalise(said), { id, name: floor[0] ?? '' }])),
    ),
  };
  namesByIndex.set(index.names, made);
  return made;
}
