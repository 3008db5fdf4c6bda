import { z } from 'zod';
import { spoken } from '../language/spoken.js';

const REPLIES = z.object({
  /** Two answers in a row were no language. */
  notUnderstood: z.string(),
  /** The model said nothing, and no tool has either. */
  nothing: z.string(),
  /** The most turns were used up by tool calls. */
  tooManySteps: z.string(),
  /** Every tool that was tried has failed. */
  toolsFailed: z.string(),
  /** A tool has done something and says nothing that can be spoken. */
  done: z.string(),
  /** Before what was found out when the most turns are used up. */
  unfinished: z.string(),
  /** An acting tool could do nothing with these devices: {names}. */
  failedFor: z.string(),
  /** Something was claimed that nobody has done. */
  nothingDone: z.string(),
  /** Something was claimed beside what was done. */
  nothingElse: z.string(),
  /** A tool is for people whose voices are known. */
  notForGuests: z.string(),
  /** What was asked for is to be read, not heard. */
  onScreen: z.string(),
  /** Of a table that is too long to say: where the person's page shows it, and where there is none. */
  tableShown: z.string(),
  tableUnsaid: z.string(),
  /** {what} was taken out of the memory. */
  taken: z.string(),
  /** To a person who asks for more than rules can answer, and how that is mended. */
  modelNeeded: z.string(),
  toAddModel: z.string(),
});

/** What the loop says by itself, when the model gives nothing that can be spoken. @param language BCP 47 tag */
export function phrasesFor(language: string): z.output<typeof REPLIES> {
  return spoken(language, 'replies', REPLIES);
}
