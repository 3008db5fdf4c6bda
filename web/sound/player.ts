import { createDecoder } from './pcm.js';
import { createResampler, type Resampler } from './resampler.js';

/** Seconds between the first frame and its sound, so that the next frames come in time. */
const LEAD = 0.06;
/** Seconds of sound waiting to be played; more than this is dropped. */
const MOST = 300;
/** Seconds a clip may be late before it counts as played: the server must never wait for a stuck loudspeaker. */
const LATE = 2;

/** Plays clips of streamed sound one after another, each from its first frame on. */
export interface Player {
  /** A clip begins; frames that follow belong to it. `rate` is in samples per second. */
  start(id: string, rate: number): void;
  /** Mono s16le sound of the clip begun last. */
  frame(bytes: ArrayBuffer): void;
  /** No more frames of this clip. */
  end(id: string): void;
  /** Cuts one clip, or all of them, at once. */
  stop(id?: string): void;
}

export interface PlayerEvents {
  /** A clip was heard to its end, or would have ended by now in a browser that keeps quiet; never one that was stopped. */
  onPlayed(id: string): void;
  /** True while there is something to play. */
  onPlaying(playing: boolean): void;
  /** The browser doesn't allow sound yet. */
  onBlocked(): void;
}

interface Clip {
  id: string;
  resampler: Resampler;
  decode: (bytes: ArrayBuffer) => Float32Array<ArrayBuffer>;
  sources: Set<AudioBufferSourceNode>;
  seconds: number;
  ended: boolean;
  timer?: ReturnType<typeof setTimeout>;
}

/** @param context gives the AudioContext at the first sound, not before. */
export function createPlayer(context: () => AudioContext, events: PlayerEvents): Player {
  const clips = new Map<string, Clip>();
  let current: Clip | undefined;
  /** When, on the context's clock, what has come so far is over. */
  let until = 0;

  function start(id: string, rate: number): void {
    stop(id);
    const sound = context();
    current = {
      id,
      resampler: createResampler(rate, Math.round(sound.sampleRate)),
      decode: createDecoder(),
      sources: new Set(),
      seconds: 0,
      ended: false,
    };
    clips.set(id, current);
    events.onPlaying(true);
    if (!runs(sound)) {
      sound.resume().catch(() => undefined);
      // A context just made takes a moment to run where sound is allowed.
      setTimeout(() => !runs(sound) && events.onBlocked(), 400);
    }
  }

  function schedule(clip: Clip, samples: Float32Array): void {
    const sound = context();
    if (samples.length === 0 || until - sound.currentTime > MOST) return;
    const buffer = sound.createBuffer(1, samples.length, sound.sampleRate);
    buffer.getChannelData(0).set(samples);
    const source = sound.createBufferSource();
    source.buffer = buffer;
    source.connect(sound.destination);
    source.onended = () => {
      clip.sources.delete(source);
      if (clip.ended && clip.sources.size === 0) finish(clip);
    };
    if (until < sound.currentTime) until = sound.currentTime + LEAD;
    source.start(until);
    until += buffer.duration;
    clip.seconds += buffer.duration;
    clip.sources.add(source);
  }

  function end(id: string): void {
    const clip = clips.get(id);
    if (!clip || clip.ended) return;
    schedule(clip, clip.resampler.flush());
    clip.ended = true;
    if (current === clip) current = undefined;
    if (clip.sources.size === 0) finish(clip);
    else giveUpLater(clip);
  }

  /** Ends a clip whose sound doesn't come to its end by itself. */
  function giveUpLater(clip: Clip): void {
    const sound = context();
    const running = runs(sound);
    const left = Math.max(0, until - sound.currentTime);
    clip.timer = setTimeout(
      () => {
        // Allowed in the meantime: it has begun late and may go on.
        if (!running && runs(sound)) giveUpLater(clip);
        else finish(clip);
      },
      (running ? left + LATE : Math.min(left, clip.seconds)) * 1000,
    );
  }

  function finish(clip: Clip, played = true): void {
    if (!clips.delete(clip.id)) return;
    clearTimeout(clip.timer);
    for (const source of clip.sources) {
      source.onended = null;
      source.stop();
      source.disconnect();
    }
    if (current === clip) current = undefined;
    if (clips.size === 0) until = 0;
    if (played) events.onPlayed(clip.id);
    if (clips.size === 0) events.onPlaying(false);
  }

  function stop(id?: string): void {
    for (const clip of [...clips.values()]) if (id === undefined || clip.id === id) finish(clip, false);
  }

  return {
    start,
    end,
    stop,
    frame: (bytes) => current && schedule(current, current.resampler.push(current.decode(bytes))),
  };
}

function runs(sound: AudioContext): boolean {
  return sound.state === 'running';
}
