import { z } from 'zod';
import type { Tool } from '../../llm/types.js';
import { type Answer, type AskRequest, siteFor } from '../../satellites/questions.js';
import type { Hub, SayRequest } from '../../satellites/types.js';
import { within } from '../../turn/wait.js';

/** The rooms, as far as somebody outside may speak in them. */
export interface Rooms extends Pick<Hub, 'sitesIn'> {
  /** Announces; false where no flow does. */
  say(request: SayRequest): boolean;
  /** Asks a room; false where no flow does. @param told what came of it, once */
  ask(request: AskRequest, told: (answer: Answer) => void): boolean;
}

/** Half a minute of speech. */
const MAX_TEXT = 500;
/** An announcement is waited for so long, in milliseconds: clients give up after a minute. */
const SAY_MS = 50_000;
/** Seconds for an answer. */
const SECONDS = { least: 5, most: 45, usual: 20 };
/** A question is waited for so long besides, in milliseconds: it may have to wait for the loudspeaker. */
const ASKING_MS = 60_000;

const room = z.string().trim().min(1).max(200);
const saying = z.object({
  text: z.string().trim().min(1).max(MAX_TEXT).describe('What is said, as plain words.'),
  rooms: z.array(room).max(20).optional().describe('Names of rooms; none: everywhere.'),
});
const asking = z.object({
  room: room.describe('Name of the room.'),
  question: z.string().trim().min(1).max(MAX_TEXT).describe('The question, as plain words.'),
  seconds: z.number().min(SECONDS.least).max(SECONDS.most).optional().describe('How long an answer is waited for.'),
});

const NO_FLOW =
  'no flow speaks what comes from outside. In Node-RED, tick "Also speak what comes from outside" in one say node, and deploy.';

/** To say something in rooms, and to ask one. */
export function roomTools(rooms: Rooms): Tool[] {
  return [sayTool(rooms), askTool(rooms)];
}

function sayTool(rooms: Rooms): Tool {
  return {
    name: 'say',
    description: 'Says something aloud in rooms of the house, and tells whether it was heard.',
    acts: true,
    parameters: z.toJSONSchema(saying),
    ms: SAY_MS + 5_000,
    async run(args, { signal }) {
      const parsed = saying.safeParse(args);
      if (!parsed.success) return wrong(parsed.error);
      const { text, rooms: where = [] } = parsed.data;
      const sites = rooms.sitesIn(where);
      if (sites.length === 0) return failed(`Not said: no satellite stands in ${where.join(', ') || 'the house'}.`);
      const limit = { ms: SAY_MS, what: 'Who plays it', signal };
      const heard = await within(limit, () => {
        return new Promise<boolean | undefined>((resolve) => {
          if (!rooms.say({ text, rooms: where, finished: resolve })) resolve(undefined);
        });
      });
      if (heard === undefined) return failed(`Not said: ${NO_FLOW}`);
      if (heard) return { ok: true, text: 'Said.' };
      return failed('Not heard to its end: it was stopped, could not be spoken, or it is quiet there at this hour.');
    },
  };
}

function askTool(rooms: Rooms): Tool {
  return {
    name: 'ask',
    description: 'Asks a question aloud in one room, and tells what a person there answered.',
    acts: true,
    parameters: z.toJSONSchema(asking),
    ms: ASKING_MS + SECONDS.most * 1_000 + 5_000,
    async run(args, { signal }) {
      const parsed = asking.safeParse(args);
      if (!parsed.success) return wrong(parsed.error);
      const { room: site, question, seconds: timeout = SECONDS.usual } = parsed.data;
      if (!siteFor(rooms, site)) return failed(`Not asked: no satellite stands in ${site}.`);
      const request: AskRequest = { site, question, timeout, answers: [], id: null, language: undefined };
      // The question itself ends in the room, by its own time limits.
      const limit = { ms: ASKING_MS + timeout * 1_000, what: 'The room', signal };
      const answer = await within(limit, () => {
        return new Promise<Answer | undefined>((resolve) => {
          if (!rooms.ask(request, resolve)) resolve(undefined);
        });
      });
      if (!answer) return failed(`Not asked: ${NO_FLOW}`);
      if (answer.reason === 'answered') return { ok: true, text: answer.text ?? '' };
      return failed(UNANSWERED[answer.reason]);
    },
  };
}

const UNANSWERED: Record<Exclude<Answer['reason'], 'answered'>, string> = {
  timeout: 'Nobody answered in time.',
  stopped: 'Somebody there said stop.',
  busy: 'Not asked: something is asked there already.',
  failed: 'Not asked: it could not be said there. The log of Node-RED says why.',
};

const failed = (text: string) => ({ ok: false, text });

const wrong = (error: z.ZodError) => failed(`Wrong arguments: ${z.prettifyError(error)}`);
