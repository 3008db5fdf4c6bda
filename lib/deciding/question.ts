import { words } from '../language/fold.js';
import { primaryLanguage } from '../language/tags.js';

/** Words a question begins with, folded; verbs that also begin a request ("can you turn …") are left out. */
const OPENERS: Record<string, string> = {
  en: 'is are was were am whats whos wheres hows do does did has have what which who whose when where why how isnt arent doesnt didnt hasnt havent should shall',
  de: 'ist sind war waren habe haben hat hatte was welche welcher welches wer wessen wem wann wo warum wieso weshalb wie wieviel brauche brauchen muss mussen soll sollte sollten lauft laufen brennt brennen steht',
  fr: 'est sont etait etaient quel quelle quels quelles qui quand ou pourquoi comment combien que quoi dois faut avons avez ai',
  es: 'es son esta estan era estaba que cual cuales quien quienes cuando donde porque como cuanto cuanta cuantos cuantas hay debo deberia he hemos tengo necesito',
  it: 'e sono era erano che quale quali chi quando dove perche come quanto quanta quanti quante devo dovrei ho abbiamo serve',
  pt: 'e sao esta estao era que qual quais quem quando onde porque como quanto quanta quantos quantas devo deveria ha tenho preciso',
  nl: 'is zijn was waren heb hebben heeft wat welke wie wanneer waar waarom hoe hoeveel moet moeten',
  tr: 'ne nasil neden nerede hangi kim kac kim niye',
};
/** Two words that ask only together. */
const PAIRS = /^(?:est ce|qu est|c est quoi|por que|per che|a que|de que|in which|at what|for how|um wieviel)(?= |$)/;

/** A request in a question's clothes. */
const REQUEST =
  /^(?:(?:can|could|would|will) you|(?:kannst|konntest|wurdest) du|(?:konnen|konnten|wurden) sie|(?:peux|pourrais|veux) tu|(?:pouvez|pourriez|voulez) vous|puedes|podrias|puede|podria|puoi|potresti|podes|poderias|voce pode|kun je|zou je)(?= |$)/;

const SETS = new Map(Object.entries(OPENERS).map(([language, list]) => [language, new Set(list.split(' '))]));

/**
 * Whether something is asked, not ordered: by its question mark, which speech to text mostly writes, or by its first
 * words in en, de, fr, es, it, pt, nl and tr; in other languages only by the mark. "Can you …?" is an order.
 */
export function isQuestion(text: string, language: string): boolean {
  const said = words(text);
  if (REQUEST.test(said.join(' '))) return false;
  if (/[?？؟]/.test(text)) return true;
  if (PAIRS.test(said.join(' '))) return true;
  return SETS.get(primaryLanguage(language))?.has(said[0] ?? '') ?? false;
}
