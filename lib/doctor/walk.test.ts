import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { keepingStt } from '../listening/stt.test.helper.js';
import type { TextToSpeech } from '../speaking/types.js';
import { JarvisError } from '../turn/errors.js';
import { hearingUnderstands } from './own-voice.js';
import { type Check, walk } from './walk.js';

const never = () => new AbortController().signal;
const fine: Check = { ms: 60_000, run: async () => ({ outcome: 'ok', told: 'Fine.' }) };

describe('the self-test', () => {
  test('walks on after a stage that fails, and tells why', async () => {
    const run = async () => {
      throw new JarvisError('home-unreachable', 'It is away. Start it.');
    };
    assert.deepEqual(await walk({ voice: fine, home: { ms: 60_000, run }, broker: fine }, never()), [
      { stage: 'broker', outcome: 'ok', told: 'Fine.' },
      { stage: 'home', outcome: 'failed', told: 'It is away. Start it.' },
      { stage: 'voice', outcome: 'ok', told: 'Fine.' },
    ]);
  });

  test('waits no longer for a stage than its limit, though that ignores its signal', async () => {
    const [found] = await walk({ wake: { ms: 5, run: () => new Promise(() => {}) } }, never());
    assert.deepEqual(found, { stage: 'wake', outcome: 'failed', told: 'The wake word did not answer within 0.005 s.' });
  });

  test('ends when it is no longer wanted', async () => {
    const gone = new AbortController();
    const walked = walk({ wake: { ms: 60_000, run: () => new Promise(() => {}) }, voice: fine }, gone.signal);
    gone.abort();
    await assert.rejects(walked, { name: 'AbortError' });
  });
});

const tts: TextToSpeech = {
  name: 'tone',
  warm: async () => {},
  speak: async () => ({ samples: Buffer.alloc(32_000, 1), rate: 16_000 }),
  close: async () => {},
};

describe('speech to text that listens to our own voice', () => {
  const of = () => ({ tts, language: 'en', signal: never() });

  test('is well where most words come back', async () => {
    const { outcome } = await hearingUnderstands(keepingStt('turn on the kitchen light').stt, of());
    assert.equal(outcome, 'ok');
  });

  test('fails where something else comes back', async () => {
    await assert.rejects(
      hearingUnderstands(keepingStt('Thank you.').stt, of()),
      /was told .* understood "Thank you\."/,
    );
  });
});
