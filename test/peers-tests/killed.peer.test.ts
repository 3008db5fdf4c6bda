import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { apology } from '../../lib/turn/apologies.js';
import { openRoom, type Room } from '../room/room.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { atHomeAssistant, stateOf } from './home-assistant.js';
import { homeToken, kill, peer, start, until } from './peers.js';
import { transcriptOf } from './transcript.js';

/** Each server is killed in the middle of a turn and started again; one Node-RED lives through all of it. */
describe('a server is killed in the middle of a turn', () => {
  let runtime: Runtime;
  let room: Room;

  before(async () => {
    await atHomeAssistant('light/turn_off', { entity_id: 'light.kitchen_light' });
    runtime = await startRuntime({
      env: {
        JARVIS_MQTT_URL: peer('MQTT_URL'),
        JARVIS_HOME_URL: peer('HA_URL'),
        JARVIS_HOME_TOKEN: homeToken(),
        JARVIS_MODEL_URL: peer('OLLAMA_URL'),
        JARVIS_MODEL: 'smollm2',
        JARVIS_TTS: 'piper',
        JARVIS_VOICE: peer('PIPER_VOICE'),
        JARVIS_STT: 'wyoming',
        JARVIS_STT_URL: peer('STT_URI'),
      },
    });
    await runtime.warm();
    room = openRoom('kitchen', peer('MQTT_URL'));
    await until(async () => (await runtime.sites()).includes('kitchen'), 'the kitchen to appear');
  });
  after(async () => {
    room?.stop();
    await runtime?.stop();
  });

  /** The next turn works, with nothing deployed anew. */
  async function nextTurnWorks(): Promise<void> {
    const wanted = (await stateOf('light.kitchen_light')) === 'on' ? 'off' : 'on';
    room.forget();
    await room.ask(`turn ${wanted} the kitchen light`);
    await until(async () => (await stateOf('light.kitchen_light')) === wanted, `the light to be ${wanted}`);
    assert.match(await transcriptOf(await room.heard()), /kitchen light/i);
    assert.equal(runtime.running(), true);
  }

  /** What the room hears up to the sentence that matches. */
  async function heard(pattern: RegExp): Promise<string> {
    for (let sentences = 0; sentences < 30; sentences++) {
      const text = await transcriptOf(await room.heard(90));
      if (pattern.test(text)) return text;
    }
    throw new Error(`nothing like ${pattern} was said`);
  }

  afterEach(async (context) => {
    // What a failure needs to be understood.
    if ('passed' in context && context.passed === false)
      console.log(JSON.stringify((await runtime.turns()).slice(0, 4)));
  });

  const inStage = async (stage: string) =>
    (await runtime.turns()).some(({ spans }) => spans.some((span) => span.stage === stage && span.ms === undefined));

  const lastOutcome = async () => {
    const spoken = (await runtime.turns()).find(({ source }) => source === 'voice');
    return spoken?.spans.find(({ stage }) => stage === 'listen')?.['outcome'];
  };

  test('the model server: the room hears of it, and the next question is answered', async () => {
    await room.ask('Tell me a long story about a small boat on a big river.');
    await until(() => inStage('model'), 'the model to be asked');
    await kill('model');
    try {
      assert.match(await heard(/sorry/i), /language model/i);
    } finally {
      await start('model');
    }
    // What is left of the apology is no answer to the next words.
    await room.quiet();
    await nextTurnWorks();
    room.forget();
    await room.ask('What colour is the sky?');
    assert.doesNotMatch(await transcriptOf(await room.heard(240), 4), /sorry/i);
  });

  test('Home Assistant: the room hears of it, and the next command works', async () => {
    room.forget();
    await room.wake();
    await kill('home');
    try {
      await room.captured('turn on the kitchen light');
      // Whisper hears now "home assistant", now "home assisted"; what was to be said is in the trace.
      assert.match(await heard(/sorry/i), /reach home assist/i);
      const told = (await runtime.turns()).map(({ texts }) => texts.error);
      assert.ok(told.includes(apology('home-unreachable', 'en')), told.join(' | '));
    } finally {
      await start('home');
    }
    await until(async () => (await runtime.status()).home?.state === 'connected', 'the house to be connected', 120);
    await nextTurnWorks();
  });

  test('the speech server: the room hears of it, and the next sentence is understood', async () => {
    room.forget();
    await atHomeAssistant('light/turn_off', { entity_id: 'light.kitchen_light' });
    await room.speak('Hey Jarvis, turn on the kitchen light.');
    await until(() => inStage('listen'), 'the utterance to be listened to');
    await kill('speech');
    const sorry = await room.heard(90).finally(() => start('speech'));
    assert.match(await transcriptOf(sorry), /speech recognition/i);
    room.forget();
    await room.speak('Hey Jarvis, turn on the kitchen light.');
    await until(async () => (await stateOf('light.kitchen_light')) === 'on', 'the light to be on', 90);
    await nextTurnWorks();
  });

  test('the broker: the room hears of it when it is back, and the next turn works', async () => {
    room.forget();
    await room.wake();
    await kill('broker');
    await until(async () => (await lastOutcome()) === 'failed', 'the loss of sound to be noticed').finally(() =>
      start('broker'),
    );
    assert.match(await heard(/sorry/i), /lost/i);
    await nextTurnWorks();
  });
});
