import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { resampled } from '../../lib/audio/resample.js';
import { turns } from '../../lib/conversation/turns.js';
import { chunks, command, heyJarvis, silence } from '../../lib/listening/samples.test.helper.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { clock } from '../../lib/turn/clock.js';
import { newTurn } from '../../lib/turn/turn.js';
import { sleep } from '../../lib/turn/wait.js';
import type { VoiceNode } from '../jarvis-voice/jarvis-voice.js';
import {
  type Bench,
  bench,
  caught,
  completed,
  counts,
  must,
  sent,
  turnIn,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const WAKE = { type: 'jarvis-wake', outputs: 2, voice: 'a-voice' };
const VOICE = { id: 'a-voice', type: 'jarvis-voice', wake: 'embedded', wakeWords: 'hey_jarvis', language: 'en' };

/** Plays sound into the node as a satellite would, at twice its pace: a model more than two seconds behind drops sound. */
async function play(wake: Bench, sound: Buffer, more: object): Promise<void> {
  const voice = wake.node<VoiceNode>('a-voice');
  await Promise.all([voice.wake?.warm(), voice.stopWord?.warm()]);
  for (const payload of chunks(sound)) {
    wake.send({ payload: Buffer.from(payload), ...more });
    await clock.jump(40);
    await sleep(40);
  }
}

describe('the wake node', () => {
  const { now } = clock;
  afterEach(() => {
    clock.now = now;
    return unload();
  });

  test('hears the wake word and passes the utterance on, from before the word', async () => {
    const wake = await bench(WAKE, [VOICE]);
    const satellite = { area: 'Kitchen', language: 'de', languages: ['en', 'de'] };
    await play(wake, Buffer.concat([silence(0.5), heyJarvis, silence(0.5)]), { topic: 'kitchen', satellite });
    const word = await sent(wake, 1);
    assert.deepEqual([word.topic, word.payload], ['kitchen', 'hey_jarvis']);
    const turn = turnIn(word);
    assert.deepEqual([turn.area, turn.language, turn.source, turn.wake?.by], ['Kitchen', 'de', 'voice', 'audio']);
    assert.deepEqual(turn.languages, ['de', 'en']);
    const sounds = must(wake.out[0]);
    await until(() => sounds.length > 10, 'the utterance');
    assert.deepEqual(
      sounds.map(({ parts }) => parts),
      sounds.map((_, index) => ({ id: turn.id, index })),
    );
    const [preroll, ...frames] = sounds.map(({ payload }) => (payload as Buffer).length);
    assert.ok((preroll ?? 0) > 32_000);
    assert.deepEqual([...new Set(frames)], [2560]);
    assert.equal(turns.current('kitchen')?.stage, 'listening');
    // Nobody listens any more: the gate closes.
    const before = sounds.length;
    turns.stage(turn.id, 'thinking');
    wake.send({ payload: silence(0.08), topic: 'kitchen' });
    await completed(wake);
    await wake.stop();
    assert.equal(sounds.length, before);
    assert.deepEqual([wake.caught.length, wake.out[1]?.length], [0, 1]);
    assert.deepEqual(wake.statuses.at(-1), {});
  });

  test('what we say ourselves wakes nothing, in no room; what we say without the word can be interrupted', async () => {
    const wake = await bench(WAKE, [VOICE]);
    const called = Buffer.concat([silence(0.5), heyJarvis, silence(0.5)]);
    const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'en' });
    turns.begin(turn);
    const conversation = turns.conversation('kitchen');
    for (const [index, text] of ['Say hey Jarvis to me.', 'It is noon.'].entries()) {
      conversation.say(turn.id, index, text);
    }
    conversation.plays(turn.id, 0, 'from');
    await play(wake, called, { topic: 'den' });
    await play(wake, called, { topic: 'kitchen' });
    clock.now = () => now() + 2_000;
    conversation.plays(turn.id, 0, 'to');
    clock.now = () => now() + 4_000;
    conversation.plays(turn.id, 1, 'from');
    // What is left of our own voice is asked about.
    await play(wake, called, { topic: 'hall', erle: 20 });
    await play(wake, called, { topic: 'den' });
    assert.equal((await sent(wake, 1)).topic, 'den');
    assert.equal(must(wake.out[1]).length, 1);
  });

  test('a bare stop ends what is spoken there, unless it is us who say it', async () => {
    const wake = await bench(WAKE, [VOICE]);
    const tts = openEspeak();
    const { samples } = await resampled(
      await tts.speak('Stop.', { language: 'en', signal: new AbortController().signal }),
    );
    await tts.close();
    const stop = Buffer.concat([silence(1.2), samples, silence(0.8)]);
    const speaking = (site: string, text: string) => {
      const turn = newTurn({ site, source: 'voice', language: 'en' });
      const live = turns.begin(turn);
      turns.conversation(site).say(turn.id, 0, text);
      turns.conversation(site).plays(turn.id, 0, 'from');
      turns.stage(turn.id, 'speaking');
      return live;
    };
    const kitchen = speaking('kitchen', 'The capital of France is Paris.');
    const den = speaking('den', 'It is a long story.');
    await play(wake, stop, { topic: 'kitchen' });
    await until(() => kitchen.signal.aborted, 'the stop');
    assert.equal(den.signal.aborted, false);
    speaking('hall', 'The bus stop is around the corner.');
    await play(wake, stop, { topic: 'den' });
    assert.equal(den.signal.aborted, false, 'the loudspeaker in the hall said it');
    assert.deepEqual(wake.caught, []);
  });

  test('hears it with microWakeWord, too, and says nothing of other words', async () => {
    const wake = await bench(WAKE, [{ ...VOICE, wake: 'micro', wakeWords: 'okay_nabu, hey_jarvis, stop' }]);
    await play(wake, Buffer.concat([silence(0.5), command, silence(0.5)]), { topic: 'den' });
    await play(wake, Buffer.concat([silence(0.5), heyJarvis, silence(0.5)]), { topic: 'kitchen' });
    const word = await sent(wake, 1);
    assert.deepEqual([word.topic, word.payload], ['kitchen', 'hey_jarvis']);
    const sounds = must(wake.out[0]);
    await until(() => sounds.length > 10, 'the utterance');
    assert.deepEqual([...new Set(sounds.map(({ topic }) => topic))], ['kitchen']);
    await wake.stop();
    assert.deepEqual([wake.caught.length, wake.out[1]?.length], [0, 1]);
    assert.deepEqual(wake.log(), []);
  });

  test('while somebody calls in one room, no other one listens on, unless it has asked something', async () => {
    const wake = await bench(WAKE, [{ ...VOICE, wake: 'none' }]);
    const wakes = (topic: string, woken: object) => wake.send({ payload: Buffer.alloc(0), wake: woken, topic });
    const stageOf = (site: string) => turns.current(site)?.stage;
    const lost: string[] = [];
    const onLost = (site: string, winner: string) => lost.push(`${site} to ${winner}`);
    turns.on('lost', onLost);
    turns.conversation('hall').await('answer', 60_000);
    for (const site of ['den', 'shelf']) turns.conversation(site).await('follow-up', 60_000);
    for (const site of ['den', 'hall']) wakes(site, { word: null, by: 'follow-up' });
    await completed(wake, 2);
    wakes('kitchen', { word: 'hey_jarvis', by: 'satellite' });
    await until(() => stageOf('kitchen') === 'listening', 'the turn');
    wakes('shelf', { word: null, by: 'follow-up' });
    await completed(wake, 4);
    turns.off('lost', onLost);
    assert.deepEqual(['den', 'hall', 'shelf'].map(stageOf), [undefined, 'listening', undefined]);
    assert.deepEqual(lost, ['den to kitchen']);
    assert.deepEqual(wake.caught, []);
  });

  test('opens without a wake word when it is asked to', async () => {
    const wake = await bench(WAKE, [{ ...VOICE, wake: 'none' }]);
    wake.send({ payload: Buffer.alloc(0), wake: { word: null, by: 'asked' }, topic: 'den' });
    wake.send({ payload: silence(0.16), topic: 'den' });
    await sent(wake, 0, 2);
    const { at = 0, ...woken } = must(turnIn(await sent(wake, 1)).wake);
    assert.deepEqual([at > 0 && at <= clock.now(), woken], [true, { word: null, by: 'asked' }]);
    await completed(wake, 2);
    assert.deepEqual(counts(wake), { out: [2, 1], caught: 0, completed: 2 });
  });

  test('completes every message once, silence and odd pieces too', async () => {
    const wake = await bench(WAKE, [VOICE]);
    const pieces = [silence(0.08), Buffer.alloc(0), Buffer.alloc(1), Buffer.alloc(999), silence(20)];
    for (const payload of pieces) wake.send({ payload });
    await completed(wake, pieces.length);
    assert.deepEqual(counts(wake), { out: [0, 0], caught: 0, completed: pieces.length });
  });

  test('says what it needs instead of sound, once while it streams in', async () => {
    const wake = await bench(WAKE, [VOICE]);
    for (let frame = 0; frame < 20; frame++) wake.send({ payload: 'no sound', topic: 'den' });
    const { code, message } = await caught(wake);
    assert.equal(code, 'bad-audio');
    assert.match(message, /Wire a satellite in node/);
    await completed(wake, 19);
    assert.deepEqual(counts(wake), { out: [0, 0], caught: 1, completed: 19 });
  });

  test('says what is wrong with a wake that is none', async () => {
    const wake = await bench(WAKE, [VOICE]);
    wake.send({ payload: Buffer.alloc(0), wake: 'please' });
    assert.equal((await caught(wake)).code, 'bad-input');
    assert.deepEqual(counts(wake), { out: [0, 0], caught: 1, completed: 0 });
  });

  test('tells once of a wake word that does not exist', async () => {
    const wake = await bench(WAKE, [{ ...VOICE, wakeWords: 'open_sesame' }]);
    for (let frame = 0; frame < 20; frame++) wake.send({ payload: silence(0.08), topic: `room-${frame % 3}` });
    const { code, message } = await caught(wake);
    assert.equal(code, 'not-configured');
    assert.match(message, /open_sesame.*Known: hey_jarvis/);
    await completed(wake, 19);
    assert.equal(wake.caught.length, 1);
    await unload();
    const micro = await bench(WAKE, [{ ...VOICE, wake: 'micro', wakeWords: 'hey_rhasspy' }]);
    micro.send({ payload: silence(0.08) });
    assert.match((await caught(micro)).message, /hey_rhasspy.*Known: hey_jarvis, okay_nabu/);
  });

  test('ends the turn it listens to, and its model, when the flow is stopped', async () => {
    const wake = await bench(WAKE, [VOICE]);
    wake.send({ payload: silence(0.08), topic: 'den' });
    wake.send({ payload: Buffer.alloc(0), wake: { word: null, by: 'asked' }, topic: 'den' });
    await sent(wake, 1);
    const { signal } = must(turns.current('den'));
    await wake.stop();
    assert.equal(signal.aborted, true);
    assert.deepEqual(wake.statuses.at(-1), {});
    assert.deepEqual(wake.log(), []);
  });

  test('needs a voice', () => withoutConfig(WAKE, 'voice', VOICE, () => ({ payload: silence(0.08) })));
});
