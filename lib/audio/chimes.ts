import { type Pcm, SAMPLE_BYTES } from './pcm.js';

const RATE = 22_050;
const LOUDEST = 32_767;

/** Stands for "done", where what was done can be seen: two notes, up. */
export const DONE = chime({ hertz: [659, 988], seconds: 0.09, loudness: 0.25 });
/** Before what rings is told: a third that rises, twice. */
export const RING = chime({ hertz: [660, 830, 660, 830], seconds: 0.18, loudness: 0.35 });

/** Says that the room listens: one soft note, over before anybody begins to speak. */
export const WAKE = chime({ hertz: [1175], seconds: 0.12, loudness: 0.12 });
/** Says that it listens no more and has heard nothing: two notes, down. */
export const ERROR = chime({ hertz: [494, 370], seconds: 0.12, loudness: 0.2 });

/** Notes one after the other. @param loudness of the loudest that there is */
function chime({ hertz, seconds, loudness }: { hertz: number[]; seconds: number; loudness: number }): Pcm {
  const length = Math.round(seconds * RATE);
  const samples = Buffer.alloc(hertz.length * length * SAMPLE_BYTES);
  for (const [note, pitch] of hertz.entries()) {
    for (let at = 0; at < length; at++) {
      // swells and fades, or it would click
      const loud = loudness * Math.sin((Math.PI * at) / length);
      const value = LOUDEST * loud * Math.sin((2 * Math.PI * pitch * at) / RATE);
      samples.writeInt16LE(Math.round(value), (note * length + at) * SAMPLE_BYTES);
    }
  }
  return { samples, rate: RATE };
}
