import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { clock } from './clock.js';

const milliseconds = z.number().nonnegative();

/** How an utterance was recognised as meant for us. */
export const wakeSchema = z.object({
  /** The wake word's name, e.g. "hey_jarvis"; null when no wake word was needed (an answer, a button). */
  word: z.string().nullable(),
  /** "asked": a button was pressed, or a session awaits an answer; "follow-up": we have just said something. */
  by: z.enum(['audio', 'text', 'satellite', 'asked', 'follow-up']),
  score: z.number().min(0).max(1).optional(),
  /** When its last sound was heard, in milliseconds since the epoch. */
  at: milliseconds.optional(),
});

/**
 * Who speaks, by the door that the words came through: somebody's voice in the room, a page, a phone of the owner's, Home
 * Assistant's Assist or another assistant in its place, an automation (`jarvis/converse`), or a message of a flow.
 */
export const doorSchema = z.enum(['voice', 'page', 'phone', 'assist', 'automation', 'flow']);
export type Door = z.infer<typeof doorSchema>;

const alternativeSchema = z.object({
  text: z.string(),
  /** By how much it is less likely than the transcript: a difference of natural logarithms. */
  behind: z.number(),
});
export type Alternative = z.infer<typeof alternativeSchema>;

/** What speech to text made of the utterance. */
export const heardSchema = z.object({
  /** The transcript, with the wake word as far as speech to text kept it. */
  text: z.string(),
  /** What somebody likely said there and sounds nearly the same, the likelier first. */
  alternatives: z.array(alternativeSchema).optional(),
  /** How sure speech to text is of each of the last words; words by themselves would hide a secret from whoever looks for one. */
  sure: z.array(z.number().min(0).max(1)).optional(),
  language: z.string().optional(),
  confidence: z.number().min(0).max(1).optional(),
  /** When the speech began and ended at the microphone, in milliseconds since the epoch. */
  from: milliseconds.optional(),
  to: milliseconds.optional(),
  /** Seconds of audio that were transcribed. */
  seconds: z.number().nonnegative().optional(),
  /** The engine that heard it, e.g. "whisper". */
  by: z.string().optional(),
});

/** Who speaks, by the voice. */
export const speakerSchema = z.object({
  /** Null for a guest: whoever's voice isn't known, or couldn't be told. */
  name: z.string().nullable(),
  /** How close the voice is to the closest one that is known. */
  score: z.number().min(0).max(1),
});

/** The reasoning of a judgement on our own voice. */
export const IS_ECHO = 'It is an echo of what we are saying.';

/** Whether and what we were asked. */
export const judgementSchema = z.object({
  directed: z.boolean(),
  query: z.string(),
  stop: z.boolean(),
  confidence: z.number().min(0).max(1),
  reasoning: z.string(),
  by: z.enum(['rule', 'model']),
});

/** What a local command did. */
export const commandDoneSchema = z.object({
  action: z.string(),
  targets: z.array(z.string()),
  value: z.unknown().optional(),
  ok: z.boolean(),
  by: z.enum(['local', 'home-assistant']),
});

/** A tool call of the reply and how it ended. */
export const callDoneSchema = z.object({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  ok: z.boolean(),
});

export const replySchema = z.object({
  text: z.string(),
  calls: z.array(callDoneSchema).optional(),
  /** True when the reply asks something, so that the room listens for the answer without the wake word. */
  question: z.boolean().optional(),
  /** What was done can be seen in the room, and a sound says enough; the words are for those who read. */
  sound: z.literal('done').optional(),
});

/** The profile a turn is answered in. */
export const turnProfileSchema = z.object({
  name: z.string(),
  /**
   * Why it is this one: somebody has switched to it, called it by its wake word or said words of it; the request is like what it
   * is for; it has the tools that were picked; or it is the one for everything else.
   */
  by: z.enum(['switched', 'wake-word', 'words', 'likeness', 'tools', 'rest']).optional(),
  /** Added to the agent's rules. */
  prompt: z.string().optional(),
  /** Names of the tools that may be called at all, whoever asks for another one. */
  tools: z.array(z.string()),
  /** Answers in place of the server's chat model. */
  model: z.string().optional(),
  temperature: z.number().optional(),
  /** False where no plan is to be made; true where one is for short requests, too. */
  planning: z.boolean().optional(),
  /** Most calls of the model for a reply. */
  maxTurns: z.number().optional(),
});

/** What the planner wants to know of earlier conversations. */
export const lookupSchema = z.object({
  topic: z.string(),
  keywords: z.array(z.string()).optional(),
  /** Days or moments in ISO 8601. */
  from: z.string().optional(),
  to: z.string().optional(),
});

/** What the memory gave for a question. */
export const recallSchema = z.object({
  /** For the prompt, newest first, each with its date; shortened where the model is small. */
  lines: z.array(z.string()),
  /** Why there are lines, or why there are none. */
  why: z.enum(['found', 'nothing-found', 'nothing-asked', 'not-planned', 'known-already', 'guest', 'store-failed']),
  /** The entries of the memory that the lines were made of, the best first. */
  entries: z.array(
    z.object({
      id: z.number(),
      kind: z.string(),
      /** Milliseconds since the epoch of what it is about. */
      at: z.number(),
      /** Words of the question that stand in it. */
      words: z.array(z.string()),
      /** Its place among those found by words, and by meaning, from 1; both missing where only the time fits. */
      wordRank: z.number().optional(),
      vectorRank: z.number().optional(),
    }),
  ),
});

/**
 * What travels on the wires as `msg.turn`: plain JSON that may be cloned, logged and stored.
 * Each stage adds its own part and changes nobody else's. What can't be cloned lives in `conversation/turns.ts` under `id`.
 */
export const turnSchema = z.object({
  id: z.string().min(1),
  /** The satellite that asked, e.g. "kitchen" or "browser-1f3c". */
  site: z.string(),
  /** The area of the house the satellite stands in, when known. */
  area: z.string().optional(),
  source: z.enum(['voice', 'text', 'announcement']),
  /** Missing where a flow has made the turn. */
  door: doorSchema.optional(),
  /** BCP 47 tag of the language spoken, e.g. "en". */
  language: z.string(),
  /** Of a voice in a room of several languages, those that it may be in; until it is heard, `language` is their first. */
  languages: z.array(z.string()).optional(),
  /** Milliseconds since the epoch when the turn began. */
  at: milliseconds,
  wake: wakeSchema.optional(),
  heard: heardSchema.optional(),
  /** Missing where voices aren't told apart: none is known, or words were typed. */
  speaker: speakerSchema.optional(),
  judgement: judgementSchema.optional(),
  command: commandDoneSchema.optional(),
  /** Names of the tools the router has left; missing where none has looked. */
  tools: z.array(z.string()).optional(),
  profile: turnProfileSchema.optional(),
  /** The planner's steps; missing where there is no plan. */
  plan: z.array(z.string()).optional(),
  lookup: lookupSchema.optional(),
  recall: recallSchema.optional(),
  /** What is known of the people and of how they want to be talked to, whatever the question. */
  about: z.array(z.string()).optional(),
  reply: replySchema.optional(),
  /** Set on the turn that says what went wrong with another one, so that a failing apology isn't apologised for. */
  apology: z.string().optional(),
});

/** The result of a tool on its way through other nodes and back to the agent: `msg.result`; its words are the payload. */
export const toolWordsSchema = z.object({
  id: z.string(),
  /** The tool's name. */
  tool: z.string(),
  /** The request that it is to answer. */
  query: z.string(),
});

export type Turn = z.infer<typeof turnSchema>;
export type Wake = z.infer<typeof wakeSchema>;
export type Heard = z.infer<typeof heardSchema>;
export type Speaker = z.infer<typeof speakerSchema>;
export type Judgement = z.infer<typeof judgementSchema>;
export type TurnProfile = z.infer<typeof turnProfileSchema>;
export type Lookup = z.infer<typeof lookupSchema>;
export type Recall = z.infer<typeof recallSchema>;

/** Whether a voice spoke that isn't known, in a house that knows some: no memory and no door is for it. */
export function isGuest(turn: Pick<Turn, 'speaker'> | undefined): boolean {
  return turn?.speaker?.name === null;
}

/** The door of a turn: one that doesn't say was made by a flow. */
export function doorOf({ door = 'flow' }: Pick<Turn, 'door'>): Door {
  return door;
}

/**
 * What the person said in a turn, as they said it: its query, where a rule took that out of what was heard. What a model
 * made of it is a model's words.
 * @param query What the turn's stages have come to; typed words are the person's own.
 */
export function ownWords({ judgement, heard }: Pick<Turn, 'judgement' | 'heard'>, query: string): string {
  return judgement?.by === 'model' ? (heard?.text ?? '') : query;
}

/** A new turn with an id of its own. */
export function newTurn(of: Pick<Turn, 'site' | 'source' | 'language'> & Partial<Turn>): Turn {
  return { id: randomUUID(), at: clock.now(), ...of };
}
