import { z } from 'zod';
import { languageTable } from '../../language/folders.js';
import { bareSentence, expanded, MACROS, PATTERN, wholeSentence } from '../../language/patterns.js';
import { PARTS, type Part } from './reading.js';

const ASKED = z.object({
  macros: MACROS,
  /** Whole sentences that ask for a part, and for all of it. */
  asks: z.record(z.enum([...PARTS, 'all']), PATTERN),
});

const MAX_LETTERS = 120;
/** Compiled once: they are long. */
const compiled = new Map<z.output<typeof ASKED>, [Part | 'all', RegExp][]>();

/** What a sentence certainly asks to be told of the computer; undefined where a model has to decide. */
export function statusAsked(query: string, language: string): Part | 'all' | undefined {
  const table = languageTable(language, 'computer', ASKED);
  if (!table || query.length > MAX_LETTERS) return undefined;
  const patterns =
    compiled.get(table) ??
    ([...PARTS, 'all'] as const).map((part): [Part | 'all', RegExp] => [
      part,
      wholeSentence(expanded(table.asks[part], table.macros)),
    ]);
  compiled.set(table, patterns);
  const said = bareSentence(query);
  return patterns.find(([, pattern]) => pattern.test(said))?.[0];
}
