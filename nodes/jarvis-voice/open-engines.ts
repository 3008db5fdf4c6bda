import { existsSync } from 'node:fs';
import path from 'node:path';
import type { NodeAPI } from 'node-red';
import { openSpeakers } from '../../lib/listening/speakers/speakers.js';
import { openVoicePrinter } from '../../lib/listening/speakers/voice-print.js';
import type { SpeechToText, WakeEngine } from '../../lib/listening/types.js';
import { openVoiceActivity } from '../../lib/listening/voice-activity.js';
import { pullCommand } from '../../lib/models/pull-command.js';
import { withCache } from '../../lib/speaking/cache.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { withFallback } from '../../lib/speaking/fallback.js';
import type { TextToSpeech } from '../../lib/speaking/types.js';
import { closeAll } from '../../lib/turn/closing.js';
import { reportFailure } from '../adapter.js';
import { dataFolder } from '../settings.js';
import { LOADING, READY, type State, stateOf, type Watched, watched } from '../status.js';
import type { enginesOf } from './engines.js';
import type { VoiceDef, VoiceNode } from './jarvis-voice.js';

const NO_MODEL: State = { fill: 'yellow', shape: 'ring', text: 'noSpeechModel' };
const WOKEN_ELSEWHERE: State = { fill: 'grey', shape: 'dot', text: 'wokenElsewhere' };

/**
 * The engines that a voice config node has chosen, and how they do. Each opens with its first use: a library that can't load
 * harms only the stage that needs it.
 */
export function openEngines(
  RED: NodeAPI,
  node: VoiceNode,
  def: VoiceDef,
  { wakeName, sttName, ttsName, whisperFolder, ...of }: ReturnType<typeof enginesOf>,
) {
  const missingModel = () =>
    sttName === 'whisper' && !existsSync(path.join(whisperFolder, 'config.json'))
      ? path.basename(whisperFolder)
      : undefined;
  const states = {
    wake: watched(wakeName === 'none' ? WOKEN_ELSEWHERE : LOADING),
    stt: watched(missingModel() === undefined ? LOADING : NO_MODEL),
    tts: watched(LOADING),
  };

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
      if (problem) reportFailure(node, problem, {});
    });
  });
  const speakers = once(() =>
    def.speakers
      ? openSpeakers({ file: path.join(dataFolder(RED), 'speakers.json'), printer: openVoicePrinter() })
      : undefined,
  );
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
  const engines = { wake, stopWord, voiceActivity, stt, tts, speakers };
  return {
    engines,
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
    close: () => closeAll(Object.values(engines).map((engine) => () => engine.opened()?.close())),
  };
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
