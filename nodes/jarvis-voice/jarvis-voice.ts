import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { openSpeakers, type Speakers } from '../../lib/listening/speakers/speakers.js';
import { openVoicePrinter } from '../../lib/listening/speakers/voice-print.js';
import type { SpeechToText, VoiceActivity, WakeEngine } from '../../lib/listening/types.js';
import { openVoiceActivity } from '../../lib/listening/voice-activity.js';
import { pullCommand } from '../../lib/models/pull-command.js';
import { withCache } from '../../lib/speaking/cache.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { withFallback } from '../../lib/speaking/fallback.js';
import type { HomePlayer } from '../../lib/speaking/home-assistant-tts.js';
import type { TextToSpeech } from '../../lib/speaking/types.js';
import { onClose, reportFailure } from '../adapter.js';
import { running } from '../running.js';
import { dataFolder, setting } from '../settings.js';
import { LOADING, READY, type State, stateOf, type Watched, watched } from '../status.js';
import { enginesOf, type VoiceOffer } from './engines.js';

export interface VoiceDef extends NodeDef {
  assistant?: string;
  wake?: string;
  wakeWords?: string;
  threshold?: string;
  cutoff?: string;
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
  speakers?: boolean;
}

export interface VoiceKeys {
  sttKey?: string;
  ttsKey?: string;
}

export interface VoiceNode extends Node<VoiceKeys> {
  /** Undefined when satellites wake by themselves. */
  readonly wake: WakeEngine | undefined;
  /** Hears "stop"; undefined where satellites wake elsewhere. */
  readonly stopWord: WakeEngine | undefined;
  readonly voiceActivity: VoiceActivity;
  readonly stt: SpeechToText;
  readonly tts: TextToSpeech;
  /** Tells voices apart; undefined where everybody may do the same. */
  readonly speakers: Speakers | undefined;
  /** Where Home Assistant speaks instead of the satellites, and the id of the home config node. */
  readonly throughHome: (HomePlayer & { home: string }) | undefined;
  readonly language: string;
  /** The assistant's name as entered; empty when the wake word's is meant. */
  readonly assistant: string;
  /** Names of wake words, or paths of their files; never none. */
  readonly wakeWords: readonly string[];
  /** What of it others may be told. */
  readonly offer: VoiceOffer;
  /** Where the keys are for. */
  readonly sttUrl: string;
  readonly ttsUrl: string;
  /** How its engines do. */
  readonly states: Readonly<Record<'wake' | 'stt' | 'tts', Watched>>;
  /** The name of the speech model that isn't there yet, of those that can be pulled or put there. */
  missingModel(): string | undefined;
  /** Looks whether the speech model that was missing is there now, and makes it ready. */
  refresh(): void;
  /** Makes every engine ready that doesn't need a download. Never rejects. */
  warm(): Promise<void>;
  /** What is missing, a sentence each with the command that mends it. */
  missing(): Promise<string[]>;
}

const NO_MODEL: State = { fill: 'yellow', shape: 'ring', text: 'noSpeechModel' };
const WOKEN_ELSEWHERE: State = { fill: 'grey', shape: 'dot', text: 'wokenElsewhere' };

export default function jarvisVoice(RED: NodeAPI): void {
  function VoiceConfig(this: VoiceNode, def: VoiceDef): void {
    RED.nodes.createNode(this, def);
    const { wakeName, sttName, ttsName, whisperFolder, ...of } = enginesOf(RED, def, this.credentials);
    const missingModel = () =>
      sttName === 'whisper' && !existsSync(path.join(whisperFolder, 'config.json'))
        ? path.basename(whisperFolder)
        : undefined;
    const states = {
      wake: watched(wakeName === 'none' ? WOKEN_ELSEWHERE : LOADING),
      stt: watched(missingModel() === undefined ? LOADING : NO_MODEL),
      tts: watched(LOADING),
    };

    // Engines open with their first use: a library that can't load harms only the stage that needs it.
    const wake = once(of.openWake);
    const stopWord = once(of.openStopWord);
    const voiceActivity = once(openVoiceActivity);
    const stt = once(of.openStt);
    const tts = once(() => {
      // Cached beneath the fallback: a stand-in's sound mustn't outlive the failure.
      const chosen = withCache(of.openTts());
      if (ttsName === 'espeak') return chosen;
      return withFallback(chosen, openEspeak(), (problem) => {
        states.tts.set(problem ? stateOf(problem) : READY);
        if (problem) reportFailure(this, problem, {});
      });
    });
    const speakers = once(() =>
      def.speakers
        ? openSpeakers({ file: path.join(dataFolder(RED), 'speakers.json'), printer: openVoicePrinter() })
        : undefined,
    );
    const engines = { wake, stopWord, voiceActivity, stt, tts, speakers };
    for (const [name, engine] of Object.entries({ ...engines, language: { get: of.language } })) {
      Object.defineProperty(this, name, { get: engine.get });
    }
    const warmOf = async (state: Watched, engine: () => WakeEngine | SpeechToText | TextToSpeech | undefined) => {
      try {
        const opened = engine();
        await opened?.warm();
        // A voice that another one stands in for has told of itself.
        if (opened && state.now.text === 'loading') state.set(READY);
      } catch (thrown) {
        state.set(stateOf(thrown));
      }
    };
    const warmStt = async () => {
      states.stt.set(missingModel() === undefined ? LOADING : NO_MODEL);
      if (missingModel() === undefined) await warmOf(states.stt, stt.get);
    };
    let warmed: Promise<unknown> | undefined;
    Object.assign(this, {
      throughHome:
        ttsName === 'home-assistant'
          ? { home: def.home ?? '', player: def.player ?? '', engine: def.ttsEngine ?? '' }
          : undefined,
      assistant: def.assistant?.trim() ?? '',
      wakeWords: of.wakeWords,
      offer: of.offer,
      sttUrl: setting('JARVIS_STT_URL', def.sttUrl),
      ttsUrl: setting('JARVIS_TTS_URL', def.ttsUrl),
      states,
      missingModel,
      refresh: () => {
        if (states.stt.now === NO_MODEL && missingModel() === undefined) void warmStt();
      },
      warm: async () => {
        warmed ??= Promise.allSettled([
          warmOf(states.wake, wake.get),
          voiceActivity.get().warm(),
          speakers.get()?.warm(),
          warmOf(states.tts, tts.get),
          warmStt(),
        ]);
        await warmed;
      },
      missing: async () => {
        const model = missingModel();
        return model === undefined ? [] : [`No speech-to-text model yet: ${pullCommand(model)}`];
      },
    });

    running.voice.add(this);
    onClose(this, async () => {
      running.voice.delete(this);
      await Promise.allSettled(Object.values(engines).map(async (engine) => engine.opened()?.close()));
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
