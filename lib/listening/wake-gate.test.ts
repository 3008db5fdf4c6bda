import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../test/until.js';
import { CHUNK_BYTES } from '../audio/pcm.js';
import { clock } from '../turn/clock.js';
import type { Wake } from '../turn/turn.js';
import { chunks, heyJarvis, noise, pcm, silence } from './samples.test.helper.js';
import type { Detection, WakeEngine } from './types.js';
import { openEmbeddedWake } from './wake.js';
import { openWakeGate, type WakeGateOptions } from './wake-gate.js';

/** An engine that detects when the test says so, in the order the streams were opened. */
function toldEngine() {
  const streams: {
    detect: (detection: Detection) => void;
    doubt: (detection: Detection) => void;
    fail: (error: Error) => void;
    open: boolean;
  }[] = [];
  const engine: WakeEngine = {
    name: 'told',
    warm: async () => {},
    close: async () => {},
    open(detect, fail, doubt = () => {}) {
      const stream = { detect, doubt, fail, open: true };
      streams.push(stream);
      return {
        write: () => {},
        close: () => {
          stream.open = false;
        },
      };
    },
  };
  return { engine, streams };
}

/** A gate whose turns are "site-1", "site-2", … and listen until the test ends them. */
function gateOf(engine: WakeEngine | undefined, more: Partial<WakeGateOptions> = {}) {
  const woken: { site: string; wake: Wake; id: string }[] = [];
  const sounds = new Map<string, Buffer[]>();
  const listening = new Set<string>();
  const errors: Error[] = [];
  const lost: string[] = [];
  const gate = openWakeGate({
    engine,
    onWake(site, wake) {
      const id = `${site}-${woken.length + 1}`;
      woken.push({ site, wake, id });
      listening.add(id);
      return id;
    },
    onSound(id, samples, index) {
      const list = sounds.get(id) ?? [];
      assert.equal(index, list.length);
      sounds.set(id, [...list, samples]);
    },
    isListening: (id) => listening.has(id),
    onLost: (site, winner) => lost.push(`${site} to ${winner}`),
    onError: (error) => errors.push(error),
    ...more,
  });
  const heard = (id: string) => Buffer.concat(sounds.get(id) ?? []);
  return { gate, woken, lost, sounds, listening, errors, heard };
}

const jarvis = (score = 0.9): Detection => ({ word: 'hey_jarvis', score });

describe('the wake gate', () => {
  test('a site that is woken by one word hears no other', () => {
    const { engine, streams } = toldEngine();
    const { gate, woken } = gateOf(engine, { mayWake: (site, word) => site !== 'den' || word === 'alexa' });
    gate.write('den', silence(0.08));
    streams[0]?.detect(jarvis());
    assert.equal(woken.length, 0);
    streams[0]?.detect({ word: 'alexa', score: 0.9 });
    assert.equal(woken[0]?.wake.word, 'alexa');
    gate.close();
  });

  test('passes on two seconds from before the wake word and everything after it, without a gap', () => {
    const { engine, streams } = toldEngine();
    const { gate, woken, sounds, heard } = gateOf(engine);
    const before = noise(5, 1000);
    const later = noise(1, 2000);
    for (const piece of chunks(before)) gate.write('kitchen', piece);
    streams[0]?.detect(jarvis());
    gate.write('kitchen', later.subarray(0, 10_000));
    gate.write('kitchen', later.subarray(10_000, 10_002));
    gate.write('kitchen', later.subarray(10_002));
    assert.deepEqual(
      woken.map(({ site, wake: { at = 0, ...wake } }) => [site, at > 0 && at <= clock.now(), wake]),
      [['kitchen', true, { word: 'hey_jarvis', by: 'audio', score: 0.9 }]],
    );
    const pieces = sounds.get('kitchen-1') ?? [];
    assert.equal(pieces[0]?.length, 64_000);
    // As it comes: the two bytes wait for more.
    assert.deepEqual(
      new Set(pieces.slice(1).map((piece) => piece.length)),
      new Set([2560, 10_000 % 2560, 22_000 % 2560]),
    );
    const expected = Buffer.concat([before.subarray(before.length - 64_000), later]);
    assert.deepEqual(heard('kitchen-1'), expected.subarray(0, heard('kitchen-1').length));
    assert.ok(heard('kitchen-1').length > expected.length - 1024);
    gate.close();
    assert.equal(streams[0]?.open, false);
  });

  test('passes a frame of 64 ms on when it comes, and shorter ones by 32 ms', () => {
    const { engine, streams } = toldEngine();
    const { gate, sounds } = gateOf(engine);
    gate.write('kitchen', silence(2));
    streams[0]?.detect(jarvis());
    for (const seconds of [0.064, 0.064, 0.02, 0.02, 0.02, 0.02]) gate.write('kitchen', silence(seconds));
    const lengths = sounds.get('kitchen-1')?.map((piece) => piece.length);
    assert.deepEqual(lengths, [64_000, 2048, 2048, 1280, 1280]);
    gate.close();
  });

  test('believes a word that was heard weakly when it is said in the sound, and begins where it was', async () => {
    const { engine, streams } = toldEngine();
    const asked: { site: string; word: string; sound: Buffer; answer: (isSaid: boolean) => void }[] = [];
    const { gate, woken, sounds } = gateOf(engine, {
      says: (site, word, sound) => new Promise((answer) => asked.push({ site, word, sound, answer })),
    });
    const sound = noise(5, 1000);
    gate.write('kitchen', sound.subarray(0, 4 * 32_000));
    streams[0]?.doubt({ ...jarvis(0.1), at: 3 * 16_000 });
    // One at a time, whoever asks.
    streams[0]?.doubt({ ...jarvis(0.1), at: 4 * 16_000 });
    gate.write('kitchen', sound.subarray(4 * 32_000));
    assert.deepEqual(
      asked.map(({ site, word, sound: doubted }) => [site, word, doubted.equals(sound.subarray(48_000, 96_000))]),
      [['kitchen', 'hey_jarvis', true]],
    );
    asked[0]?.answer(true);
    await until(() => woken.length > 0, 'the turn');
    assert.equal(woken[0]?.wake.score, 0.1);
    const [preroll, next] = sounds.get('kitchen-1') ?? [];
    assert.deepEqual(preroll, sound.subarray(32_000, 96_000));
    assert.deepEqual(next, sound.subarray(96_000, 96_000 + 2560));
    // While the room listens, its doubts are nobody's business.
    streams[0]?.doubt({ ...jarvis(0.2), at: 5 * 16_000 });
    assert.equal(asked.length, 1);
    gate.close();
  });

  test('lets a word be that was heard weakly and is not said, may not wake the room, or nobody can tell of', async () => {
    const answers = [async () => false, async () => true, () => Promise.reject(new Error('no model'))];
    for (const [index, says] of [...answers, undefined].entries()) {
      const { engine, streams } = toldEngine();
      const { gate, woken, errors } = gateOf(engine, { says, mayWake: () => index !== 1 });
      gate.write('kitchen', noise(3, 1000));
      streams[0]?.doubt({ ...jarvis(0.1), at: 2 * 16_000 });
      await new Promise(setImmediate);
      streams[0]?.doubt({ ...jarvis(0.1), at: 3 * 16_000 });
      await new Promise(setImmediate);
      assert.deepEqual([woken, errors], [[], []]);
      gate.close();
    }
  });

  test('doubts a word in what is left of our own voice, and none that is louder than that or that nobody can tell of', async () => {
    const { engine, streams } = toldEngine();
    const asked: string[] = [];
    const { gate, woken } = gateOf(engine, { says: async (site) => asked.push(site) > 1 });
    gate.write('kitchen', noise(3, 30), 20);
    streams[0]?.detect(jarvis(0.99));
    await new Promise(setImmediate);
    assert.deepEqual([asked.length, woken.length], [1, 0]);
    streams[0]?.detect(jarvis(0.99));
    await until(() => woken.length > 0, 'the turn');
    gate.close();
    for (const { erle, says } of [{ erle: 2, says: async () => assert.fail('it is asked') }, { erle: 20 }]) {
      const sure = toldEngine();
      const open = gateOf(sure.engine, { says });
      open.gate.write('kitchen', noise(3, 1000), erle);
      sure.streams[0]?.detect(jarvis(0.99));
      assert.equal(open.woken.length, 1);
      open.gate.close();
    }
  });

  test('takes the pre-roll from where the word was, when the engine is behind', () => {
    const { engine, streams } = toldEngine();
    const { gate, sounds } = gateOf(engine);
    const sound = noise(6, 1000);
    gate.write('kitchen', sound);
    streams[0]?.detect({ ...jarvis(), at: 5 * 16_000 });
    const [preroll, next] = sounds.get('kitchen-1') ?? [];
    assert.deepEqual(preroll, sound.subarray(3 * 32_000, 5 * 32_000));
    assert.deepEqual(next, sound.subarray(5 * 32_000, 5 * 32_000 + 2560));
    gate.close();
  });

  test('closes when the turn stops listening, or after 20 s', () => {
    const { engine, streams } = toldEngine();
    const { gate, listening, heard } = gateOf(engine);
    gate.write('kitchen', silence(3));
    streams[0]?.detect(jarvis());
    gate.write('kitchen', silence(1));
    listening.clear();
    gate.write('kitchen', silence(5));
    assert.equal(heard('kitchen-1').length, 3 * 32_000);
    streams[0]?.detect(jarvis());
    for (let second = 0; second < 30; second++) gate.write('kitchen', silence(1));
    const seconds = heard('kitchen-2').length / 32_000;
    assert.ok(seconds > 21 && seconds <= 22.1, `${seconds} s`);
    gate.close();
  });

  test('gives no sound of one turn to the next', () => {
    const { engine, streams } = toldEngine();
    const { gate, listening, heard } = gateOf(engine);
    const sound = noise(4, 500);
    gate.write('kitchen', sound.subarray(0, 64_000));
    streams[0]?.detect(jarvis());
    gate.write('kitchen', sound.subarray(64_000, 96_000));
    listening.clear();
    gate.write('kitchen', sound.subarray(96_000));
    streams[0]?.detect(jarvis());
    const first = heard('kitchen-1').length;
    assert.deepEqual(heard('kitchen-2'), sound.subarray(first, first + heard('kitchen-2').length));
    gate.close();
  });

  test('the word said again within the utterance is part of it; while the answer is spoken it starts a new turn', () => {
    const { engine, streams } = toldEngine();
    const { gate, woken, listening } = gateOf(engine);
    gate.write('kitchen', silence(2));
    streams[0]?.detect(jarvis());
    streams[0]?.detect(jarvis());
    assert.equal(woken.length, 1);
    listening.clear();
    streams[0]?.detect(jarvis());
    assert.equal(woken.length, 2);
    gate.close();
  });

  test('opens for a satellite that woke by itself, and for an answer without what was spoken before', () => {
    const { gate, woken, heard } = gateOf(undefined);
    gate.write('kitchen', noise(3, 500));
    gate.wake('kitchen', { word: 'alexa', by: 'satellite' });
    assert.equal(heard('kitchen-1').length, 64_000);
    gate.write('hall', noise(3, 500));
    gate.wake('hall', { word: null, by: 'follow-up' });
    assert.equal(heard('hall-2').length, 9600);
    gate.wake('silent', { word: null, by: 'asked' });
    gate.write('silent', noise(0.08, 500));
    assert.equal(heard('silent-3').length, 2560);
    assert.deepEqual(
      woken.map(({ site }) => site),
      ['kitchen', 'hall', 'silent'],
    );
    gate.close();
  });

  test('lets one site answer when several hear the same word: the one that heard it best', async () => {
    const { engine, streams } = toldEngine();
    const lost: string[] = [];
    const { gate, woken, heard } = gateOf(engine, { onLost: (site, winner) => lost.push(`${site} to ${winner}`) });
    const loud = noise(3, 8000);
    gate.write('hall', noise(3, 100));
    gate.write('kitchen', loud);
    gate.write('attic', noise(3, 300));
    streams[0]?.detect(jarvis(0.99));
    streams[1]?.detect(jarvis(0.9));
    streams[2]?.detect(jarvis(0.9));
    const more = noise(0.5, 8000);
    gate.write('kitchen', more);
    await until(() => woken.length > 0, 'the winner');
    assert.deepEqual(
      woken.map(({ site }) => site),
      ['kitchen'],
    );
    const expected = Buffer.concat([loud.subarray(32_000), more]);
    assert.deepEqual(heard('kitchen-1'), expected.subarray(0, heard('kitchen-1').length));
    // A latecomer is the same voice.
    streams[0]?.detect(jarvis(0.99));
    gate.close();
    assert.equal(woken.length, 1);
    assert.deepEqual(lost, ['hall to kitchen', 'attic to kitchen', 'hall to kitchen']);
  });

  test('different words heard in one voice are one contest, and whoever lost it is told', async () => {
    const { engine, streams } = toldEngine();
    const { gate, woken, lost } = gateOf(engine);
    gate.write('hall', noise(3, 100));
    gate.write('kitchen', noise(3, 8000));
    streams[0]?.detect(jarvis());
    streams[1]?.detect({ word: 'alexa', score: 0.9 });
    await until(() => lost.length > 0, 'the loser');
    // A latecomer is the same voice, whatever it heard.
    streams[0]?.detect({ word: 'alexa', score: 0.9 });
    gate.close();
    assert.deepEqual(
      woken.map(({ site, wake }) => [site, wake.word]),
      [['kitchen', 'alexa']],
    );
    assert.deepEqual(lost, ['hall to kitchen', 'hall to kitchen']);
  });

  test('a louder microphone in a noisy room is no nearer', async () => {
    const { engine, streams } = toldEngine();
    const { gate, woken } = gateOf(engine);
    for (const [site, room, voice] of [
      ['hall', 2000, 4000],
      ['kitchen', 30, 3000],
    ] as const) {
      gate.write(site, noise(3, room));
      gate.write(site, noise(1, voice));
    }
    streams[0]?.detect(jarvis());
    streams[1]?.detect(jarvis());
    await until(() => woken.length > 0, 'the winner');
    gate.close();
    assert.equal(woken[0]?.site, 'kitchen');
  });

  const contest = async (hall: Buffer[], board: Buffer | undefined) => {
    const { engine, streams } = toldEngine();
    const { gate, woken } = gateOf(engine, { hasRivals: () => true });
    gate.write('hall', hall[0] ?? silence(0));
    // What it once sent is no sound of this wake.
    gate.wake('board', { word: 'hey_jarvis', by: 'satellite' });
    streams[0]?.detect(jarvis());
    gate.write('hall', hall[1] ?? silence(0));
    if (board) gate.write('board', board);
    await until(() => woken.length > 0, 'the winner');
    gate.close();
    return woken.map(({ site }) => site);
  };

  test('a satellite that woke by itself is compared by what is said after the word', async () => {
    const word = noise(3, 4000);
    const said = [word, noise(0.3, 4000)];
    assert.deepEqual(await contest(said, noise(0.16, 8000)), ['board']);
    assert.deepEqual(await contest(said, noise(0.16, 1000)), ['hall']);
    // The same time is compared: here the board has sent more of what follows a short pause.
    const late = Buffer.concat([noise(0.08, 4000), noise(0.08, 8000)]);
    assert.deepEqual(await contest([word, noise(0.08, 6000)], late), ['hall']);
    // Nobody speaks on, or nothing is heard: nothing is known of it, and it was the first of equals.
    assert.deepEqual(await contest([word, noise(0.3, 40)], noise(0.16, 20)), ['board']);
    assert.deepEqual(await contest(said, undefined), ['board']);
  });

  test('who is alone is not waited for, and a second wake of the same site is no rival', () => {
    const { gate, woken, lost } = gateOf(undefined, { hasRivals: () => false });
    gate.wake('board', { word: 'hey_jarvis', by: 'satellite' });
    gate.wake('board', { word: 'hey_jarvis', by: 'satellite' });
    gate.close();
    assert.deepEqual([woken.length, lost], [1, []]);
  });

  test('tells a failure of the engine once, however many sites there are', () => {
    const { engine, streams } = toldEngine();
    const { gate, errors } = gateOf(engine);
    for (const site of ['a', 'b', 'c']) gate.write(site, pcm(1));
    const error = new Error('broken');
    for (const stream of streams) stream.fail(error);
    assert.deepEqual(errors, [error]);
    gate.close();
  });

  test('keeps no more than 500 sites', () => {
    const { engine, streams } = toldEngine();
    const { gate } = gateOf(engine);
    for (let site = 0; site < 520; site++) gate.write(`site ${site}`, pcm(1));
    assert.equal(streams.filter(({ open }) => open).length, 500);
    gate.close();
    assert.equal(streams.filter(({ open }) => open).length, 0);
  });

  test('with the real engine: the pre-roll holds the whole wake word', async (context) => {
    const engine = openEmbeddedWake({ words: ['hey_jarvis'] });
    context.after(() => engine.close());
    await engine.warm();
    const { gate, woken, heard, errors } = gateOf(engine);
    // Less than two seconds: nothing of it is dropped, however slow the machine.
    const sound = heyJarvis.subarray(0, 24 * CHUNK_BYTES);
    for (const piece of chunks(sound)) gate.write('kitchen', piece);
    await until(() => woken.length > 0, 'the wake word');
    assert.deepEqual(heard('kitchen-1'), sound);
    gate.close();
    assert.deepEqual(errors, []);
  });
});
