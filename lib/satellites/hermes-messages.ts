import { z } from 'zod';
import { readJson } from '../turn/foreign.js';
import { isSiteId } from './sites.js';

/** Longest text we take from a satellite or an automation, in characters. */
const MAX_TEXT = 10_000;

/** The value of a JSON text; undefined when it is none. */
export function jsonOf(text: string): unknown {
  try {
    return readJson(text.trim());
  } catch {
    return undefined;
  }
}

// Hermes writes null for "not given" as often as it leaves the field out.
const siteId = z
  .string()
  .refine(isSiteId, 'must be 1 to 64 letters, digits, "_", "." or "-"')
  .nullish()
  .transform((id) => id ?? 'default');
const id = z.string().max(200).nullish();
const text = z.string().max(MAX_TEXT);
const language = z.string().max(35).nullish();

export const toggle = z.object({ siteId });

export const playFinished = z.object({ id, sessionId: id });

export const hotwordDetected = z.object({ siteId, sessionId: id });

export const listening = z.object({ siteId, sessionId: id });

export const textCaptured = z.object({ siteId, text, lang: language, source: z.string().nullish() });

export const ttsSay = z.object({ siteId, text, lang: language, id, sessionId: id });

export const startSession = z.object({
  siteId,
  customData: z.string().max(MAX_TEXT).nullish(),
  init: z.discriminatedUnion('type', [
    z.object({ type: z.literal('notification'), text }),
    z.object({ type: z.literal('action'), text: text.nullish() }),
  ]),
});

export const continueSession = z.object({ sessionId: z.string(), text: text.nullish(), lang: language });

export const endSession = z.object({ sessionId: z.string(), text: text.nullish(), lang: language });

/** `jarvis/say`: an object; plain text is taken before it comes here. */
export const say = z.object({
  text: text.min(1),
  rooms: z
    .union([z.string().transform((room) => [room]), z.array(z.string().max(200)).max(50)])
    .nullish()
    .transform((rooms) => rooms ?? []),
  language,
});
