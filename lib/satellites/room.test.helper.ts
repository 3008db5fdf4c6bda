import { EventEmitter } from 'node:events';
import type { Pcm } from '../audio/pcm.js';
import { clock } from '../turn/clock.js';
import { openPlaybackQueue } from './playback-queue.js';
import type { Hub, Site } from './types.js';

/** A hub with one room, whose microphone brings a sound whenever it is listened to, and which keeps what it was sent. */
export function oneRoom(hears: Buffer, more: Partial<Site> = {}) {
  const events = new EventEmitter();
  const site: Site = { id: 'kitchen', via: 'mqtt', lastSeen: clock.now(), ...more };
  const played: Pcm[] = [];
  const stages: string[] = [];
  let tap: ((samples: Buffer) => void) | undefined;
  const hub = {
    on: (event: string, listener: () => void) => events.on(event, listener),
    off: (event: string, listener: () => void) => events.off(event, listener),
    site: (id: string) => (id === site.id ? site : undefined),
    loudspeakers: openPlaybackQueue(),
    play: async (_site: string, sound: Pcm) => void played.push(sound),
    setStage: (_site: string, stage: string) => void stages.push(stage),
    listen: () => {
      for (let at = 0; at < hears.length; at += 2560) tap?.(hears.subarray(at, at + 2560));
    },
    tap: (_site: string, hear: typeof tap) => {
      tap = hear;
      return () => {
        tap = undefined;
      };
    },
  };
  return { hub: hub as unknown as Hub, played, stages, hush: () => events.emit('hush', 'kitchen') };
}

/** A sine at 16 kHz. @param amplitude of full scale; more than 1 is cut off */
export function tone(amplitude: number, seconds: number): Buffer {
  const sound = Buffer.alloc(Math.round(seconds * 16_000) * 2);
  for (let at = 0; at < sound.length; at += 2) {
    const value = amplitude * Math.sin((at / 2) * 0.2);
    sound.writeInt16LE(Math.round(Math.min(1, Math.max(-1, value)) * 32_767), at);
  }
  return sound;
}
