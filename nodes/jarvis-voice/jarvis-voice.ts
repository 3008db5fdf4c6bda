import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Speakers } from '../../lib/listening/speakers/speakers.js';
import type { SpeechToText, VoiceActivity, WakeEngine } from '../../lib/listening/types.js';
import type { HomePlayer } from '../../lib/speaking/home-assistant-tts.js';
import type { TextToSpeech } from '../../lib/speaking/types.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { setting } from '../settings.js';
import type { Watched } from '../status.js';
import { enginesOf, type VoiceOffer } from './engines.js';
import { openEngines } from './open-engines.js';

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

export default function jarvisVoice(RED: NodeAPI): void {
  function VoiceConfig(this: VoiceNode, def: VoiceDef): void {
    RED.nodes.createNode(this, def);
    const chosen = enginesOf(RED, def, this.credentials);
    const { engines, close, ...opened } = openEngines(RED, this, def, chosen);
    for (const [name, engine] of Object.entries({ ...engines, language: { get: chosen.language } })) {
      Object.defineProperty(this, name, { get: engine.get });
    }
    const { home = '', player = '', ttsEngine = '' } = def;
    Object.assign(this, {
      ...opened,
      throughHome: chosen.ttsName === 'home-assistant' ? { home, player, engine: ttsEngine } : undefined,
      assistant: def.assistant?.trim() ?? '',
      wakeWords: chosen.wakeWords,
      offer: chosen.offer,
      sttUrl: setting('JARVIS_STT_URL', def.sttUrl),
      ttsUrl: setting('JARVIS_TTS_URL', def.ttsUrl),
    });
    running.voice.add(this);
    onClose(this, async () => {
      running.voice.delete(this);
      await close();
    });
  }
  RED.nodes.registerType('jarvis-voice', VoiceConfig as never, {
    credentials: { sttKey: { type: 'password' }, ttsKey: { type: 'password' } },
  });
}
