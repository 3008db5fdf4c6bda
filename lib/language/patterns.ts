import { z } from 'zod';

/** The source of a regular expression in a language's folder, whole or as its alternatives. */
export const PATTERN = z
  .union([z.string(), z.array(z.string())])
  .transform((source) => (typeof source === 'string' ? source : source.join('|')));

/** Parts of patterns that have a name. */
export const MACROS = z.record(z.string(), PATTERN).default({});

/** A pattern with its macros ("{thing}") in place; {upTo3} stands for up to so many words between two others. */
export function expanded(pattern: string, macros: z.output<typeof MACROS>): string {
  return pattern.replace(/\{upTo(\d)\}|\{([a-z]\w+)\}/gi, (whole, most, name) => {
    if (most !== undefined) return `(?: [\\p{L}\\p{N}]+){0,${most}}?`;
    const macro = macros[name];
    return macro === undefined ? whole : expanded(macro, macros);
  });
}

/** Finds any of some words or phrases in folded text. */
export function wordsAnywhere(source: string): RegExp {
  return new RegExp(`(?:^| )(?:${source})(?= |$)`, 'u');
}

/** A sentence without the marks around it, and with one kind of apostrophe. */
export function bareSentence(query: string): string {
  return query
    .normalize('NFC')
    .replace(/[’´`]/g, "'")
    .replace(/[¿¡?!.,\s]+$|^[¿¡\s]+/gu, '');
}

/** Finds a bare sentence that is the pattern from its first word to its last. */
export function wholeSentence(source: string): RegExp {
  return new RegExp(`^(?:${source})$`, 'iu');
}

/** A pattern of whole sentences in a language's folder, compiled. */
export const WHOLE = PATTERN.transform(wholeSentence);
