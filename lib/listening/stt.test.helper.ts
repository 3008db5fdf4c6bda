import { JarvisError } from '../turn/errors.js';
import { abortError } from '../turn/wait.js';
import type { SpeechToText } from './types.js';

/** A speech-to-text engine for tests that understands nothing and keeps the sound it was given. */
export function keepingStt(
  text = 'turn on the kitchen light',
  failures = 0,
  speculates = false,
  confidence = 0.9,
  more: Partial<SpeechToText> & { spoken?: string } = {},
) {
  const { spoken, ...about } = more;
  const utterances: {
    sound: Buffer;
    language: string | undefined;
    languages: readonly string[] | undefined;
    prompt: string | undefined;
    written: number;
    finished: boolean;
  }[] = [];
  let left = failures;
  const stt: SpeechToText = {
    name: 'keeper',
    takesPrompt: true,
    speculates,
    ...about,
    warm: async () => {},
    close: async () => {},
    open({ language, languages, prompt, signal }) {
      const utterance = { sound: Buffer.alloc(0), language, languages, prompt, written: 0, finished: false };
      utterances.push(utterance);
      return {
        write(samples) {
          utterance.sound = Buffer.concat([utterance.sound, samples]);
          utterance.written++;
        },
        async finish() {
          if (signal.aborted) throw abortError(signal);
          utterance.finished = true;
          if (left-- > 0) throw new JarvisError('stt-unreachable', 'The keeper is away.');
          return { text, confidence, ...(spoken !== undefined && { language: spoken }) };
        },
      };
    },
  };
  return { stt, utterances };
}
