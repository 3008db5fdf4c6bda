/** Words for the same thing; the commonest in a diary are enough. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['film', 'movie', 'motion picture'],
  ['tv', 'television', 'telly'],
  ['car', 'automobile'],
  ['bike', 'bicycle'],
  ['phone', 'telephone', 'mobile phone', 'smartphone'],
  ['photo', 'photograph'],
  ['holiday', 'vacation'],
  ['fahrrad', 'rad'],
  ['fernseher', 'fernsehen'],
  ['einkauf', 'einkaufen'],
  ['vélo', 'bicyclette'],
  ['voiture', 'auto'],
  ['coche', 'automóvil'],
];
const SYNONYM_OF = new Map(SYNONYMS.flatMap((same) => same.map((word) => [word, same[0] ?? word] as const)));

/** Endings of words whose German plural is "-en". */
const GERMAN_EN = /(?:ung|heit|keit|schaft|ion|tät|ent|ist|tor)en$/u;

/** A topic as it is compared: other spellings of it are the same. */
function foldTopic(topic: string): string {
  return topic
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** What a topic may be the plural of: only some of these are words. */
function singularsOf(topic: string): string[] {
  const found: string[] = [];
  if (/[^s]s$/u.test(topic)) found.push(topic.slice(0, -1));
  if (/(?:[sxzo]|[cs]h|[lnrdj])es$/u.test(topic)) found.push(topic.slice(0, -2));
  if (/ies$/u.test(topic)) found.push(`${topic.slice(0, -3)}y`);
  if (/ces$/u.test(topic)) found.push(`${topic.slice(0, -3)}z`);
  if (/en$/u.test(topic)) found.push(topic.slice(0, -1));
  if (GERMAN_EN.test(topic)) found.push(topic.slice(0, -2));
  if (/[aeo]ux$/u.test(topic)) found.push(topic.slice(0, -1));
  return found.filter((word) => word.length >= 3);
}

/**
 * Which topics become which, by rule: other spellings, plurals, the commonest synonyms. Of those that are the same, the
 * most frequent one stays.
 * @param counts How often each topic is used.
 * @param same Lists of topics that are the same besides; others than those of `counts` are passed over.
 * @returns only the topics that change.
 */
export function mergedTopics(
  counts: ReadonlyMap<string, number>,
  same: readonly (readonly string[])[] = [],
): Map<string, string> {
  const parents = new Map<string, string>();
  const root = (key: string): string => {
    const parent = parents.get(key) ?? key;
    return parent === key ? key : root(parent);
  };
  const join = (one: string, other: string) => parents.set(root(one), root(other));
  const keys = new Set([...counts.keys()].map(foldTopic));
  for (const key of keys) {
    for (const singular of singularsOf(key)) if (keys.has(singular) || SYNONYM_OF.has(singular)) join(key, singular);
    const synonym = SYNONYM_OF.get(key);
    if (synonym !== undefined) join(key, synonym);
    for (const singular of singularsOf(key)) {
      const of = SYNONYM_OF.get(singular);
      if (of !== undefined) join(singular, of);
    }
  }
  for (const list of same) {
    const [first, ...others] = list.map(foldTopic).filter((key) => keys.has(key));
    if (first !== undefined) for (const other of others) join(other, first);
  }
  const groups = new Map<string, string[]>();
  for (const topic of counts.keys()) {
    const key = root(foldTopic(topic));
    groups.set(key, [...(groups.get(key) ?? []), topic]);
  }
  const changed = new Map<string, string>();
  const uses = (topic: string) => counts.get(topic) ?? 0;
  for (const group of groups.values()) {
    const [kept] = group.sort((a, b) => uses(b) - uses(a) || a.length - b.length || (a < b ? -1 : 1));
    if (kept !== undefined) for (const topic of group) if (topic !== kept) changed.set(topic, kept);
  }
  return changed;
}

/** The topics of an entry after a merge, each once. */
export function withMerged(topics: readonly string[], changed: ReadonlyMap<string, string>): string[] {
  return [...new Set(topics.map((topic) => changed.get(topic) ?? topic))];
}
