import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '../audio/level.js';
import { SAMPLE_BYTES } from '../audio/pcm.js';
import { JarvisError } from '../turn/errors.js';
import { noise, silence } from './samples.test.helper.js';
import { keepingStt } from './stt.test.helper.js';
import type { SpeechToText, VoiceActivity } from './types.js';
import { listen } from './utterance.js';
import { VOICE_SAMPLES } from './voice-activity.js';

const ORDER = 'turn on the kitchen light';
const STEP = VOICE_SAMPLES * SAMPLE_BYTES;
/** Hears a voice in all that isn't silence. */
const vad: VoiceActivity = {
  warm: async () => {},
  close: async () => {},
  open: (onProbability) => ({
    write(samples) {
      for (let at = 0; at < samples.length; at += STEP)
        onProbability(levelOf(samples.subarray(at, at + STEP)) > -60 ? 0.9 : 0);
    },
    close() {},
  }),
};
const spoken = (seconds: number) => noise(Math.round(seconds / 0.032) * 0.032, 9_000);
const wake = { word: 'hey_jarvis', by: 'audio' } as const;

/**
 * What is heard of a command, and how many seconds of it each time, by an engine that makes something else of more than 2.3 s.
 * @param preroll in seconds, all of it speech @param near what it makes of less; null where it fails
 */
async function heardOf(long: string, preroll: number, { near = ORDER as string | null, speculates = true } = {}) {
  const { stt: keeper, utterances } = keepingStt('', 0, speculates);
  const stt: SpeechToText = {
    ...keeper,
    open(options) {
      const stream = keeper.open(options);
      let bytes = 0;
      return {
        write(samples) {
          bytes += samples.length;
          stream.write(samples);
        },
        async finish() {
          const heard = await stream.finish();
          const text = bytes > 2.3 * 32_000 ? long : near;
          if (text === null) throw new JarvisError('bad-audio', 'Too short.');
          return { ...heard, text };
        },
      };
    },
  };
  const endOf = ({ text }: { text: string }) => (text === ORDER ? ('whole' as const) : undefined);
  const turn = listen({ vad, stt, wake, endOf });
  turn.write(Buffer.concat([silence(2.048 - preroll), spoken(preroll)]));
  turn.write(spoken(0.992));
  turn.write(silence(3.2));
  const outcome = await turn.done;
  const seconds = utterances.filter(({ finished }) => finished).map(({ sound }) => sound.length / 32_000);
  return { text: 'heard' in outcome ? outcome.heard.text : outcome.nothing, seconds };
}

test('what is no order beside a television is heard again from the wake word on', async () => {
  const { text, seconds } = await heardOf('it was a jar of this light', 2.048);
  assert.equal(text, ORDER);
  const [first = 0, second = 0] = seconds;
  assert.ok(first > 2.4 && first < 2.9, `${first} s`);
  // the wake word, which ends with the pre-roll, and the second behind it
  assert.ok(second > 1.9 && second < 2.2, `${second} s`);
});

test('an order is heard once, and so is what nobody spoke before, or what a slow engine hears', async () => {
  const once = async (...asked: Parameters<typeof heardOf>) => (await heardOf(...asked)).seconds.length;
  assert.equal(await once(ORDER, 2.048), 1);
  assert.equal(await once('what is the weather like', 0.8), 1);
  assert.equal(await once('what is the weather like', 2.048, { speculates: false }), 1);
});

test('words stay as they were heard first where the second hearing finds no order, or fails', async () => {
  const long = 'what is the weather like';
  for (const near of ['the weather', null]) assert.equal((await heardOf(long, 2.048, { near })).text, long);
});
