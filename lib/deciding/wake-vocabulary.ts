// Words around the wake word, folded: what they make of it, by `wake.yaml` in the languages' folders.
import { patternOfAll, wordsOfAll } from '../language/word-lists.js';

const said = (list: string) => wordsOfAll('wake', list);
const begins = (entry: string, end = '') => new RegExp(`^(?:${patternOfAll('wake', entry)})${end}`, 'u');
const pattern = (entry: string) => begins(entry, '$');

export const GREETINGS = said('greetings');
/** What speech to text makes of "hey": "may Jarvis", "the H. Arvis", "and a jar of this". */
export const MISHEARD_HEY = said('misheardHey');
/** Words said to people as well, before a name: "thank you, Jarvis", "no Jarvis the other one". */
export const REPLIES = said('replies');
/** What may follow a name at the end: "…, Jarvis, please". */
export const PLEASE = said('please');
/** Said before a name to ask for somebody's ear: "sag mal Jarvis", "tell me Jarvis". */
export const OPENERS = pattern('openers');
/** "Hi there, Jarvis", "hey du Jarvis". */
export const AFTER_GREETING = said('afterGreeting');
/** "Good morning", "buenas noches": the first words and the second ones. */
export const GOOD = said('good');
export const TIMES_OF_DAY = said('timesOfDay');
export const BEFORE = said('before');
/** Words after a name that make it someone who is spoken about; before it, too. */
export const TELLS = said('tells');
/** Words that ask for nothing when they stand alone before a name. */
export const PREAMBLE = [GREETINGS, REPLIES, PLEASE, BEFORE];
export const SPEAKS_OF = said('speaksOf');
/** What is asked or told of somebody by name, also with an adverb before the name: "wer ist eigentlich Jarvis". */
export const SPEAKS_WITH = said('speaksWith');
export const ADVERBS = said('adverbs');
/** Verbs that give a name to somebody: "my sister calls the robot Jarvis". */
export const NAMING = said('naming');
/** "We call it Jarvis": not "call Anna, Jarvis". */
export const NAMES_IT = pattern('namesIt');
/** Asks for the name of something: "what was the film called again, Jarvis". */
export const ASKS_NAME = said('asksName');
/** "How is that cake called Jarvis", not "which one is called Jarvis". */
export const IS_CALLED = pattern('isCalled');
/** "Jarvis Netflix on the TV": what has a capital after the name is asked for, and no second name. */
export const PLACES = said('places');
/** "Jarvis or Alexa": one of two, also in a question. */
export const EITHER = said('either');
/** "Джарвис сломался": nobody is asked to have done something. */
export const IS_PAST = pattern('past');
/** "Jarvis schaltet nie aus": a verb in the third person, with a word that tells how it is; orders hold neither. */
export const THIRD_PERSON = pattern('thirdPerson');
export const TELLS_HOW = pattern('hows');
/** "Jarvis controls the lights", "Jarvis always gets it wrong", "Jarvis did not hear me": but not "Jarvis lights on". */
export const TELLS_SO = begins('tellsSo');
/** Between a name and a verb that tells of it: "Jarvis never listens". */
export const MEANWHILE = said('meanwhile');
/** A denied verb in the third person, which asks for nothing: "ne marche plus", "no funciona"; "no apagues" asks. */
export const DENIES = begins('denies', '(?!\\p{L})');
/** Questions may begin so after a name without a pause: "Jarvis can you …". */
export const ADDRESSES = begins('addresses', '(?!\\p{L})');
/** German orders of which speech to text writes "mach" as "macht": "macht das Licht an", not "macht immer das Licht an". */
export const ORDERS = begins('orders', '[\\s.!]*$');
