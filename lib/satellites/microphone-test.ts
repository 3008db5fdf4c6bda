import { DONE } from '../audio/chimes.js';
import { peakLevel } from '../audio/loudness.js';
import { MIC_RATE, type Pcm, SAMPLE_BYTES } from '../audio/pcm.js';
import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { sleep, within } from '../turn/wait.js';
import type { MicrophoneTest, Verdict } from './list-types.js';
import type { Hub } from './types.js';

export interface TestOptions {
  signal: AbortSignal;
  /** Id of the turn that asked for it, and may therefore run there. */
  turn?: string | undefined;
  /** Milliseconds until so much sound must have come; 6,000 when not given. */
  patience?: number | undefined;
}

/** Seconds that are recorded. */
const SECONDS = 3;
const BYTES = SECONDS * MIC_RATE * SAMPLE_BYTES;
const PATIENCE_MS = 6_000;
/** For chime, recording and echo together, with a loudspeaker that never says that it has played. */
const WHOLE_MS = 45_000;
/** What was played is still on its way through the room and back for so long, in milliseconds. */
const ECHO_MS = 1_000;
/** A loudest 80 ms below these, in dBFS: a muted input brings less than the noise of any microphone; speech should be 45 dB above the least. */
const SILENT = -75;
const QUIET = -45;
/** Samples this near full scale are cut off; a few of them may be a click. */
const FULL = 32_700;
const MAX_CUT = 0.001;

const running = new Set<string>();

/**
 * Plays a chime at a site, records three seconds of what its microphone hears, and plays them back. What is recorded, and its echo,
 * wake nobody there.
 * @throws JarvisError bad-input where it can't be tested now, satellite-unreachable where nothing can be played; AbortError when
 * the signal fires, or somebody stops it there
 */
export async function testMicrophone(hub: Hub, site: string, options: TestOptions): Promise<MicrophoneTest> {
  const refused = refusal(hub, site, options.turn);
  if (refused) throw new JarvisError('bad-input', refused);
  const stopped = new AbortController();
  const onHush = (where: string) => where === site && stopped.abort();
  running.add(site);
  hub.on('hush', onHush);
  const recording = openRecording();
  const release = hub.tap(site, recording.write);
  const turn = `microphone-test-${site}-${clock.now()}`;
  const limit = {
    ms: WHOLE_MS,
    what: `The test of "${site}"`,
    signal: AbortSignal.any([options.signal, stopped.signal]),
  };
  try {
    return await within(limit, async (signal) => {
      const play = (sound: Pcm, last: boolean) =>
        hub.loudspeakers.add({ site, turn, last, signal, play: (id) => hub.play(site, sound, id, signal) });
      await play(DONE, false);
      const recorded = recording.take(options.patience ?? PATIENCE_MS, signal);
      hub.setStage(site, 'listening');
      hub.listen(site);
      const samples = await recorded;
      hub.setStage(site, 'thinking');
      const heard = judgeSound(samples);
      if (heard.verdict !== 'none' && heard.verdict !== 'silent') {
        hub.setStage(site, 'speaking');
        await play({ samples, rate: MIC_RATE }, true);
      }
      return heard;
    });
  } finally {
    hub.off('hush', onHush);
    hub.loudspeakers.complete(turn);
    hub.setStage(site, turns.current(site)?.stage ?? 'idle');
    running.delete(site);
    clock.after(ECHO_MS, release).unref();
  }
}

/** Why a site can't be tested now. */
function refusal(hub: Hub, site: string, turn: string | undefined): string | undefined {
  const known = hub.site(site);
  const current = turns.current(site);
  if (!known || known.via === 'assist') return `"${site.slice(0, 64)}" is no satellite with a microphone of its own.`;
  if (known.deaf) return `The microphone of "${site}" is switched off. Switch it on first.`;
  if (running.has(site)) return `A test of "${site}" runs already.`;
  const isBusy = (current && current.id !== turn && !current.isSilent) || turns.announcements(site) > 0;
  return isBusy ? `"${site}" is being spoken with. Try again when it is quiet there.` : undefined;
}

/** What a microphone brings is dropped until it is taken. */
function openRecording() {
  let write = (_: Buffer) => {};
  return {
    write: (samples: Buffer) => write(samples),
    /** The first three seconds of sound that come, or those that came until patience ended. @throws AbortError */
    async take(patience: number, signal: AbortSignal): Promise<Buffer> {
      const enough = new AbortController();
      const pieces: Buffer[] = [];
      let length = 0;
      write = (samples) => {
        pieces.push(samples);
        length += samples.length;
        if (length < BYTES) return;
        write = () => {};
        enough.abort();
      };
      await sleep(patience, AbortSignal.any([signal, enough.signal])).catch((thrown: unknown) => {
        if (signal.aborted) throw thrown;
      });
      write = () => {};
      return Buffer.concat(pieces).subarray(0, BYTES);
    },
  };
}

/** Judges what a microphone brought: 16-bit mono sound at 16 kHz. */
export function judgeSound(samples: Buffer): MicrophoneTest {
  const level = peakLevel(samples);
  let cut = 0;
  for (let at = 0; at + SAMPLE_BYTES <= samples.length; at += SAMPLE_BYTES) {
    if (Math.abs(samples.readInt16LE(at)) >= FULL) cut++;
  }
  return { level: Math.round(level), verdict: verdictOf(samples.length / SAMPLE_BYTES, level, cut) };
}

function verdictOf(count: number, level: number, cut: number): Verdict {
  if (count === 0) return 'none';
  if (cut / count > MAX_CUT) return 'clipping';
  if (level < SILENT) return 'silent';
  return level < QUIET ? 'quiet' : 'good';
}
