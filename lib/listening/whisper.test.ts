import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openWhisper } from './whisper.js';
import { beginning, choose, likeliestLanguage, probabilityOf, type WhisperTokens } from './whisper-guide.js';

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
  start: 0,
  previous: 9,
  languages: new Map([
    ['en', 2],
    ['de', 3],
  ]),
  transcribe: 4,
  noTimestamps: 6,
  noSpeech: 5,
  end: 1,
  suppressed: new Set([7]),
  suppressedAtBegin: new Set([1]),
};

describe('what Whisper’s decoder is led by', () => {
  test('language, task and no timestamps stand in front of its words', () => {
    assert.deepEqual(beginning(tokens, 'de', []), [0, 3, 4, 6]);
    assert.deepEqual(beginning(tokens, undefined, []), [0, 6]);
  });

  test('what was said before stands in front of that, where the model takes it', () => {
    assert.deepEqual(beginning(tokens, 'en', [8, 7]), [9, 8, 7, 0, 2, 4, 6]);
    assert.deepEqual(beginning({ ...tokens, previous: undefined }, 'en', [8, 7]), [0, 2, 4, 6]);
  });

  test('a model of one language has no language and no task', () => {
    const english = { ...tokens, languages: new Map(), transcribe: undefined };
    assert.deepEqual(beginning(english, 'de', []), [0, 6]);
    assert.equal(likeliestLanguage(english, Float32Array.of(0, 0, 9, 9, 0)), undefined);
  });

  test('the language is the likeliest of those that the model knows', () => {
    assert.equal(likeliestLanguage(tokens, Float32Array.of(9, 9, 1, 3, 9)), 'de');
    assert.equal(likeliestLanguage(tokens, Float32Array.of(9, 9, 3, 1, 9)), 'en');
  });

  test('of several languages it is the likeliest, and English only where that is clear', () => {
    const three = { ...tokens, languages: new Map([...tokens.languages, ['fr', 8]]) };
    const scores = (en: number, de: number, fr: number) => Float32Array.of(9, 9, en, de, 9, 9, 9, 9, fr, 9);
    const among = ['en', 'de'];
    assert.equal(likeliestLanguage(three, scores(1, 2, 9), { among }), 'de');
    assert.equal(likeliestLanguage(three, scores(3.9, 2, 9), { among }), 'de');
    assert.equal(likeliestLanguage(three, scores(4.1, 2, 9), { among }), 'en');
    assert.equal(likeliestLanguage(three, scores(4.9, 2, 9), { among, isCalled: true }), 'de');
    assert.equal(likeliestLanguage(three, scores(5.1, 2, 9), { among, isCalled: true }), 'en');
    assert.equal(likeliestLanguage(three, scores(1, 2, 9), { among: ['it', 'en'] }), 'en');
    assert.equal(likeliestLanguage(three, scores(9, 2, 8), { among: ['it', 'kw'] }), 'en');
  });

  test('what may not be said is not chosen, and counts for nothing', () => {
    const scores = () => Float32Array.of(0, 20, 0, 0, 0, 0, 0, 30, 20, 0);
    const begin = choose(tokens, scores(), true);
    assert.equal(begin.token, 8);
    assert.ok(begin.probability > 0.999);
    const later = choose(tokens, scores(), false);
    assert.equal(later.token, 1);
    assert.ok(Math.abs(later.probability - 0.5) < 1e-6);
  });

  test('a token has its share of the probability', () => {
    const scores = Float32Array.of(0, 0, 0, 0, 0, Math.log(9), 0, 0, 0, -1000);
    assert.ok(Math.abs(probabilityOf(tokens.noSpeech, scores) - 9 / 17) < 1e-6);
    assert.equal(probabilityOf(9, scores), 0);
  });
});
