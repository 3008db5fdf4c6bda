import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { languageFile, languagesWith } from '../../../language/folders.js';
import { primaryLanguage } from '../../../language/tags.js';

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

const NEWEST = 'community.json.gz';
/** Sentences that the community took out of its newest: people still say them. */
const OLDER = 'community.older.json.gz';

/** Tags of the languages that Home Assistant's community has sentences for ("en", "pt-BR"). */
export function intentLanguages(): string[] {
  return languagesWith(NEWEST);
}

/** The language of a tag that the community has sentences in, if it has: "pt-BR" for "pt_BR", "nl" for "nl-BE". */
export function intentLanguage(tag: string): string | undefined {
  const asked = tag.toLowerCase().replace('_', '-');
  const known = intentLanguages();
  return known.find((one) => one.toLowerCase() === asked) ?? known.find((one) => one === primaryLanguage(tag));
}

/**
 * The sentences of a language: the older, as they are the more exact where both have one, and the newest.
 * @param tag one of `intentLanguages`
 */
export function languageData(tag: string): LanguageData[] {
  return [OLDER, NEWEST].flatMap((name) => {
    const file = languageFile(tag, name);
    return file === undefined ? [] : [JSON.parse(gunzipSync(readFileSync(file)).toString()) as LanguageData];
  });
}
