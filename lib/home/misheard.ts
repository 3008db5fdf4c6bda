import { distanceToBeginning, editDistance } from '../language/edit-distance.js';
import { sounds } from '../language/phonetics.js';

/** Sounds that name a word by themselves, and those of which one, then two may be wrong. */
const LEAST = 3;
const ONE_WRONG = 6;
const TWO_WRONG = 8;
/** Letters that are left of a compound beside a name. */
const LEAST_REST = 3;
/** Pairs that speech to text takes for each other, and a last r that few hear in a long word. */
const ALIKE: [RegExp, string][] = [
  [/[bp]/g, 'p'],
  [/[dt]/g, 't'],
  [/[gkj]/g, 'k'],
  [/[mn]/g, 'n'],
  [/[vf]/g, 'v'],
  [/(?<=.{5})r$/, ''],
  [/(.)\1+/g, '$1'],
];

/** Words that what was heard may be, each with how good the likeness is, 0 to 1. */
type Likely = [known: string, likeness: number][];

export interface Misheard {
  /** As a whole, or as the first part of a compound. */
  first: Likely;
  /** As its last part. */
  last: Likely;
}

interface Spelling {
  sound: string;
  reversed: string;
  /** The sound with all vowels alike: short words are known by the others. */
  consonants: string;
}
interface Spelled extends Spelling {
  word: string;
}

/**
 * Looks for known words by their sound in what speech to text wrote: in a word, in its two halves, and across the gap
 * to its neighbours ("gestezimmerfernseher", "gire lande").
 */
export function misheardAs(known: readonly string[]): (word: string, before: string, after: string) => Misheard {
  const spelled = known.map((word): Spelled => ({ word, ...spell(sounds(word)) }));
  const names = new Set(known);
  const list = spelled.filter(({ sound }) => sound.length >= LEAST);
  return (word, before, after) => {
    const alone = matches(list, [word]);
    if (isWhole(alone)) return alone;
    // a neighbour that is a name by itself is no half of another, and a name across the gap is longer than the word
    const isOpen = (next: string) => next !== '' && !names.has(next) && !isWhole(matches(list, [next]));
    const letters = alike(sounds(word)).length;
    const longer = list.filter(({ sound }) => sound.length > letters);
    return {
      first: isOpen(after) ? [...alone.first, ...matches(longer, [word, after]).first] : alone.first,
      last: isOpen(before) ? [...alone.last, ...matches(longer, [before, word]).last] : alone.last,
    };
  };
}

/** Whether all of it is one name. */
function isWhole({ first, last }: Misheard): boolean {
  return first.some(([one]) => last.some(([other]) => other === one));
}

function matches(list: readonly Spelled[], said: readonly string[]): Misheard {
  const heard = spell(said.map(sounds).join(''));
  const first: Likely = [];
  const last: Likely = [];
  for (const name of list) {
    const whole = wholeLikeness(name, heard);
    const start = Math.max(whole, likenessToBeginning(name.sound, heard.sound));
    const end = Math.max(whole, likenessToBeginning(name.reversed, heard.reversed));
    if (start > 0) first.push([name.word, start]);
    if (end > 0) last.push([name.word, end]);
  }
  return { first, last };
}

function alike(sound: string): string {
  return ALIKE.reduce((spelled, [pattern, one]) => spelled.replace(pattern, one), sound);
}

function spell(spoken: string): Spelling {
  const sound = alike(spoken);
  return { sound, reversed: [...sound].reverse().join(''), consonants: sound.replace(/[aio]/g, 'a') };
}

/** How many sounds of a name may be wrong. */
function mostWrong({ length }: string): number {
  return length >= TWO_WRONG ? 2 : length >= ONE_WRONG ? 1 : 0;
}

/** How much of a name is what was heard; 0 when it isn't. */
function wholeLikeness({ sound: name, consonants }: Spelling, heard: Spelling): number {
  const most = mostWrong(name);
  if (most === 0 && name.length > LEAST && name !== heard.sound)
    return consonants === heard.consonants ? 1 - 1 / name.length : 0;
  if (Math.abs(heard.sound.length - name.length) > most) return 0;
  const wrong = editDistance(name, heard.sound, most);
  return wrong > most ? 0 : 1 - wrong / name.length;
}

/** How much of a name is the beginning of what was heard, when something of a compound follows; 0 when it isn't. */
function likenessToBeginning(name: string, heard: string): number {
  if (name.length <= LEAST || heard.length - name.length < LEAST_REST) return 0;
  const most = mostWrong(name);
  const wrong = distanceToBeginning(name, heard, most);
  return wrong > most ? 0 : 1 - wrong / name.length;
}
