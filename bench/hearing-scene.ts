import { setTimeout as sleep } from 'node:timers/promises';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { turns } from '../lib/conversation/turns.js';
import { decideCommand } from '../lib/deciding/decide-command.js';
import { judgeTurn } from '../lib/deciding/judge-turn.js';
import { likelyCommands } from '../lib/deciding/likely-commands.js';
import { utteranceEnd } from '../lib/deciding/utterance-end.js';
import { openDemoHome } from '../lib/home/demo.js';
import { DEMO_HOUSE } from '../lib/home/demo-house.js';
import { guarded } from '../lib/home/guard.js';
import { likelyNames } from '../lib/home/likely-names.js';
import { type Ear, openTurnListening } from '../lib/listening/turn-listening.js';
import type { SpeechToText, VoiceActivity, WakeEngine } from '../lib/listening/types.js';
import { openWokenTurns } from '../lib/listening/woken-turns.js';
import { newTurn, type Turn } from '../lib/turn/turn.js';
import type { Scene } from './conditions.js';
import { soundTime } from './sound-time.js';

export interface Ears {
  /** Without one, the room is woken where the wake word ends: what is heard is what listening makes of it. */
  engine: WakeEngine | undefined;
  vad: VoiceActivity;
  stt: SpeechToText;
}

/** What became of a sentence. */
export interface Outcome {
  /** The wake word was heard when it was said. */
  woken: boolean;
  /** The words without the wake word; missing where none were understood. */
  words?: string;
  /** Seconds of sound from the end of the words to where listening ended; missing where it didn't end. */
  ended?: number;
  /** What was done, as `commandOf` tells it. */
  done?: string | undefined;
  /** Pauses at which the words were guessed, and those after which the person spoke on. */
  guesses?: number;
  dropped?: number;
}

const LANGUAGE = 'en';
const CHUNK_MS = 80;
/** How long after its sentence a wake word may be noticed, in samples. */
const LATE = MIC_RATE / 2;
const signal = new AbortController().signal;

/** Action, devices and value that words come to in the demo house; undefined where they are no command. */
export async function commandOf(words: string, turn?: Turn): Promise<string | undefined> {
  const answered = await decideCommand(words, {
    home: guarded(openDemoHome()),
    turn: turn ?? newTurn({ site: 'bench', source: 'text', language: LANGUAGE }),
    signal,
    memories: [],
    conversation: false,
  });
  const { command } = answered ?? {};
  return command?.ok ? JSON.stringify([command.action, command.targets, command.value]) : undefined;
}

/**
 * Plays a sentence into what the wake, listen, judge and command nodes of the shipped flow call, in a room of its own.
 * Time is that of the sound: it waits for voice activity and speech to text, so that a busy machine changes nothing in
 * what they do. A wake word engine doesn't tell how far it is: with one, sound comes at the pace of a microphone.
 */
export async function playScene(site: string, { sound, from, called, to }: Scene, ears: Ears): Promise<Outcome> {
  const outcome: Outcome = { woken: false };
  const time = soundTime(ears);
  let position = 0;
  let woken: Turn | undefined;
  const over = new AbortController();

  const understood = async (turn: Turn, text: string) => {
    const { judgement } = await judgeTurn(turn, text, { name: 'Jarvis', aliases: [], signal });
    if (!judgement.directed) return;
    outcome.words = judgement.query;
    outcome.done = await commandOf(judgement.query, { ...turn, judgement });
  };
  let deciding: Promise<void> | undefined;
  const earOf = (turn: Turn): Ear => ({
    vad: time.vad,
    stt: time.stt,
    endOf: (heard) => utteranceEnd(heard, { name: 'Jarvis', language: LANGUAGE, area: 'kitchen', house: DEMO_HOUSE }),
    names: () => likelyNames(DEMO_HOUSE, 'kitchen'),
    commands: () => likelyCommands(DEMO_HOUSE, LANGUAGE, 'kitchen'),
    onOutcome(heard) {
      if (turn.id === woken?.id && 'heard' in heard) deciding = understood({ ...turn, ...heard }, heard.heard.text);
      if (turn.id === woken?.id) over.abort();
    },
    onError: () => over.abort(),
  });
  const listening = openTurnListening('bench', () => {});
  const gate = openWokenTurns({
    node: 'bench',
    voice: { wake: ears.engine, stopWord: undefined, stt: ears.stt, language: LANGUAGE },
    placeOf: () => ({ area: 'kitchen' }),
    onTurn(turn) {
      if (woken || position < from || position > to + LATE) return;
      woken = turn;
      outcome.woken = true;
    },
    onSound: (turn, samples, index) => listening.write(turn, samples, () => earOf(turn), index > 0),
    onIdle() {},
    onError: () => over.abort(),
  });
  const ended = ({ id, stage }: { id: string; stage: string }) => {
    if (id === woken?.id && stage === 'thinking') outcome.ended ??= (position - to) / MIC_RATE;
  };
  turns.on('stage', ended);
  /** While the sound stands still, nobody may take it for lost. */
  const keepAlive = () => {
    if (woken) listening.write(woken, Buffer.alloc(0), () => earOf(woken as Turn), true);
  };

  const started = performance.now();
  for (let at = 0; at < sound.length && !over.signal.aborted; at += CHUNK_BYTES) {
    gate.write(site, sound.subarray(at, at + CHUNK_BYTES));
    const before = position;
    position = Math.min(sound.length, at + CHUNK_BYTES) / SAMPLE_BYTES;
    if (!ears.engine && before < called && position >= called)
      gate.wake(site, { by: 'audio', word: 'hey_jarvis', score: 1 });
    const early = started + (at / CHUNK_BYTES + 1) * CHUNK_MS - performance.now();
    if (ears.engine && early > 0) await sleep(early);
    await time.goesTo(position, keepAlive);
    if (!woken && position > to + LATE) break;
  }
  time.isOver();
  // Speech to text may still be at work.
  if (outcome.ended !== undefined && !over.signal.aborted)
    await new Promise((resolve) => over.signal.addEventListener('abort', resolve, { once: true }));
  await deciding;
  turns.off('stage', ended);
  const span =
    woken &&
    turns
      .get(woken.id)
      ?.trace.record()
      .spans.find((one) => one.stage === 'listen');
  Object.assign(outcome, span && { guesses: span['guesses'], dropped: span['dropped'] });
  if (woken) turns.end(woken.id);
  gate.close('the scene is over');
  listening.close('the scene is over');
  return outcome;
}
