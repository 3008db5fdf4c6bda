import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test from 'node:test';
import fc from 'fast-check';
import { JarvisError } from '../turn/errors.js';
import { openPiper } from './piper.js';
import { phonemeIds, readPiperVoice, sentencesOf } from './piper-voice.js';

test('sentences keep their pauses', () => {
  assert.deepEqual(sentencesOf('Well, it is 21.5 degrees. Really?! Yes'), [
    [
      { words: 'Well', pause: ',' },
      { words: 'it is 21.5 degrees', pause: '.' },
    ],
    [{ words: 'Really', pause: '!' }],
    [{ words: 'Yes', pause: '.' }],
  ]);
  assert.deepEqual(sentencesOf(' … '), []);
});

test('no word of a text is lost, and no part is too long for the graph', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,40}[,.;:!?…]{0,2}$/), { maxLength: 200 }), (words) => {
      const sentences = sentencesOf(words.join(' '));
      const said = sentences
        .flat()
        .map((clause) => clause.words)
        .join(' ');
      assert.equal(said.replace(/[^a-z ]/g, ''), words.join(' ').replace(/[^a-z ]/g, ''));
      for (const sentence of sentences) {
        const length = sentence.reduce((sum, { words }) => sum + words.length, 0);
        assert.ok(length <= 650);
        assert.match(sentence.at(-1)?.pause ?? '', /[.!?]/);
      }
    }),
  );
});

test('phonemes become ids with pads between, unknown ones are left out', () => {
  const map = { _: [0], '^': [1], $: [2], a: [14], ç: [40], c: [16], '\u0327': [140] };
  assert.deepEqual(phonemeIds('a☃a', map), [1, 0, 14, 0, 14, 0, 2]);
  assert.deepEqual(phonemeIds('ç', map), [1, 0, 16, 0, 140, 0, 2]);
});

test('a voice that is missing or broken is a clear error', async (t) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'jarvis-piper-'));
  t.after(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'voice.onnx');
  const refused = (pattern: RegExp) => (error: unknown) =>
    error instanceof JarvisError && error.code === 'not-configured' && pattern.test(error.message);
  await assert.rejects(readPiperVoice(file), refused(/can't be read/));
  await writeFile(`${file}.json`, '{"audio": {"sample_rate": 22050}}');
  await assert.rejects(readPiperVoice(file), refused(/espeak/));

  const signal = new AbortController().signal;
  const piper = openPiper({ folder });
  t.after(() => piper.close());
  await assert.rejects(piper.speak('Hallo', { language: 'de-AT', signal }), refused(/pull piper-de/));
  await assert.rejects(piper.speak('Hi', { language: 'en', voice: '/nowhere/x.onnx', signal }), refused(/nowhere/));
  await writeFile(file, 'not a graph');
  await writeFile(
    `${file}.json`,
    JSON.stringify({ audio: { sample_rate: 22050 }, espeak: { voice: 'en-us' }, phoneme_id_map: { a: [1] } }),
  );
  await assert.rejects(piper.speak('Hi', { language: 'en', voice: file, signal }), refused(/can't be used/));
});
