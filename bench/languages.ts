import { readFileSync } from 'node:fs';
import path from 'node:path';
import { resampled } from '../lib/audio/resample.js';
import { LANGUAGES } from '../lib/language/folders.js';
import { silence } from '../lib/listening/samples.test.helper.js';
import { openWhisper } from '../lib/listening/whisper.js';
import { openEspeak } from '../lib/speaking/espeak.js';
import { packageRoot } from '../test/package-root.js';
import { type Row, rowOf } from './row.js';
import { whisperBase } from './whisper-base.js';

/** Sentences of each language. */
const SENTENCES = 10;
const PHRASE = 'Hey Jarvis';

/** How often embedded Whisper hears a sentence of the embedded voice in its language, among two and four of a room. */
export async function benchLanguages(): Promise<Row[]> {
  const [stt, tts] = [openWhisper({ folder: whisperBase() }), openEspeak()];
  const { signal } = new AbortController();
  const rooms = [...LANGUAGES.filter((tag) => tag !== 'en').map((tag) => ['en', tag]), [...LANGUAGES]];
  const right = new Map<string, number[]>();
  const sayIn = async (text: string, language: string, phrase: string | undefined) => {
    const said = phrase === undefined ? text : `${phrase}, ${text}`;
    const { samples } = await resampled(await tts.speak(said, { language, signal }));
    for (const languages of rooms) {
      if (!languages.includes(language)) continue;
      const prompt = phrase && `${phrase}. ${phrase}.`;
      const stream = stt.open({ languages, phrase, prompt, signal });
      for (const part of [silence(0.3), samples, silence(0.5)]) stream.write(part);
      const heard = await stream.finish();
      const name = `languages/${languages.join('+')}/${phrase ? 'called' : 'plain'}/${language}`;
      right.set(name, [...(right.get(name) ?? []), Number(heard.language === language)]);
    }
  };
  for (const [language, texts] of sentencesByLanguage())
    for (const text of texts) for (const phrase of [undefined, PHRASE]) await sayIn(text, language, phrase);
  await Promise.all([stt.close(), tts.close()]);
  return [...right].map(([name, values]) => ({
    ...rowOf(name, 'ratio', [values.reduce((sum, value) => sum + value, 0) / values.length], 'in the right language'),
    n: values.length,
  }));
}

/** Commands of the evals, the same number of each language, from all over the list. */
function sentencesByLanguage(): Map<string, string[]> {
  const lines = readFileSync(path.join(packageRoot(), 'evals/cases/sentences.jsonl'), 'utf8').trim().split('\n');
  const inputs = lines.map((line) => JSON.parse(line).input as { text: string; language?: string });
  return new Map(
    LANGUAGES.map((tag) => {
      const own = inputs.filter(({ language }) => language === tag).map(({ text }) => text);
      const step = Math.max(1, Math.floor(own.length / SENTENCES));
      return [tag, own.filter((_, index) => index % step === 0).slice(0, SENTENCES)];
    }),
  );
}
