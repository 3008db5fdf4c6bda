import type { z } from 'zod';
import { JarvisError, reasonOf, toJarvisError } from '../turn/errors.js';
import * as messages from './hermes-messages.js';
import { openIntake } from './intake.js';
import type { Problems } from './problems.js';
import { askSchema, converseSchema } from './questions.js';
import type { Rates } from './rates.js';
import type { Sessions } from './sessions.js';
import { isSiteId, type Sites } from './sites.js';
import type { Emit } from './types.js';

/** What comes in from MQTT, checked and turned into events of the hub. */
export interface Inbox {
  /** What to subscribe to. */
  topics: string[];
  /** Never throws: what is wrong is reported as a problem. */
  receive(topic: string, payload: Buffer): void;
  sitesChanged(): void;
  close(): void;
}

/**
 * Marks the `textCaptured` of every Jarvis: the broker sends it to all of them, and none may take it for a satellite's. In the
 * message itself, as MQTT 3.1.1 has no properties.
 */
export const SOURCE = 'jarvis';

/** Largest chunk of sound and largest JSON message, in bytes. */
const MAX_FRAME_BYTES = 1024 * 1024;
const MAX_JSON_BYTES = 64 * 1024;

const AUDIO_SERVER = 'hermes/audioServer/';
const AUDIO_FRAME = '/audioFrame';
const PLAY_FINISHED = '/playFinished';
const HOTWORD = 'hermes/hotword/';
const DETECTED = '/detected';

export function hermesInbox(options: {
  prefix: string;
  sites: Sites;
  problems: Problems;
  rates: Rates;
  emit: Emit;
  sessions: Sessions;
  publish: (topic: string, message: Record<string, unknown>) => void;
  playFinished: (site: string, id: string | undefined) => void;
}): Inbox {
  const { prefix, sites, problems, rates, emit, sessions, publish, playFinished } = options;
  const intake = openIntake(
    (site, samples) => emit('audio', site, samples),
    (site, error) => problems.report(site, 'audio', error),
    rates.sound,
  );

  /** Notes that a site lives; one that can't be a satellite of MQTT is refused. */
  const touch = (site: string) => {
    if (!sites.get(site) && !rates.newcomer()) {
      throw new JarvisError(
        'bad-input',
        'Too many new satellites appear at once: those that come now are passed over.',
      );
    }
    if (sites.touch(site, 'mqtt')) return;
    throw new JarvisError(
      'bad-input',
      `"${site.slice(0, 64)}" can't be a satellite's name on MQTT: use 1 to 64 letters, digits, "_", "." or "-", not beginning with "browser-" or "assist-".`,
    );
  };

  const audioFrame = (site: string, chunk: Buffer) => {
    try {
      touch(site);
      if (chunk.length > MAX_FRAME_BYTES) {
        throw new JarvisError(
          'bad-audio',
          `"${site}" sent a frame of ${chunk.length} bytes; at most ${MAX_FRAME_BYTES} are taken. Send the sound in smaller chunks.`,
        );
      }
    } catch (thrown) {
      return problems.report(site.slice(0, 64), 'audio', toJarvisError(thrown, 'bad-audio', `"${site.slice(0, 64)}"`));
    }
    try {
      intake.push(site, chunk);
      problems.right(site, 'audio');
    } catch (thrown) {
      const why = `"${site}" sent sound that can't be used. ${reasonOf(thrown)}`;
      problems.report(site, 'audio', new JarvisError('bad-audio', why, { cause: thrown }));
    }
  };

  /** Reads one kind of message; `handle` gets it only when it is right. */
  const take = <Schema extends z.ZodType>(
    schema: Schema,
    handle: (message: z.infer<Schema>, topic: string) => void,
  ) => {
    return (topic: string, value: unknown) => {
      const site = siteOf(value, topic);
      if (!rates.message(site, topic)) return;
      try {
        const parsed = schema.safeParse(value);
        if (!parsed.success) throw wrong(topic, parsed.error);
        handle(parsed.data, topic);
        problems.right(site, topic);
        problems.right(topic, topic);
      } catch (thrown) {
        problems.report(site, topic, toJarvisError(thrown, 'bad-input', `A message on ${topic} could not be used`));
      }
    };
  };

  const toggle = (change: { wakeOff: boolean } | { muted: boolean }) =>
    take(messages.toggle, ({ siteId }) => {
      touch(siteId);
      sites.update(siteId, change);
    });

  const jsonTopics: Record<string, (topic: string, value: unknown) => void> = {
    'hermes/audioServer/toggleOn': toggle({ muted: false }),
    'hermes/audioServer/toggleOff': toggle({ muted: true }),
    'hermes/hotword/toggleOn': toggle({ wakeOff: false }),
    'hermes/hotword/toggleOff': toggle({ wakeOff: true }),
    'hermes/asr/startListening': take(messages.listening, ({ siteId }) => {
      touch(siteId);
      emit('wake', siteId, { word: null, by: 'asked' });
    }),
    'hermes/asr/stopListening': take(messages.listening, ({ siteId }) => {
      touch(siteId);
      emit('stopListening', siteId);
    }),
    'hermes/asr/textCaptured': take(messages.textCaptured, ({ siteId, text, lang, source: from }) => {
      if (from === SOURCE || text.trim() === '') return;
      touch(siteId);
      emit('text', { site: siteId, text, by: 'captured', door: 'voice', language: lang ?? undefined });
    }),
    'hermes/tts/say': take(messages.ttsSay, ({ siteId, text, lang, id, sessionId }) => {
      touch(siteId);
      const finished = () =>
        publish('hermes/tts/sayFinished', { id: id ?? null, siteId, sessionId: sessionId ?? null });
      if (text.trim() === '') return finished();
      emit('say', { text, rooms: [siteId], language: lang ?? undefined, finished });
    }),
    'hermes/dialogueManager/startSession': take(messages.startSession, (request) => {
      touch(request.siteId);
      sessions.start(request);
    }),
    'hermes/dialogueManager/continueSession': take(messages.continueSession, ({ sessionId, text, lang }) =>
      sessions.continue(sessionId, text ?? '', lang ?? undefined),
    ),
    'hermes/dialogueManager/endSession': take(messages.endSession, ({ sessionId, text, lang }) =>
      sessions.end(sessionId, text ?? '', lang ?? undefined),
    ),
    [`${prefix}/say`]: take(messages.say, ({ text, rooms, language }) =>
      emit('say', { text, rooms, language: language ?? undefined }),
    ),
    [`${prefix}/ask`]: take(askSchema, (request) => emit('ask', request)),
    [`${prefix}/converse`]: take(converseSchema, (request) => emit('converse', request)),
  };

  const finished = (site: string) =>
    take(messages.playFinished, ({ id, sessionId }) => {
      touch(site);
      playFinished(site, id ?? sessionId ?? undefined);
    });
  const detected = (word: string) =>
    take(messages.hotwordDetected, ({ siteId }) => {
      touch(siteId);
      emit('wake', siteId, { word, by: 'satellite' });
    });

  const receiveJson = (topic: string, payload: Buffer, handle: (topic: string, value: unknown) => void) => {
    const where = topic.slice(0, 200);
    if (payload.length > MAX_JSON_BYTES) {
      const large = `A message on ${where} has ${payload.length} bytes; at most ${MAX_JSON_BYTES} are taken.`;
      return problems.report(where, topic, new JarvisError('bad-input', large));
    }
    const text = payload.toString('utf8').trim();
    const value = topic === `${prefix}/say` ? announcementOf(text) : messages.jsonOf(text);
    if (value === undefined) {
      return problems.report(where, topic, new JarvisError('bad-input', `A message on ${where} is not JSON.`));
    }
    handle(topic, value);
  };

  return {
    topics: [
      `${AUDIO_SERVER}+${AUDIO_FRAME}`,
      `${AUDIO_SERVER}+${PLAY_FINISHED}`,
      `${HOTWORD}+${DETECTED}`,
      ...Object.keys(jsonTopics),
    ],
    receive(topic, payload) {
      if (topic.startsWith(AUDIO_SERVER) && topic.endsWith(AUDIO_FRAME)) {
        return audioFrame(topic.slice(AUDIO_SERVER.length, -AUDIO_FRAME.length), payload);
      }
      const known = Object.hasOwn(jsonTopics, topic) ? jsonTopics[topic] : undefined;
      if (known) return receiveJson(topic, payload, known);
      if (topic.startsWith(AUDIO_SERVER) && topic.endsWith(PLAY_FINISHED)) {
        return receiveJson(topic, payload, finished(topic.slice(AUDIO_SERVER.length, -PLAY_FINISHED.length)));
      }
      if (topic.startsWith(HOTWORD) && topic.endsWith(DETECTED)) {
        return receiveJson(topic, payload, detected(topic.slice(HOTWORD.length, -DETECTED.length).slice(0, 64)));
      }
    },
    sitesChanged: () => intake.keepOnly((site) => sites.get(site) !== undefined),
    close: intake.close,
  };
}

/** `jarvis/say` takes an object, or just the words; what looks like an object and isn't one is an error, not an announcement. */
function announcementOf(text: string): unknown {
  const value = messages.jsonOf(text);
  if (typeof value === 'object' && value !== null) return value;
  if (typeof value === 'string') return { text: value };
  return text.startsWith('{') ? undefined : { text };
}

/** The site a message is about, for the report; the topic when it names none. */
function siteOf(value: unknown, topic: string): string {
  const named = typeof value === 'object' && value !== null && 'siteId' in value ? value.siteId : undefined;
  return typeof named === 'string' && isSiteId(named) ? named : topic.slice(0, 200);
}

function wrong(topic: string, error: z.ZodError): JarvisError {
  const issue = error.issues[0];
  const field = issue?.path.join('.');
  return new JarvisError(
    'bad-input',
    `A message on ${topic.slice(0, 200)} is wrong${field ? ` at "${field}"` : ''}: ${issue?.message ?? 'unknown'}.`,
  );
}
