import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { packageRoot } from '../../../test/package-root.js';
import { parseWav } from '../../audio/wav.js';
import { BUNDLED } from '../../models/catalogue.js';
import { heyJarvis, noise, silence } from '../samples.test.helper.js';
import { CHANNELS } from './filterbank.js';
import { listen, newEar, STEP } from './frontend.js';
import { openGraph } from './graph.js';
import { loadMicroWord, type MicroWord, openMicroWake } from './micro-wake.js';

const folder = path.join(packageRoot(), 'test/fixtures/micro-wake');
/** What pymicro-wakeword says of the recording below; golden.py beside it makes it. */
const golden: { features: string; probabilities: Record<string, string> } = JSON.parse(
  readFileSync(path.join(folder, 'golden.json'), 'utf8'),
);
const WORDS = Object.keys(golden.probabilities);
/** "Okay Nabu", "hey Mycroft", "Alexa, stop" by espeak, at 0, 1 and 2 s. */
const spoken = parseWav(readFileSync(path.join(folder, 'words.wav'))).samples;
const spokenFrom = (start: number, end: number) =>
  Buffer.concat([silence(0.5), spoken.subarray(start * 32_000, end * 32_000), silence(0.5)]);
const recording = Buffer.concat([silence(0.5), heyJarvis, noise(1, 3000), spoken, noise(0.5, 32_767)]);

function* steps(sound: Buffer): Generator<Int16Array> {
  for (let at = 0; at + 2 * STEP <= sound.length; at += 2 * STEP)
    yield Int16Array.from({ length: STEP }, (_, index) => sound.readInt16LE(at + 2 * index));
}

/** Every probability of single steps, in 256ths, of each word. */
const raw = (words: MicroWord[], sounds: Buffer[]): number[][][] => {
  const wake = openMicroWake(words.map((word) => ({ ...word, window: 1 })));
  const streams = sounds.map((sound) => ({ stream: wake.newStream(), parts: steps(sound), heard: [] as number[][] }));
  for (let open = true; open; ) {
    open = false;
    for (const { stream, parts, heard } of streams) {
      const { value, done } = parts.next();
      if (done) continue;
      open = true;
      const means = wake.hear(stream, value);
      if (means) heard.push(means.map((mean) => mean * 256));
    }
  }
  return streams.map(({ heard }) => heard);
};

test('the features are those of TensorFlow’s audio frontend, bit for bit', () => {
  const ear = newEar();
  const features = new Uint16Array(CHANNELS);
  const hash = createHash('sha256');
  for (const step of steps(recording)) if (listen(ear, step, features)) hash.update(features);
  assert.equal(hash.digest('hex'), golden.features);
});

test('the probabilities are those of TensorFlow Lite, bit for bit, for every model', async () => {
  const words = await Promise.all(WORDS.map(loadMicroWord));
  const [heard = []] = raw(words, [recording]);
  for (const [index, word] of WORDS.entries())
    assert.equal(Buffer.from(heard.map((all) => all[index] ?? 0)).toString('hex'), golden.probabilities[word], word);
});

test('streams that share the weights do not hear each other', async () => {
  const words = await Promise.all(WORDS.map(loadMicroWord));
  const sounds = [recording, noise(3, 500), heyJarvis];
  const alone = sounds.map((sound) => raw(words, [sound])[0]);
  assert.deepEqual(raw(words, sounds), alone);
});

test('each word is heard where it is said and nowhere else', async () => {
  const words = await Promise.all(WORDS.map(loadMicroWord));
  const wake = openMicroWake(words);
  const heardIn = (sound: Buffer) => {
    const stream = wake.newStream();
    const heard = new Set<string>();
    for (const step of steps(sound))
      for (const [index, mean] of (wake.hear(stream, step) ?? []).entries())
        if (mean > (words[index]?.cutoff ?? 1)) heard.add(words[index]?.word ?? '');
    return [...heard];
  };
  assert.deepEqual(heardIn(heyJarvis), ['hey_jarvis']);
  assert.deepEqual(heardIn(spokenFrom(0, 1)), ['okay_nabu']);
  assert.deepEqual(heardIn(spokenFrom(1, 2)), ['hey_mycroft']);
  assert.deepEqual(heardIn(spokenFrom(2, 3.5)), ['alexa', 'stop']);
  assert.deepEqual(heardIn(Buffer.concat([silence(2), noise(4, 20), noise(4, 3000)])), []);
});

test('a file that is no such model is refused, however it is damaged', () => {
  const [first] = BUNDLED.filter(({ name }) => name.startsWith('micro-wake'));
  const file = readFileSync(path.join(packageRoot(), `lib/models/bundled/${first?.name}/${first?.file}`));
  const refused = { name: 'JarvisError', code: 'wake-failed' };
  assert.throws(() => openGraph(new Uint8Array()), refused);
  assert.throws(() => openGraph(Buffer.from('<html>Not found</html>')), refused);
  for (let length = 8; length < file.length; length += 5003)
    assert.throws(() => openGraph(file.subarray(0, length)), refused, `${length} bytes`);
});
