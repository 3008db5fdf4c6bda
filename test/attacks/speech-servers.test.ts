import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, before, describe, type TestContext, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { wavOf } from '../../lib/audio/wav.js';
import { encodeEvent, wyomingDecoder } from '../../lib/audio/wyoming.js';
import { openHomeAssistant } from '../../lib/home/home-assistant.js';
import { Double } from '../../lib/home/home-assistant.test.helper.js';
import { openOpenAiStt } from '../../lib/listening/openai-stt.js';
import { chunks, command, noise, silence } from '../../lib/listening/samples.test.helper.js';
import { transcription } from '../../lib/listening/transcribe.js';
import type { SpeechToText } from '../../lib/listening/types.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { openWyomingWake } from '../../lib/listening/wyoming-wake.js';
import { speakThroughHome } from '../../lib/speaking/home-assistant-tts.js';
import { openOpenAiTts } from '../../lib/speaking/openai-tts.js';
import { openWyomingTts } from '../../lib/speaking/wyoming-tts.js';
import { clock } from '../../lib/turn/clock.js';
import { isAbort, JarvisError } from '../../lib/turn/errors.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { must, until } from '../until.js';

/** Bytes that a hostile server may get rid of: the largest answer that is taken, and what lies in the sockets. */
const MAX_TAKEN = 160 * 1024 * 1024;
/** Most characters of an error: it is logged, and shown in the editor. */
const MAX_MESSAGE = 700;
const signal = new AbortController().signal;

type Attack = (socket: net.Socket, sent: (bytes: number) => void) => void;

/** A server that does the same to whoever connects and has asked for something. */
async function hostile(t: Pick<TestContext, 'after'>, attack: Attack) {
  const sockets = new Set<net.Socket>();
  let sent = 0;
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => {
      attack(socket, (bytes) => {
        sent += bytes;
      });
      socket.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { tcp: `tcp://127.0.0.1:${port}`, http: `http://127.0.0.1:${port}/v1`, sent: () => sent };
}

/** Writes the same bytes for as long as anybody takes them. */
const endlessly =
  (bytes: Buffer, first: Buffer = Buffer.alloc(0)): Attack =>
  (socket, sent) => {
    if (first.length > 0) socket.write(first);
    const more = () => {
      if (socket.destroyed) return;
      sent(bytes.length);
      if (socket.write(bytes)) setImmediate(more);
      else socket.once('drain', more);
    };
    more();
  };
const once1 =
  (...bytes: (Buffer | string)[]): Attack =>
  (socket) =>
    void socket.end(Buffer.concat(bytes.map((part) => Buffer.from(part))));
const event = encodeEvent;
const many = (one: Buffer, count: number) => Buffer.concat(Array.from({ length: count }, () => one));

/** What any Wyoming server may do. */
const WYOMING: Record<string, Attack> = {
  'a line without end': endlessly(Buffer.alloc(65_536, 'x')),
  'events without end': endlessly(many(event({ type: 'ping', data: { text: 'x' } }), 2_000)),
  'a payload without end': endlessly(
    Buffer.alloc(65_536, '\n'),
    Buffer.from('{"type":"x","payload_length":16777216}\n'),
  ),
  'a negative length': once1('{"type":"transcript","data_length":-5}\n'),
  'a length of a terabyte': once1('{"type":"transcript","payload_length":1000000000000}\n'),
  'a length that is no number': once1('{"type":"transcript","data_length":"12"}\n'),
  'a length with a fraction': once1('{"type":"transcript","payload_length":1.5}\n'),
  'deep JSON': once1(`{"type":"info","data":{"a":${'['.repeat(30_000)}${']'.repeat(30_000)}}}\n`),
  'a header that is an array': once1('[1,2,3]\n'),
  'a prototype': once1('{"type":"__proto__","data":{"__proto__":{"text":1},"constructor":2}}\n'),
  'HTTP instead': once1('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
  'an end at once': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
  'half of an event': once1(event({ type: 'transcript', data: { text: 'hello' } }).subarray(0, 20)),
  'an error of a megabyte': once1(event({ type: 'error', data: { text: 'x'.repeat(900_000) } })),
};

const LONG_TRANSCRIPTS: Record<'tcp' | 'http', Attack> = {
  tcp: once1(event({ type: 'transcript', data: { text: 'word '.repeat(180_000) } })),
  http: (socket) => void socket.end(answer(JSON.stringify({ text: 'word '.repeat(20_000) }))),
};

const start = event({ type: 'audio-start', data: { rate: 22_050, width: 2, channels: 1 } });
const format = (data: object) => event({ type: 'audio-start', data: { rate: 22_050, width: 2, channels: 1, ...data } });
const stop = event({ type: 'audio-stop' });
const chunk = (bytes: number) => event({ type: 'audio-chunk', payload: Buffer.alloc(bytes) });
const WYOMING_TTS: Record<string, Attack> = {
  ...WYOMING,
  'sound without end': endlessly(chunk(65_536), start),
  'empty sound without end': endlessly(many(event({ type: 'audio-chunk' }), 1_000), start),
  'a rate of nothing': once1(format({ rate: 0 }), stop),
  'a rate of 4 GHz': once1(format({ rate: 4e9 }), stop),
  'a negative rate': once1(format({ rate: -22_050 }), stop),
  'no channels': once1(format({ channels: 0 }), stop),
  'samples of four bytes': once1(format({ width: 4 }), stop),
  'half an hour of one sentence': once1(format({ rate: 8_000 }), many(chunk(1_048_576), 28), stop),
  'sound that never stops': once1(start, chunk(100)),
};

const answer = (body: Buffer | string, headers = '', status = '200 OK') =>
  Buffer.concat([
    Buffer.from(`HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n`),
    Buffer.from(body),
  ]);
const ENDLESS = Buffer.from('HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\n\r\n');
const zipped = (bytes: number) =>
  answer(gzipSync(Buffer.alloc(bytes)), 'content-encoding: gzip\r\ncontent-type: audio/wav\r\n');

/** What any server of OpenAI's interface may do. */
const OPENAI: Record<string, Attack> = {
  'a body without end': endlessly(Buffer.alloc(65_536, 'x'), ENDLESS),
  'headers without end': endlessly(Buffer.from(`x-${'y'.repeat(1_000)}: z\r\n`), Buffer.from('HTTP/1.1 200 OK\r\n')),
  'a status line without end': endlessly(Buffer.alloc(65_536, 'H')),
  'a bomb': once1(zipped(200_000_000)),
  'a negative length': once1('HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n{}'),
  'two lengths': once1('HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 20\r\n\r\n{}'),
  'a broken chunk': once1('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n'),
  'a body cut short': once1('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"text":'),
  'no HTTP': once1('hello\r\n\r\n'),
  'an end at once': (socket) => socket.end(),
  'a reset': (socket) => socket.resetAndDestroy(),
  'another kind of content': once1(answer('<html>hello</html>', 'content-type: text/html\r\n')),
  'an error of a megabyte': once1(answer('x'.repeat(1_000_000), '', '500 No')),
  'an error page without end': endlessly(Buffer.alloc(65_536, 'x'), Buffer.from('HTTP/1.1 500 No\r\n\r\n')),
};

const OPENAI_STT: Record<string, Attack> = {
  ...OPENAI,
  'a transcript of 10 MB': once1(answer(JSON.stringify({ text: 'x'.repeat(10_000_000) }))),
  'a transcript that is a number': once1(answer('{"text": 7}')),
  'deep JSON': once1(answer(`{"text":${'['.repeat(100_000)}`)),
};

/** A WAV whose header has something else at a place. */
const lying = (change: (wav: Buffer) => void) => {
  const wav = wavOf({ rate: 22_050, samples: Buffer.alloc(1_000) });
  change(wav);
  return once1(answer(wav, 'content-type: audio/wav\r\n'));
};
const OPENAI_TTS: Record<string, Attack> = {
  ...OPENAI,
  'WAV: a rate of nothing': lying((wav) => wav.writeUInt32LE(0, 24)),
  'WAV: a rate of 4 GHz': lying((wav) => wav.writeUInt32LE(4_000_000_000, 24)),
  'WAV: no channels': lying((wav) => wav.writeUInt16LE(0, 22)),
  'WAV: 65,535 channels': lying((wav) => wav.writeUInt16LE(65_535, 22)),
  'WAV: samples of no bits': lying((wav) => wav.writeUInt16LE(0, 34)),
  'WAV: a format that ends beyond the file': lying((wav) => wav.writeUInt32LE(0xfffffff0, 16)),
  'WAV: MP3 inside': lying((wav) => wav.writeUInt16LE(85, 20)),
  'WAV: no samples': once1(answer(wavOf({ rate: 22_050, samples: Buffer.alloc(0) }).subarray(0, 36))),
  'WAV: a million empty chunks': once1(
    answer(Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), many(Buffer.from('junk\0\0\0\0'), 1_000_000)])),
  ),
  'half an hour of one sentence': once1(answer(wavOf({ rate: 8_000, samples: Buffer.alloc(28_000_000) }))),
};

/** The one error that somebody is told: of ours, of a bounded length, and of this stage. */
function assertTold(thrown: unknown, codes: string[], what: string): void {
  assert.ok(thrown instanceof JarvisError, `${what}: ${thrown}`);
  assert.ok(codes.includes(thrown.code), `${what}: ${thrown.code}`);
  assert.ok(thrown.message.length <= MAX_MESSAGE, `${what}: ${thrown.message.length} characters`);
}

/** Does every attack of a table to what `ask` asks of a server at an address. */
function attacked(
  attacks: Record<string, Attack>,
  kind: 'tcp' | 'http',
  codes: string[],
  ask: (url: string) => Promise<unknown>,
): void {
  for (const [what, attack] of Object.entries(attacks)) {
    test(what, async (t) => {
      const server = await hostile(t, attack);
      const thrown = await ask(server[kind]).then(
        (value) => assert.fail(`took ${JSON.stringify(value).slice(0, 100)}`),
        (error: unknown) => error,
      );
      assertTold(thrown, codes, what);
      assert.ok(server.sent() < MAX_TAKEN, `it got rid of ${server.sent()} bytes`);
    });
  }
}

/** What an engine makes of half a second of sound. */
const heardBy = async (stt: SpeechToText) => {
  const stream = stt.open({ language: 'en', signal });
  stream.write(noise(0.5, 1_000));
  return await stream.finish().finally(() => stt.close());
};

/** The same as the listen node asks it: with more tries, and a look at what came back. */
const transcribed = async (stt: SpeechToText) => {
  const speech = transcription(stt, { language: 'en', signal });
  speech.write(noise(0.5, 1_000));
  return await speech.finish().finally(() => stt.close());
};

describe('a hostile speech-to-text server', () => {
  describe('Wyoming', () =>
    attacked(WYOMING, 'tcp', ['stt-unreachable', 'stt-failed'], (url) => heardBy(openWyomingStt({ url }))));
  describe('OpenAI-like', () =>
    attacked(OPENAI_STT, 'http', ['stt-unreachable', 'stt-failed', 'not-configured'], (url) =>
      heardBy(openOpenAiStt({ url })),
    ));
});

describe('a hostile text-to-speech server', () => {
  const options = { language: 'en', signal };
  describe('Wyoming', () =>
    attacked(WYOMING_TTS, 'tcp', ['tts-unreachable', 'tts-failed'], (url) =>
      openWyomingTts({ url }).speak('Hello.', options),
    ));
  describe('OpenAI-like', () =>
    attacked(OPENAI_TTS, 'http', ['tts-unreachable', 'tts-failed'], (url) =>
      openOpenAiTts({ url }).speak('Hello.', options),
    ));
});

describe('a hostile voice of Home Assistant', () => {
  test('a refusal of a megabyte is told in a line; who gives up doesn’t wait for an answer that never comes', async () => {
    const house = new Double();
    await once(house.server, 'listening');
    house.more = { 'media_player.kitchen': { s: 'idle', a: {} }, 'tts.piper': { s: '', a: {} } };
    let asked = 0;
    let refuse = true;
    house.instead = ({ id, type }, socket) => {
      if (type !== 'call_service') return false;
      asked++;
      const error = { code: 'home_assistant_error', message: `no ${'x'.repeat(1_000_000)}` };
      if (refuse) socket.send(JSON.stringify({ id, type: 'result', success: false, error }));
      return true;
    };
    const home = openHomeAssistant({ url: house.url, token: 'good' });
    try {
      await home.ready(signal);
      const cancel = new AbortController();
      const options = { player: 'media_player.kitchen', engine: 'tts.piper', language: 'en', signal: cancel.signal };
      const thrown = await speakThroughHome(home, 'Hello.', options).catch((error: unknown) => error);
      assertTold(thrown, ['tts-failed'], 'refused');
      refuse = false;
      const waiting = speakThroughHome(home, 'Hello.', options);
      await until(() => asked === 2, 'the second call');
      cancel.abort();
      await assert.rejects(waiting, (error) => isAbort(error));
    } finally {
      await home.close();
      await house.close();
    }
  });
});

describe('a hostile wake word server', () => {
  test('words nobody asked for, thousands of them, wake nobody; the one that is asked for wakes once', async (t) => {
    const names = Array.from({ length: 5_000 }, (_, at) => event({ type: 'detection', data: { name: `word_${at}` } }));
    const long = event({ type: 'detection', data: { name: 'x'.repeat(900_000) } });
    const right = many(event({ type: 'detection', data: { name: 'hey_jarvis_v0.1' } }), 1_000);
    const last = event({ type: 'detection', data: { name: 'alexa' } });
    const server = await hostile(t, (socket) => socket.write(Buffer.concat([...names, long, right, last])));
    const woke: string[] = [];
    const wake = openWyomingWake({ url: server.tcp, words: ['hey_jarvis', 'alexa'] });
    const stream = wake.open(
      ({ word }) => void woke.push(word),
      () => {},
    );
    stream.write(noise(0.1, 1_000));
    await until(() => woke.includes('alexa'), 'the last word');
    assert.deepEqual(woke, ['hey_jarvis', 'alexa']);
    stream.close();
    await wake.close();
  });

  test('events without end are told of once, and the connection is given up', async (t) => {
    const server = await hostile(t, must(WYOMING['events without end']));
    const told: Error[] = [];
    const wake = openWyomingWake({ url: server.tcp, words: [] });
    const stream = wake.open(
      () => assert.fail('woke'),
      (error) => void told.push(error),
    );
    await until(() => told.length > 0, 'the error');
    assertTold(told[0], ['wake-failed'], 'events without end');
    assert.ok(server.sent() < MAX_TAKEN);
    stream.close();
    await wake.close();
  });
});

describe('a connection that is reset at each byte', () => {
  const good = event({ type: 'transcript', data: { text: 'Hello there.' } });
  const spoken = Buffer.concat([start, chunk(20), stop]);
  const written = answer(JSON.stringify({ text: 'Hello there.' }));
  const sound = answer(wavOf({ rate: 22_050, samples: Buffer.alloc(20) }), 'content-type: audio/wav\r\n');
  const cases: Record<string, { bytes: Buffer; url: 'tcp' | 'http'; ask(url: string): Promise<unknown> }> = {
    'Wyoming STT': {
      bytes: good,
      url: 'tcp',
      ask: (url) => {
        const stream = openWyomingStt({ url }).open({ signal });
        stream.write(noise(0.1, 1_000));
        return stream.finish();
      },
    },
    'Wyoming TTS': {
      bytes: spoken,
      url: 'tcp',
      ask: (url) => openWyomingTts({ url }).speak('Hello.', { language: 'en', signal }),
    },
    'OpenAI STT': {
      bytes: written,
      url: 'http',
      ask: (url) => {
        const stream = openOpenAiStt({ url }).open({ signal });
        stream.write(noise(0.1, 1_000));
        return stream.finish();
      },
    },
    'OpenAI TTS': {
      bytes: sound,
      url: 'http',
      ask: (url) => openOpenAiTts({ url }).speak('Hello.', { language: 'en', signal }),
    },
  };
  for (const [name, { bytes, url, ask }] of Object.entries(cases)) {
    test(name, async (t) => {
      let length = 0;
      const server = await hostile(t, (socket) =>
        socket.write(bytes.subarray(0, length), () => socket.resetAndDestroy()),
      );
      for (length = 0; length < bytes.length; length++) {
        const thrown = await ask(server[url]).catch((error: unknown) => error);
        assertTold(thrown, ['stt-unreachable', 'stt-failed', 'tts-unreachable', 'tts-failed'], `${length} bytes`);
      }
    });
  }
});

describe('a byte a second, for ever', () => {
  const asks: Record<string, [kind: 'tcp' | 'http', ask: (url: string) => Promise<unknown>]> = {
    'Wyoming STT': ['tcp', (url) => heardBy(openWyomingStt({ url }))],
    'OpenAI STT': ['http', (url) => heardBy(openOpenAiStt({ url }))],
    'Wyoming TTS': ['tcp', (url) => openWyomingTts({ url }).speak('Hello.', { language: 'en', signal })],
    'OpenAI TTS': ['http', (url) => openOpenAiTts({ url }).speak('Hello.', { language: 'en', signal })],
  };
  for (const [name, [kind, ask]] of Object.entries(asks)) {
    test(`${name} is given up within a minute`, async (t) => {
      let connected: net.Socket | undefined;
      const server = await hostile(t, (socket) => {
        connected = socket;
        socket.write(kind === 'http' ? 'HTTP/1.1 200 OK\r\n\r\n{' : '{');
      });
      const asked = ask(server[kind]).catch((error: unknown) => error);
      await until(() => connected, 'the connection');
      await clock.jump(60_000, true);
      const thrown = await asked;
      assertTold(thrown, ['stt-failed', 'tts-unreachable'], name);
      assert.match(String(thrown), /did not answer within (30|45|60) s/);
      const socket = must(connected);
      await until(() => socket.destroyed || socket.readableEnded, 'the connection to be closed');
    });
  }
});

describe('what a server says', () => {
  test('a transcript longer than speech can be is none', async (t) => {
    const tcp = await hostile(t, LONG_TRANSCRIPTS.tcp);
    const web = await hostile(t, LONG_TRANSCRIPTS.http);
    for (const stt of [openWyomingStt({ url: tcp.tcp }), openOpenAiStt({ url: web.http })]) {
      assertTold(await transcribed(stt).catch((thrown: unknown) => thrown), ['stt-failed'], stt.name);
    }
  });

  test('a transcript is one line without control characters, and its language is a language', async (t) => {
    const text = ' turn on\u0000 the\r\nlight\u001b[2J\u2028now\u0007 ';
    const server = await hostile(
      t,
      once1(event({ type: 'transcript', data: { text, language: '<script>'.repeat(1_000) } })),
    );
    const heard = await transcribed(openWyomingStt({ url: server.tcp }));
    assert.equal(heard?.text, 'turn on the light [2J now');
    assert.equal(heard?.language, undefined);
  });

  test('a redirect to another host is not followed: neither words nor key go there', async (t) => {
    let stolen = 0;
    const thief = http.createServer((_request, response) => {
      stolen++;
      response.end('{"text":"stolen"}');
    });
    thief.listen(0, '127.0.0.1');
    await once(thief, 'listening');
    t.after(() => void thief.close());
    const elsewhere = `location: http://localhost:${(thief.address() as AddressInfo).port}/v1/x\r\n`;
    for (const status of ['301 Moved', '302 Found', '307 Temporary', '308 Permanent']) {
      const server = await hostile(t, once1(answer('', elsewhere, status)));
      const url = server.http;
      const refused = (thrown: unknown) => {
        assertTold(thrown, ['not-configured', 'tts-failed'], status);
        return true;
      };
      await assert.rejects(heardBy(openOpenAiStt({ url, key: 'sesame' })), refused);
      const speak = openOpenAiTts({ url, key: 'sesame' }).speak('Secret.', { language: 'en', signal });
      await assert.rejects(speak, refused);
    }
    assert.equal(stolen, 0);
  });

  test('who gives a turn up leaves no connection behind', async (t) => {
    let open = 0;
    const server = await hostile(t, (socket) => {
      open++;
      socket.on('close', () => open--);
      socket.resume();
    });
    const cancel = new AbortController();
    const tts = { language: 'en', signal: cancel.signal };
    const asked = [
      openWyomingTts({ url: server.tcp }).speak('Hello.', tts),
      openOpenAiTts({ url: server.http }).speak('Hello.', tts),
    ];
    await until(() => open === 2, 'both');
    cancel.abort();
    for (const one of asked) await assert.rejects(one, (thrown) => isAbort(thrown));
    await until(() => open === 0, 'both to be closed');
  });
});

describe('in the running product', () => {
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;
  const LONG = 'a long transcript';
  let hear: Attack;
  let speak: Attack;
  const after1: (() => void)[] = [];
  const context = { after: (work: () => void) => void after1.push(work) } as unknown as Pick<TestContext, 'after'>;
  const goodSpeech: Attack = (socket) => {
    const decoder = wyomingDecoder();
    socket.on('data', (bytes) => decoder.push(bytes));
    socket.end(Buffer.concat([start, chunk(2_000), stop]));
  };
  const goodEar: Attack = once1(answer(JSON.stringify({ text: 'turn on the kitchen light' })));

  before(async () => {
    const stt = await hostile(context, (socket, sent) => hear(socket, sent));
    const tts = await hostile(context, (socket, sent) => speak(socket, sent));
    hear = goodEar;
    speak = goodSpeech;
    runtime = await startRuntime({
      env: {
        JARVIS_STT: 'openai',
        JARVIS_STT_URL: stt.http,
        JARVIS_TTS: 'wyoming',
        JARVIS_TTS_URL: tts.tcp,
        JARVIS_MODEL_URL: 'http://127.0.0.1:9',
      },
    });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
    for (const work of after1) work();
  });

  /** Speaks in the kitchen, in the pace of a microphone of twice the speed, and lets it play what it is told. */
  async function says(): Promise<void> {
    const before = satellite.sounds('kitchen');
    await satellite.say('hermes/asr/startListening', { siteId: 'kitchen' });
    for (const part of chunks(Buffer.concat([command, silence(1.5)]))) {
      await satellite.say('hermes/audioServer/kitchen/audioFrame', wavOf({ rate: 16_000, samples: part }));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    const { id } = await satellite.hearsSound('kitchen', before + 1);
    await satellite.played('kitchen', id);
  }

  test('the room is told, once, and the next turn works: hostile ears', async () => {
    const attacks = ['a body without end', 'a bomb', LONG];
    for (const [index, what] of attacks.entries()) {
      hear = what === LONG ? LONG_TRANSCRIPTS.http : must(OPENAI_STT[what]);
      await says();
      const told = () =>
        [...runtime.output().matchAll(/\[debug:errors\] .*(speech-to-text|speech recognition)/g)].length;
      await until(() => told() === index + 1, `the error of ${what}`);
      hear = goodEar;
      await says();
      await page.sees('light.kitchen_light', 'on');
      await page.type('turn off the kitchen light');
      await page.sees('light.kitchen_light', 'off');
      assert.equal(told(), index + 1, what);
    }
  });

  test('the answer is spoken by another voice, and the next turn works: hostile mouths', async () => {
    const attacks = ['sound without end', 'empty sound without end', 'half an hour of one sentence', 'a rate of 4 GHz'];
    for (const [index, what] of attacks.entries()) {
      speak = must(WYOMING_TTS[what]);
      const state = index % 2 === 0 ? 'on' : 'off';
      await page.type(`turn ${state} the kitchen light`);
      await page.sees('light.kitchen_light', state);
      await satellite.say('hermes/tts/say', { siteId: 'kitchen', text: `This is sentence ${what}.` });
      const { id, wav } = await satellite.hearsSound('kitchen', satellite.sounds('kitchen') + 1);
      assert.ok(wav.samples.length > 0);
      await satellite.played('kitchen', id);
    }
    assert.equal(runtime.running(), true);
    assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
  });
});
