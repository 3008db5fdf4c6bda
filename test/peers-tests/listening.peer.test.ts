import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { samplesOf } from '../../bench/conditions.js';
import { whisperBase } from '../../bench/whisper-base.js';
import { MIC_RATE } from '../../lib/audio/pcm.js';
import { resampled } from '../../lib/audio/resample.js';
import { add, inRoom, pink, scaled, soundOf } from '../../lib/audio/sounds.js';
import { parseWav } from '../../lib/audio/wav.js';
import { likelyCommands } from '../../lib/deciding/likely-commands.js';
import { DEMO_HOUSE } from '../../lib/home/demo-house.js';
import type { Detection, SpeechToText } from '../../lib/listening/types.js';
import { type Listening, listen, type Outcome } from '../../lib/listening/utterance.js';
import { openVoiceActivity } from '../../lib/listening/voice-activity.js';
import { openEmbeddedWake } from '../../lib/listening/wake.js';
import { openWakeGate } from '../../lib/listening/wake-gate.js';
import { openWhisper } from '../../lib/listening/whisper.js';
import { openWyomingStt } from '../../lib/listening/wyoming-stt.js';
import { openWyomingWake } from '../../lib/listening/wyoming-wake.js';
import { Trace } from '../../lib/turn/trace.js';
import { wakePhrase } from '../../lib/turn/wake-phrase.js';
import { packageRoot } from '../package-root.js';
import { peer, until } from './peers.js';

const CHUNK = 2560;
const silence = (seconds: number) => Buffer.alloc(Math.round(seconds * 16_000) * 2);

/** The Piper peer's voice saying a text, at 16 kHz. */
async function spoken(text: string): Promise<Buffer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'say-'));
  try {
    const file = path.join(folder, 'said.wav');
    await promisify(execFile)(peer('SAY'), [text, file], { timeout: 60_000 });
    return (await resampled(parseWav(readFileSync(file)))).samples;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Hands sound over at the pace it would be spoken. */
async function play(sound: Buffer, write: (samples: Buffer) => void): Promise<void> {
  const began = performance.now();
  for (let at = 0; at < sound.length; at += CHUNK) {
    write(sound.subarray(at, at + CHUNK));
    const due = began + ((at + CHUNK) / 32_000) * 1000;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
  }
}

/** "Hey Jarvis, turn on the kitchen light.", always the same: the Piper peer says a text a little differently each time. */
const heyJarvis = parseWav(readFileSync(path.join(packageRoot(), 'test/fixtures/hey-jarvis.wav'))).samples;
/** Where the wake word ends in it. */
const WORD_BYTES = 28_000;

const transcript = async (stt: SpeechToText, sound: Buffer, language?: string, prompt?: string): Promise<string> => {
  const stream = stt.open({ language, prompt, signal: new AbortController().signal });
  stream.write(silence(0.3));
  stream.write(sound);
  stream.write(silence(0.3));
  return (await stream.finish()).text;
};

const says = (text: string, words: RegExp) => assert.match(text.toLowerCase(), words);

describe('wake words of the Wyoming server', () => {
  test('are heard once, with its own name for the word', async () => {
    const engine = openWyomingWake({ url: peer('WAKE_URI'), words: ['hey_jarvis'] });
    await engine.warm();
    const heard: Detection[] = [];
    const errors: Error[] = [];
    const stream = engine.open(
      (detection) => heard.push(detection),
      (error) => errors.push(error),
    );
    const sound = Buffer.concat([silence(1.5), heyJarvis, silence(1)]);
    await play(sound, (samples) => stream.write(samples));
    await until(() => heard.length > 0, 'the wake word');
    assert.deepEqual(
      heard.map(({ word }) => word),
      ['hey_jarvis'],
    );
    assert.deepEqual(errors, []);
    await engine.close();
  });

  test('that it does not have are refused', async () => {
    const engine = openWyomingWake({ url: peer('WAKE_URI'), words: ['hey_house'] });
    await assert.rejects(engine.warm(), { code: 'not-configured', message: /hey_jarvis/ });
  });
});

test('the Wyoming server hears a command word for word', async () => {
  const stt = openWyomingStt({ url: peer('STT_URI') });
  await stt.warm();
  says(await transcript(stt, heyJarvis, 'en'), /hey jarvis.*turn on the kitchen light/);
  says(await transcript(stt, await spoken('What is the weather in London tomorrow?'), 'en'), /weather/);
  await stt.close();
});

describe('embedded Whisper', () => {
  const stt = openWhisper({ folder: whisperBase() });
  after(() => stt.close());
  before(() => stt.warm());

  test('hears a command word for word', async () => {
    says(await transcript(stt, heyJarvis, 'en'), /hey jarvis.*turn on the kitchen light/);
    says(await transcript(stt, await spoken('What is the weather in London tomorrow?'), 'en'), /weather/);
  });

  test('hears a wake word that was cut off when it is told to expect it', async () => {
    const right = { unprompted: 0, prompted: 0 };
    // from the end of "Hey" to the middle of "Jarvis"
    for (let from = 9600; from <= 14_400; from += 640) {
      const sound = heyJarvis.subarray(from);
      const isRight = (text: string) => /^(hey,? )?jarvis\W+turn on the kitchen light/i.test(text);
      if (isRight(await transcript(stt, sound, 'en'))) right.unprompted++;
      if (isRight(await transcript(stt, sound, 'en', 'Hey Jarvis. Hey Jarvis.'))) right.prompted++;
    }
    console.log(`of 8: ${right.unprompted} without a prompt, ${right.prompted} with it`);
    assert.ok(right.prompted >= right.unprompted + 3, JSON.stringify(right));
  });

  test('hears in echoes and noise which order of the house sounds nearly the same', async () => {
    const sentences = () => likelyCommands(DEMO_HOUSE, 'en', 'kitchen');
    const said = soundOf(heyJarvis);
    const hear = (seed: number) => {
      const room = scaled(inRoom(said, 0.8, -2, seed), -26);
      add(room, scaled(pink(Math.ceil(room.length / MIC_RATE), seed).subarray(0, room.length), -32), 0);
      const { signal } = new AbortController();
      const stream = stt.open({
        language: 'en',
        prompt: 'Hey Jarvis. Hey Jarvis.',
        phrase: 'Hey Jarvis',
        sentences,
        signal,
      });
      stream.write(samplesOf(room));
      return stream.finish();
    };
    // from six rooms at once
    const heard = await Promise.all([1, 2, 3, 4, 5, 6].map(hear));
    const right = {
      text: heard.filter(({ text }) => /turn on the kitchen light/i.test(text)).length,
      alternative: heard.filter(({ alternatives }) => alternatives?.[0]?.text === 'turn on the Kitchen Light').length,
    };
    console.log(`of 6: ${right.text} by the words, ${right.alternative} by likely orders`);
    assert.ok(right.alternative >= right.text + 3, JSON.stringify(right));
    const weather = stt.open({ language: 'en', sentences, signal: new AbortController().signal });
    weather.write(await spoken('What is the weather in London tomorrow?'));
    assert.equal((await weather.finish()).alternatives, undefined);
  });

  test('finds out the language', async () => {
    const stream = stt.open({ signal: new AbortController().signal });
    stream.write(heyJarvis);
    assert.equal((await stream.finish()).language, 'en');
  });

  test('hears long speech in its longer windows', async () => {
    const sentences = [
      'Turn on the light in the kitchen and in the hall.',
      'Then close the blinds of the bedroom, because it is late.',
      'After that, remind me to water the flowers tomorrow morning.',
      'And what is the weather going to be like on Sunday afternoon?',
    ];
    const said: Buffer[] = [];
    for (const sentence of sentences) said.push(await spoken(sentence), silence(0.4));
    // A word in twenty is misheard, and not always the same one.
    const understood = (text: string) =>
      ['kitchen', 'bedroom', 'flowers', 'weather'].filter((word) => text.toLowerCase().includes(word)).length;
    const fifteen = await transcript(stt, Buffer.concat(said.slice(0, 6)), 'en');
    assert.ok(understood(fifteen) >= 2, fifteen);
    const thirty = await transcript(stt, Buffer.concat(said), 'en');
    assert.ok(understood(thirty) >= 3, thirty);
  });

  test('makes nothing of silence', async () => {
    assert.equal(await transcript(stt, silence(3), 'en'), '');
  });

  test('hears "stop" where it is all that is said', async () => {
    const isSaid = (sound: Buffer) => stt.says?.(sound, 'stop', 'en', { isAlone: true });
    const words = parseWav(readFileSync(path.join(packageRoot(), 'test/fixtures/micro-wake/words.wav'))).samples;
    const from = (seconds: number) => words.subarray(seconds * 2 * MIC_RATE);
    assert.equal(await isSaid(from(2.6)), true);
    for (const other of [from(2), heyJarvis.subarray(0, 40_000), heyJarvis.subarray(WORD_BYTES), silence(1.25)])
      assert.equal(await isSaid(other), false);
  });

  test('hears no wake word where none was said, although it is told to expect one', async () => {
    const expected = { language: 'en', prompt: 'Hey Jarvis. Hey Jarvis.', phrase: 'Hey Jarvis' };
    const hear = async (sound: Buffer) => {
      const stream = stt.open({ ...expected, signal: new AbortController().signal });
      stream.write(sound);
      return (await stream.finish()).text;
    };
    says(await hear(await spoken('What is the weather in London tomorrow?')), /^what is the weather/);
    assert.equal(await hear(silence(3)), '');
    says(await hear(heyJarvis), /turn on the kitchen light/);
  });

  test('takes several at once, in their order, and lets go of one that is cancelled', async () => {
    const sound = heyJarvis;
    const cancel = new AbortController();
    const given = stt.open({ language: 'en', signal: cancel.signal });
    given.write(sound);
    const cancelled = given.finish();
    const others = [transcript(stt, sound, 'en'), transcript(stt, sound, 'en')];
    cancel.abort();
    await assert.rejects(cancelled, { name: 'AbortError' });
    for (const text of await Promise.all(others)) says(text, /turn on the kitchen light/);
  });
});

describe('a room, from the wake word to the transcript', () => {
  const vad = openVoiceActivity();
  const wake = openEmbeddedWake({ words: ['hey_jarvis'] });
  /** Is never sure. */
  const doubting = openEmbeddedWake({ words: ['hey_jarvis'], threshold: Number.POSITIVE_INFINITY });
  const whisper = openWhisper({ folder: whisperBase() });
  const wyoming = openWyomingStt({ url: peer('STT_URI') });
  before(async () => {
    await Promise.all([vad.warm(), wake.warm(), doubting.warm(), whisper.warm(), wyoming.warm()]);
  });
  after(async () => {
    for (const each of [vad, wake, doubting, whisper, wyoming]) await each.close();
  });

  /** Plays sound into a gate and listens as the nodes do. */
  const hear = async (
    stt: SpeechToText,
    sound: Buffer,
    engine = wake,
  ): Promise<{ outcome: Outcome; stages: string[] }> => {
    let turn: Listening | undefined;
    const trace = new Trace('1', 'kitchen', 'voice');
    const state = { outcome: undefined as Outcome | undefined, failed: undefined as unknown };
    const gate = openWakeGate({
      engine,
      onWake(_site, wake) {
        turn = listen({ vad, stt, language: 'en', trace, wake });
        turn.done.then(
          (outcome) => {
            state.outcome = outcome;
          },
          (error) => {
            state.failed = error;
          },
        );
        return '1';
      },
      onSound: (_id, samples) => turn?.write(samples),
      isListening: () => state.outcome === undefined && state.failed === undefined,
      says: async (_site, word, doubted) => (await stt.says?.(doubted, wakePhrase(word), 'en')) ?? false,
      onError: (error) => {
        state.failed = error;
      },
    });
    await play(sound, (samples) => gate.write('kitchen', samples));
    const outcome = await until(() => {
      if (state.failed) throw state.failed;
      return state.outcome;
    }, 'the outcome');
    gate.close();
    return { outcome, stages: trace.record().spans.map(({ stage }) => stage) };
  };

  for (const [name, stt, words] of [
    // what it was told to expect it may take as said
    ['embedded Whisper', whisper, /^(hey jarvis\W+)?turn on the kitchen light\W*$/],
    ['the Wyoming server', wyoming, /hey jarvis.*turn on the kitchen light/],
  ] as const) {
    test(`in one breath, by ${name}`, async () => {
      const { outcome, stages } = await hear(stt, Buffer.concat([silence(1), heyJarvis, silence(2)]));
      assert.ok('heard' in outcome, JSON.stringify(outcome));
      says(outcome.heard.text, words);
      assert.deepEqual(stages, ['listen', 'speech-end', 'stt']);
    });
  }

  test('after a wake word that its model doubted and Whisper heard', async () => {
    const { outcome } = await hear(whisper, Buffer.concat([silence(1), heyJarvis, silence(2)]), doubting);
    assert.ok('heard' in outcome, JSON.stringify(outcome));
    says(outcome.heard.text, /turn on the kitchen light/);
  });

  test('other words than the wake word are not taken for it by Whisper', async () => {
    const isSaid = (sound: Buffer, phrase: string) => whisper.says?.(sound, phrase, 'en');
    const called = Buffer.concat([silence(0.3), heyJarvis.subarray(0, WORD_BYTES + 6_400)]);
    assert.equal(await isSaid(called, 'Hey Jarvis'), true);
    for (const phrase of ['Alexa', 'Hey Mycroft', 'Okay Nabu'])
      assert.equal(await isSaid(called, phrase), false, phrase);
    for (const other of [heyJarvis.subarray(WORD_BYTES), silence(1.5)])
      assert.equal(await isSaid(other, 'Hey Jarvis'), false);
  });

  test('with a pause after the wake word', async () => {
    const [word, said] = [heyJarvis.subarray(0, WORD_BYTES), heyJarvis.subarray(WORD_BYTES)];
    const { outcome } = await hear(whisper, Buffer.concat([silence(1), word, silence(1.2), said, silence(2)]));
    assert.ok('heard' in outcome, JSON.stringify(outcome));
    says(outcome.heard.text, /turn on the kitchen light/);
  });
});
