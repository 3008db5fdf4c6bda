import { once } from 'node:events';
import net from 'node:net';
import { z } from 'zod';
import { encodeEvent, type WyomingEvent, wyomingDecoder } from '../../audio/wyoming.js';
import { apology } from '../../turn/apologies.js';
import { whenIdle } from '../../turn/clock.js';
import { type ErrorCode, isAbort, JarvisError, reasonOf, toJarvisError } from '../../turn/errors.js';
import { tokenBucket } from '../../turn/token-bucket.js';
import type { Problems } from '../problems.js';
import type { Rates } from '../rates.js';
import { stands } from '../seats.js';
import type { Assistant } from './assistant.js';
import type { AssistVoice } from './voice.js';
import { type Listener, openDetecting, openTranscribing } from './wyoming-hearing.js';
import { wyomingInfo } from './wyoming-info.js';
import { MAX_TEXT, openPieces, type PiecesOfText, speakTo, wantedLanguage } from './wyoming-speaking.js';

/** Bytes of data and sound of one event: a sentence and its context, two seconds of sound. */
const MAX_EVENT = 64 * 1024;
/** Requests of one connection: a sentence each, a ping every other second. */
const EVENTS = { rate: 5, burst: 50 } as const;
/** Seconds of sound of one connection; a chunk, of sound or of text, counts for 5 ms at least. */
const SOUND = { rate: 4, burst: 60, least: 0.005 } as const;
/** Bytes of a second of sound as it usually comes. */
const SECOND_BYTES = 32_000;
/** A connection that says nothing, and waits for no answer, is closed. */
const IDLE_MS = 60_000;
/** Most wake words asked for at once. */
const MAX_WORDS = 50;

const optional = z.string().max(300).nullish().catch(undefined);
const transcriptSchema = z.object({
  text: z.string(),
  language: optional,
  context: z
    .object({ conversation_id: optional, device_id: optional, satellite_id: optional })
    .nullish()
    .catch(undefined),
});
const transcribeSchema = z.object({ language: optional });
const detectSchema = z.object({ names: z.array(z.string().max(300)).max(MAX_WORDS).nullish() });
const textSchema = z.object({ text: z.string() });

/** What comes often, and is counted by its sound. */
const STREAMED = new Set(['audio-chunk', 'synthesize-chunk']);

/** What doesn't mend itself. */
const LASTING: ReadonlySet<ErrorCode> = new Set(['library-missing', 'not-configured']);

export interface WyomingAgentOptions {
  assistant: Assistant;
  /** BCP 47 tags in which words are answered. */
  languages: readonly string[];
  /** What is there to hear and to speak now. */
  voice(): AssistVoice | undefined;
  problems: Problems;
  rates: Pick<Rates, 'message'>;
}

/**
 * A conversation agent that speaks Wyoming's `handle`: a transcript is answered by `handled` with the whole reply, or by
 * `not-handled` with what went wrong. It also writes down speech (`transcribe`), speaks (`synthesize`, streamed too) and
 * listens for wake words (`detect`); what of that fails is told as `error`, and the connection closed. Not listening yet.
 */
export function wyomingAgent(options: WyomingAgentOptions): net.Server {
  return net.createServer({ noDelay: true, keepAlive: true }, (socket) => serve(socket, options));
}

function serve(socket: net.Socket, { assistant, languages, voice, problems, rates }: WyomingAgentOptions): void {
  const decoder = wyomingDecoder(MAX_EVENT);
  const requests = tokenBucket(EVENTS.rate, EVENTS.burst);
  const sound = tokenBucket(SOUND.rate, SOUND.burst);
  const gone = new AbortController();
  /** Waits for an answer: one at a time. */
  let isBusy = false;
  /** Waits for the other side to take what was sent. */
  let isFull = false;
  /** A sentence is the last thing that is said to a connection. */
  let isOver = false;
  let listener: Listener | undefined;
  let text: PiecesOfText | undefined;

  const send = (type: string, data: Record<string, unknown> = {}, payload?: Buffer) => {
    if (!socket.destroyed && socket.writable) socket.write(encodeEvent({ type, data, ...(payload && { payload }) }));
  };
  const drained = async () => {
    if (!socket.writableNeedDrain) return;
    isFull = true;
    try {
      await once(socket, 'drain', { signal: gone.signal });
    } finally {
      isFull = false;
    }
  };
  const close = () => {
    isOver = true;
    gone.abort();
    listener?.close();
    listener = undefined;
  };
  const refuse = (thrown: unknown) => {
    isOver = true;
    socket.destroy();
    if (isAbort(thrown)) return;
    const why = `A Wyoming client was sent away: ${reasonOf(thrown)}`;
    problems.report('assist', 'wyoming', new JarvisError('bad-input', why));
  };
  /** Tells what failed in words for people, who needn't know where our files lie. */
  const fail = (thrown: unknown) => {
    if (isAbort(thrown)) return refuse(thrown);
    const error = toJarvisError(thrown, 'failed', 'Home Assistant was not served');
    problems.report('assist', 'speech', error);
    send('error', { text: apology(error.code), code: error.code });
    close();
    socket.end();
  };
  const work = (task: () => Promise<void>, failed: (thrown: unknown) => void) => {
    if (isBusy) throw new Error('it asks while it is answered');
    isBusy = true;
    stands(socket, 'served');
    task()
      .catch(failed)
      .finally(() => {
        isBusy = false;
        stands(socket, 'heard');
      });
  };

  const answer = async (data: unknown) => {
    const { text, language, context } = transcriptSchema.parse(data);
    const asked = {
      text,
      conversation: context?.conversation_id || undefined,
      where: [context?.satellite_id ?? undefined, context?.device_id ?? undefined],
      // Home Assistant 2026.2 says neither, nor a language; later ones say what they know.
      isUnplaced: !language && !context?.satellite_id && !context?.device_id,
      language: language ?? undefined,
    };
    let said = '';
    let failed = false;
    for await (const piece of assistant.ask(asked, gone.signal)) {
      said += piece.text;
      failed ||= piece.failed;
    }
    problems.right('assist', 'wyoming');
    send(failed ? 'not-handled' : 'handled', { text: said });
  };

  /** What the voice node has of this kind. @throws JarvisError */
  const part = <K extends keyof AssistVoice>(kind: K): NonNullable<AssistVoice[K]> => {
    if (isBusy) throw new Error('it asks while it is answered');
    if (!rates.message('assist', 'speech'))
      throw new JarvisError('bad-input', 'Home Assistant asks too much at once: some of it is not answered.');
    const has = voice()?.[kind];
    if (!has) throw new JarvisError('not-configured', `Home Assistant asks for ${kind}, which the voice node lacks.`);
    return has;
  };
  const listen = (next: Listener) => {
    listener?.close();
    listener = next;
  };
  const transcribe = (data: unknown) => {
    const { language } = transcribeSchema.parse(data);
    const hearing = part('hearing');
    listen(
      openTranscribing(hearing, { language: language ?? undefined, signal: gone.signal }, (transcript) =>
        work(async () => {
          const { text = '', language } = (await transcript()) ?? {};
          problems.right('assist', 'speech');
          send('transcript', { text, ...(language && { language }) });
        }, fail),
      ),
    );
  };
  const detect = (data: unknown) => {
    const names = detectSchema.parse(data).names ?? [];
    const detected = (found: { name: string; timestamp: number } | undefined) =>
      found ? send('detection', found) : send('not-detected');
    const failed = (error: Error) => {
      // Else the engine goes on by itself.
      if (error instanceof JarvisError && LASTING.has(error.code)) fail(error);
      else problems.report('assist', 'wake', error);
    };
    listen(openDetecting(part('waking'), names, detected, failed));
  };
  const speak = (data: unknown, isStreamed: boolean): PiecesOfText => {
    const speaking = part('speaking');
    const pieces = openPieces(gone.signal);
    const options = { language: wantedLanguage(speaking, data), signal: gone.signal };
    work(async () => {
      await speakTo({ send, drained }, speaking, pieces.pieces, options);
      problems.right('assist', 'speech');
      if (isStreamed) send('synthesize-stopped');
    }, fail);
    return pieces;
  };
  const push = (pieces: PiecesOfText | undefined, data: unknown) => {
    if (!pieces || pieces.push(textSchema.parse(data).text)) return;
    const why = `Only the first ${MAX_TEXT} characters of a text are spoken for Home Assistant.`;
    problems.report('assist', 'length of a text', new JarvisError('bad-input', why));
  };

  const take = ({ type, data, payload }: WyomingEvent) => {
    switch (type) {
      case 'describe':
        return send('info', wyomingInfo(languages, voice()));
      case 'ping':
        return send('pong', data);
      case 'transcript':
        return work(() => answer(data), refuse);
      case 'transcribe':
        return transcribe(data);
      case 'detect':
        return detect(data);
      case 'audio-chunk':
        return listener?.chunk({ type, data, ...(payload && { payload }) });
      case 'audio-stop':
        return listener?.stop();
      case 'synthesize-start':
        text = speak(data, true);
        return;
      case 'synthesize-chunk':
        return push(text, data);
      case 'synthesize-stop':
        text?.end();
        text = undefined;
        return;
      case 'synthesize': {
        // The whole again, for servers that can't take pieces.
        if (text) return;
        const pieces = speak(data, false);
        push(pieces, data);
        return pieces.end();
      }
    }
  };
  const mayPass = ({ type, payload }: WyomingEvent) =>
    STREAMED.has(type) ? sound.take(Math.max(SOUND.least, (payload?.length ?? 0) / SECOND_BYTES)) : requests.take();

  socket.on('error', () => {});
  socket.once('close', close);
  whenIdle(socket, IDLE_MS, () => {
    if (!isBusy || isFull || text?.isOpen) socket.destroy();
  });
  socket.on('data', (bytes) => {
    if (isOver) return;
    try {
      for (const event of decoder.push(bytes)) {
        if (!mayPass(event)) throw new Error('it sends without end');
        if (!isBusy) stands(socket, 'heard');
        take(event);
        if (isOver) return;
      }
    } catch (thrown) {
      if (thrown instanceof JarvisError && thrown.code !== 'bad-input') fail(thrown);
      else refuse(thrown);
    }
  });
}
