import { supportedLanguage } from '../language/folders.js';

/** English has the same verb for "I" and "you", but for these. */
const ENGLISH: Readonly<Record<string, string>> = {
  "i'm": "you're",
  'i am': 'you are',
  'i was': 'you were',
  "i wasn't": "you weren't",
  am: 'are',
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  us: 'you',
  our: 'your',
  ours: 'yours',
};
const ENGLISH_WORDS = new RegExp(
  `(?<![\\p{L}'])(?:${Object.keys(ENGLISH)
    .sort((a, b) => b.length - a.length)
    .join('|')})(?!\\p{L})`,
  'giu',
);
/** Words that most English sentences have one of: a line of another language is quoted. */
const IS_ENGLISH =
  /(?<![\p{L}'])(?:i|i'm|my|we|our|is|are|was|were|has|have|can|can't|do|does|don't|doesn't|not|likes?|lives?|works?|the|an?|to|of|in|on)(?![\p{L}'])/iu;
/** To whom it was said is us, the subject or not: too hard to turn around by rule. */
const SAYS_YOU = /(?<!\p{L})you(?:r|rs|rself|'\p{L}+)?(?!\p{L})/iu;
const STARTS_LOWER = /^(?:The|An?|There|It|He|She|They|His|Her|Their|This|That|On|In|At)(?= )/;

/** "I" and "you" of German verbs whose vowel or ending changes; all others are regular. */
const GERMAN: ReadonlyMap<string, string> = new Map(
  (
    'bin bist, habe hast, hab hast, kann kannst, mag magst, muss musst, will willst, darf darfst, soll sollst, weiß weißt, ' +
    'werde wirst, war warst, esse isst, lese liest, sehe siehst, nehme nimmst, gebe gibst, spreche sprichst, schlafe schläfst, ' +
    'fahre fährst, vergesse vergisst, treffe triffst, helfe hilfst, laufe läufst, trage trägst, vertrage verträgst, ' +
    'wasche wäschst, falle fällst, halte hältst, lasse lässt, bekomme bekommst, lade lädst, rate rätst, backe bäckst'
  )
    .split(', ')
    .map((pair) => pair.split(' ') as [string, string]),
);
/** Lower-case words on "e", "t" and "en" that are no verbs. */
const GERMAN_OTHERS = new Set(
  'keine eine meine deine seine ihre unsere gerne viele alle die heute diese jede beide manche nie ohne lange fast nicht mit seit gut jetzt oft erst fest meist den einen keinen meinen deinen seinen ihren morgen gegen wegen zwischen neben selten zusammen immer und dort'.split(
    ' ',
  ),
);
const GERMAN_PRONOUNS: Readonly<Record<string, string>> = { ich: 'du', mich: 'dich', mir: 'dir' };

/**
 * What a person has told as a clause about them, to stand behind "that": "I can't eat nuts" becomes "you can't eat nuts",
 * "ich keine Nüsse esse" (as it stands behind "dass") "du keine Nüsse isst". Only English and German.
 * @returns undefined where it has to be quoted: other languages, and what the rules can't turn around.
 */
export function aboutYou(text: string, language: string): string | undefined {
  const line = text.replace(/[’ʼ]/g, "'").replace(/[\s.!]+$/, '');
  const known = supportedLanguage(language);
  if (known === 'en') return englishClause(line);
  return known === 'de' ? germanClause(line) : undefined;
}

function englishClause(line: string): string | undefined {
  if (!IS_ENGLISH.test(line) || SAYS_YOU.test(line)) return undefined;
  return line
    .replace(STARTS_LOWER, (word) => word.toLowerCase())
    .replace(ENGLISH_WORDS, (word) => ENGLISH[word.toLowerCase()] ?? word);
}

function germanClause(line: string): string | undefined {
  const words = line.split(' ');
  const verb = words.at(-1) ?? '';
  const isMine = words.some((word) => /^(?:ich|mich|mir|mein\p{Ll}*)$/iu.test(word));
  const saysI = words.some((word) => /^ich$/i.test(word));
  // A main clause has its verb in the second place.
  if (words.length < 3 || words.slice(1, 3).some((word) => isGermanVerb(word, saysI) && word !== verb))
    return undefined;
  if (!isGermanVerb(verb, saysI)) return undefined;
  const turned = words.slice(0, -1).map((word) => {
    const pronoun = GERMAN_PRONOUNS[word.toLowerCase()];
    return pronoun ?? word.replace(/^mein(?=\p{Ll}*$)/iu, 'dein');
  });
  return [...(isMine ? turned : words.slice(0, -1)), saysI ? secondPerson(verb) : verb].join(' ');
}

function isGermanVerb(word: string, saysI: boolean): boolean {
  if (GERMAN.has(word)) return true;
  if (GERMAN_OTHERS.has(word) || !/^\p{Ll}{3,}$/u.test(word)) return false;
  return saysI ? /e$/.test(word) : /(?:t|te|en)$/.test(word) || word === 'ist';
}

function secondPerson(verb: string): string {
  const known = GERMAN.get(verb);
  if (known !== undefined) return known;
  const stem = verb.slice(0, -1);
  if (/[sßxz]$/.test(stem)) return `${stem}t`;
  return /[td]$/.test(stem) ? `${stem}est` : `${stem}st`;
}
