// Speaks lines of "FILE<tab>VOICE<tab>TEXT" from standard input with Kokoro's voices, as 24 kHz WAVs. Wants `npm run build`.
// usage: kokoro-clips.mjs FOLDER      FOLDER: what wake-clips.sh gets of the registries: model.onnx, vocab.json, voices/, phonemizer.js
// Kokoro-82M by hexgrad, Apache-2.0; its tokens and styles as in kokoro-js.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { samplesOf } from '../build/bench/conditions.js';
import { wavOf } from '../build/lib/audio/wav.js';

const RATE = 24_000;
/** Numbers of a style: one a length of the sentence in tokens. */
const STYLE = 256;
/** What espeak writes, and Kokoro was taught otherwise. */
const WRITTEN = [
  [/ʲ/g, 'j'],
  [/r/g, 'ɹ'],
  [/x/g, 'k'],
  [/ɬ/g, 'l'],
];

const folder = process.argv[2];
const { phonemize } = await import(pathToFileURL(path.resolve(folder, 'phonemizer.js')).href);
const { vocab } = JSON.parse(readFileSync(path.join(folder, 'vocab.json'), 'utf8'));
const session = await InferenceSession.create(path.join(folder, 'model.onnx'), {
  extra: { session: { intra_op: { allow_spinning: '0' } } },
});

async function spoken(voice, text) {
  const clauses = await Promise.all(
    text.split(', ').map((clause) => phonemize(clause, voice.startsWith('b') ? 'en' : 'en-us')),
  );
  const phonemes = WRITTEN.reduce(
    (all, [from, to]) => all.replace(from, to),
    clauses.map((one) => one.join(' ')).join(', '),
  );
  const tokens = [...phonemes].flatMap((letter) => vocab[letter] ?? []);
  const styles = new Float32Array(readFileSync(path.join(folder, 'voices', `${voice}.bin`)).buffer);
  const { audio } = await session.run({
    tokens: new Tensor('int64', BigInt64Array.from([0, ...tokens, 0], BigInt), [1, tokens.length + 2]),
    style: new Tensor('float32', styles.slice(tokens.length * STYLE, (tokens.length + 1) * STYLE), [1, STYLE]),
    speed: new Tensor('float32', [1], [1]),
  });
  return audio.data;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [file, voice, text] = line.split('\t');
  writeFileSync(file, wavOf({ samples: samplesOf(await spoken(voice, text)), rate: RATE }));
}
