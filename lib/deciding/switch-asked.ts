import { z } from 'zod';
import { fold } from '../language/fold.js';
import { languageTable } from '../language/folders.js';
import { WHOLE, wholeSentence } from '../language/patterns.js';
import { type Profile, profileCalled } from './profiles.js';

/** How a language asks for a profile, as its folder has it; folded. */
const SWITCHING = z.object({
  /** Whole sentences, with {profile} where it is named. */
  switch: z
    .array(z.string())
    .transform((sentences) =>
      sentences.map((sentence) => wholeSentence(sentence.replace('{profile}', '(?<profile>.+?)'))),
    ),
  /** Whole sentences that end it. */
  back: WHOLE,
});

const MAX_LETTERS = 100;

/** In place of a profile: the topic is to decide again. */
export const BY_TOPIC = 'by_topic';

/**
 * The name of the profile that a sentence asks for and does nothing else ("talk to the secretary"), or `BY_TOPIC` ("be
 * yourself again"); undefined for all others.
 * @param language BCP 47 tag
 */
export function switchAsked(query: string, language: string, profiles: readonly Profile[]): string | undefined {
  const table = query.length > MAX_LETTERS ? undefined : languageTable(language, 'profiles', SWITCHING);
  if (!table) return undefined;
  const said = fold(query);
  if (table.back.test(said)) return BY_TOPIC;
  for (const sentence of table.switch) {
    const called = sentence.exec(said)?.groups?.['profile'];
    const profile = called && profileCalled(profiles, called);
    if (profile) return profile.name;
  }
  return undefined;
}
