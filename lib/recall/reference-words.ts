import { z } from 'zod';
import { languageTable } from '../language/folders.js';

const SET = z.string().transform((text): ReadonlySet<string> => new Set(text.split(' ')));

/** What tells whether a question stands for itself, and what of it is looked for; folded. */
const RECALL = z.object({
  /** Stand for something that was said before. */
  refers: SET,
  /** How a question begins that goes on with the one before: "and on Monday?" */
  goesOn: z.string().transform((source) => new RegExp(source)),
  /** Verbs and nouns that fit anything: they are searched for, but name no topic. */
  general: SET,
  /** Say that something is to be remembered, or is recent: they aren't searched for. */
  filler: SET,
  /** Patterns of greetings, thanks and other talk that asks for nothing that is remembered. */
  smallTalk: z.array(z.string()).transform((phrases) => new RegExp(`\\b(?:${phrases.join('|')})\\b`, 'g')),
});

/** Undefined where nothing is known of a language: there every question stands for itself. @param language BCP 47 tag */
export function referenceWords(language: string): z.output<typeof RECALL> | undefined {
  return languageTable(language, 'recall', RECALL);
}

/**
 * The runs of a text without greetings, thanks and other small talk: "good morning, how are you, who fixed the boiler"
 * is about the boiler.
 */
export function withoutSmallTalk(runs: readonly string[], language: string): string[] {
  const smallTalk = referenceWords(language)?.smallTalk;
  return smallTalk ? (runs.join(' ').replace(smallTalk, ' ').match(/\S+/g) ?? []) : [...runs];
}
