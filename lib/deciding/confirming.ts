import { nameWords } from '../home/names.js';
import { sensesOf } from '../home/opening-words.js';
import type { Command, House } from '../home/types.js';
import { fold } from '../language/fold.js';
import { everyday } from './everyday/everyday.js';
import { isQuestion } from './question.js';
import { isStop } from './stop-command.js';

/** Phrases of English, German, French and Spanish, folded and with commas between them, as a pattern over ` folded words`. */
const anyOf = (phrases: string) =>
  `(?: (?:${phrases
    .split(',')
    .map((phrase) => fold(phrase))
    .sort((a, b) => b.length - a.length)
    .join('|')})(?= |$))`;

const YES =
  anyOf(`yes, yes i am, yes i do, yeah, yea, yep, yup, aye, sure, sure thing, ok, okay, alright, all right, confirm,
  confirmed, i confirm, affirmative, absolutely, definitely, certainly, of course, go ahead, go for it, do it, do so, do that,
  do, please do, by all means, correct, that's right, that is right, that's correct, exactly, indeed, i'm sure, i am sure,
  i want you to, you may, proceed, carry on,
  ja, jawohl, jo, jep, jup, klar, na klar, sicher, natürlich, selbstverständlich, okey, bestätigt, bestätige, ich bestätige,
  genau, gern, gerne, mach das, mach es, mach, tu das, tu es, mach ruhig, einverstanden, in ordnung, auf jeden fall, unbedingt,
  nur zu, los, richtig, freilich, sollst du, das sollst du,
  oui, ouais, si, je confirme, confirme, d'accord, bien sûr, évidemment, bien entendu, vas y, allez y, allez, allons y, fais le,
  faites le, fais ça, certainement, absolument, tout à fait, exactement, volontiers, affirmatif, c'est ça, je suis sûr, je suis sûre,
  sí, claro, por supuesto, vale, adelante, confirmo, confirmado, hazlo, hágalo, haz eso, de acuerdo, desde luego, dale, venga,
  seguro, exacto, así es, correcto, está bien, eso es, cómo no, afirmativo`);
const NO =
  anyOf(`no, nope, nah, cancel, stop, never, don't, do not, not, rather not, wait, hold on, later, leave it, keep it,
  nein, ne, nee, nö, nicht, nie, niemals, kein, keinen, auf keinen fall, keinesfalls, abbrechen, abbruch, halt, warte, später, lass, bleib,
  non, pas, jamais, annule, annuler, arrête, attends, plus tard, laisse,
  nunca, jamás, cancela, cancelar, para, tampoco, espera, luego, más tarde, deja, déjalo`);
/** Words that may stand beside a yes or a no without changing it. */
const BESIDE =
  anyOf(`please, thanks, thank you, thank you very much, jarvis, and, then, now, right now, just, really, you, that, it, oh, well, hey, uh, um,
  i said, i say, i do, i am, my dear, but of course,
  bitte, danke, danke schön, und, dann, jetzt, doch, mal, ruhig, aber, ach, na, schon, so, nur, sofort, wirklich,
  s'il te plaît, s'il vous plaît, merci, et, alors, maintenant, donc, bien, mais, que, tout de suite, vraiment,
  por favor, gracias, y, entonces, ahora, pues, que, ya, mismo, muy bien`);
/** A yes or no that is none yet, or a question back. */
const HESITANT = new RegExp(
  `^(?:${anyOf(`i think so, i think, i guess so, i guess, i suppose so, i suppose, probably, perhaps, maybe, hm, hmm,
  ich glaube schon, ich glaube, glaub schon, glaube schon, denke schon, ich denke schon, wohl, wahrscheinlich, wie bitte, vielleicht,
  je crois, je pense, peut être, sans doute, creo, supongo, tal vez, quizá, quizás, a lo mejor`)}|${YES}|${BESIDE})+$`,
);
const ONLY_YES = new RegExp(`^${BESIDE}*${YES}(?:${YES}|${BESIDE})*$`);
const LEADING = new RegExp(`^(?:${YES}|${NO}|${BESIDE})+`);
const ANY_BESIDE = new RegExp(BESIDE, 'g');
const AGREES = new RegExp(YES);
const REFUSES = new RegExp(NO);
const REFUSES_FIRST = new RegExp(`^${BESIDE}*${NO}`);
/** Longer utterances with a "not" in them say something else. */
const MAX_REFUSAL_WORDS = 6;
const MAX_WORDS = 16;

/** What a person says to "shall I really …?": words that are no clear yes or no are asked about again. */
export type Reply = 'yes' | 'no' | 'unclear';

export interface ReplyOptions {
  /** What waits for the yes. */
  held: Command;
  house: House;
  /** BCP 47 tag. */
  language: string;
  /** The command that words are, where "it" is what is held. */
  understand(words: string): Command | null;
}

/**
 * Reads what is said to a question whether the house shall be opened; undefined when it is something else: another command, a
 * question. Only a yes without a but is one, alone or with the command again ("yes, unlock it"); a no anywhere wins.
 */
export function replyIn(text: string, { held, house, language, understand }: ReplyOptions): Reply | undefined {
  const folded = fold(text);
  const said = ` ${folded}`;
  const count = folded.split(' ').length;
  // "Jarvis!" alone isn't answered with a "yes?" that may be heard as a yes
  if (folded === '') return 'unclear';
  if (count > MAX_WORDS) return undefined;
  if (isStop(text, { speaking: false })) return 'no';
  const asks = /[?？]\s*$/.test(text);
  if (ONLY_YES.test(said)) return asks ? 'unclear' : 'yes';
  const rest = said.replace(LEADING, '').replace(ANY_BESIDE, '').trim();
  const agrees = AGREES.test(said);
  const refuses = REFUSES.test(said);
  const understood = rest === '' ? null : understand(rest);
  // "no, leave it locked"
  const isLeft = refuses && understood !== null && hasSameTargets(understood, held);
  if (understood && !isLeft && !isSame(understood, held)) return undefined;
  if (refuses) {
    return agrees || REFUSES_FIRST.test(said) || (count <= MAX_REFUSAL_WORDS && !asks) ? 'no' : undefined;
  }
  const begins = LEADING.test(said);
  if (agrees && begins && !asks && (understood !== null || repeats(rest, held, house))) return 'yes';
  // "open it" is no copy of our question, as "unlock the front door" may be
  if (understood && !asks && !namesAny(rest, held, house)) return 'yes';
  if (understood) return undefined;
  if (HESITANT.test(said) || count === 1) return everyday(text, language) ? undefined : 'unclear';
  return agrees && !isQuestion(rest, language) ? 'unclear' : undefined;
}

/** Whether words want what is held: whatever they say of it, and nothing else. */
function isSame({ targets, area, domain, ...said }: Command, held: Command): boolean {
  const wanted = new Map<string, unknown>(Object.entries(held));
  return Object.entries(said).every(([name, value]) => wanted.get(name) === value) && hasSameTargets({ targets }, held);
}

function hasSameTargets(a: Pick<Command, 'targets'>, b: Pick<Command, 'targets'>): boolean {
  const listed = ({ targets }: Pick<Command, 'targets'>) => [...new Set(targets)].sort().join();
  return listed(a) === listed(b);
}

/** Whether words are nothing but an opening and names of what is held: "open the front door", "the garage door". */
function repeats(words: string, held: Command, house: House): boolean {
  const names = namesOf(held, house);
  return nameWords(words).every((word) => {
    if (names.has(word)) return word !== 'lock';
    const senses = new Set(sensesOf(word).flatMap((each) => [...each]));
    return (senses.has('open') || senses.has('unlock')) && !senses.has('close');
  });
}

function namesAny(words: string, held: Command, house: House): boolean {
  const names = namesOf(held, house);
  return nameWords(words).some((word) => names.has(word));
}

function namesOf({ targets }: Command, { entities, areas }: House): Set<string> {
  const meant = entities.filter(({ id }) => targets.includes(id));
  const places = areas.filter(({ id }) => meant.some(({ area }) => area === id));
  return new Set([...meant, ...places].flatMap(({ name, aliases }) => [name, ...aliases]).flatMap(nameWords));
}
