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
  /** What the device is and isn't that is named, by domain and device class. */
  domains?: string[];
  notDomains?: string[];
  classes?: string[];
  notClasses?: string[];
  /** The speaker's area must be known: true when it is meant. */
  here?: boolean;
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

/** Sentences that the community took out of its newest: people still say them. */
const OLDER = '.older';

/** Tags of the languages that Home Assistant's community has sentences for ("en", "pt-BR"). */
export function intentLanguages(): string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .filter((tag) => !tag.endsWith(OLDER))
    .sort();
}

/**
 * The sentences of a language: the older, as they are the more exact where both have one, and the newest.
 * @param tag one of `intentLanguages`
 * @throws Error when there is none
 */
export function languageData(tag: string): LanguageData[] {
  const older = path.join(FOLDER, tag + OLDER + ENDING);
  const files = [...(existsSync(older) ? [older] : []), path.join(FOLDER, tag + ENDING)];
  return files.map((file) => JSON.parse(gunzipSync(readFileSync(file)).toString()) as LanguageData);
}
