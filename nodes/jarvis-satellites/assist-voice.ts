import { transcription } from '../../lib/listening/transcribe.js';
import { wordOf } from '../../lib/listening/wake-models.js';
import type { AssistVoice } from '../../lib/satellites/assist/voice.js';
import { spokenText } from '../../lib/speaking/spoken-text.js';
import { JarvisError } from '../../lib/turn/errors.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import { houseLanguages, languageOf } from '../languages.js';
import { first } from '../running.js';
import type { StatusText, Watched } from '../status.js';

/** What an engine lacks that isn't there; one that only fails now is offered. */
const LACKING: readonly StatusText[] = ['wokenElsewhere', 'noSpeechModel', 'library-missing', 'not-configured'];

const isThere = ({ now }: Watched) => !LACKING.includes(now.text);

/** What the deployed voice node has, for who comes by Wyoming, in the languages of the house; undefined where there is none. */
export function assistVoice(): AssistVoice | undefined {
  const node = first('voice');
  if (!node) return undefined;
  const { states, throughHome } = node;
  return {
    hearing: isThere(states.stt) ? hearing(node) : undefined,
    // Home Assistant's own voice it has already.
    speaking: isThere(states.tts) && !throughHome ? speaking(node) : undefined,
    waking: isThere(states.wake) ? waking(node) : undefined,
  };
}

function hearing(node: VoiceNode): AssistVoice['hearing'] {
  const { hears: model, understands } = node.offer;
  const languages = understands(houseLanguages());
  if (languages.length === 0) return undefined;
  return { model, languages, open: (options) => transcription(node.stt, options) };
}

function speaking(node: VoiceNode): AssistVoice['speaking'] {
  const { voice, speaks } = node.offer;
  const languages = speaks(houseLanguages());
  if (languages.length === 0) return undefined;
  return {
    voice,
    languages,
    speak: (text, { language, signal }) =>
      spokenText(
        text,
        (words) => language ?? languageOf(words),
        (sentence, tag) => node.tts.speak(sentence, { language: tag, signal }),
      ),
  };
}

function waking(node: VoiceNode): AssistVoice['waking'] {
  return {
    words: node.wakeWords.map(wordOf),
    open(onDetection, onError) {
      const { wake } = node;
      if (!wake) throw new JarvisError('not-configured', 'The voice config node listens for no wake word.');
      return wake.open(onDetection, onError);
    },
  };
}
