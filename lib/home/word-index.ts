import { stem } from '../language/fold.js';
import { type Kind, kindsOf, nameWords } from './names.js';
import type { House } from './types.js';

/** Which entities have a word or are of a kind, by position in `house.entities`, in that order. */
export interface WordIndex {
  ofKinds(kinds: readonly Kind[]): readonly number[];
  /** @param begun whether it is enough that a word begins so, from MIN_BEGINNING letters on */
  withWords(stems: readonly string[], begun: boolean): readonly number[];
}

/** Letters by which a longer word may be known. */
const MIN_BEGINNING = 5;

/** Collects stems of the words of names and aliases, and kinds. A house of 2,000 entities takes some 10 ms. */
export function wordIndexOf({ entities }: House): WordIndex {
  const byKind = new Map<Kind, number[]>();
  const byStem = new Map<string, number[]>();
  entities.forEach((entity, position) => {
    for (const kind of new Set(kindsOf(entity))) push(byKind, kind, position);
    for (const word of new Set([entity.name, ...entity.aliases].flatMap(nameWords).map(stem)))
      push(byStem, word, position);
  });
  const begunBy = new Map<string, string[]>();
  for (const word of byStem.keys()) {
    for (let end = MIN_BEGINNING; end < word.length; end++) push(begunBy, word.slice(0, end), word);
  }
  const union = <Key>(map: Map<Key, number[]>, keys: readonly Key[]): readonly number[] => {
    const [first = [], ...others] = keys.flatMap((key) => {
      const list = map.get(key);
      return list ? [list] : [];
    });
    return others.length === 0 ? first : [...new Set([first, ...others].flat())].sort((a, b) => a - b);
  };

  return {
    ofKinds: (kinds) => union(byKind, kinds),
    withWords(stems, begun) {
      const [first = [], ...others] = stems
        .map((word) => union(byStem, [word, ...((begun && begunBy.get(word)) || [])]))
        .sort((a, b) => a.length - b.length);
      return others.reduce((left, list) => {
        const there = new Set(list);
        return left.filter((position) => there.has(position));
      }, first);
    },
  };
}

function push<Key, One>(map: Map<Key, One[]>, key: Key, one: One): void {
  const known = map.get(key);
  if (known) known.push(one);
  else map.set(key, [one]);
}
