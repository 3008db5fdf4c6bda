import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { primaryLanguage } from '../../lib/language/tags.js';
import { openOpenAiStt } from '../../lib/listening/openai-stt.js';
import type { SpeechToText, WakeEngine } from '../../lib/listening/types.js';
import { openEmbeddedMicroWake, openEmbeddedStopWord, openEmbeddedWake } from '../../lib/listening/wake.js';
import { trainedFile, trainedFolder, trainedWords } from '../../lib/listening/wake-models.js';
import { openWhisper } from '../../lib/listening/whisper.js';
import { whisperLanguages } from '../../lib/listening/whisper-languages.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { openWyomingWake } from '../../lib/listening/wyoming-wake.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { openOpenAiTts } from '../../lib/speaking/openai-tts.js';
import { hasPiperVoice, openPiper } from '../../lib/speaking/piper.js';
import type { TextToSpeech } from '../../lib/speaking/types.js';
import { openWyomingTts } from '../../lib/speaking/wyoming-tts.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { houseLanguage } from '../languages.js';
import { dataFolder, type SettingName, setting } from '../settings.js';
import type { VoiceDef, VoiceKeys } from './jarvis-voice.js';

const DEFAULT_WHISPER = 'whisper-base';

/** What of the voice others may be told. */
export interface VoiceOffer {
  /** Name of the speech model, or of the engine where a server has its own. */
  hears: string;
  /** Which of some languages it understands. */
  understands(languages: readonly string[]): readonly string[];
  /** Name of the voice, or of the engine. */
  voice: string;
  /** The languages it speaks, of some. */
  speaks(languages: readonly string[]): readonly string[];
}

/** Which engines a voice config node has chosen, and how each is opened. */
export function enginesOf(RED: NodeAPI, def: VoiceDef, credentials: VoiceKeys | undefined) {
  const models = path.join(dataFolder(RED), 'models');
  const whisper = setting('JARVIS_STT_MODEL', def.sttModel) || DEFAULT_WHISPER;
  const whisperFolder = path.isAbsolute(whisper) ? whisper : path.join(models, whisper);
  const wakeName = setting('JARVIS_WAKE', def.wake) || 'embedded';
  const sttName = setting('JARVIS_STT', def.stt) || 'whisper';
  const ttsName = setting('JARVIS_TTS', def.tts) || 'espeak';
  const voice = setting('JARVIS_VOICE', def.voice);
  const language = () => houseLanguage(def.language);
  const wakeWords = (def.wakeWords || 'hey_jarvis').split(',').map((word) => word.trim());
  // A word trained at home stands for its file, also where its name is one of the pretrained.
  const trained = trainedFolder(dataFolder(RED));
  const trainedOr = (word: string) => (trainedWords(trained).includes(word) ? trainedFile(trained, word) : word);
  const openWake = (): WakeEngine | undefined => {
    switch (wakeName) {
      case 'none':
        return undefined;
      case 'micro':
        return openEmbeddedMicroWake({ words: wakeWords, threshold: Number(def.cutoff) || undefined });
      case 'wyoming':
        return openWyomingWake({ url: need('JARVIS_WAKE_URL', def.wakeUrl), words: wakeWords });
      default:
        return openEmbeddedWake({ words: wakeWords.map(trainedOr), threshold: Number(def.threshold) || 0.5 });
    }
  };
  // Sound of satellites that wake elsewhere doesn't come here all the time.
  const openStopWord = (): WakeEngine | undefined =>
    !['none', 'wyoming'].includes(wakeName) && !wakeWords.includes('stop') ? openEmbeddedStopWord() : undefined;
  const openStt = (): SpeechToText => {
    switch (sttName) {
      case 'wyoming':
        return openWyomingStt({ url: need('JARVIS_STT_URL', def.sttUrl) });
      case 'openai':
        return openOpenAiStt({
          url: need('JARVIS_STT_URL', def.sttUrl),
          ...optional('model', setting('JARVIS_STT_MODEL', def.sttModel)),
          ...optional('key', credentials?.sttKey),
        });
      default:
        return openWhisper({ folder: whisperFolder });
    }
  };
  const openTts = (): TextToSpeech => {
    switch (ttsName) {
      case 'piper':
        return openPiper({ folder: models, language: language(), ...optional('voice', voice) });
      case 'wyoming':
        return openWyomingTts({ url: need('JARVIS_TTS_URL', def.ttsUrl), ...optional('voice', voice) });
      case 'openai':
        return openOpenAiTts({
          url: need('JARVIS_TTS_URL', def.ttsUrl),
          ...optional('key', credentials?.ttsKey),
          ...optional('model', def.ttsModel),
          ...optional('voice', voice),
        });
      default:
        return openEspeak(optional('voice', voice));
    }
  };

  const offer: VoiceOffer = {
    hears: sttName === 'whisper' ? path.basename(whisperFolder) : setting('JARVIS_STT_MODEL', def.sttModel) || sttName,
    understands: (tags) => {
      if (sttName !== 'whisper') return tags;
      const known = whisperLanguages(whisperFolder);
      return tags.filter((tag) => known.includes(primaryLanguage(tag)));
    },
    voice: path.basename(voice, '.onnx') || ttsName,
    speaks: (tags) => {
      // A voice of one language speaks all of them with its accent.
      if (voice !== '' && ttsName !== 'openai') return [language()];
      return ttsName === 'piper' ? tags.filter((tag) => hasPiperVoice(models, tag)) : tags;
    },
  };

  return {
    offer,
    wakeName,
    sttName,
    ttsName,
    whisperFolder,
    language,
    wakeWords,
    openWake,
    openStopWord,
    openStt,
    openTts,
  };
}

function need(name: SettingName, own: string | undefined): string {
  const value = setting(name, own);
  if (!value) {
    throw new JarvisError(
      'not-configured',
      `The voice config node needs the address of a speech server. Enter it, or set ${name}.`,
    );
  }
  return value;
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value ? { [key]: value } : {}) as { [P in K]?: string };
}
