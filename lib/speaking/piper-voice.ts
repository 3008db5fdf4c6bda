import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { JarvisError, reasonOf } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';

const voiceSchema = z.object({
  audio: z.object({ sample_rate: z.number().int().min(8_000).max(96_000) }),
  espeak: z.object({ voice: z.string().min(1) }),
  inference: z
    .object({ noise_scale: z.number(), length_scale: z.number().positive(), noise_w: z.number() })
    .default({ noise_scale: 0.667, length_scale: 1, noise_w: 0.8 }),
  phoneme_type: z.string().default('espeak'),
  phoneme_id_map: z.record(z.string(), z.array(z.number().int().nonnegative()).min(1)),
  num_speakers: z.number().int().default(1),
});

/** What stands in a Piper voice's `.onnx.json`, as far as speaking needs it. */
export type PiperVoice = z.infer<typeof voiceSchema>;

/** Reads the description beside a voice's graph. @throws JarvisError not-configured. */
export async function readPiperVoice(file: string): Promise<PiperVoice> {
  const problem = (why: string, cause?: unknown) =>
    new JarvisError('not-configured', `The Piper voice ${file} can't be used: ${why}`, { cause });
  let described: unknown;
  try {
    described = readJson(await readFile(`${file}.json`, 'utf8'));
  } catch (thrown) {
    throw problem(`its description ${file}.json can't be read (${reasonOf(thrown)}).`, thrown);
  }
  const voice = voiceSchema.safeParse(described);
  if (!voice.success) {
    const [issue] = voice.error.issues;
    throw problem(`its description has a wrong "${issue?.path.join('.') ?? ''}" (${issue?.message ?? ''}).`);
  }
  if (voice.data.phoneme_type !== 'espeak') {
    throw problem(`it wants "${voice.data.phoneme_type}" phonemes; only espeak voices are understood.`);
  }
  return voice.data;
}

/** A few words and the pause after them: "Hello" and ",". */
export interface Clause {
  words: string;
  pause: string;
}

/** Longer stretches without a full stop are spoken in parts: the graph's cost and memory grow with its input. */
const MAX_LENGTH = 300;

/**
 * A text as sentences of clauses, each spoken in one run of the graph. Phonemizing drops punctuation, which tells the
 * voice where to pause and how to end, so it is kept apart here.
 */
export function sentencesOf(text: string): Clause[][] {
  const sentences: Clause[][] = [];
  let sentence: Clause[] = [];
  let length = 0;
  const end = () => {
    const last = sentence.at(-1);
    if (!last) return;
    // The voices learned sentences that end; without a mark the last word is swallowed.
    if (!/[.!?]$/.test(last.pause)) last.pause = '.';
    sentences.push(sentence);
    sentence = [];
    length = 0;
  };
  for (const piece of text
    .trim()
    .split(/(?<=[,.;:!?…])\s+/)
    .flatMap(shortened)) {
    const mark = /[,.;:!?…]+$/.exec(piece)?.[0] ?? '';
    const words = piece.slice(0, piece.length - mark.length).trim();
    if (words === '') continue;
    const pause = mark.replace(/…/g, '.').slice(-1);
    sentence.push({ words, pause });
    length += piece.length;
    if (/[.!?]/.test(pause) || length > MAX_LENGTH) end();
  }
  end();
  return sentences;
}

function shortened(piece: string): string[] {
  const parts: string[] = [];
  let rest = piece;
  while (rest.length > MAX_LENGTH) {
    const space = rest.lastIndexOf(' ', MAX_LENGTH);
    const at = space > 0 ? space : MAX_LENGTH;
    parts.push(`${rest.slice(0, at)},`);
    rest = rest.slice(at).trim();
  }
  return [...parts, rest];
}

/** The ids of a sentence's phonemes as the graph wants them: start, then each with a pad after it, then end. */
export function phonemeIds(phonemes: string, map: PiperVoice['phoneme_id_map']): number[] {
  const pad = map['_'] ?? [0];
  const ids = [...(map['^'] ?? [1]), ...pad];
  for (const phoneme of phonemes.normalize('NFD')) {
    const known = map[phoneme];
    if (known) ids.push(...known, ...pad);
  }
  return [...ids, ...(map['$'] ?? [2])];
}
