import { z } from 'zod';
import { words } from '../language/fold.js';
import { languagesWith, languageTable } from '../language/folders.js';
import { expanded, MACROS, PATTERN, wordsAnywhere } from '../language/patterns.js';
import { isStopWord, stopWordsOf } from '../language/stop-words.js';

/** States that exclude each other. */
export type StateKind = 'on' | 'off' | 'open' | 'closed' | 'locked' | 'unlocked';

export const OPPOSITE: Record<StateKind, StateKind> = {
  on: 'off',
  off: 'on',
  open: 'closed',
  closed: 'open',
  locked: 'unlocked',
  unlocked: 'locked',
};

/** Of a state: its words, and what has to follow them. */
const STATE = z.union([
  z.string().transform((said): [string, string] => [said, '']),
  z.tuple([z.string(), z.string()]),
]);

/** How a language tells states, as patterns for folded clauses (lower case, no accents, no punctuation). */
const CLAIMS = z
  .object({
    macros: MACROS,
    /** What makes a clause no claim: negations, doubts, conditions, wishes, the future. */
    open: PATTERN,
    /** "… is now on"; the verb is the macro "is". */
    states: z.object({ on: STATE, off: STATE, open: STATE, closed: STATE, locked: STATE, unlocked: STATE }),
    /** A state that is new: "now on". */
    now: PATTERN,
    /** Words where one statement ends and the next begins. */
    joints: PATTERN,
    /** Units of what a device measures or is set to, behind the number. */
    units: z.string(),
  })
  .transform(({ macros, states, ...claims }) => {
    const pattern = (source: string) => new RegExp(expanded(source, macros), 'u');
    const state = ([said, after]: [string, string]) =>
      pattern(`(?:^| )(?:{is})(?: [\\p{L}\\p{N}]+){0,3}? (?:${said})(?= |$)${after}`);
    return {
      open: wordsAnywhere(claims.open),
      states: {
        on: state(states.on),
        off: state(states.off),
        open: state(states.open),
        closed: state(states.closed),
        locked: state(states.locked),
        unlocked: state(states.unlocked),
      } satisfies Record<StateKind, RegExp>,
      words: Object.fromEntries(
        Object.entries(states).map(([kind, [said]]) => [kind, wordsAnywhere(expanded(said, macros))]),
      ) as Record<StateKind, RegExp>,
      now: wordsAnywhere(claims.now),
      joints: new RegExp(`[,;:.!?…()–—]+|\\s+(?:${claims.joints})\\s+`, 'iu'),
      units: claims.units,
    };
  });
export type Claims = z.output<typeof CLAIMS>;

/** Undefined where it isn't known how a language claims things. @param language BCP 47 tag */
export function claimsIn(language: string): Claims | undefined {
  return languageTable(language, 'claims', CLAIMS);
}

const KNOWN = languagesWith('claims.json');

/** The language of a text, where it tells: models fall back to English, people change theirs, and a word is heard as another's. */
export function languageOf(said: string, language: string): string {
  if (stopWordsOf(language) === undefined) return language;
  const folded = words(said);
  const known = (tag: string) => folded.filter((word) => isStopWord(word, tag)).length;
  let [spoken, most] = [language, known(language)];
  for (const tag of KNOWN) {
    const count = known(tag);
    if (count > most) [spoken, most] = [tag, count];
  }
  return spoken;
}
