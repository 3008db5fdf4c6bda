import { z } from 'zod';
import { filled, spoken } from '../language/spoken.js';
import { aboutYou } from '../replying/second-person.js';

/** Things that are named where several are meant. */
const MAX_NAMED = 4;

const TOLD = z.object({
  /** They told {text}; where it can stand behind "that", it does as {clause}. */
  remembered: z.string(),
  rememberedThat: z.string(),
  takenBack: z.string(),
  nothingToTakeBack: z.string(),
  erased: z.string(),
  nothingToErase: z.string(),
  /** Nothing that is remembered says so. */
  notFound: z.string(),
  /** More than one thing says so: {what} they say. */
  several: z.string(),
  onThePage: z.string(),
  /** Passwords, codes and the like are not kept. */
  secret: z.string(),
  notKept: z.string(),
});
export type MemoryTold = z.output<typeof TOLD>;

/** What a person is told of the memory where no model says it. @param language BCP 47 tag */
export function toldOf(language: string): MemoryTold {
  return spoken(language, 'memory', TOLD);
}

/** That several things are remembered of which one is to be forgotten, by the first of their words. */
export function severalTold(texts: readonly string[], language: string): string {
  const named = texts.slice(0, MAX_NAMED).map((text) => text.replace(/[.\s]+$/, ''));
  const what = [...named, ...(texts.length > MAX_NAMED ? ['…'] : [])].join('; ');
  return filled(toldOf(language).several, { what });
}

/** "I'll remember that you can't eat nuts." */
export function rememberedTold(text: string, language: string): string {
  const { remembered, rememberedThat } = toldOf(language);
  const clause = aboutYou(text, language);
  return clause ? filled(rememberedThat, { clause }) : filled(remembered, { text });
}
