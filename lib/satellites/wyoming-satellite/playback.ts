import { type Pcm, SAMPLE_BYTES, secondsOf } from '../../audio/pcm.js';
import type { WyomingConnection } from '../../audio/wyoming.js';
import { clock } from '../../turn/clock.js';
import { abortError, sleep } from '../../turn/wait.js';

/** Sound of one event, in seconds. */
const CHUNK = 0.05;
/** How far the satellite is ahead of what is heard, in milliseconds: a reply that is cut off is heard as long still. */
const AHEAD_MS = 250;

/**
 * Sends sound at the pace it is heard at, and resolves when it has been heard by the clock: not every satellite tells.
 * @throws AbortError when the signal fires; what was sent until then, at most 300 ms, is heard.
 */
export async function playPaced(
  connection: Pick<WyomingConnection, 'send'>,
  sound: Pcm,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) throw abortError(signal);
  const { samples, rate } = sound;
  const format = { rate, width: SAMPLE_BYTES, channels: 1 };
  const step = Math.round(rate * CHUNK) * SAMPLE_BYTES;
  const began = clock.steady();
  const until = async (ms: number) => {
    const wait = began + ms - clock.steady();
    if (wait > 0) await sleep(wait, signal);
  };
  connection.send({ type: 'audio-start', data: format });
  try {
    for (let at = 0; at < samples.length; at += step) {
      await until((at / SAMPLE_BYTES / rate) * 1000 - AHEAD_MS);
      if (signal.aborted) throw abortError(signal);
      connection.send({ type: 'audio-chunk', data: format, payload: samples.subarray(at, at + step) });
    }
    await until(secondsOf(sound) * 1000);
  } finally {
    connection.send({ type: 'audio-stop' });
  }
}
