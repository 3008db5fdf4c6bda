import { Socket } from 'node:net';
import { connect } from 'mqtt';
import { MIC_RATE } from '../lib/audio/pcm.js';
import { wavOf } from '../lib/audio/wav.js';

/** A Hermes satellite for measuring: it wakes by itself and understands by itself, so that only the assistant's time counts. */
export interface Satellite {
  /**
   * One turn.
   * @param wakeAheadMs how long before the words are known the wake word is heard; two seconds when not given
   * @returns milliseconds from the words to the first sound that reaches the speaker, and to the last
   */
  ask(text: string, wakeAheadMs?: number): Promise<{ first: number; last: number }>;
  /** Streams silence from the microphone at real-time pace, without waiting for it. */
  speakSilence(seconds: number): void;
  close(): void;
}

const WAKE_AHEAD_MS = 2000;
/** Silence on the speaker's topic after which a reply counts as over. */
const OVER_MS = 1500;

export async function openSatellite(url: string, site: string): Promise<Satellite> {
  // The broker opens beside the flows: it is tried until it answers.
  const client = connect(url, { reconnectPeriod: 50 });
  client.on('error', () => {});
  await new Promise((resolve) => client.once('connect', resolve));
  // As in lib/satellites/mqtt.ts: else the words come 40 ms behind the wake word.
  if (client.stream instanceof Socket) client.stream.setNoDelay(true);
  let onSound: (() => void) | undefined;
  client.on('message', (topic) => {
    const id = topic.split('/').at(-1);
    onSound?.();
    client.publish(`hermes/audioServer/${site}/playFinished`, JSON.stringify({ id, sessionId: id, siteId: site }));
  });
  await client.subscribeAsync(`hermes/audioServer/${site}/playBytes/+`);
  return {
    async ask(text, wakeAheadMs = WAKE_AHEAD_MS) {
      const sound = { siteId: site, sessionId: null };
      client.publish('hermes/hotword/hey_jarvis/detected', JSON.stringify({ ...sound, modelId: 'hey_jarvis' }));
      await new Promise((resolve) => setTimeout(resolve, wakeAheadMs));
      const spoken = performance.now();
      return await new Promise((resolve, reject) => {
        let first: number | undefined;
        let over: NodeJS.Timeout | undefined;
        const limit = setTimeout(() => reject(new Error(`no sound after "${text}" in 120 s`)), 120_000);
        onSound = () => {
          const at = performance.now() - spoken;
          first ??= at;
          clearTimeout(over);
          over = setTimeout(() => {
            clearTimeout(limit);
            onSound = undefined;
            resolve({ first: first ?? at, last: at });
          }, OVER_MS);
        };
        client.publish('hermes/asr/textCaptured', JSON.stringify({ ...sound, text, likelihood: 1, seconds: 2 }));
      });
    },
    speakSilence(seconds) {
      const chunk = wavOf({ samples: Buffer.alloc(2048), rate: MIC_RATE });
      let left = Math.ceil((seconds * MIC_RATE) / 1024);
      const timer = setInterval(() => {
        if (left-- <= 0) return clearInterval(timer);
        client.publish(`hermes/audioServer/${site}/audioFrame`, chunk);
      }, 64);
    },
    close: () => client.end(true),
  };
}
