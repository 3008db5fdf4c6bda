import type { AssistVoice } from './voice.js';

const ATTRIBUTION = { name: 'Jarvis for Node-RED', url: 'https://www.npmjs.com/package/@jarvis-flow/node-red-jarvis' };

const about = (name: string, description: string) => ({
  name,
  description,
  installed: true,
  version: null,
  attribution: ATTRIBUTION,
});
const NAME = 'Jarvis';

/**
 * What Home Assistant is told of us: a program that answers words and may control the house, and one each for what the
 * voice has.
 * @param languages BCP 47 tags in which words are answered
 */
export function wyomingInfo(languages: readonly string[], voice: AssistVoice = {}): Record<string, unknown> {
  const { hearing, speaking, waking } = voice;
  const flow = about(NAME, 'The flow in Node-RED');
  return {
    asr: hearing
      ? [
          {
            ...about(NAME, 'Speech to text of the flow in Node-RED'),
            models: [{ ...about(hearing.model, hearing.model), languages: hearing.languages }],
            requires_external_vad: true,
          },
        ]
      : [],
    tts: speaking
      ? [
          {
            ...about(NAME, 'The voice of the flow in Node-RED'),
            voices: speaking.languages.map((language) => ({
              ...about(voiceName(speaking.voice, language), speaking.voice),
              languages: [language],
            })),
            supports_synthesize_streaming: true,
          },
        ]
      : [],
    wake: waking
      ? [
          {
            ...about(NAME, 'Wake words of the flow in Node-RED'),
            models: waking.words.map((word) => {
              const phrase = word.replaceAll('_', ' ');
              return { ...about(word, phrase), languages: [], phrase };
            }),
          },
        ]
      : [],
    handle: [{ ...flow, supports_home_control: true, models: [{ ...flow, languages }] }],
    intent: [],
    mic: [],
    snd: [],
  };
}

/** A voice is called with its language: Home Assistant says nothing else of the language of a text. */
export function voiceName(voice: string, language: string): string {
  return `${voice}-${language}`;
}
