import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parseWav } from '../../lib/audio/wav.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import type { TraceRecord } from '../../lib/turn/trace.js';
import { openRoom, type Room } from '../room/room.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { atHomeAssistant, stateOf } from './home-assistant.js';
import { homeToken, peer, until } from './peers.js';
import { transcriptOf } from './transcript.js';

const HEARD = 'Hey Jarvis, turn on the kitchen light.';

/** What both wirings share: real Home Assistant, real broker, a real room. */
const house = () => ({
  JARVIS_MQTT_URL: peer('MQTT_URL'),
  JARVIS_HOME_URL: peer('HA_URL'),
  JARVIS_HOME_TOKEN: homeToken(),
  JARVIS_MODEL_URL: peer('OLLAMA_URL'),
  JARVIS_MODEL: 'smollm2',
});

const wirings = {
  'with speech servers (Wyoming wake word and Whisper)': () => ({
    JARVIS_WAKE: 'wyoming',
    JARVIS_WAKE_URL: peer('WAKE_URI'),
    JARVIS_STT: 'wyoming',
    JARVIS_STT_URL: peer('STT_URI'),
  }),
  'with nothing but this package (embedded wake word, Whisper and Piper voice)': () => ({
    JARVIS_WAKE: 'embedded',
    JARVIS_STT: 'whisper',
    JARVIS_STT_MODEL: path.resolve(peer('JARVIS_TEST_MODELS'), 'whisper-base'),
    JARVIS_TTS: 'piper',
    JARVIS_VOICE: peer('PIPER_VOICE'),
  }),
};

for (const [name, speech] of Object.entries(wirings)) {
  describe(`a sentence spoken in the kitchen, ${name}`, () => {
    let runtime: Runtime;
    let room: Room;
    before(async () => {
      await atHomeAssistant('light/turn_off', { entity_id: 'light.kitchen_light' });
      runtime = await startRuntime({ env: { ...house(), ...speech() } });
      room = openRoom('kitchen', peer('MQTT_URL'));
      await until(async () => (await sites(runtime)).includes('kitchen'), 'the kitchen to appear');
    });
    after(async () => {
      room?.stop();
      await runtime?.stop();
    });

    test('switches the light in Home Assistant and is answered in that room', async () => {
      await room.speak(HEARD);
      await until(async () => (await stateOf('light.kitchen_light')) === 'on', 'the light to be on', 90);
      const answer = await transcriptOf(await room.heard());
      assert.match(answer, /kitchen light/i);

      const trace = await until(async () => (await runtime.turns()).find(ended), 'the trace of the turn');
      const stages = new Map(trace.spans.map((span) => [span.stage, span]));
      for (const stage of ['wake', 'listen', 'stt', 'judge', 'command', 'tts', 'play']) {
        const span = stages.get(stage);
        assert.ok(span, `no ${stage} in ${[...stages.keys()].join(', ')}`);
        assert.ok(span.start >= 0 && (span.ms ?? -1) >= 0, `${stage} has no time`);
        assert.equal(span.error, undefined);
      }
    });

    test('and back off, in the same room, without a redeploy', async () => {
      room.forget();
      await room.speak('Hey Jarvis, turn off the kitchen light.');
      await until(async () => (await stateOf('light.kitchen_light')) === 'off', 'the light to be off', 90);
      assert.match(await transcriptOf(await room.heard()), /kitchen light/i);
      assert.equal(runtime.running(), true);
    });
  });
}

async function sites(runtime: Runtime): Promise<string[]> {
  const answer = await fetch(`${runtime.url}/jarvis/admin/sites`);
  return ((await answer.json()) as { id: string }[]).map(({ id }) => id);
}

function ended(trace: TraceRecord): boolean {
  return trace.source === 'voice' && trace.spans.some(({ stage, ms }) => stage === 'play' && ms !== undefined);
}
