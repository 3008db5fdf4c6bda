import { setTimeout as sleep } from 'node:timers/promises';
import { CHUNK_BYTES, MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { turns } from '../lib/conversation/turns.js';
import { type Answered, type DecideOptions, decideCommand } from '../lib/deciding/decide-command.js';
import { expectedWords } from '../lib/deciding/expected-words.js';
import { judgeTurn } from '../lib/deciding/judge-turn.js';
import { openDemoHome } from '../lib/home/demo.js';
import { type GuardedHome, guarded } from '../lib/home/guard.js';
import { type Ear, openTurnListening } from '../lib/listening/turn-listening.js';
import type { SpeechToText, VoiceActivity, WakeEngine } from '../lib/listening/types.js';
import { openWokenTurns } from '../lib/listening/woken-turns.js';
import { type Heard, newTurn, type Turn } from '../lib/turn/turn.js';
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
  /** Something was asked back. */
  asks?: boolean;
  /** The transcript, with its alternatives. */
  heard?: Heard;
  /** Pauses at which the words were guessed, and those after which the person spoke on. */
  guesses?: number;
  dropped?: number;
}

const LANGUAGE = 'en';
const CHUNK_MS = 80;
/** As long as the room listens for an answer. */
const ANSWER_MS = 8_000;
/** How long after its sentence a wake word may be noticed, in samples. */
const LATE = MIC_RATE / 2;
const signal = new AbortController().signal;

const optionsOf = (home: GuardedHome, turn: Turn): DecideOptions => ({
  ...{ home, turn, signal },
  memories: [],
  conversation: false,
});
const typed = (site: string) => newTurn({ site, area: 'kitchen', source: 'voice', door: 'voice', language: LANGUAGE });

/** The outcome of words: action, devices and value; what was said where nothing was done; undefined where something is asked. */
function doneBy({ command, text, question }: Answered): string | undefined {
  if (question) return undefined;
  return command ? (command.ok ? JSON.stringify([command.action, command.targets, command.value]) : undefined) : text;
}

/** Action, devices and value that words come to in the demo house; undefined where they are no command. */
export async function commandOf(words: string): Promise<string | undefined> {
  const answered = await decideCommand(words, optionsOf(guarded(openDemoHome()), typed('bench')));
  return answered?.command && doneBy(answered);
}

/** The outcome of an answer to what is asked back of an order. */
export async function answerOf(words: string, order: string): Promise<string | undefined> {
  const home = guarded(openDemoHome());
  await decideCommand(order, optionsOf(home, typed('bench')));
  const answered = await decideCommand(words, optionsOf(home, typed('bench')));
  return answered && doneBy(answered);
}

/**
 * Plays a sentence into what the wake, listen, judge and command nodes of the shipped flow call, in a room of its own.
 * Time is that of the sound: it waits for voice activity and speech to text, so that a busy machine changes nothing in
 * what they do. A wake word engine doesn't tell how far it is: with one, sound comes at the pace of a microphone.
 * @param order what something was asked back of: the sentence answers, without a wake word
 */
export async function playScene(site: string, scene: Scene, ears: Ears, order?: string): Promise<Outcome> {
  const { sound, from, called, to } = scene;
  const home = guarded(openDemoHome());
  if (order !== undefined) {
    await decideCommand(order, optionsOf(home, typed(site)));
    turns.conversation(site).await('answer', ANSWER_MS);
  }
  const outcome: Outcome = { woken: false };
  const time = soundTime(ears);
  let position = 0;
  let woken: Turn | undefined;
  const over = new AbortController();

  const understood = async (turn: Turn, heard: Heard) => {
    outcome.heard = heard;
    const { judgement } = await judgeTurn(turn, heard.text, { name: 'Jarvis', aliases: [], signal });
    if (!judgement.directed) return;
    outcome.words = judgement.query;
    const answered = await decideCommand(judgement.query, optionsOf(home, { ...turn, judgement }));
    if (!answered) return;
    outcome.asks = answered.question ?? false;
    if (answered.command || order !== undefined) outcome.done = doneBy(answered);
  };
  let deciding: Promise<void> | undefined;
  const earOf = (turn: Turn): Ear => ({
    vad: time.vad,
    stt: time.stt,
    ...expectedWords({ home, turn, name: 'Jarvis', languageOf: () => LANGUAGE }),
    onOutcome(heard) {
      if (turn.id === woken?.id && 'heard' in heard) deciding = understood({ ...turn, ...heard }, heard.heard);
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
      if (woken || (order === undefined && (position < from || position > to + LATE))) return;
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

  if (order !== undefined) gate.wake(site, { by: 'follow-up', word: null });
  const started = performance.now();
  for (let at = 0; at < sound.length && !over.signal.aborted; at += CHUNK_BYTES) {
    gate.write(site, sound.subarray(at, at + CHUNK_BYTES));
    const before = position;
    position = Math.min(sound.length, at + CHUNK_BYTES) / SAMPLE_BYTES;
    if (order === undefined && !ears.engine && before < called && position >= called)
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
