import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { NodeAPI } from 'node-red';
import { parseWav } from '../../lib/audio/wav.js';
import { chunks, heyJarvis, silence } from '../../lib/listening/samples.test.helper.js';
import { choices } from '../../nodes/choices.js';
import { bench, must, sent, unload, until } from '../../nodes/node.test.helper.js';
import { peer } from './peers.js';

const PLACE = { z: 'the-tab', x: 100, y: 100 };
const offered = async (of: string, url: string) => (await choices({ settings: {} } as NodeAPI, { of, url })).choices;

describe('the nodes for Wyoming and the real servers', () => {
  afterEach(unload);

  test('what Piper speaks is written down by faster-whisper, several at once in their order', async () => {
    const tts = { ...PLACE, id: 'a-tts', type: 'wyoming-tts', server: peer('TTS_URI'), wires: [['the-subject']] };
    const stt = await bench({ type: 'wyoming-stt', outputs: 1, server: peer('STT_URI'), language: 'en' }, [tts]);
    const sentences = ['Turning on the kitchen light.', 'The window in the bathroom is open.'];
    for (const payload of sentences) stt.node('a-tts').receive({ payload } as never);
    await sent(stt, 0, 2);
    const heard = must(stt.out[0]).map(({ payload }) => String(payload).toLowerCase());
    assert.match(must(heard[0]), /kitchen light/);
    assert.match(must(heard[1]), /window.*bathroom.*open/);
    assert.deepEqual(stt.caught, []);
  });

  test('the voice is the one that is chosen; an unknown one is an error', async () => {
    const voices = await offered('wyomingVoices', peer('TTS_URI'));
    assert.ok(voices.includes('en_US-joe-medium'), `${voices}`);
    const tts = await bench({ type: 'wyoming-tts', outputs: 1, server: peer('TTS_URI') });
    tts.send({ payload: 'Done.', voice: 'en_US-joe-medium' });
    assert.equal(parseWav((await sent(tts, 0)).payload as Buffer).rate, 22_050);
    tts.send({ payload: 'Done.', voice: 'no_SUCH-voice-low' });
    await until(() => tts.caught.length === 1, 'the error');
    assert.equal(tts.caught[0]?.error?.code, 'tts-failed');
  });

  test('openWakeWord hears the wake word in a stream, and tells when', async () => {
    const words = await offered('wyomingWakeWords', peer('WAKE_URI'));
    assert.ok(words.includes('hey_jarvis_v0.1'), `${words}`);
    const wake = await bench({ type: 'wyoming-wake', outputs: 1, server: peer('WAKE_URI'), words: 'hey_jarvis' });
    const isListening = () => wake.statuses.some(({ text }) => text === 'status.listening');
    wake.send({ topic: 'den', payload: silence(0.08) });
    await until(isListening, 'the connection');
    const lead = 1;
    for (const payload of chunks(Buffer.concat([silence(lead), heyJarvis, silence(1)]))) {
      wake.send({ topic: 'den', payload });
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
    const { payload, topic, timestamp } = await sent(wake, 0);
    assert.deepEqual([payload, topic], ['hey_jarvis', 'den']);
    // The word ends 0.8 s after the lead.
    const after = Number(timestamp) - 1000 * (lead + 0.08 + 0.8);
    assert.ok(after > -400 && after < 1200, `${timestamp} ms`);
    assert.equal(wake.out[0]?.length, 1);
    assert.deepEqual(wake.caught, []);
  });

  test('a wake word that openWakeWord doesn’t know is named', async () => {
    const wake = await bench({ type: 'wyoming-wake', outputs: 1, server: peer('WAKE_URI'), words: 'hey_house' });
    wake.send({ topic: 'den', payload: silence(0.08) });
    await until(() => wake.caught.length === 1, 'the error');
    assert.equal(wake.caught[0]?.error?.code, 'not-configured');
    assert.match(must(wake.caught[0]?.error).message, /hey_house.*hey_jarvis/);
  });
});
