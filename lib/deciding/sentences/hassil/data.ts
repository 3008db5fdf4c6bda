import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export type SlotValue = string | number;

/** Sentences that mean the same. */
export interface Block {
  sentences: string[];
  /** For each sentence groups of `fragments`, by number: what is said has at least one of each group. */
  needs: number[][][];
  /** What is meant besides what is said. */
  slots?: Record<string, SlotValue | SlotValue[]>;
  /** Domains of the entity that is named. */
  domains?: string[];
  /** The area of the speaker is meant. */
  here?: true;
  /** Key of the answer. */
  response?: string;
}

export interface Range {
  from: number;
  to: number;
  step?: number;
  multiplier?: number;
  fractions?: 'halves';
}

export type ListData = { values: { in: string; out: SlotValue }[] } | { range: Range } | { wildcard: true };

/** A language as scripts/intents.py writes it. */
export interface LanguageData {
  language: string;
  ignoreWhitespace?: true;
  skipWords: string[];
  rules: Record<string, string>;
  lists: Record<string, ListData>;
  /** Numbers, as text, with how they are spoken. */
  numbers: Record<string, string[]>;
  /** Pieces of words, case folded. */
  fragments: string[];
  intents: Record<string, Block[]>;
  responses: { intents: Record<string, Record<string, string>>; errors: Record<string, string> };
}

/** Beside the sources in development, beside the compiled code in the package. */
const FOLDER = path.join(__dirname, '../intents');
const ENDING = '.json.gz';

/** Tags of the languages that Home Assistant's community has sentences for ("en", "pt-BR"). */
export function intentLanguages(): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .sort();
}

/**
 * The sentences of a language.
 * @param tag one of `intentLanguages`
 * @throws Error when there is none
 */
export function languageData(tag: string): LanguageData {
  return JSON.parse(gunzipSync(readFileSync(path.join(FOLDER, tag + ENDING))).toString());
}
