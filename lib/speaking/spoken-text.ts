import type { Pcm } from '../audio/pcm.js';
import { sentenceCutter } from '../replying/sentences.js';
import { speechText } from './speech-text.js';

/**
 * The sound of a text that comes in pieces, a sentence after the other, as soon as each is whole.
 * @param languageOf the language of what came until now
 * @param speak the sound of speech text in a language
 * @throws what `speak` and the text throw
 */
export async function* spokenText(
  text: AsyncIterable<string>,
  languageOf: (text: string) => string,
  speak: (sentence: string, language: string) => Promise<Pcm>,
): AsyncGenerator<Pcm, void, undefined> {
  let known = '';
  let cutter: ReturnType<typeof sentenceCutter> | undefined;
  async function* spoken(sentences: string[]) {
    for (const sentence of sentences) {
      const language = languageOf(known);
      const words = speechText(sentence, language);
      if (words !== '') yield await speak(words, language);
    }
  }
  for await (const piece of text) {
    known += piece;
    cutter ??= sentenceCutter(languageOf(known));
    yield* spoken(cutter.push(piece));
  }
  yield* spoken(cutter?.flush() ?? []);
}
