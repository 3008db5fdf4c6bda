import { levelOf, SILENCE_DBFS } from '../audio/level.js';
import { MIC_RATE, SAMPLE_BYTES } from '../audio/pcm.js';
import type { Hub } from '../satellites/types.js';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { sleep, within } from '../turn/wait.js';

type Told = { outcome: 'ok' | 'skipped'; told: string };

/** A microphone that works brings at least its own noise, in dBFS. */
const DEAD = -90;
/** Less than what a loudspeaker that never reports is waited for, and than the stage has. */
const PLAYED_MS = 8000;
/** So loud that speech is cut off, in dBFS. */
const TOO_LOUD = -6;

/**
 * Listens to what satellites send and judges the loudest of each.
 * @param ms how long it listens
 * @throws JarvisError bad-audio where a microphone brings digital silence, or far too much
 */
export async function microphoneLevels(hub: Pick<Hub, 'on' | 'off'>, ms: number, signal: AbortSignal): Promise<Told> {
  const loudest = new Map<string, number>();
  const onAudio = (site: string, samples: Buffer) => {
    loudest.set(site, Math.max(loudest.get(site) ?? SILENCE_DBFS, levelOf(samples)));
  };
  hub.on('audio', onAudio);
  try {
    await sleep(ms, signal);
  } finally {
    hub.off('audio', onAudio);
  }
  if (loudest.size === 0) {
    return {
      outcome: 'skipped',
      told: `No satellite sent sound for ${ms / 1000} s. Some send it only once they are woken.`,
    };
  }
  for (const [site, level] of loudest) {
    if (level < DEAD) {
      throw new JarvisError(
        'bad-audio',
        `The microphone of "${site}" sends silence: it is muted, or another input is chosen.`,
      );
    }
    if (level > TOO_LOUD) {
      throw new JarvisError(
        'bad-audio',
        `The microphone of "${site}" is too loud (${level.toFixed(0)} dBFS): turn its gain down.`,
      );
    }
  }
  return { outcome: 'ok', told: [...loudest].map(([site, level]) => `${site}: ${level.toFixed(0)} dBFS`).join(', ') };
}

/** Whether the satellites' broker is there. @throws JarvisError satellite-unreachable */
export function brokerThere(hub: Pick<Hub, 'status'>): Told {
  const { state, detail } = hub.status();
  if (state === 'connected') return { outcome: 'ok', told: 'Connected.' };
  if (state === 'off') return { outcome: 'skipped', told: detail };
  throw new JarvisError('satellite-unreachable', detail || 'The broker is not connected yet. Try again in a moment.');
}

/**
 * Plays a fifth of a second of silence at every satellite, after what plays there.
 * @throws JarvisError satellite-unreachable for one that can't be reached; whoever never says that it has played is too slow
 */
export async function playsSilence(
  hub: Pick<Hub, 'sites' | 'loudspeakers' | 'play'>,
  signal: AbortSignal,
): Promise<Told> {
  const sites = hub.sites().filter(({ via, muted, lastSeen }) => via !== 'assist' && !muted && lastSeen > 0);
  if (sites.length === 0) return { outcome: 'skipped', told: 'No satellite with a loudspeaker has appeared yet.' };
  const silence = { samples: Buffer.alloc(0.2 * MIC_RATE * SAMPLE_BYTES), rate: MIC_RATE };
  const turn = `self-test-${clock.now()}`;
  await Promise.all(
    sites.map(({ id: site }) =>
      within({ ms: PLAYED_MS, what: `The loudspeaker of "${site}"`, code: 'satellite-unreachable', signal }, (cut) =>
        hub.loudspeakers.add({ site, turn, last: true, signal: cut, play: (id) => hub.play(site, silence, id, cut) }),
      ),
    ),
  );
  return { outcome: 'ok', told: `Played: ${sites.map(({ id }) => id).join(', ')}.` };
}
