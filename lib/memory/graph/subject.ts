import { expanded } from '../../language/patterns.js';
import { listOfAll, wordsOfAll } from '../../language/word-lists.js';
import { isFunctionWord } from './fact-words.js';

/** What a person's sentence is about, as the graph names it. */
export interface Subject {
  /** People and animals hang with the people, all else is of their world. */
  branch: 'USER' | 'WORLD';
  /** Without its article: "Boiler". */
  name: string;
}

const anyOf = (list: string) => `(?:${[...wordsOfAll('subject-words', list)].join('|')})`;
const shapes = (list: string) => listOfAll('subjects', list);

/** What a thing's name ends before: a verb, or what tells where or whose it is. */
const ENDS = anyOf('ends');
/** French and Spanish put "de" into names ("salle de bain") and behind them ("pression de la chaudière"). */
const OF_THE = `(?:${shapes('ofThe').join('|')})`;
const WORD = `(?!${ENDS} )[\\p{L}\\p{N}][\\p{L}\\p{N}.-]*`;
const PARTS = {
  thing: `(?<thing>${WORD}(?: (?!${OF_THE} )${WORD}){0,3}?)(?='s |' | ${ENDS} | ${OF_THE} )`,
  /** As `thing`, no more than a few words that something else belongs to. */
  whole: `(?:(?!${ENDS} )[\\p{L}\\p{N}-]+ ){1,3}?`,
  /** A name as names are written. */
  name: '(?<name>\\p{Lu}[\\p{L}-]+)',
};

const THINGS = [...shapes('things'), `(?:${anyOf('the')} |l'){thing}`].map(
  (shape) => new RegExp(`^${expanded(shape, PARTS)}`, 'iu'),
);

/** "Anna's birthday", "Anna likes tea": a name stands before what only people have or do. */
const PEOPLE = shapes('people').map((shape) => new RegExp(`^${expanded(shape, PARTS)}`, 'u'));

/** People and animals of the house that stand for a name. */
const BEINGS = new RegExp(`(?:^| )${anyOf('beings')}$`, 'iu');
/** What stands where a subject does and names nothing. */
const NAMELESS = new RegExp(`^${anyOf('nameless')}(?: |$)`, 'iu');

/**
 * What a sentence that a person told is about, by how it begins. No parser: what
 * begins otherwise ("I …", "my …", "on Mondays …") has no subject here, and stays with the person.
 * @param text One sentence, without secrets.
 */
export function subjectOf(text: string): Subject | undefined {
  const line = `${text.replace(/[’ʼ]/g, "'").replace(/\s+/g, ' ').trim()} `;
  for (const shape of PEOPLE) {
    const name = shape.exec(line)?.groups?.['name'];
    if (name !== undefined && !isFunctionWord(name) && !NAMELESS.test(name)) {
      return { branch: 'USER', name };
    }
  }
  for (const shape of THINGS) {
    const found = shape.exec(line);
    const thing = found?.groups?.['thing'];
    if (found && thing !== undefined && !NAMELESS.test(thing)) return subjectFrom(found[0], thing);
  }
  return undefined;
}

function subjectFrom(said: string, thing: string): Subject {
  const isGerman = /^(?:der|die|das) /iu.test(said);
  // A German noun has its capital; what is before it only tells more of it.
  const noun = isGerman ? (/\p{Lu}\S*(?: \p{Lu}\S*)*/u.exec(thing)?.[0] ?? thing) : thing;
  // "des Boilers", "des Hauses"
  const isGenitive = isGerman && / des \S.*$/iu.test(said);
  const plain = isGenitive ? noun.replace(/(?<=[^eiouaäöü\W])es$|(?<=.{2})s$/u, '') : noun;
  const name = `${plain.charAt(0).toUpperCase()}${plain.slice(1)}`;
  return { branch: BEINGS.test(name) ? 'USER' : 'WORLD', name };
}
