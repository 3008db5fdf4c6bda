import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { MIC_RATE } from '../lib/audio/pcm.js';
import { resampled } from '../lib/audio/resample.js';
import { wavOf } from '../lib/audio/wav.js';
import type { WyomingEvent } from '../lib/audio/wyoming.js';
import { spokenLanguage } from '../lib/deciding/spoken-language.js';
import { chunks, command, heyJarvis, silence } from '../lib/listening/samples.test.helper.js';
import { wyomingServer } from '../lib/listening/wyoming.test.helper.js';
import { openEspeak } from '../lib/speaking/espeak.js';
import type { TraceRecord } from '../lib/turn/trace.js';
import { packageRoot } from './package-root.js';
import { type FlowNode, type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { until } from './until.js';

/** Whisper base, where it lies beside the checkout. */
const whisper = path.join(
  process.env['JARVIS_TEST_MODELS'] ?? path.join(packageRoot(), '../shared/models'),
  'whisper-base',
);

const SETTINGS = JSON.stringify({ kitchen: { language: 'en, de' } });

/** The shipped flow, where English and German are spoken in the kitchen. */
const bilingual = (flow: FlowNode[]) =>
  flow.map((node) =>
    node.type === 'jarvis-satellites' ? { ...node, areas: '{"kitchen": "Kitchen"}', settings: SETTINGS } : node,
  );

/** Wakes the kitchen and says something there; what it answers, in words. */
async function answered(runtime: Runtime, satellite: Satellite, sound: Buffer): Promise<string> {
  const called = async () => {
    const isCall = ({ site, spans }: TraceRecord) => site === 'kitchen' && spans.some(({ by }) => by === 'satellite');
    return (await runtime.turns()).find(isCall)?.id;
  };
  const answers = () => satellite.heard.filter(({ topic }) => topic === 'jarvis/kitchen/spoken');
  const [before, count, sounds] = [await called(), answers().length, satellite.sounds('kitchen')];
  await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
  await until(async () => (await called()) !== before, 'the kitchen to listen');
  const heard = Buffer.concat([sound, silence(2)]);
  for (const samples of chunks(heard)) {
    await satellite.say('hermes/audioServer/kitchen/audioFrame', wavOf({ samples, rate: MIC_RATE }));
    // No satellite may send more than two seconds of sound a second.
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
  await until(() => answers().length > count, 'the answer');
  const { id } = await satellite.hearsSound('kitchen', sounds + 1);
  await satellite.played('kitchen', id);
  return String(answers().at(-1)?.payload);
}

describe('a room in which English and German are spoken, in the flow as shipped', () => {
  let runtime: Runtime;
  let satellite: Satellite;
  const start = async (env: Record<string, string>) => {
    runtime = await startRuntime({ change: bilingual, env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9', ...env } });
    await runtime.warm();
    satellite = await openSatellite(runtime.mqttPort);
  };
  afterEach(async () => {
    await satellite?.close();
    await runtime?.stop();
  });

  test('answers in the language of the words, where a server of Wyoming heard them in no certain one', async () => {
    const asked: WyomingEvent[] = [];
    const texts = ['Hey Jarvis, turn on the kitchen light.', 'Hey Jarvis, schalte das Licht in der Küche aus.'];
    const stt = await wyomingServer((event, send) => {
      if (event.type === 'describe') send({ type: 'info', data: { asr: [{ name: 'told', models: [] }] } });
      if (event.type === 'transcribe') asked.push(event);
      if (event.type === 'audio-stop') send({ type: 'transcript', data: { text: texts[asked.length - 1] ?? '' } });
    });
    try {
      await start({ JARVIS_STT: 'wyoming', JARVIS_STT_URL: stt.url });
      assert.equal(await answered(runtime, satellite, heyJarvis), 'Turned on the kitchen light.');
      assert.match(await answered(runtime, satellite, heyJarvis), /^Das Küchenlicht .* aus\.$/);
      assert.deepEqual(
        asked.map(({ data }) => data),
        [{}, {}],
      );
    } finally {
      await stt.close();
    }
  });

  test('hears each sentence in its own, with Whisper', { skip: !existsSync(whisper) }, async () => {
    const espeak = openEspeak();
    const { signal } = new AbortController();
    const text = 'Schalte alle Lichter aus.';
    const { samples: german } = await resampled(await espeak.speak(text, { language: 'de', signal }));
    await espeak.close();
    await start({ JARVIS_STT_MODEL: whisper });
    assert.equal(await answered(runtime, satellite, command), 'Turned on the kitchen light.');
    // Of the embedded voice Whisper base mishears a word now and then, but not the language.
    assert.equal(spokenLanguage(await answered(runtime, satellite, german), ['en', 'de'], 'en'), 'de');
  });
});
