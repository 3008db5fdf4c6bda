import { EventEmitter, once } from 'node:events';
import type { Pcm } from '../../audio/pcm.js';
import type { Stage } from '../../conversation/turns.js';
import { clock, type Timer } from '../../turn/clock.js';
import { JarvisError } from '../../turn/errors.js';
import { sleep, within } from '../../turn/wait.js';
import * as messages from '../esphome-device/messages.js';
import { decode, type Written } from '../esphome-device/protobuf.js';
import type { Link, LinkTools } from '../linked/types.js';
import { openAnnouncements } from './announcements.js';
import type { Client } from './client.js';
import { type Device, openDevice } from './device.js';
import { framedSpeech } from './framed-speech.js';
import { openRun, type Run } from './run.js';
import type { SoundServer } from './sound-server.js';
import type { Speech } from './speech.js';
import { streamedSpeech } from './streamed-speech.js';

/** One connection to a device, from its greeting to its loss. */
export interface Session
  extends Pick<Link, 'setStage' | 'dismiss' | 'show' | 'listen'>,
    Pick<Device, 'wakeWordChanged'> {
  take(type: number, data: Buffer): void;
  /** As `Hub.play`. @throws JarvisError satellite-unreachable; AbortError when the signal fires */
  play(sound: Pcm, signal: AbortSignal): Promise<void>;
  /** False when it couldn't be sent. */
  tellTimer(event: Written<typeof messages.timerEvent.fields>): boolean;
  /** The connection is lost. */
  close(why: Error): void;
}

const { VOICE } = messages;
/** Bits of a request's flags. */
const NEEDS_WAKE = 2;
/** A wake that nobody here takes up in this time was heard better elsewhere, in milliseconds. */
const TAKEN_MS = 2_000;
/** How long a device may be listened to and answered, in milliseconds; a turn ends sooner by itself. */
const RUN_MS = 320_000;
/** A device that is told to listen on does so in this time, in milliseconds. */
const EXPECTED_MS = 15_000;
/** A device without a media player that says nothing asks to be listened to again in this time, in milliseconds. */
const ASKS_MS = 15_000;
/** From the end of listening to the first sound, in milliseconds: its microphone closes. */
const CLOSING_MS = 120;
/** A device that doesn't know early replies is told the old way after this, in milliseconds. */
const OLD_MS = 1_500;
/** An announcement is over when nothing more comes in this time, in milliseconds. */
const LULL_MS = 400;
/** Stands for a sound, where a device only listens after one. */
const NOTHING: Pcm = { samples: Buffer.alloc(6_400), rate: 16_000 };

/** What a device has asked for, and what it says in it. */
interface Asked {
  run: Run;
  speech: Speech;
  /** It has begun to say something, and tells its end: whether that was heard. Missing until then. */
  finished?: (() => boolean) | undefined;
  timers: Timer[];
}

/**
 * @param known the device has said what it is
 * @param wakeWord the id of the word that the device is to be called by, where people have chosen one
 */
export function openSession(
  client: Client,
  sounds: SoundServer,
  {
    site,
    sites,
    emit,
    known,
    wakeWord,
  }: Pick<LinkTools, 'sites' | 'emit'> & {
    site: string;
    known(device: Device): void;
    wakeWord(): string | undefined;
  },
): Session {
  const device = openDevice(client, wakeWord, known);
  const events = new EventEmitter().setMaxListeners(0);
  const stopped = () => emit('hush', site);
  const announcements = openAnnouncements(client, sounds, { silence: device.silence, stopped });
  let lost: Error | undefined;
  let stage: Stage = 'idle';
  let asked: Asked | undefined;
  /** What it was told last: an end that is still to be told is none of what it asks next. */
  let last: Run | undefined;
  /** Until when the device may listen because we wish it, in the clock's steady milliseconds. */
  let expectedUntil = 0;
  let reply = '';
  let lull: Timer | undefined;

  const until = async (test: () => boolean, signal: AbortSignal) => {
    while (!lost && !test()) await once(events, 'changed', { signal });
    if (lost) throw lost;
  };
  const isFree = () => asked !== undefined && asked.run.state !== 'listening' && !asked.speech.isOver;
  const ended = (of: Asked) => {
    of.speech.end();
    if (of.finished) announcements.ends();
    for (const timer of of.timers) timer.cancel();
    if (asked === of) asked = undefined;
    events.emit('changed');
  };
  const streamed = (of: () => Asked): { speech: Speech; url: string } => {
    const offered = sounds.offer(() => speech.fetched());
    const speech = streamedSpeech(offered, {
      begin() {
        const { run, timers } = of();
        of().finished = speech.finished;
        announcements.begin();
        run.replies(reply);
        run.tell(VOICE.intentProgress, { tts_start_streaming: '1' });
        const old = () => offered.fetchedAt ?? run.tell(VOICE.ttsEnd, { url: offered.url });
        timers.push(clock.limit(OLD_MS, old).unref());
      },
      silence() {
        device.silence();
        announcements.ends();
      },
    });
    return { speech, url: offered.url };
  };
  const framed = (of: () => Asked): Speech =>
    framedSpeech({
      async begin(signal) {
        const { run } = of();
        run.replies(reply);
        await sleep(CLOSING_MS, signal);
        run.tell(VOICE.streamStart);
      },
      start: () => of().run.tell(VOICE.ttsEnd, { url: 'http://127.0.0.1/' }),
      send: (data) => of().run.state !== 'over' && client.send(messages.voiceAudio, { data }),
      finish: () => of().run.state !== 'over' && of().run.tell(VOICE.streamEnd),
    });

  const onStart = ({ flags, wakeWord }: { flags: number; wakeWord: string }) => {
    last?.forget();
    const needsWake = (flags & NEEDS_WAKE) !== 0;
    // Its own request for more names the wake word that came first, too.
    const isExpected = clock.steady() < expectedUntil;
    expectedUntil = 0;
    reply = '';
    const own = (): Asked => of;
    const { speech, url } = device.isFramed ? { speech: framed(own), url: undefined } : streamed(own);
    const run = openRun(client, { needsWake, url }, () => ended(of));
    const of: Asked = { run, speech, timers: [] };
    asked = of;
    last = run;
    events.emit('changed');
    if (needsWake) {
      if (stage === 'listening') run.woken();
      return;
    }
    of.timers.push(clock.limit(RUN_MS, run.end).unref());
    if (isExpected) {
      // Whoever was to be listened to may have gone.
      if (stage !== 'listening') run.end();
      return;
    }
    of.timers.push(clock.after(TAKEN_MS, dismiss).unref());
    emit('wake', site, wakeWord ? { word: device.wakeWordOf(wakeWord), by: 'satellite' } : { word: null, by: 'asked' });
  };
  /** Somebody has ended it there: button, mute, "stop". */
  const onStop = () => {
    const of = asked;
    if (!of || of.run.state === 'waiting') return void client.send(messages.voiceEvent, { event: VOICE.runEnd });
    of.run.end();
    stopped();
  };
  const onFinished = () => {
    if (announcements.finished() || !asked?.finished) return;
    // Its stream still grew.
    const { run, finished } = asked;
    const isHeard = finished();
    run.end();
    if (isHeard) stopped();
  };

  return {
    take(type, data) {
      sites.touch(site, 'esphome');
      if (device.take(type, data)) return;
      switch (type) {
        case messages.voiceRequest.id: {
          const request = decode(messages.voiceRequest.fields, data);
          return request.start ? onStart(request) : onStop();
        }
        case messages.voiceAudio.id: {
          const state = asked?.run.state;
          if (state !== 'waiting' && state !== 'listening') return;
          const { data: samples } = decode(messages.voiceAudio.fields, data);
          return emit('audio', site, Buffer.from(samples.subarray(0, samples.length & ~1)));
        }
        case messages.announceFinished.id:
          return onFinished();
      }
    },
    async play(sound, signal) {
      if (device.isFramed) {
        lull?.cancel();
        const limit = { ms: ASKS_MS, what: `"${site}"`, code: 'satellite-unreachable', signal } as const;
        await within(limit, (inner) => until(isFree, inner));
        await asked?.speech.play(sound, signal);
        lull?.cancel();
        // Its microphone is closed until it is told that this was all; of a turn we hear that.
        if (stage === 'idle') lull = clock.after(LULL_MS, () => stage === 'idle' && finish()).unref();
        return;
      }

      // Nobody who speaks to us is talked over.
      await until(() => asked?.run.state !== 'listening', signal);
      if (asked?.run.state === 'thinking' && !asked.speech.isOver) return asked.speech.play(sound, signal);
      // A device that plays listens no more, and doesn't say so.
      asked?.run.end();
      return announcements.play(sound, false, signal);
    },
    setStage(next) {
      stage = next;
      if (next === 'listening') asked?.run.woken();
      if (next === 'thinking') asked?.run.heardEnough();
      // Whether it listens on is said a moment later.
      if (next === 'idle') setImmediate(() => stage === 'idle' && asked?.run.state !== 'waiting' && finish());
    },
    dismiss,
    show({ kind, text }) {
      if (kind === 'heard') asked?.run.heard(text);
      if (kind === 'reply') reply = text;
    },
    listen() {
      expectedUntil = clock.steady() + EXPECTED_MS;
      if (device.isFramed) return finish();
      if (asked?.run.state === 'waiting') return;
      if (asked?.finished) {
        asked.run.goesOn(true);
        return finish();
      }
      asked?.run.end();
      announcements.play(NOTHING, true, new AbortController().signal).catch(() => {});
    },
    wakeWordChanged: device.wakeWordChanged,
    tellTimer: (event) => client.send(messages.timerEvent, event),
    close(why) {
      lost = new JarvisError('satellite-unreachable', why.message);
      lull?.cancel();
      device.close();
      asked?.speech.stop(lost);
      last?.forget();
      announcements.close(lost);
      events.emit('changed');
    },
  };

  /** Home Assistant's word for it: the device shows no error, and makes no sound. */
  function dismiss() {
    if (asked?.run.state === 'listening' && stage !== 'listening') asked.run.end('duplicate_wake_up_detected');
  }

  function finish() {
    asked?.run.end();
  }
}
