import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { secondsOf } from '../audio/pcm.js';
import { wavOf } from '../audio/wav.js';
import { encodeEvent, wyomingDecoder } from '../audio/wyoming.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { withCache } from './cache.js';
import { openEspeak } from './espeak.js';
import { withFallback } from './fallback.js';
import { openOpenAiTts } from './openai-tts.js';
import type { TextToSpeech } from './types.js';
import { openWyomingTts } from './wyoming-tts.js';

const signal = new AbortController().signal;
const tone = { samples: Buffer.alloc(4410, 7), rate: 22_050 };
const fails = (code: string, pattern: RegExp) => (error: unknown) =>
  error instanceof JarvisError && error.code === code && pattern.test(error.message);

async function httpServer(t: TestContext, answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test('OpenAI: asks for WAV and gives its sound', async (t) => {
  let asked: unknown;
  let key: string | undefined;
  const url = await httpServer(t, (req, res) => {
    if (req.url !== '/v1/audio/speech') return void res.writeHead(404).end();
    key = req.headers.authorization;
    let body = '';
    req.on('data', (chunk) => {
      body += chunk;
    });
    req.on('end', () => {
      asked = JSON.parse(body);
      res.writeHead(200, { 'content-type': 'audio/wav' }).end(wavOf(tone));
    });
  });
  const tts = openOpenAiTts({ url: `${url}/`, key: 'secret', model: 'kokoro' });
  await tts.warm();
  const sound = await tts.speak('Hello.', { language: 'en', voice: 'af', signal });
  assert.deepEqual(sound, tone);
  assert.deepEqual(asked, { model: 'kokoro', voice: 'af', input: 'Hello.', response_format: 'wav' });
  assert.equal(key, 'Bearer secret');
});

test('OpenAI: bare samples, refusals, nonsense and silence', async (t) => {
  let mode = '';
  const url = await httpServer(t, (req, res) => {
    req.resume();
    if (mode === 'pcm') res.writeHead(200, { 'content-type': 'audio/pcm' }).end(Buffer.alloc(4801));
    else if (mode === 'refused') res.writeHead(400).end('{"error": {"message": "no such voice"}}');
    else if (mode === 'key') res.writeHead(401).end('{}');
    else if (mode === 'html') res.writeHead(200, { 'content-type': 'text/html' }).end('<html>');
    else if (mode === 'cut') {
      res.writeHead(200, { 'content-length': '9999' }).write('RIFF');
      setImmediate(() => res.destroy());
    }
  });
  const tts = openOpenAiTts({ url });
  const say = (abort = signal) => tts.speak('Hello.', { language: 'en', signal: abort });
  mode = 'pcm';
  assert.equal(secondsOf(await say()), 0.1);
  mode = 'refused';
  await assert.rejects(say(), fails('tts-failed', /no such voice/));
  mode = 'key';
  await assert.rejects(say(), fails('tts-failed', /key/));
  mode = 'html';
  await assert.rejects(say(), fails('tts-failed', /text\/html/));
  mode = 'cut';
  await assert.rejects(say(), fails('tts-unreachable', /broke/));
  mode = 'silent';
  const turn = new AbortController();
  const waiting = say(turn.signal);
  setImmediate(() => turn.abort());
  await assert.rejects(waiting, isAbort);
  await assert.rejects(
    openOpenAiTts({ url: 'nowhere' }).speak('Hi', { language: 'en', signal }),
    fails('not-configured', /nowhere/),
  );
});

/** A Wyoming server that speaks with espeak-ng, or misbehaves. */
async function wyomingServer(t: TestContext, misbehave: { how: string }, port = 0) {
  const espeak = openEspeak();
  const sockets = new Set<net.Socket>();
  const asked: unknown[] = [];
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    const decoder = wyomingDecoder();
    socket.on('data', (bytes) => {
      for (const { type, data } of decoder.push(bytes)) {
        if (type === 'describe') socket.write(encodeEvent({ type: 'info', data: { tts: [{ name: 'test' }] } }));
        if (type === 'synthesize') void speak(socket, data);
      }
    });
  });
  async function speak(socket: net.Socket, data: Record<string, unknown>) {
    asked.push(data);
    if (misbehave.how === 'error') return socket.write(encodeEvent({ type: 'error', data: { text: 'voice broken' } }));
    if (misbehave.how === 'leave') return socket.end();
    if (misbehave.how === 'float')
      return socket.write(encodeEvent({ type: 'audio-start', data: { rate: 22_050, width: 4, channels: 1 } }));
    if (misbehave.how === 'hang') return;
    const { samples, rate } = await espeak.speak(String(data['text']), { language: 'en', signal });
    const format = { rate, width: 2, channels: 1 };
    socket.write(encodeEvent({ type: 'audio-start', data: format }));
    for (let at = 0; at < samples.length; at += 2048) {
      socket.write(encodeEvent({ type: 'audio-chunk', data: format, payload: samples.subarray(at, at + 2048) }));
    }
    socket.write(encodeEvent({ type: 'audio-stop' }));
  }
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await new Promise((resolve) => server.close(resolve));
    await espeak.close();
  };
  t.after(stop);
  return { url: `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, stop };
}

test('Wyoming: speaks, with the voice asked for', async (t) => {
  const server = await wyomingServer(t, { how: '' });
  const tts = openWyomingTts({ url: server.url });
  await tts.warm();
  const sound = await tts.speak('Hello there.', { language: 'en', voice: 'joe', signal });
  assert.ok(secondsOf(sound) > 0.4);
  assert.deepEqual(server.asked, [{ text: 'Hello there.', voice: { name: 'joe', language: 'en' } }]);
});

test('Wyoming: an error, a lost connection, another format and a cancelled turn', async (t) => {
  const misbehave = { how: 'error' };
  const server = await wyomingServer(t, misbehave);
  const tts = openWyomingTts({ url: server.url });
  const say = (abort = signal) => tts.speak('Hello.', { language: 'en', signal: abort });
  await assert.rejects(say(), fails('tts-failed', /voice broken/));
  misbehave.how = 'leave';
  await assert.rejects(say(), fails('tts-failed', /without finishing/));
  misbehave.how = 'float';
  await assert.rejects(say(), fails('tts-failed', /16-bit/));
  misbehave.how = 'hang';
  const turn = new AbortController();
  const waiting = say(turn.signal);
  setImmediate(() => turn.abort());
  await assert.rejects(waiting, isAbort);
});

test('a dead speech server: the embedded voice speaks, the problem is told once, and again works when it is back', async (t) => {
  const server = await wyomingServer(t, { how: '' });
  const problems: (string | undefined)[] = [];
  const espeak = openEspeak();
  t.after(() => espeak.close());
  const tts = withFallback(openWyomingTts({ url: server.url }), espeak, (error) => problems.push(error?.code));
  const say = () => tts.speak('Hello.', { language: 'en', signal });
  await say();
  await server.stop();
  assert.ok(secondsOf(await say()) > 0.2);
  assert.ok(secondsOf(await say()) > 0.2);
  assert.deepEqual(problems, ['tts-unreachable']);
  await tts.warm();
  assert.deepEqual(problems, ['tts-unreachable']);
  const again = await wyomingServer(t, { how: '' }, Number(new URL(server.url).port));
  await tts.warm();
  assert.deepEqual(problems, ['tts-unreachable', undefined]);
  await again.stop();
});

test('with nobody left to speak the first reason is given', async () => {
  const dead = openWyomingTts({ url: 'tcp://127.0.0.1:1' });
  const tts = withFallback(dead, dead, () => {});
  await assert.rejects(tts.warm(), fails('tts-unreachable', /127\.0\.0\.1:1/));
  await assert.rejects(tts.speak('Hi', { language: 'en', signal }), fails('tts-unreachable', /127\.0\.0\.1:1/));
});

test('short sentences are remembered, within bounds', async () => {
  let spoken = 0;
  const engine: TextToSpeech = {
    name: 'counting',
    warm: async () => {},
    speak: async () => {
      spoken++;
      return { samples: Buffer.alloc(1024), rate: 22_050 };
    },
    close: async () => {},
  };
  const tts = withCache(engine);
  const say = (text: string, language = 'en') => tts.speak(text, { language, signal });
  await say('Done.');
  await say('Done.');
  assert.equal(spoken, 1);
  await say('Done.', 'de');
  assert.equal(spoken, 2);
  for (let count = 0; count < 70; count++) await say(`Number ${count}`);
  assert.equal(spoken, 72);
  await say('Number 69');
  assert.equal(spoken, 72);
  await say('Done.');
  assert.equal(spoken, 73, 'the oldest is forgotten');
});
