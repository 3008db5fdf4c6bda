import { floatsOf, loadOnnx, type Onnx, openGraph, type Session } from '../listening/onnx.js';
import { serveJobs } from '../models/job-server.js';
import { JarvisError } from '../turn/errors.js';
import type { SpokenJob } from './espeak.js';
import { type Espeak, loadEspeak } from './espeak-engine.js';
import type { PiperJob } from './piper.js';
import { type Clause, type PiperVoice, phonemeIds, readPiperVoice, sentencesOf } from './piper-voice.js';

interface Loaded {
  voice: PiperVoice;
  graph: Session;
}

/** Voices kept in memory: each takes about 150 MB. */
const MAX_VOICES = 2;
/** Silence between two sentences, in seconds. */
const PAUSE = 0.2;
/** The loudest sample of a sentence, of full scale: voices differ, and some clip when left as they are. */
const PEAK = 0.9;

let engines: Promise<{ onnx: Onnx; espeak: Espeak }> | undefined;
const voices = new Map<string, Loaded>();

serveJobs<PiperJob, SpokenJob>('tts-failed', async ({ file, text }) => {
  engines ??= Promise.all([loadOnnx(), loadEspeak()]).then(([onnx, espeak]) => ({ onnx, espeak }));
  const { onnx, espeak } = await engines;
  const loaded = await load(onnx, file);
  const { voice } = loaded;
  if (!espeak.choose(voice.espeak.voice)) {
    throw new JarvisError(
      'not-configured',
      `The Piper voice ${file} wants espeak's "${voice.espeak.voice}", which is not there.`,
    );
  }
  const sentences = [];
  for (const clauses of sentencesOf(text)) sentences.push(await speak(onnx, espeak, loaded, clauses));
  const samples = joined(sentences, Math.round(PAUSE * voice.audio.sample_rate));
  return { result: { samples, rate: voice.audio.sample_rate }, transfer: [samples.buffer] };
});

async function load(onnx: Onnx, file: string): Promise<Loaded> {
  const known = voices.get(file);
  if (known) return known;
  const voice = await readPiperVoice(file);
  const loaded = { voice, graph: await openGraph(onnx, file) };
  const [oldest] = voices.keys();
  if (oldest !== undefined && voices.size >= MAX_VOICES) {
    await voices.get(oldest)?.graph.release();
    voices.delete(oldest);
  }
  voices.set(file, loaded);
  return loaded;
}

async function speak(onnx: Onnx, espeak: Espeak, { voice, graph }: Loaded, clauses: Clause[]): Promise<Float32Array> {
  const phonemes = clauses.map(({ words, pause }) => espeak.phonemes(words) + pause).join(' ');
  const ids = phonemeIds(phonemes, voice.phoneme_id_map);
  const { noise_scale, length_scale, noise_w } = voice.inference;
  const feeds: Record<string, InstanceType<Onnx['Tensor']>> = {
    input: new onnx.Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
    input_lengths: new onnx.Tensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
    scales: new onnx.Tensor('float32', Float32Array.of(noise_scale, length_scale, noise_w), [3]),
  };
  if (voice.num_speakers > 1) feeds['sid'] = new onnx.Tensor('int64', BigInt64Array.of(0n), [1]);
  const outputs = await graph.run(feeds);
  return floatsOf(Object.values(outputs)[0]);
}

/** The sentences at one loudness, with a pause between them, as 16-bit samples. */
function joined(sentences: readonly Float32Array[], pause: number): Uint8Array<ArrayBuffer> {
  const length = sentences.reduce((sum, sound) => sum + sound.length, Math.max(0, sentences.length - 1) * pause);
  const samples = new Int16Array(length);
  let at = 0;
  for (const sound of sentences) {
    let loudest = 0.01;
    for (const sample of sound) loudest = Math.max(loudest, Math.abs(sample));
    const scale = (PEAK * 32_767) / loudest;
    sound.forEach((sample, index) => {
      samples[at + index] = sample * scale;
    });
    at += sound.length + pause;
  }
  return new Uint8Array(samples.buffer);
}
