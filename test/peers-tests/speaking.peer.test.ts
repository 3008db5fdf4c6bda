import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { levelOf } from '../../lib/audio/level.js';
import { MIC_RATE, type Pcm, SAMPLE_BYTES } from '../../lib/audio/pcm.js';
import { resampled } from '../../lib/audio/resample.js';
import { connectWyoming } from '../../lib/audio/wyoming.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { openPiper } from '../../lib/speaking/piper.js';
import { speechText } from '../../lib/speaking/speech-text.js';
import { openWyomingTts } from '../../lib/speaking/wyoming-tts.js';
import { peer } from './peers.js';

const signal = new AbortController().signal;
const piper = openPiper({ folder: 'unused', voice: peer('PIPER_VOICE') });
const espeak = openEspeak();
before(() => piper.warm(), { timeout: 60_000 });
after(async () => {
  await piper.close();
  await espeak.close();
});

/** What the real speech-to-text server understands, in lower case without punctuation. */
async function heard(sound: Pcm, language = 'en'): Promise<string> {
  const silence = Buffer.alloc(0.3 * MIC_RATE * SAMPLE_BYTES);
  const { samples } = await resampled(sound);
  const server = await connectWyoming(peer('STT_URI'), { timeoutMs: 10_000 });
  try {
    const format = { rate: MIC_RATE, width: SAMPLE_BYTES, channels: 1 };
    server.send({ type: 'transcribe', data: { language } });
    server.send({ type: 'audio-start', data: format });
    server.send({ type: 'audio-chunk', data: format, payload: Buffer.concat([silence, samples, silence]) });
    server.send({ type: 'audio-stop' });
    for await (const { type, data } of server.events()) {
      if (type === 'transcript')
        return String(data['text'])
          .toLowerCase()
          .replace(/[^\p{L}\p{N} ]/gu, '');
    }
    throw new Error('The server ended without a transcript.');
  } finally {
    server.close();
  }
}

test('a Piper voice spoken in Node is understood by the real speech to text', async () => {
  const sentences = {
    'Turning on the kitchen light.': ['turning on', 'kitchen light'],
    'The window in the bathroom is open, and the door is closed.': ['window', 'bathroom', 'open', 'door', 'closed'],
    'Remind me to take the bread out. Then call Anna!': ['remind me', 'bread', 'call anna'],
  };
  for (const [text, words] of Object.entries(sentences)) {
    const sound = await piper.speak(text, { language: 'en', signal });
    assert.equal(sound.rate, 22_050);
    assert.ok(levelOf(sound.samples) > -35);
    const said = await heard(sound);
    for (const word of words) assert.ok(said.includes(word), `"${word}" is missing in "${said}"`);
  }
});

test('a sentence from the real Wyoming server of Piper is understood, and several in one text are one sound', async () => {
  const tts = openWyomingTts({ url: peer('TTS_URI'), voice: 'en_US-joe-medium' });
  await tts.warm();
  const said = await heard(
    await tts.speak('Remind me to take the bread out. Then call Anna!', { language: 'en', signal }),
  );
  for (const word of ['remind me', 'bread', 'call anna'])
    assert.ok(said.includes(word), `"${word}" is missing in "${said}"`);
});

test('what the assistant writes is heard as it is meant', async () => {
  const text = speechText('It is **21.5 °C** in the [kitchen](https://example.com) 🌡️, 65% humidity.', 'en');
  const said = await heard(await piper.speak(text, { language: 'en', signal }));
  for (const word of ['degrees', 'kitchen', 'humidity'])
    assert.ok(said.includes(word), `"${word}" is missing in "${said}"`);
  assert.doesNotMatch(said, /star|asterisk|http|bracket/);
});

test('the embedded voice is understood in English and German', async () => {
  const english = await heard(
    await espeak.speak('Turn on the light in the kitchen, please.', { language: 'en', signal }),
  );
  assert.match(english, /light/);
  const german = await espeak.speak('Das Licht in der Küche ist jetzt an.', { language: 'de', signal });
  assert.match(await heard(german, 'de'), /licht/);
});
