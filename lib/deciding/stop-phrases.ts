import { z } from 'zod';
import { languagesWith, languageTable, listed } from '../language/folders.js';

const LIST = z.string().transform(listed);

/** How an assistant is told to stop, as a language's folder has it: also in languages that only the model speaks. */
const STOP_PHRASES = z.object({
  stop: LIST,
  /** Only while the assistant speaks. */
  speaking: LIST,
  /** Without meaning beside a stop; no word that negates one. */
  beside: LIST,
});
export type StopPhrases = z.output<typeof STOP_PHRASES>;

/** Understood whatever language is spoken. */
export const STOPS_EVERYWHERE = ['stop', 'stopp', 'halt', 'basta'];

/** Languages that are written without spaces between words. */
export const UNSPACED_LANGUAGES: readonly string[] = ['ja', 'zh'];

/** Primary languages in which an assistant can be told to stop. */
export const STOP_LANGUAGES: readonly string[] = languagesWith('stop.json');

/** Undefined in other languages. */
export function stopPhrases(language: string): StopPhrases | undefined {
  return languageTable(language, 'stop', STOP_PHRASES);
}
