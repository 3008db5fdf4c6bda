import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { hurried, until } from '../../test/until.js';
import { WAKE } from '../audio/chimes.js';
import { resampled } from '../audio/resample.js';
import { clock } from '../turn/clock.js';
import { Trace } from '../turn/trace.js';
import { listenAlways } from './always.js';
import { chunks, command, heyJarvis, noise, silence } from './samples.test.helper.js';
import { keepingStt } from './stt.test.helper.js';
import { listen } from './utterance.js';
import { openVoiceActivity } from './voice-activity.js';

const vad = openVoiceActivity();
after(() => vad.close());
const seconds = (sound: Buffer | undefined) => (sound?.length ?? 0) / 32_000;
const wake = { word: 'hey_jarvis', by: 'audio' } as const;

/** Sound with another one over all of it, again and again. @param factor of the other's amplitude */
function mixed(sound: Buffer, other: Buffer, factor: number): Buffer {
  const both = Buffer.from(sound);
  for (let at = 0; at < both.length; at += 2)
    both.writeInt16LE(both.readInt16LE(at) + Math.round(other.readInt16LE(at % other.length) * factor), at);
  return both;
}

describe('an utterance', () => {
  test('is transcribed while it is spoken, trimmed to the speech', async () => {
    const { stt, utterances } = keepingStt();
    const trace = new Trace('1', 'kitchen', 'voice');
    const turn = listen({ vad, stt, language: 'en', trace });
    for (const piece of chunks(Buffer.concat([silence(2), heyJarvis]))) turn.write(piece);
    await until(() => (utterances[0]?.written ?? 0) > 5, 'sound at the engine before the end');
    assert.equal(utterances[0]?.finished, false);
    for (const piece of chunks(silence(1.5))) turn.write(piece);
    const outcome = await turn.done;
    assert.ok('heard' in outcome);
    assert.equal(outcome.heard.text, 'turn on the kitchen light');
    assert.equal(outcome.heard.by, 'keeper');
    assert.equal(utterances[0]?.language, 'en');
    const heard = seconds(utterances[0]?.sound);
    assert.ok(heard > 2.2 && heard < 2.8, `${heard} s were sent`);
    assert.deepEqual(
      trace.record().spans.map(({ stage }) => stage),
      ['listen', 'speech-end', 'stt'],
    );
  });

  test('ends while a television, 15 dB softer, speaks on', async () => {
    const { stt, utterances } = keepingStt();
    const turn = listen({ vad, stt, wake });
    const spoken = mixed(Buffer.concat([silence(1.1), heyJarvis, silence(16)]), command, 10 ** (-15 / 20));
    const preroll = 2 * 32_000;
    turn.write(spoken.subarray(0, preroll));
    for (const piece of chunks(spoken.subarray(preroll))) turn.write(piece);
    assert.ok('heard' in (await turn.done));
    const heard = seconds(utterances[0]?.sound);
    assert.ok(heard > 2.5 && heard < 4, `${heard} s were sent`);
  });

  test('has none in the tone that follows the wake word, however loud the microphone hears it', async () => {
    const { samples: tone } = await resampled(WAKE);
    for (const factor of [0.1, 1, 4]) {
      const { stt, utterances } = keepingStt();
      const turn = listen({ vad, stt, noSpeech: 1 });
      const heard = Buffer.concat([silence(0.2), mixed(silence(tone.length / 32_000), tone, factor), silence(3)]);
      for (const piece of chunks(heard)) turn.write(piece);
      assert.deepEqual(await turn.done, { nothing: 'no-speech' });
      assert.equal(utterances.length, 0);
    }
  });

  test('goes on after a pause behind the wake word', async () => {
    const { stt, utterances } = keepingStt();
    const turn = listen({ vad, stt, wake });
    turn.write(Buffer.concat([silence(1.1), heyJarvis.subarray(0, 28_000)]));
    for (const piece of chunks(Buffer.concat([silence(1.2), command, silence(1.5)]))) turn.write(piece);
    assert.ok('heard' in (await turn.done));
    const heard = seconds(utterances[0]?.sound);
    assert.ok(heard > 3 && heard < 4, `${heard} s were sent`);
    assert.equal(utterances.length, 1);
  });

  test('is expected to begin with the wake phrase, and not to be an answer', async () => {
    for (const [options, prompt] of [
      [{ wake, names: () => ['Hall', 'Floor Lamp'] }, 'Hey Jarvis. Hall, Floor Lamp. Hey Jarvis.'],
      [{ wake: { word: null, by: 'follow-up' } }, undefined],
    ] as const) {
      const { stt, utterances } = keepingStt();
      const turn = listen({ vad, stt, language: 'de', ...options });
      for (const piece of chunks(Buffer.concat([heyJarvis, silence(1.5)]))) turn.write(piece);
      await turn.done;
      assert.equal(utterances[0]?.prompt, prompt);
    }
  });

  test('in a room of several languages is in one of them, whatever the engine says', async () => {
    for (const [spoken, language] of [
      ['de', 'de-AT'],
      ['nl', 'en'],
      [undefined, undefined],
    ] as const) {
      const { stt, utterances } = keepingStt(undefined, 0, false, 0.9, { ...(spoken && { spoken }) });
      const turn = listen({ vad, stt, languages: ['en', 'de-AT'], wake });
      for (const piece of chunks(Buffer.concat([heyJarvis, silence(1.5)]))) turn.write(piece);
      const outcome = await turn.done;
      assert.equal('heard' in outcome && outcome.heard.language, language);
      const [{ language: asked, languages, prompt } = {}] = utterances;
      assert.deepEqual([asked, languages, prompt], [undefined, ['en', 'de-AT'], undefined]);
    }
  });

  test('has its wake phrase expected in any language where a prompt does not lead the choice', async () => {
    const { stt, utterances } = keepingStt(undefined, 0, false, 0.9, { chooses: true });
    const turn = listen({ vad, stt, languages: ['en', 'de'], wake });
    for (const piece of chunks(Buffer.concat([heyJarvis, silence(1.5)]))) turn.write(piece);
    await turn.done;
    assert.equal(utterances[0]?.prompt, 'Hey Jarvis. Hey Jarvis.');
  });

  test('that may be an echo of what is expected is heard again without it', async () => {
    for (const [confidence, times] of [
      [0.42, 2],
      [0.9, 1],
    ] as const) {
      const { stt, utterances } = keepingStt('Hey Jarvis.', 0, false, confidence);
      const turn = listen({ vad, stt, language: 'en', wake });
      turn.write(heyJarvis.subarray(0, 28_000));
      turn.end();
      await turn.done;
      assert.equal(utterances.length, times);
      assert.equal(utterances.at(-1)?.prompt === undefined, times === 2);
    }
  });

  test('that seems to be the wake phrase alone, but is longer, is heard again without the prompt', async () => {
    for (const [sound, prompts] of [
      [heyJarvis, ['Hey Jarvis. Hey Jarvis.', undefined]],
      [heyJarvis.subarray(0, 28_000), ['Hey Jarvis. Hey Jarvis.']],
    ] as const) {
      const { stt, utterances } = keepingStt('Hey Jarvis.');
      const turn = listen({ vad, stt, language: 'en', wake });
      turn.write(silence(1.1));
      for (const piece of chunks(Buffer.concat([sound, silence(6)]))) turn.write(piece);
      assert.ok('heard' in (await turn.done));
      assert.deepEqual(
        utterances.map(({ prompt }) => prompt),
        prompts,
      );
    }
  });

  test('that never comes is no speech', async () => {
    const { stt, utterances } = keepingStt();
    const turn = listen({ vad, stt });
    turn.write(noise(5.2, 200));
    assert.deepEqual(await turn.done, { nothing: 'no-speech' });
    assert.equal(utterances.length, 0);
  });

  test('without end is transcribed as far as it was listened to: the command comes first', async () => {
    const { stt, utterances } = keepingStt();
    const turn = listen({ vad, stt, longest: 3 });
    for (let at = 0; at < 4; at++) turn.write(heyJarvis);
    assert.ok('heard' in (await turn.done));
    const heard = seconds(utterances[0]?.sound);
    assert.ok(heard > 2.5 && heard < 4, `${heard} s were sent`);
  });

  test('that is only a caption of silence is unclear', async () => {
    const turn = listen({ vad, stt: keepingStt('Thanks for watching!').stt });
    turn.write(Buffer.concat([silence(0.5), heyJarvis, silence(1)]));
    assert.deepEqual(await turn.done, { nothing: 'unclear' });
  });

  test('written whole and ended is transcribed to its last word', async () => {
    const { stt, utterances } = keepingStt();
    const turn = listen({ vad, stt });
    turn.write(heyJarvis);
    turn.end();
    assert.ok('heard' in (await turn.done));
    assert.ok(seconds(utterances[0]?.sound) > 2);
    turn.write(heyJarvis);
    turn.end();
  });

  test('ended without a sound is no speech', async () => {
    const turn = listen({ vad, stt: keepingStt().stt });
    turn.end();
    assert.deepEqual(await turn.done, { nothing: 'no-speech' });
  });

  test('uses what is there when the sound stops coming, and says so when there is nothing', async () => {
    const { stt } = keepingStt();
    const cut = listen({ vad, stt });
    cut.write(heyJarvis.subarray(0, 50_000));
    const lost = listen({ vad, stt });
    lost.write(silence(0.5));
    const never = listen({ vad, stt });
    await clock.jump(2_000, true);
    assert.ok('heard' in (await cut.done));
    await assert.rejects(lost.done, { code: 'audio-lost', message: /microphone/ });
    assert.deepEqual(await never.done.catch((error) => error.code), 'audio-lost');
  });

  test('is given up at once when the turn is cancelled', async () => {
    const { stt, utterances } = keepingStt();
    const cancel = new AbortController();
    const turn = listen({ vad, stt, signal: cancel.signal });
    turn.write(heyJarvis);
    await until(() => utterances.length === 1, 'the beginning');
    cancel.abort('barge-in');
    await assert.rejects(turn.done, { name: 'AbortError' });
    turn.write(heyJarvis);
    await assert.rejects(listen({ vad, stt, signal: cancel.signal }).done, { name: 'AbortError' });
  });

  test('is sent again, twice at most, when speech to text fails', async () => {
    const mended = keepingStt('turn on the light', 2);
    const turn = listen({ vad, stt: mended.stt });
    turn.write(Buffer.concat([heyJarvis, silence(1)]));
    assert.ok('heard' in (await hurried(turn.done)));
    assert.equal(mended.utterances.length, 3);
    assert.equal(mended.utterances[2]?.sound.length, mended.utterances[0]?.sound.length);

    const broken = listen({ vad, stt: keepingStt('', 9).stt });
    broken.write(Buffer.concat([heyJarvis, silence(1)]));
    await assert.rejects(hurried(broken.done), { code: 'stt-unreachable' });
  });
});

test('without a wake word, each stretch of speech is an utterance', async () => {
  const { stt, utterances } = keepingStt();
  const heard: string[] = [];
  const errors: Error[] = [];
  const site = listenAlways({
    vad,
    stt,
    onHeard: ({ text }) => heard.push(text),
    onError: (error) => errors.push(error),
  });
  for (let round = 0; round < 2; round++) {
    for (const piece of chunks(Buffer.concat([silence(3), heyJarvis, silence(2)]))) site.write(piece);
  }
  await until(() => heard.length === 2, 'two utterances');
  for (const { sound } of utterances) assert.ok(seconds(sound) > 2.2 && seconds(sound) < 2.9);
  site.close();
  site.write(heyJarvis);
  assert.deepEqual(errors, []);
});
