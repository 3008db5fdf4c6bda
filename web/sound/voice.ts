import type { StringKey } from '../strings.js';
import type { ClientMessage, Stage } from '../wire/messages.js';
import { MicrophoneError, openMicrophone } from './microphone.js';
import { FRAME_SAMPLES, type Frame } from './pcm.js';

/** Milliseconds after which a press to talk ends by itself. */
const TALK_LIMIT = 60_000;
/** Milliseconds after a spoken turn in which a question may be answered without another press. */
const ANSWER_WINDOW = 90_000;
/** Frames of silence that tell the server that the person is done: 1.6 s. */
const SILENT_FRAMES = 20;

export interface VoiceState {
  /** Pressed to talk: what is said now is a request. */
  talking: boolean;
  /** Listening for the wake word all the time. */
  waking: boolean;
  /** The microphone is being opened: the browser may be asking the person. */
  opening: boolean;
}

export interface VoiceOptions {
  context(): AudioContext;
  /** @returns false when not connected. */
  send(message: ClientMessage): boolean;
  /** @returns false when the frame was dropped because the connection is too slow. */
  sendSound(pcm: ArrayBuffer): boolean;
  onChange(state: VoiceState): void;
  /** How loud the microphone is, 0 to 1; 0 when it's closed. */
  onLevel(level: number): void;
  /** Something to tell the person, as a key of the strings table. */
  onProblem(key: StringKey): void;
}

/** The person's side of the sound: decides when the microphone is open and where its frames go. */
export interface Voice {
  /** The microphone button: starts talking, or says "done". */
  press(): void;
  /** Switches listening for the wake word. */
  setWaking(on: boolean): void;
  /** The server's stage has changed. */
  setStage(stage: Stage): void;
  /** What was being said is void: the turn was cancelled or the connection broke. */
  drop(): void;
}

export function createVoice(options: VoiceOptions): Voice {
  let talking = false;
  let waking = false;
  let opening: Promise<boolean> | undefined;
  let close: (() => void) | undefined;
  /** The server has begun to listen to what is being said. */
  let heard = false;
  let answersUntil = 0;
  let limit: ReturnType<typeof setTimeout> | undefined;
  let slow = false;

  const changed = (): void => options.onChange({ talking, waking, opening: opening !== undefined });

  function onFrame(frame: Frame): void {
    options.onLevel(frame.level);
    const sent = options.sendSound(frame.pcm);
    if (!sent && !slow) options.onProblem('micSlow');
    slow = !sent;
  }

  /** Opens or closes the microphone, whichever is needed now. @returns whether it is open. */
  async function settle(): Promise<boolean> {
    if (!talking && !waking) {
      close?.();
      close = undefined;
      options.onLevel(0);
      return false;
    }
    if (close) return true;
    opening ??= open();
    changed();
    return opening;
  }

  async function open(): Promise<boolean> {
    try {
      close = await openMicrophone(options.context(), onFrame, () => fail('micGone'));
    } catch (error) {
      fail(error instanceof MicrophoneError ? error.key : 'micFailed');
    }
    opening = undefined;
    changed();
    // It may not be wanted any more.
    return close ? settle() : false;
  }

  function fail(key: StringKey): void {
    waking = false;
    endTalk();
    options.onProblem(key);
  }

  /** @param asked whether the server has asked for an answer and listens already. */
  async function startTalk(asked: boolean): Promise<void> {
    talking = true;
    heard = asked;
    changed();
    if (!(await settle()) || !talking) return;
    if (!asked && !options.send({ type: 'listen' })) {
      endTalk();
      options.onProblem('offline');
      return;
    }
    clearTimeout(limit);
    limit = setTimeout(() => {
      endTalk();
      options.onProblem('talkLimit');
    }, TALK_LIMIT);
  }

  function endTalk(): void {
    clearTimeout(limit);
    if (talking) answersUntil = Date.now() + ANSWER_WINDOW;
    talking = false;
    changed();
    void settle();
  }

  return {
    press() {
      if (!talking) {
        void startTalk(false);
        return;
      }
      // The server finds the end of an utterance by its silence; this is the silence of a closed microphone.
      if (close) for (let n = 0; n < SILENT_FRAMES; n += 1) options.sendSound(new ArrayBuffer(FRAME_SAMPLES * 2));
      endTalk();
    },
    setWaking(on) {
      waking = on;
      changed();
      void settle();
    },
    setStage(stage) {
      if (stage !== 'listening') {
        if (talking && heard) endTalk();
        return;
      }
      heard = true;
      // A question was asked: someone who pressed to talk may answer it without pressing again.
      if (!talking && !waking && Date.now() < answersUntil) void startTalk(true);
    },
    drop() {
      if (talking) endTalk();
      answersUntil = 0;
    },
  };
}
