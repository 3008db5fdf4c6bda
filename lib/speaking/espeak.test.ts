import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import { levelOf } from '../audio/level.js';
import { secondsOf } from '../audio/pcm.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { openEspeak } from './espeak.js';

const espeak = openEspeak();
after(() => espeak.close());
const signal = new AbortController().signal;

test('speaks four languages, each in its own way', async () => {
  const sounds = new Set<string>();
  for (const language of ['en-GB', 'de', 'fr-FR', 'es']) {
    const sound = await espeak.speak('Radio 25, Restaurant.', { language, signal });
    assert.equal(sound.rate, 22_050);
    assert.ok(secondsOf(sound) > 0.8 && secondsOf(sound) < 10, `${language}: ${secondsOf(sound)} s`);
    assert.ok(levelOf(sound.samples) > -40, `${language}: ${levelOf(sound.samples)} dBFS`);
    sounds.add(sound.samples.toString('base64'));
  }
  assert.equal(sounds.size, 4);
});

test('a language it does not know is spoken all the same', async () => {
  const sound = await espeak.speak('Hello', { language: 'tlh', signal });
  assert.ok(levelOf(sound.samples) > -40);
});

test('a voice that does not exist is an error that says so', async () => {
  await assert.rejects(
    espeak.speak('Hello', { language: 'en', voice: 'nobody', signal }),
    (error) => error instanceof JarvisError && error.code === 'not-configured' && /nobody/.test(error.message),
  );
});

test('nothing to say, signs and control characters are harmless', async () => {
  for (const text of ['', '…', '\u0000\u0007', '<speak>&', '🎉']) {
    assert.equal((await espeak.speak(text, { language: 'en', signal })).rate, 22_050);
  }
});

test('a sentence without end is refused', async () => {
  await assert.rejects(
    espeak.speak('word '.repeat(1000), { language: 'en', signal }),
    (error) => error instanceof JarvisError && error.code === 'bad-input',
  );
});

test('a cancelled sentence ends at once, the next one is spoken', async () => {
  const turn = new AbortController();
  const first = espeak.speak('One two three four five six seven.', { language: 'en', signal: turn.signal });
  const second = espeak.speak('Waiting.', { language: 'en', signal: turn.signal });
  const third = espeak.speak('Third.', { language: 'en', signal });
  turn.abort();
  await assert.rejects(first, isAbort);
  await assert.rejects(second, isAbort);
  assert.ok(secondsOf(await third) > 0.2);
});

test('starts again after it was closed', async () => {
  await espeak.close();
  assert.ok(secondsOf(await espeak.speak('Again.', { language: 'en', signal })) > 0.2);
});
