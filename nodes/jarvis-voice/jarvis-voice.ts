import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { openOpenAiStt } from '../../lib/listening/openai-stt.js';
import type { SpeechToText, VoiceActivity, WakeEngine } from '../../lib/listening/types.js';
import { openVoiceActivity } from '../../lib/listening/voice-activity.js';
import { openEmbeddedWake } from '../../lib/listening/wake.js';
import { openWhisper } from '../../lib/listening/whisper.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { openWyomingWake } from '../../lib/listening/wyoming-wake.js';
import { pullCommand } from '../../lib/models/pull-command.js';
import { withCache } from '../../lib/speaking/cache.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { withFallback } from '../../lib/speaking/fallback.js';
import type { HomePlayer } from '../../lib/speaking/home-assistant-tts.js';
import { openOpenAiTts } from '../../lib/speaking/openai-tts.js';
import { openPiper } from '../../lib/speaking/piper.js';
import type { TextToSpeech } from '../../lib/speaking/types.js';
import { openWyomingTts } from '../../lib/speaking/wyoming-tts.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { onClose, reportFailure } from '../adapter.js';
import { houseLanguage } from '../languages.js';
import { running } from '../running.js';
import { dataFolder, type SettingName, setting } from '../settings.js';

interface VoiceDef extends NodeDef {
  assistant?: string;
  wake?: string;
  wakeWords?: string;
  threshold?: string;
  wakeUrl?: string;
  stt?: string;
  sttUrl?: string;
  sttModel?: string;
  tts?: string;
  ttsUrl?: string;
  ttsModel?: string;
  voice?: string;
  home?: string;
  player?: string;
  ttsEngine?: string;
  language?: string;
}

export interface VoiceNode extends Node<{ sttKey?: string; ttsKey?: string }> {
  /** Undefined when satellites wake by themselves. */
  readonly wake: WakeEngine | undefined;
  readonly voiceActivity: VoiceActivity;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  /** Where Home Assistant speaks instead of the satellites, and the id of the home config node. */
  readonly throughHome: (HomePlayer & { home: string }) | undefined;
  readonly language: string;
  /** The assistant's name as entered; empty when the wake word's is meant. */
  readonly assistant: string;
  /** Names of wake words, or paths of their .onnx files; never none. */
  readonly wakeWords: readonly string[];
  /** Where the keys are for. */
  readonly sttUrl: string;
  readonly ttsUrl: string;
  /** Makes every engine ready that doesn't need a download. Never rejects. */
  warm(): Promise<void>;
  /** What is missing, a sentence each with the command that mends it. */
  missing(): Promise<string[]>;
}

const DEFAULT_WHISPER = 'whisper-base';

export default function jarvisVoice(RED: NodeAPI): void {
  function VoiceConfig(this: VoiceNode, def: VoiceDef): void {
    RED.nodes.createNode(this, def);
    const { credentials } = this;
    const whisper = setting('JARVIS_STT_MODEL', def.sttModel) || DEFAULT_WHISPER;
    const whisperFolder = path.isAbsolute(whisper) ? whisper : path.join(dataFolder(RED), 'models', whisper);
    const sttName = setting('JARVIS_STT', def.stt) || 'whisper';
    const ttsName = setting('JARVIS_TTS', def.tts) || 'espeak';
    const voice = setting('JARVIS_VOICE', def.voice);
    const language = { get: () => houseLanguage(def.language) };
    const words = (def.wakeWords || 'hey_jarvis').split(',').map((word) => word.trim());

    const openWake = (): WakeEngine | undefined => {
      switch (setting('JARVIS_WAKE', def.wake) || 'embedded') {
        case 'none':
          return undefined;
        case 'wyoming':
          return openWyomingWake({ url: need('JARVIS_WAKE_URL', def.wakeUrl), words });
        default:
          return openEmbeddedWake({ words, threshold: Number(def.threshold) || 0.5 });
      }
    };
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
          return openPiper({
            folder: path.join(dataFolder(RED), 'models'),
            language: language.get(),
            ...optional('voice', voice),
          });
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

    // Engines open with their first use: a library that can't load harms only the stage that needs it.
    const wake = once(openWake);
    const voiceActivity = once(openVoiceActivity);
    const stt = once(openStt);
    const tts = once(() => {
      // Cached beneath the fallback: a stand-in's sound mustn't outlive the failure.
      const chosen = withCache(openTts());
      if (ttsName === 'espeak') return chosen;
      return withFallback(chosen, openEspeak(), (problem) => {
        if (problem) reportFailure(this, problem, {});
      });
    });
    for (const [name, engine] of Object.entries({ wake, voiceActivity, stt, tts, language })) {
      Object.defineProperty(this, name, { get: engine.get });
    }
    const throughHome =
      ttsName === 'home-assistant'
        ? { home: def.home ?? '', player: def.player ?? '', engine: def.ttsEngine ?? '' }
        : undefined;
    Object.assign(this, {
      throughHome,
      assistant: def.assistant?.trim() ?? '',
      wakeWords: words,
      sttUrl: setting('JARVIS_STT_URL', def.sttUrl),
      ttsUrl: setting('JARVIS_TTS_URL', def.ttsUrl),
      warm: async () => {
        const engines = [wake, voiceActivity, tts, ...(sttMissing() ? [] : [stt])];
        await Promise.allSettled(engines.map(async (engine) => engine.get()?.warm()));
      },
      missing: async () => {
        const found = sttMissing();
        return found ? [found] : [];
      },
    });
    const sttMissing = () =>
      sttName === 'whisper' && !existsSync(path.join(whisperFolder, 'config.json'))
        ? `No speech-to-text model yet: ${pullCommand(path.basename(whisperFolder))}`
        : undefined;

    running.voice.add(this);
    onClose(this, async () => {
      running.voice.delete(this);
      await Promise.allSettled([wake, voiceActivity, stt, tts].map(async (engine) => engine.opened()?.close()));
    });
  }
  RED.nodes.registerType('jarvis-voice', VoiceConfig as never, {
    credentials: { sttKey: { type: 'password' }, ttsKey: { type: 'password' } },
  });
}

/** A value made at its first use. */
function once<T>(open: () => T): { get(): T; opened(): T | undefined } {
  let value: T | undefined;
  let made = false;
  return {
    get() {
      if (!made) value = open();
      made = true;
      return value as T;
    },
    opened: () => value,
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
