import { z } from 'zod';
import { JarvisError } from '../turn/errors.js';
import { plain } from './sites.js';
import type { Hub, Site } from './types.js';

/** A room: a satellite's name, or the name or id of the area it stands in. */
const site = z.string().trim().min(1).max(200);
/** Whatever names the question for whoever asks; it comes back with the answer. */
const id = z
  .string()
  .max(200)
  .nullish()
  .transform((given) => given ?? null);
const language = z
  .string()
  .max(35)
  .nullish()
  .transform((given) => given || undefined);

/** A template of one line: what it may hold is checked where it is matched. */
const sentence = z
  .string()
  .max(500)
  .regex(/^[^\r\n]*$/, 'must be one line');
const sentences = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(sentence).min(1).max(50),
);

/** `jarvis/ask`: a question that an automation has a room asked. */
export const askSchema = z.object({
  site,
  // Half a minute of speech.
  question: z.string().trim().min(1).max(500),
  /** What may be answered, as hassil's templates; anything else is an answer too, with no name. */
  answers: z
    .array(z.object({ id: z.string().min(1).max(100), sentences }))
    .max(50)
    .nullish()
    .transform((given) => given ?? []),
  id,
  /** Seconds for the answer, from the end of the question. */
  timeout: z
    .number()
    .min(1)
    .max(300)
    .nullish()
    .transform((given) => given ?? 30),
  language,
});

/** `jarvis/converse`: words that an automation says to the flow as if they were typed in a room. */
export const converseSchema = z.object({
  site: site.nullish().transform((given) => given ?? undefined),
  text: z.string().trim().min(1).max(5000),
  id,
  /** The reply comes back and is not spoken, as it is where no room is named. */
  quiet: z
    .boolean()
    .nullish()
    .transform((given) => given ?? false),
  language,
});

export type AskRequest = z.infer<typeof askSchema>;
export type ConverseRequest = z.infer<typeof converseSchema>;

/** What came of a question or of words: `jarvis/answer`, and the event `jarvis_answer`. */
export interface Answer {
  id: string | null;
  /** The satellite; null where no room was named. */
  site: string | null;
  /** Id of the expected answer; null where it is none of them. */
  answer: string | null;
  text: string | null;
  slots: Record<string, string | number>;
  /** "busy": the room is asked something else already; "failed": it could not be asked, or not be answered. */
  reason: 'answered' | 'timeout' | 'stopped' | 'busy' | 'failed';
}

/** An answer with nothing in it. */
export function noAnswer(id: string | null, site: string | null, reason: Answer['reason']): Answer {
  return { id, site, answer: null, text: null, slots: {}, reason };
}

/** What is wrong with a request. */
export function wrongRequest(name: string, { issues: [issue] }: z.ZodError): JarvisError {
  const field = issue?.path.join('.');
  return new JarvisError(
    'bad-input',
    `${name} is wrong${field ? ` at "${field.slice(0, 100)}"` : ''}: ${issue?.message ?? 'unknown'}.`,
  );
}

/** The satellite that is meant by its name or by its room: of several there the one heard from last. */
export function siteFor(hub: Pick<Hub, 'sitesIn'>, room: string): Site | undefined {
  // Neither means a room, and both mean more than one to whoever announces.
  if (['', 'all'].includes(plain(room))) return undefined;
  const rank = ({ id, muted, lastSeen }: Site) => [id === room ? 1 : 0, muted ? 0 : 1, lastSeen] as const;
  return hub.sitesIn([room]).toSorted((a, b) => {
    const [[nameA, loudA, seenA], [nameB, loudB, seenB]] = [rank(a), rank(b)];
    return nameB - nameA || loudB - loudA || seenB - seenA;
  })[0];
}

export function noSuchRoom(room: string, what: string): JarvisError {
  return new JarvisError('satellite-unreachable', `No satellite stands in ${room.slice(0, 60)}, so nobody ${what}.`);
}
