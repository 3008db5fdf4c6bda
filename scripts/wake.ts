import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MIC_RATE } from '../lib/audio/pcm.js';
import { parseWav } from '../lib/audio/wav.js';
import { overheard } from '../lib/language/overheard.js';
import { examineWakeWord, learnWakeWord, type WakeReport } from '../lib/listening/training/learn.js';
import type { Lesson, Recordings } from '../lib/listening/training/material.js';
import { headGraph } from '../lib/listening/training/onnx-file.js';
import type { Spoken } from '../lib/listening/training/scenes.js';
import { existing, trainedFile, trainedFolder, trainedWords, wakeModels } from '../lib/listening/wake-models.js';
import { openManyVoices } from '../lib/speaking/many-voices.js';
import { isAbort, JarvisError } from '../lib/turn/errors.js';

const USAGE = `Your own wake word.

  train "PHRASE" [--language TAG] [--clips FOLDER]
         trains it with the installed voices, which takes minutes, and tells how well it is heard. FOLDER: recordings of
         your own beside them, 16 kHz WAV called NAME_1.wav: said/ of the phrase; near/ and other/ of what isn't it
  test [WORD] [--language TAG]
         tells how well it is heard by voices that it wasn't trained with; without WORD, all trained words`;
const PHRASE = /^[\p{L}'’]+(?: [\p{L}'’]+){0,4}$/u;
const MIN_LETTERS = 4;
const MAX_LETTERS = 40;
const PARTS = { speaking: 'Voices speak', hearing: 'Listening  ', learning: 'Learning   ' } as const;

/** The command `wake`. @returns the exit status @throws JarvisError; an interrupted training leaves what was there */
export async function wake(args: readonly (string | undefined)[], dataFolder: string): Promise<number> {
  const { values, positionals } = parseArgs({
    args: args.filter((arg) => arg !== undefined),
    options: { language: { type: 'string', default: 'en' }, clips: { type: 'string' } },
    allowPositionals: true,
  });
  const [command, said = ''] = positionals;
  const folder = trainedFolder(dataFolder);
  if (command !== 'train' && command !== 'test') {
    console.log(USAGE);
    return command === undefined ? 0 : 2;
  }
  const phrases =
    command === 'train' || said
      ? [said.replaceAll('_', ' ')]
      : trainedWords(folder).map((word) => word.replaceAll('_', ' '));
  if (phrases.length === 0)
    throw new JarvisError('not-configured', `No wake word was trained yet: there is none in ${folder}.`);
  const abort = new AbortController();
  const stop = () => abort.abort();
  process.once('SIGINT', stop);
  const speaker = await openManyVoices(path.join(dataFolder, 'models'), values.language);
  try {
    for (const phrase of phrases.map(checkedPhrase)) {
      const lesson: Lesson = {
        phrase,
        sentences: overheard(values.language),
        speaker,
        recordings: values.clips ? recordingsIn(values.clips) : { said: [], near: [], other: [] },
        models: wakeModels(['hey_jarvis']),
        signal: abort.signal,
        onProgress: progress(),
      };
      const file = trainedFile(folder, phrase.replaceAll(' ', '_'));
      if (command === 'train') return (await train(lesson, file)) ? 0 : 1;
      console.log(toldOf(phrase, await examineWakeWord(existing(file), lesson)));
    }
    return 0;
  } catch (thrown) {
    if (!isAbort(thrown)) throw thrown;
    console.error('\nStopped. Nothing was installed.');
    return 130;
  } finally {
    process.off('SIGINT', stop);
    await speaker.close();
  }
}

/** @returns whether it was installed: one that sentences wake isn't */
async function train(lesson: Lesson, file: string): Promise<boolean> {
  const started = Date.now();
  const { first, last } = await learnWakeWord(lesson);
  // Tested as it will be used; it takes its place when it is whole.
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.new`;
  try {
    writeFileSync(fresh, headGraph(first, last));
    const report = await examineWakeWord(fresh, lesson);
    console.log(toldOf(lesson.phrase, report));
    if (report.accepts > 0) {
      console.log('Not installed: it would wake in the middle of what people say.');
      return false;
    }
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
  console.log(`Installed after ${((Date.now() - started) / 60_000).toFixed(1)} min: ${file}`);
  console.log(
    `Enter ${path.basename(file, '.onnx')} as wake word in the voice's settings, with openWakeWord as engine.`,
  );
  return true;
}

function checkedPhrase(text: string): string {
  const phrase = text.normalize('NFC').toLowerCase().trim().replace(/\s+/g, ' ');
  const letters = phrase.replaceAll(' ', '').length;
  if (PHRASE.test(phrase) && letters >= MIN_LETTERS && letters <= MAX_LETTERS) return phrase;
  throw new JarvisError(
    'bad-input',
    `"${text.slice(0, 60)}" can't be a wake word: take one to five words of ${MIN_LETTERS} to ${MAX_LETTERS} letters together, such as "hey marvin".`,
  );
}

function recordingsIn(folder: string): Recordings {
  const of = (kind: string): Spoken[] => {
    const at = path.join(folder, kind);
    if (!existsSync(at)) return [];
    return readdirSync(at)
      .filter((name) => /^[^.].*\.wav$/i.test(name))
      .sort()
      .map((name) => {
        const { samples, rate } = parseWav(readFileSync(path.join(at, name)));
        if (rate !== MIC_RATE)
          throw new JarvisError(
            'bad-audio',
            `${path.join(at, name)} has ${rate} samples a second: it takes ${MIC_RATE}.`,
          );
        const sound = Float32Array.from(
          { length: samples.length / 2 },
          (_, index) => samples.readInt16LE(index * 2) / 32_768,
        );
        return { voice: name.split('_')[0] ?? name, sound };
      });
  };
  const found = { said: of('said'), near: of('near'), other: of('other') };
  if (found.said.length + found.near.length + found.other.length > 0) return found;
  throw new JarvisError(
    'not-configured',
    `There are no recordings in ${folder}: they lie in its folders said, near and other.`,
  );
}

function toldOf(phrase: string, { voices, said, heard, lookAlikes, wokenBy, hours, accepts }: WakeReport): string {
  const minutes = Math.round(hours * 60);
  return [
    `\n"${phrase}", by ${voices} voices that it wasn't trained with:`,
    `  heard ${heard} of ${said} times (${Math.round((100 * heard) / said)} %), in rooms, noise, music and with others talking`,
    `  of ${lookAlikes} that sound like it ${wokenBy.length === 0 ? 'none woke it' : `it was woken by: ${wokenBy.join(', ')}`}`,
    `  woke ${accepts} times in ${minutes} min of sentences, music and noise`,
    ...(accepts > 0 ? ['  That is too often for a house: take a longer phrase, or add recordings with --clips.'] : []),
  ].join('\n');
}

/** One line a part on a terminal; elsewhere a line for each quarter. */
function progress(): Lesson['onProgress'] {
  let shown = '';
  return (part, share) => {
    const percent = Math.floor(share * 100);
    const step = `${part}${process.stdout.isTTY ? percent : Math.floor(percent / 25)}`;
    if (step === shown) return;
    shown = step;
    const line = `${PARTS[part]}  ${String(percent).padStart(3)} %`;
    if (process.stdout.isTTY) process.stdout.write(`\r${line}\x1b[K${share >= 1 ? '\n' : ''}`);
    else console.log(line);
  };
}
