import { languagesWith } from '../../language/folders.js';
import { expanded } from '../../language/patterns.js';
import { patternOfAll, textsOf } from '../../language/word-lists.js';
import { foldLine, shared, wordsOf } from './line-words.js';

/** What a sentence says of one thing: "favourite colour" is "blue". */
interface Statement {
  about: string;
  value: string;
}

const now = patternOfAll('statements', 'now');
const PARTS = { about: '(?<about>.+?)', value: `(?:(?:${now}) )?(?<value>.+)` };

/** "My X is Y", in the person's words and in those of the notes; {about} and {value} are X and Y. */
const SHAPES: readonly RegExp[] = languagesWith('statements.json')
  .map((tag) => textsOf(tag, 'statements'))
  .flatMap(({ mine, theirs }) => [mine, theirs])
  .filter((shape) => shape !== undefined)
  .map((shape) => new RegExp(`^${expanded(shape, PARTS)}$`, 'u'));

/** Beings and things of which many things are true at once: a newer statement isn't the end of an older one. */
const MANY_SIDED = new RegExp(`^(?:${patternOfAll('statements', 'manySided')})$`, 'u');

/** "My brother is in Paris" says where, "… is a doctor" what: statements of different kinds. */
const WHERE_OR_WHEN = new RegExp(`^(?:${patternOfAll('statements', 'where')})(?!\\p{L})`, 'u');

function statementIn(text: string): Statement | undefined {
  const folded = foldLine(text);
  for (const shape of SHAPES) {
    const groups = shape.exec(folded)?.groups;
    const { about = '', value = '' } = groups ?? {};
    if (about !== '' && about.length <= 60 && !MANY_SIDED.test(about)) return { about, value };
  }
  return undefined;
}

/**
 * Whether a person's newer sentence ends an older one, as far as a rule can be sure: "my X is Y" after "my X is Z", and a
 * new home, work or name of the same person. In English, German, French, Spanish and Italian.
 */
export function replaces(newer: string, older: string): boolean {
  if (foldLine(newer) === foldLine(older)) return false;
  const [now, before] = [statementIn(newer), statementIn(older)];
  if (now && before) {
    return now.about === before.about && WHERE_OR_WHEN.test(now.value) === WHERE_OR_WHEN.test(before.value);
  }
  const [a, b] = [wordsOf(newer), wordsOf(older)];
  if (a.slot === undefined || a.slot !== b.slot || a.denies || b.denies) return false;
  return a.owner.size === b.owner.size && shared(a.owner, b.owner) === a.owner.size && isShort(newer) && isShort(older);
}

/** A long sentence says more than the one thing, which would go with it. */
function isShort(text: string): boolean {
  return foldLine(text).split(' ').length <= 8;
}
