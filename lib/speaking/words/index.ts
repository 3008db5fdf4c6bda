import type { Language } from '../../language/tags.js';
import type { SpeechWords } from '../speech-words.js';
import { german } from './de.js';
import { english } from './en.js';
import { spanish } from './es.js';
import { french } from './fr.js';

/** The words of each supported language. */
export const SPEECH_WORDS: Readonly<Record<Language, SpeechWords>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};
