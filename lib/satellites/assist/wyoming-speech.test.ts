import assert from 'node:assert/strict';
import net from 'node:net';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { freePort } from '../../../test/free-port.js';
import { closed, must, until } from '../../../test/until.js';
import { connectWyoming, encodeEvent, type WyomingConnection, type WyomingEvent } from '../../audio/wyoming.js';
import { JarvisError } from '../../turn/errors.js';
import { abortError, sleep } from '../../turn/wait.js';
import { openHub } from '../hub.js';
import type { AssistVoice } from './voice.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const MONO = { rate: 16_000, width: 2, channels: 1 };
const SECOND = Buffer.alloc(32_000, 1);

/** A voice that keeps what it is given. */
function keeper() {
  const kept = {
    heard: [] as { bytes: number; language: string | undefined; signal: AbortSignal }[],
    spoken: [] as { text: string; language: string | undefined; signal: AbortSignal }[],
    detect: (_word: string, _at?: number) => {},
    wakeFails: (_error: Error) => {},
    wakeBytes: 0,
    wakeClosed: 0,
    /** Engines that never answer. */
    isStuck: false,
    fails: undefined as Error | undefined,
    rates: [22_050],
  };
  const stuck = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(abortError(signal))));
  const voice: AssistVoice = {
    hearing: {
      model: 'ear',
      languages: ['en', 'de'],
      open({ language, signal }) {
        const utterance = { bytes: 0, language, signal };
        kept.heard.push(utterance);
        return {
          write(samples) {
            utterance.bytes += samples.length;
          },
          async finish() {
            if (kept.fails) throw kept.fails;
            if (kept.isStuck) await stuck(signal);
            return utterance.bytes > 0 ? { text: 'turn on the light', language: 'en' } : undefined;
          },
        };
      },
    },
    speaking: {
      voice: 'mouth',
      languages: ['en', 'de'],
      async *speak(text, { language, signal }) {
        let at = 0;
        for await (const piece of text) {
          if (kept.fails) throw kept.fails;
          kept.spoken.push({ text: piece, language, signal });
          if (kept.isStuck) await stuck(signal);
          const rate = must(kept.rates[at++ % kept.rates.length]);
          yield { samples: Buffer.alloc(piece.trim() === '' ? 0 : rate * 2), rate };
        }
      },
    },
    waking: {
      words: ['hey_jarvis', 'alexa'],
      open(onDetection, onError) {
        kept.detect = (word, at) => onDetection({ word, at });
        kept.wakeFails = onError;
        return {
          write(samples) {
            kept.wakeBytes += samples.length;
          },
          close() {
            kept.wakeClosed++;
          },
        };
      },
    },
  };
  return { kept, voice };
}

async function door(voice: () => AssistVoice | undefined) {
  const port = await freePort();
  const hub = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    assist: { wyoming: `${port}`, ollama: '', names: () => '', voice },
  });
  opened.push(() => hub.close());
  const problems: string[] = [];
  hub.on('problem', (_site, error) => problems.push(error.message));
  const url = `tcp://127.0.0.1:${port}`;
  const answers = async () => (await connectWyoming(url)).close();
  await until(
    () =>
      answers().then(
        () => true,
        () => false,
      ),
    'the door to be open',
  );
  return { url, port, problems };
}

/** A door to a voice, and a client that came in. */
async function client(voice: AssistVoice) {
  const { url, port, problems } = await door(() => voice);
  const connection = await connectWyoming(url);
  opened.push(() => connection.close());
  return { connection, url, port, problems };
}

/** The events up to one of a type, that one included; all where the connection ends before. */
async function eventsTo(connection: WyomingConnection, last: string): Promise<WyomingEvent[]> {
  const events: WyomingEvent[] = [];
  for await (const event of connection.events()) {
    events.push(event);
    if (event.type === last) break;
  }
  return events;
}
const typesOf = (events: WyomingEvent[]) => [...new Set(events.map(({ type }) => type))];
const bytesOf = (events: WyomingEvent[]) => events.reduce((sum, { payload }) => sum + (payload?.length ?? 0), 0);

/** What Home Assistant sends of an utterance. */
function say(connection: WyomingConnection, sound: Buffer[], format: object = MONO, request: object = {}): void {
  connection.send({ type: 'transcribe', data: { ...request } });
  connection.send({ type: 'audio-start', data: { ...format } });
  for (const payload of sound) connection.send({ type: 'audio-chunk', data: { ...format }, payload });
  connection.send({ type: 'audio-stop' });
}

test('it offers what the voice has now, and the agent alone where there is none', async () => {
  let voice: AssistVoice | undefined = keeper().voice;
  const { url } = await door(() => voice);
  const info = async () => {
    const connection = await connectWyoming(url);
    connection.send({ type: 'describe' });
    const [event] = await eventsTo(connection, 'info');
    connection.close();
    return must(event).data as Record<string, { models?: object[]; voices?: object[] }[]>;
  };
  const all = await info();
  const names = (things: object[] | undefined) =>
    things?.map((thing) => {
      const { name, languages, phrase } = thing as { name: string; languages: string[]; phrase?: string };
      return [name, phrase ?? languages.join()];
    });
  const [ear, mouth, waker] = [all['asr'], all['tts'], all['wake']].map((programs) => programs?.[0]);
  assert.deepEqual(names(ear?.models), [['ear', 'en,de']]);
  assert.deepEqual(names(mouth?.voices), [
    ['mouth-en', 'en'],
    ['mouth-de', 'de'],
  ]);
  assert.deepEqual(names(waker?.models), [
    ['hey_jarvis', 'hey jarvis'],
    ['alexa', 'alexa'],
  ]);
  voice = undefined;
  const { asr, tts, wake, handle } = await info();
  assert.deepEqual([asr, tts, wake, handle?.length], [[], [], [], 1]);
  const connection = await connectWyoming(url);
  connection.send({ type: 'synthesize', data: { text: 'hello' } });
  const [error, ...more] = await eventsTo(connection, 'nothing');
  assert.deepEqual([error?.type, error?.data['code'], more], ['error', 'not-configured', []]);
});

test('an utterance becomes a transcript, in any rate and from two channels', async () => {
  const { kept, voice } = keeper();
  const { connection } = await client(voice);
  const heard = async (...of: Parameters<typeof say> extends [unknown, ...infer Rest] ? Rest : never) => {
    say(connection, ...of);
    const [event] = await eventsTo(connection, 'transcript');
    return [must(event).data['text'], must(kept.heard.at(-1)).bytes, must(kept.heard.at(-1)).language];
  };
  assert.deepEqual(await heard([SECOND], MONO, { language: 'de' }), ['turn on the light', 32_000, 'de']);
  assert.deepEqual(await heard([SECOND], MONO, { language: 'xx' }), ['turn on the light', 32_000, undefined]);
  assert.deepEqual(await heard([SECOND], { ...MONO, channels: 2 }), ['turn on the light', 16_000, undefined]);
  const [, bytes] = await heard([...Array.from({ length: 3 }, () => Buffer.alloc(48_000)), Buffer.alloc(48_001)], {
    ...MONO,
    rate: 48_000,
  });
  assert.ok(Math.abs(Number(bytes) - 64_000) < 200, `${bytes}`);
  assert.deepEqual(await heard([]), ['', 0, undefined]);
});

test('what was said in thirty seconds is the whole of it', async () => {
  const { kept, voice } = keeper();
  const { connection } = await client(voice);
  connection.send({ type: 'transcribe' });
  for (let second = 0; second < 40; second++) connection.send({ type: 'audio-chunk', data: MONO, payload: SECOND });
  await eventsTo(connection, 'transcript');
  assert.equal(must(kept.heard[0]).bytes, 30 * 32_000);
  connection.send({ type: 'audio-stop' });
  connection.send({ type: 'ping' });
  assert.deepEqual(typesOf(await eventsTo(connection, 'pong')), ['pong']);
});

test('sound that is no 16-bit PCM is refused in words, and the connection closed', async () => {
  const { voice } = keeper();
  const wrong = [
    { ...MONO, width: 4 },
    { ...MONO, rate: 0 },
    { ...MONO, rate: 1e9 },
    { ...MONO, channels: 9 },
    { rate: '16000' },
    {},
  ];
  const { url } = await door(() => voice);
  for (const format of wrong) {
    const connection = await connectWyoming(url);
    say(connection, [SECOND], format);
    const [error, ...more] = await eventsTo(connection, 'nothing');
    assert.deepEqual([error?.data['code'], more], ['bad-audio', []], JSON.stringify(format));
  }
});

test('an engine that fails is told in words without our addresses', async () => {
  const { kept, voice } = keeper();
  kept.fails = new JarvisError('stt-failed', 'Nothing in /home/secret/models.');
  const { url, problems } = await door(() => voice);
  for (const ask of [
    (to: WyomingConnection) => say(to, [SECOND]),
    (to: WyomingConnection) => to.send({ type: 'synthesize', data: { text: 'hello' } }),
  ]) {
    const connection = await connectWyoming(url);
    ask(connection);
    const [error] = await eventsTo(connection, 'error');
    assert.equal(error?.data['code'], 'stt-failed');
    assert.doesNotMatch(String(error?.data['text']), /secret/);
  }
  assert.match(problems.join(), /secret/);
});

test('a text becomes one sound, whatever the rates of its sentences; its voice says the language', async () => {
  const { kept, voice } = keeper();
  const { connection } = await client(voice);
  const spoken = async (data: Record<string, unknown>) => {
    connection.send({ type: 'synthesize', data });
    return await eventsTo(connection, 'audio-stop');
  };
  const events = await spoken({ text: 'Hallo.', voice: { name: 'mouth-de' } });
  assert.deepEqual(typesOf(events), ['audio-start', 'audio-chunk', 'audio-stop']);
  assert.deepEqual(must(events[0]).data, { rate: 22_050, width: 2, channels: 1 });
  assert.equal(bytesOf(events), 44_100);
  assert.ok(bytesOf(await spoken({ text: ' ' })) > 0, 'a little silence');
  await spoken({ text: 'b', voice: { language: 'DE' } });
  await spoken({ text: 'c', voice: { name: '../../etc/passwd' } });
  await spoken({ text: 'd', voice: 5 });
  assert.deepEqual(
    kept.spoken.map(({ language }) => language),
    ['de', undefined, 'de', undefined, undefined],
  );
});

test('a streamed text is spoken while it comes', async () => {
  const { kept, voice } = keeper();
  kept.rates = [22_050, 16_000];
  const { connection } = await client(voice);
  connection.send({ type: 'synthesize-start', data: { voice: { name: 'mouth-en' } } });
  connection.send({ type: 'synthesize-chunk', data: { text: 'One.' } });
  const first = await eventsTo(connection, 'audio-start');
  assert.equal(first.length, 1);
  connection.send({ type: 'synthesize-chunk', data: { text: 'Two.' } });
  connection.send({ type: 'synthesize', data: { text: 'One.Two.' } });
  connection.send({ type: 'synthesize-stop' });
  const rest = await eventsTo(connection, 'synthesize-stopped');
  assert.deepEqual(typesOf(rest), ['audio-chunk', 'audio-stop', 'synthesize-stopped']);
  assert.equal(bytesOf(rest), 2 * 44_100);
  assert.deepEqual(
    kept.spoken.map(({ text }) => text),
    ['One.', 'Two.'],
  );
});

test('of a text two thousand characters are spoken, streamed or not', async () => {
  const { kept, voice } = keeper();
  const { connection, problems } = await client(voice);
  connection.send({ type: 'synthesize', data: { text: 'x'.repeat(3_000) } });
  await eventsTo(connection, 'audio-stop');
  connection.send({ type: 'synthesize-start' });
  for (let part = 0; part < 30; part++) connection.send({ type: 'synthesize-chunk', data: { text: 'y'.repeat(100) } });
  connection.send({ type: 'synthesize-stop' });
  await eventsTo(connection, 'synthesize-stopped');
  const said = kept.spoken.map(({ text }) => text).join('');
  assert.deepEqual([said.lastIndexOf('x'), said.length], [1_999, 4_000]);
  assert.match(problems.join(), /2000 characters/);
});

test('the wake words that are asked for are told with their time, until the sound ends', async () => {
  const { kept, voice } = keeper();
  const { connection } = await client(voice);
  const chunk = (timestamp: number) =>
    connection.send({ type: 'audio-chunk', data: { ...MONO, timestamp }, payload: SECOND });
  connection.send({ type: 'detect', data: { names: ['hey_jarvis'] } });
  connection.send({ type: 'audio-start', data: MONO });
  chunk(5_000);
  chunk(6_000);
  await until(() => kept.wakeBytes === 64_000, 'the sound');
  kept.detect('alexa');
  kept.detect('hey_jarvis', 24_000);
  const [found] = await eventsTo(connection, 'detection');
  assert.deepEqual(must(found).data, { name: 'hey_jarvis', timestamp: 6_500 });
  kept.wakeFails(new JarvisError('wake-failed', 'It is behind.'));
  connection.send({ type: 'detect', data: { names: null } });
  connection.send({ type: 'audio-stop' });
  assert.deepEqual(typesOf(await eventsTo(connection, 'not-detected')), ['not-detected']);
  assert.equal(kept.wakeClosed, 2);
  connection.send({ type: 'detect' });
  await until(() => kept.wakeClosed === 2, 'the next');
  kept.wakeFails(new JarvisError('library-missing', 'It is not installed.'));
  assert.equal((await eventsTo(connection, 'error')).at(-1)?.data['code'], 'library-missing');
});

test('a client that goes away ends what is done for it', async () => {
  const { kept, voice } = keeper();
  kept.isStuck = true;
  const { url } = await door(() => voice);
  const [hearing, speaking, waking] = await Promise.all([1, 2, 3].map(() => connectWyoming(url)));
  say(must(hearing), [SECOND]);
  must(speaking).send({ type: 'synthesize-start' });
  must(speaking).send({ type: 'synthesize-chunk', data: { text: 'One.' } });
  must(waking).send({ type: 'detect' });
  must(waking).send({ type: 'audio-chunk', data: MONO, payload: SECOND });
  await until(() => kept.heard.length + kept.spoken.length === 2 && kept.wakeBytes > 0, 'all to be at work');
  for (const connection of [hearing, speaking, waking]) connection?.close();
  await until(
    () => kept.heard[0]?.signal.aborted && kept.spoken[0]?.signal.aborted && kept.wakeClosed === 1,
    'all to end',
  );
});

test('who asks while being served is sent away', async () => {
  const { kept, voice } = keeper();
  kept.isStuck = true;
  const { url } = await door(() => voice);
  for (const second of [
    { type: 'transcribe' },
    { type: 'synthesize', data: { text: 'more' } },
    { type: 'synthesize-start' },
    { type: 'detect' },
    { type: 'transcript', data: { text: 'hello' } },
  ]) {
    const connection = await connectWyoming(url);
    say(connection, [SECOND]);
    connection.send(second);
    assert.deepEqual(await eventsTo(connection, 'nothing').catch(() => []), [], second.type);
  }
  assert.equal(kept.spoken.length, 0);
});

test('a client that never reads is not spoken to for ever', async () => {
  const { kept, voice } = keeper();
  kept.rates = [48_000];
  const { port } = await door(() => voice);
  const socket = net.connect(port, '127.0.0.1').pause();
  opened.push(() => socket.destroy());
  socket.write(encodeEvent({ type: 'synthesize-start' }));
  for (let part = 0; part < 2_000; part++) socket.write(encodeEvent({ type: 'synthesize-chunk', data: { text: 'x' } }));
  await until(() => kept.spoken.length > 0, 'it to begin');
  let before = -1;
  await until(async () => {
    if (before === kept.spoken.length) return true;
    before = kept.spoken.length;
    await sleep(200);
    return false;
  }, 'it to wait');
  assert.ok(kept.spoken.length < 500, `${kept.spoken.length} sentences wait`);
});

test('sound and text without end, and what is no request, end the connection and nothing else', async () => {
  const { voice } = keeper();
  const { port, url, problems } = await door(() => voice);
  const raw = async (...bytes: (Buffer | string)[]) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.on('error', () => {}).resume();
    for (const part of bytes) socket.write(part);
    await closed(socket);
  };
  const chunk = encodeEvent({ type: 'audio-chunk', data: MONO, payload: Buffer.alloc(0) });
  await raw(Buffer.concat(Array.from({ length: 20_000 }, () => chunk)));
  await raw(
    ...Array.from({ length: 100 }, () =>
      encodeEvent({ type: 'audio-chunk', data: MONO, payload: Buffer.alloc(60_000) }),
    ),
  );
  await raw(
    '{"type":"synthesize-start"}\n',
    ...Array.from({ length: 20_000 }, () => '{"type":"synthesize-chunk","data":{"text":""}}\n'),
  );
  await raw('{"type":"audio-chunk","payload_length":70000}\n');
  await raw('{"type":"synthesize","data":{"text":5}}\n');
  await raw('{"type":"detect","data":{"names":"x"}}\n');
  await raw(`{"type":"detect","data":{"names":${JSON.stringify(Array.from({ length: 51 }, () => 'x'))}}}\n`);
  const events = ['transcribe', 'detect', 'audio-start', 'audio-chunk', 'audio-stop', 'synthesize', 'synthesize-start'];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...events, 'synthesize-chunk', 'synthesize-stop', '__proto__'), fc.object()), {
        maxLength: 8,
      }),
      async (sent) => {
        await raw(...sent.map(([type, data]) => encodeEvent({ type, data: data as Record<string, unknown> })), '\n');
      },
    ),
    { numRuns: 30 },
  );
  assert.ok(problems.length >= 1);
  await until(async () => {
    const connection = await connectWyoming(url);
    say(connection, [SECOND]);
    const events = await eventsTo(connection, 'transcript').catch(() => []);
    connection.close();
    return events.length === 1;
  }, 'others to be served');
});
