import assert from 'node:assert/strict';
import { test } from 'node:test';
import { levelOf } from '../audio/level.js';
import { SAMPLE_BYTES } from '../audio/pcm.js';
import { Trace } from '../turn/trace.js';
import type { Heard, Speaker } from '../turn/turn.js';
import { noise, silence } from './samples.test.helper.js';
import type { WhoSpeaks } from './speakers/asked.js';
import { keepingStt } from './stt.test.helper.js';
import type { VoiceActivity } from './types.js';
import { listen, type UtteranceEnd } from './utterance.js';
import { VOICE_SAMPLES } from './voice-activity.js';

/** Hears a voice in all that isn't silence. */
const vad: VoiceActivity = {
  warm: async () => {},
  close: async () => {},
  open(onProbability) {
    return {
      write(samples) {
        for (let at = 0; at < samples.length; at += VOICE_SAMPLES * SAMPLE_BYTES)
          onProbability(levelOf(samples.subarray(at, at + VOICE_SAMPLES * SAMPLE_BYTES)) > -60 ? 0.9 : 0);
      },
      close() {},
    };
  },
};
/** Steps of voice activity, in seconds. */
const spoken = (seconds: number) => noise(Math.round(seconds / 0.032) * 0.032, 9_000);
const quiet = (seconds: number) => silence(Math.round(seconds / 0.032) * 0.032);

interface How {
  speculates?: boolean;
  /** Seconds of sound that speech to text takes for an utterance. */
  takes?: number;
  who?: WhoSpeaks;
  /** Sound that a wake word is noticed behind. */
  preroll?: Buffer;
}

/** Says stretches of sound as a satellite sends them; how many seconds were listened to, and what was transcribed. */
async function said(
  end: UtteranceEnd | undefined,
  sounds: Buffer[],
  { speculates = true, takes = 0, who, preroll }: How = {},
) {
  const { stt: quick, utterances } = keepingStt('turn on the kitchen light', 0, speculates);
  /** It takes so many seconds of sound for an utterance. */
  const stt: typeof quick = {
    ...quick,
    open(options) {
      const stream = quick.open(options);
      const finish = async () => {
        const due = at + takes * 16_000 * SAMPLE_BYTES;
        while (at < Math.min(due, sound.length) && !over) await new Promise((resolve) => setImmediate(resolve));
        return stream.finish();
      };
      return { write: (samples) => stream.write(samples), finish };
    },
  };
  const trace = new Trace('1', 'kitchen', 'voice');
  const sound = Buffer.concat(sounds);
  let over = false;
  let at = 0;
  /** Guesses that were told, and whether the person spoke on after each. */
  const likely: { text: string; by: string | null; signal: AbortSignal }[] = [];
  const onLikely = ({ text }: Heard, speaker: Speaker | undefined, signal: AbortSignal) =>
    likely.push({ text, by: speaker?.name ?? null, signal });
  const onEnd = () => {
    over = true;
  };
  const wake = preroll && ({ word: 'hey_jarvis', by: 'audio' } as const);
  const turn = listen({ vad, stt, trace, wake, endOf: () => end, onLikely, onEnd, who });
  if (preroll) turn.write(preroll);
  const step = VOICE_SAMPLES * SAMPLE_BYTES;
  while (!over && at < sound.length) {
    turn.write(sound.subarray(at, at + step));
    at += step;
    await new Promise((resolve) => setImmediate(resolve));
  }
  const outcome = await turn.done;
  const heard = 'heard' in outcome ? outcome.heard.text : '';
  const span = trace.record().spans.find(({ stage }) => stage === 'listen');
  const { guesses, dropped } = { ...span };
  return {
    likely: likely.map(({ text, by, signal }) => [text, by, signal.aborted]),
    seconds: at / SAMPLE_BYTES / 16_000,
    heard,
    finished: utterances.map(({ finished }) => finished),
    guesses,
    dropped,
  };
}

test('a whole command ends after 0.35 s, with the words that were heard in the pause', async () => {
  const { seconds, likely, ...rest } = await said('whole', [spoken(1), quiet(3)]);
  assert.deepEqual(likely, []);
  assert.ok(seconds > 1.3 && seconds < 1.45, `${seconds} s`);
  assert.deepEqual(rest, { heard: 'turn on the kitchen light', finished: [false, true], guesses: 1, dropped: 0 });
});

test('and after 0.45 s where somebody spoke before the wake word', async () => {
  const endOf = async (preroll: Buffer) => (await said('whole', [spoken(1), quiet(3)], { preroll })).seconds;
  const [alone, beside] = [await endOf(Buffer.concat([quiet(1), spoken(1)])), await endOf(spoken(2))];
  assert.ok(alone > 1.3 && alone < 1.45, `${alone} s`);
  // and 0.3 s in which loudness is compared
  assert.ok(beside - alone > 0.09 && beside - alone < 0.4, `${beside - alone} s later`);
});

test('words that go on wait longer, others as ever', async () => {
  const { seconds, finished } = await said('open', [spoken(1), quiet(1.5), spoken(1), quiet(3)]);
  assert.ok(seconds > 5.2 && seconds < 5.4, `${seconds} s`);
  assert.deepEqual(finished, [false, true, true]);
  const usual = await said(undefined, [spoken(1), quiet(3)]);
  assert.ok(usual.seconds > 1.75 && usual.seconds < 1.9, `${usual.seconds} s`);
});

test('what may be all is told in the pause, unless it goes on or is a command; and that the person speaks on', async () => {
  const once = ['turn on the kitchen light', null, false];
  const sounds = [spoken(1), quiet(0.4), spoken(1), quiet(3)];
  assert.deepEqual((await said(undefined, sounds)).likely, [[once[0], null, true], once]);
  for (const end of ['open', 'whole'] as const) assert.deepEqual((await said(end, [spoken(1), quiet(3)])).likely, []);
});

test('what may be all is told with who speaks, and not at all where that is known only at the end', async () => {
  const sounds = [spoken(1), quiet(3)];
  const anna = { name: 'Anna', score: 0.8 };
  const { likely } = await said(undefined, sounds, { who: async () => anna });
  assert.deepEqual(likely, [['turn on the kitchen light', 'Anna', false]]);
  const late = await said(undefined, sounds, { who: async (_, isOver) => (isOver ? anna : undefined) });
  assert.deepEqual(late.likely, []);
});

test('who speaks on in the pause is heard to the end, and the guess is counted as dropped', async () => {
  const { seconds, guesses, dropped } = await said('whole', [spoken(1), quiet(0.29), spoken(1), quiet(3)]);
  assert.ok(seconds > 2.5 && seconds < 2.8, `${seconds} s`);
  assert.deepEqual([guesses, dropped], [2, 1]);
});

test('words that were whole are all there is, also where they are known once somebody else speaks', async () => {
  const sounds = [spoken(1), quiet(0.4), spoken(5)];
  const { seconds, likely: _, ...rest } = await said('whole', sounds, { takes: 0.45 });
  assert.ok(seconds >= 1.6 && seconds < 1.9, `${seconds} s`);
  assert.deepEqual(rest, { heard: 'turn on the kitchen light', finished: [false, true], guesses: 1, dropped: 0 });
  for (const end of ['open', undefined] as const) {
    const on = await said(end, [spoken(1), quiet(0.4), spoken(1), quiet(3)], { takes: 0.4 });
    assert.ok(on.seconds > 3, `${on.seconds} s`);
    assert.deepEqual([on.guesses, on.dropped], [2, 1]);
  }
});

test('an engine that is slow or far away hears an utterance once', async () => {
  const { finished, guesses } = await said('whole', [spoken(1), quiet(3)], { speculates: false });
  assert.deepEqual([finished, guesses], [[true], undefined]);
});
