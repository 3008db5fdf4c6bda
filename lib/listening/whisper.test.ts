import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openWhisper } from './whisper.js';
import { type WhisperTokens, whisperGuide } from './whisper-guide.js';

const signal = () => new AbortController().signal;

describe('embedded Whisper without a model', () => {
  test('says how to get one', async () => {
    const stt = openWhisper({ folder: path.join(tmpdir(), 'no-such-model') });
    await assert.rejects(stt.warm(), { code: 'not-configured', message: /npm run models -- pull whisper-base/ });
    await assert.rejects(stt.open({ signal: signal() }).finish(), { code: 'not-configured' });
    await stt.close();
  });

  test('says what is wrong with a broken one, and can be asked again', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'whisper-'));
    writeFileSync(path.join(folder, 'generation_config.json'), '{"nothing": true}');
    const stt = openWhisper({ folder });
    await assert.rejects(stt.warm(), { code: 'stt-failed' });
    await assert.rejects(stt.open({ signal: signal() }).finish(), { code: 'stt-failed' });
    await stt.close();
    rmSync(folder, { recursive: true });
  });
});

/** Ten tokens: 0 start, 1 end, 2 en, 3 de, 4 transcribe, 5 nospeech, 6 notimestamps, 7–9 text. */
const tokens: WhisperTokens = {
  languages: new Map([
    ['en', 2],
    ['de', 3],
  ]),
  transcribe: 4,
  noTimestamps: 6,
  noSpeech: 5,
  end: 1,
  suppressed: [7],
  suppressedAtBegin: [1],
};

/** The token the decoder would choose. */
const chosen = (scores: Float32Array) => scores.indexOf(Math.max(...scores));

describe('the guide of Whisper’s decoder', () => {
  const first = () => Float32Array.of(0, 0, 1, 3, 0, 2, 0, 0, 0, 9);

  test('leads through language, task and no timestamps', () => {
    for (const [wanted, token, code] of [
      [undefined, 3, 'de'],
      ['en', 2, 'en'],
      ['xx', 3, 'de'],
    ] as const) {
      const guide = whisperGuide(tokens, wanted);
      const prompt = [1, 2, 3].map((length) => {
        const scores = first();
        guide.next(length, scores);
        return chosen(scores);
      });
      assert.deepEqual(prompt, [token, 4, 6]);
      assert.equal(guide.language(), code);
    }
  });

  test('begins behind what was said before', () => {
    const guide = whisperGuide(tokens, 'en', 4);
    const forced = [5, 6, 7].map((length) => {
      const scores = first();
      guide.next(length, scores);
      return chosen(scores);
    });
    assert.deepEqual(forced, [2, 4, 6]);
  });

  test('a model of one language has no language and no task', () => {
    const guide = whisperGuide({ ...tokens, languages: new Map(), transcribe: undefined }, 'de');
    const scores = first();
    guide.next(1, scores);
    assert.equal(chosen(scores), 6);
    guide.next(2, Float32Array.of(0, 0, 0, 0, 0, 0, 0, 0, 50, 0));
    assert.ok(guide.confidence() > 0.99);
    assert.equal(guide.language(), undefined);
  });

  test('suppresses what may not be said, and sees how sure the model is', () => {
    const guide = whisperGuide(tokens, 'en');
    const start = Float32Array.of(0, 0, 0, 0, 0, Math.log(9), 0, 0, 0, Number.NEGATIVE_INFINITY);
    for (const length of [1, 2, 3]) guide.next(length, start.slice());
    assert.ok(Math.abs(guide.noSpeech() - 9 / 17) < 1e-6);
    const text = Float32Array.of(0, 20, 0, 0, 0, 0, 0, 30, 10, 0);
    guide.next(4, text);
    assert.equal(chosen(text), 8);
    const end = Float32Array.of(0, 20, 0, 0, 0, 0, 0, 30, 20, 0);
    guide.next(5, end);
    assert.equal(chosen(end), 1);
    assert.ok(Math.abs(guide.confidence() - Math.sqrt(0.5)) < 0.01);
  });
});
