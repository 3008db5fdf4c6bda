import { editDistance } from '../language/edit-distance.js';
import { LINKERS, stem, words } from '../language/fold.js';
import { isStopWord } from '../language/stop-words.js';
import { misheardAs } from './misheard.js';
import { COMPOUND_PARTS, KIND_VOCABULARY, type Kind, kindsNamed, kindsOf, nameWords } from './names.js';
import type { Area, House } from './types.js';

const NAME = 3;
const ALIAS = 2.5;
const AREA = 1.5;
const FLOOR = 0.5;
const LABEL = 1.5;
const KIND = 1.5;
const ID = 1;
/** What a name that only sounds like it is worth. */
const MISHEARD = 0.8;
const MAX_WORDS = 40;
const MAX_WORD = 40;
/** Letters of a name that lead to it; fewer are a word of their own: "die", "war", "son". */
const MIN_PREFIX = 4;

/** What one does with devices, folded: whoever says these names no device that only begins or sounds like them. */
const DOING = new Set(
  `turn turned switch switched put set make made flip toggle start stop play pause dim open close shut lock unlock raise lower
   again back down away more less brighter darker louder warmer show tell give find check
   mach mache machen macht schalt schalte schalten stell stelle stellen dreh drehe drehen setz setze fahr fahre spiel spiele zeig
   zeige sag lass einschalten ausschalten anschalten abschalten anmachen ausmachen aufmachen zumachen offne schliesse ein weg
   heller dunkler lauter leiser warmer kalter nochmal bitte
   allume allumes allumer rallume eteins eteindre mets mettre ouvre ouvrir ferme fermer monte monter baisse baisser arrete lance
   encore plus moins fais
   enciende encender prende apaga apagar pon poner abre abrir cierra cerrar sube subir baja bajar para deten otra vez menos haz`.split(
    /\s+/,
  ),
);

/** Which entities a word belongs to, and how much it says about each. */
type Posting = Map<number, number>;

/** The words of a house and the entities they lead to, by position in `house.entities`. */
export interface Vocabulary {
  /** Score of every entity for the words of a query; 0 means no word fits. */
  score(query: string, language?: string): Float64Array;
}

/** Collects the words of names, aliases, areas and kinds. A house of 2,000 entities takes some 20 ms. */
export function vocabularyOf(house: House): Vocabulary {
  const byWord = new Map<string, Posting>();
  const byKind = new Map<Kind, Posting>();
  const add = (word: string, entity: number, weight: number) => {
    const posting = byWord.get(word);
    if (posting) posting.set(entity, Math.max(posting.get(entity) ?? 0, weight));
    else byWord.set(word, new Map([[entity, weight]]));
  };
  const areas = new Map(house.areas.map((area) => [area.id, areaWords(area)]));
  const floors = new Map(house.areas.map(({ id, floor = [] }) => [id, new Set(floor.flatMap(nameWords))]));
  house.entities.forEach((entity, position) => {
    const place = areas.get(entity.area ?? '') ?? new Set();
    const names: [string, number][] = [
      [entity.name, NAME],
      ...entity.aliases.map((alias): [string, number] => [alias, ALIAS]),
    ];
    for (const [name, weight] of names) {
      const parts = nameWords(name);
      // the room in a name says no more than the room it is in
      const telling = parts.filter((word) => !place.has(word)).length || parts.length;
      for (const word of parts) add(word, position, weight / telling ** 0.25);
    }
    for (const word of place) add(word, position, AREA);
    for (const word of floors.get(entity.area ?? '') ?? []) add(word, position, FLOOR);
    for (const word of (entity.labels ?? []).flatMap(nameWords)) add(word, position, LABEL);
    if (entity.domain === 'other' || entity.domain === 'person')
      for (const word of words(entity.id.split('.')[0] ?? '')) add(word, position, ID);
    for (const kind of kindsOf(entity)) {
      const posting = byKind.get(kind) ?? new Map<number, number>();
      byKind.set(kind, posting.set(position, KIND));
    }
  });
  for (const [word, posting] of [...byWord]) {
    for (const part of partsOfName(word)) for (const [entity, weight] of posting) add(part, entity, weight * 0.8);
  }
  const find = wordFinder([...byWord.keys()]);
  const likely = misheardAs([...byWord.keys()]);
  const total = house.entities.length;

  return {
    score(query, language) {
      const scores = new Float64Array(total);
      const best = new Float64Array(total);
      const touched: number[] = [];
      const credit = (posting: Posting, quality: number, asRareAs: number, isWeak = false) => {
        const rarity = Math.log(1 + total / Math.max(posting.size, asRareAs)) / Math.log(1 + total);
        for (const [entity, weight] of posting) {
          const worth = weight * quality * rarity;
          if (worth <= (best[entity] ?? 0) || (isWeak && scores[entity] === 0)) continue;
          if (best[entity] === 0) touched.push(entity);
          best[entity] = worth;
        }
      };
      // "licht" in a single name is no rarer than lights are
      const look = (word: string, quality: number, isWeak = false) => {
        const kinds = kindsNamed(word, language).flatMap((kind) => byKind.get(kind) ?? []);
        const ofKind = kinds.reduce((sum, posting) => sum + posting.size, 0);
        for (const posting of kinds) credit(posting, quality, ofKind);
        for (const [known, likeness] of isWeak ? [[word, 1] as const] : find.near(word)) {
          const posting = byWord.get(known);
          if (posting) credit(posting, quality * likeness, ofKind, isWeak);
        }
      };
      const all = words(query).map((long) => long.slice(0, MAX_WORD));
      const said = [
        ...new Set(
          nameWords(query)
            .slice(0, MAX_WORDS)
            .map((long) => long.slice(0, MAX_WORD)),
        ),
      ];
      const guessed = new Set(said);
      const guess = (likely: readonly [string, number][]) => {
        for (const [known, likeness] of likely) {
          const posting = guessed.has(known) ? undefined : byWord.get(known);
          if (posting) credit(posting, MISHEARD * likeness, 1);
          guessed.add(known);
        }
      };
      const settle = () => {
        for (const entity of touched) {
          scores[entity] = (scores[entity] ?? 0) + (best[entity] ?? 0);
          best[entity] = 0;
        }
        touched.length = 0;
      };
      const isWeak = (word: string) => DOING.has(word) || isStopWord(word, language);
      // "off" alone says nothing of the Office Lamp; of "Lights Off" it does, where "lights" has been said
      for (const word of [...said.filter((one) => !isWeak(one)), ...said.filter(isWeak)]) {
        look(word, 1, isWeak(word));
        const parts = isWeak(word) ? [] : find.parts(word);
        if (!isWeak(word) && parts.length === 0 && !find.isPart(word)) {
          const at = all.indexOf(word);
          const { first, last } = likely(word, all[at - 1] ?? '', all[at + 1] ?? '');
          guess(first);
          settle();
          guess(last);
        }
        settle();
        for (const part of parts) {
          look(part, 0.9);
          settle();
        }
      }
      return scores;
    },
  };
}

/** The distinct words an area is called by. */
function areaWords(area: Area): Set<string> {
  return new Set([area.name, ...area.aliases].flatMap(nameWords));
}

/** A German compound in a name, taken apart at a word for a kind: "kuchenlicht" gives "kuchen" and "licht". */
function partsOfName(word: string): string[] {
  if (word.length < 7) return [];
  const kind = KIND_VOCABULARY.find((ending) => word.endsWith(ending) && word.length - ending.length >= 3);
  return kind === undefined ? [] : [word.slice(0, -kind.length), kind];
}

interface WordFinder {
  /** Whether the house or a language knows the word, be it in another number. */
  isPart(word: string): boolean;
  /** Words of the house like this one, each with how good the likeness is, 0 to 1. */
  near(word: string): [string, number][];
  /** The two parts of a compound of which the house knows both; empty when it is none. */
  parts(word: string): string[];
}

function wordFinder(list: string[]): WordFinder {
  const sorted = [...list].sort();
  const known = new Set(sorted);
  const signatures = sorted.map(signature);
  const byStem = new Map<string, string[]>();
  for (const word of sorted) byStem.set(stem(word), [...(byStem.get(stem(word)) ?? []), word]);
  const isPart = (word: string) => known.has(word) || byStem.has(stem(word)) || kindsNamed(word).length > 0;

  return {
    isPart,
    near(word) {
      const found = new Map<string, number>();
      const note = (hit: string, quality: number) => found.set(hit, Math.max(found.get(hit) ?? 0, quality));
      if (known.has(word)) note(word, 1);
      for (const hit of byStem.get(stem(word)) ?? []) note(hit, 0.95);
      const sure = found.size > 0;
      if (word.length >= MIN_PREFIX) {
        for (let i = firstFrom(sorted, word); sorted[i]?.startsWith(word); i++) note(sorted[i] ?? word, 0.7);
        for (let end = 4; end < word.length && !known.has(word); end++)
          if (known.has(word.slice(0, end))) note(word.slice(0, end), 0.6);
      }
      if (!sure && word.length >= 5) {
        const most = word.length >= 8 ? 2 : 1;
        const letters = signature(word);
        sorted.forEach((candidate, i) => {
          if (candidate.length < 4 || bits(letters ^ (signatures[i] ?? 0)) > 2 * most) return;
          if (editDistance(word, candidate, most) <= most) note(candidate, 0.6);
        });
      }
      return [...found];
    },
    parts(word) {
      if (word.length < 6 || known.has(word)) return [];
      for (let end = word.length - 3; end >= 3; end--) {
        const right = word.slice(end);
        if (!isPart(right)) continue;
        const left = LINKERS.map((linker) => unlinked(word.slice(0, end), linker)).find(
          (part) => isPart(part) || COMPOUND_PARTS.has(part),
        );
        if (left !== undefined) return [left, right];
      }
      return [];
    },
  };
}

function unlinked(part: string, linker: string): string {
  return part.endsWith(linker) && part.length - linker.length >= 3 ? part.slice(0, part.length - linker.length) : '';
}

/** One bit for each letter of a word: words that differ in many bits can't be typos of each other. */
function signature(word: string): number {
  let letters = 0;
  for (let i = 0; i < word.length; i++) letters |= 1 << (word.charCodeAt(i) % 32);
  return letters;
}

function bits(set: number): number {
  let count = 0;
  for (let rest = set; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** Position of the first word that isn't before `word`. */
function firstFrom(sorted: string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
