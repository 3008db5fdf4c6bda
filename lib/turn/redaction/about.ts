import { wordsOfAll } from '../../language/word-lists.js';

/** Words with which a sentence about a password goes on without telling it. */
export const ABOUT = wordsOfAll('secret-words', 'about');

/** Words that say nothing of it when they stand alone. */
export const ALONE = wordsOfAll('secret-words', 'alone');

/** Words of questions and pointing; no secret stands before "is my password" with one of them. */
export const ASKING = wordsOfAll('secret-words', 'asking');

/** Words that stand behind "password" without being one: "remember my password manager", "note the password again". */
export const BESIDE = wordsOfAll('secret-words', 'beside');
