import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { wavOf } from '../../lib/audio/wav.js';
import { turns } from '../../lib/conversation/turns.js';
import { silence } from '../../lib/listening/samples.test.helper.js';
import { newTurn, type Wake } from '../../lib/turn/turn.js';
import {
  bench,
  caught,
  counts,
  must,
  satellite,
  satellitesNode,
  sent,
  turnIn,
  unload,
  until,
} from '../node.test.helper.js';

const EAR = { type: 'jarvis-satellite-in', outputs: 2, satellites: 'the-house' };
const FRAME = 'hermes/audioServer/kitchen/audioFrame';

const wav = (seconds: number, rate = 16_000) => wavOf({ rate, samples: silence((seconds * rate) / 16_000) });

async function listening(more: object = {}, house: object = {}) {
  const hub = await satellitesNode({ areas: '{"kitchen":"Kitchen"}', language: 'de', ...house });
  const ear = await bench({ ...EAR, ...more }, [hub]);
  return { ear, kitchen: await satellite(hub.port), hub };
}

describe('the satellite in node', () => {
  afterEach(unload);

  test('gives the sound of a satellite at output 1, with where it stands', async () => {
    const { ear, kitchen } = await listening();
    await kitchen.say(FRAME, wav(0.1));
    const sound = await sent(ear, 0);
    assert.equal(sound.topic, 'kitchen');
    assert.deepEqual(sound.payload, silence(0.1));
    assert.equal(sound['erle'], 0);
    assert.equal((sound['satellite'] as { area: string }).area, 'Kitchen');
    await until(() => ear.statuses.at(-1)?.fill === 'green', 'the green dot');
    await ear.stop();
    assert.deepEqual(ear.statuses.at(-1), {});
    assert.deepEqual(ear.log(), []);
  });

  test('brings sound of another rate to 16 kHz', async () => {
    const { ear, kitchen } = await listening();
    for (let frame = 0; frame < 10; frame++) await kitchen.say(FRAME, wav(0.1, 48_000));
    const sounds = must(ear.out[0]);
    const bytes = () => sounds.reduce((sum, { payload }) => sum + (payload as Buffer).length, 0);
    await until(() => bytes() > 0.9 * 32_000, 'a second of sound');
    assert.ok(bytes() <= 32_000);
  });

  test('what a satellite understood is passed over once where another room answers', async () => {
    const { ear, kitchen } = await listening();
    const understands = (text: string) => kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text });
    await kitchen.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    await sent(ear, 0);
    turns.lose('kitchen', 'hall');
    await understands('light on');
    await understands('light off');
    assert.equal((await sent(ear, 1)).payload, 'light off');
  });

  test('says at output 1 that a satellite woke by itself', async () => {
    const { ear, kitchen } = await listening();
    await kitchen.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' });
    const woken = await sent(ear, 0);
    assert.deepEqual([woken.topic, (woken.payload as Buffer).length], ['kitchen', 0]);
    const { at, ...wake } = woken['wake'] as Wake;
    assert.ok(must(at) <= Date.now());
    assert.deepEqual(wake, { word: 'hey_jarvis', by: 'satellite' });
  });

  test('gives the words of a satellite at output 2, in the turn it was woken for', async () => {
    const { ear, kitchen } = await listening();
    const woken = newTurn({ site: 'kitchen', source: 'voice', language: 'de' });
    turns.begin(woken);
    turns.stage(woken.id, 'listening');
    await kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'Licht an' });
    const words = await sent(ear, 1);
    assert.deepEqual([words.topic, words.payload], ['kitchen', 'Licht an']);
    const { id, language, source, heard, area } = turnIn(words);
    assert.ok(must(heard?.to) <= Date.now());
    assert.deepEqual([id, language, source, heard?.text, area], [woken.id, 'de', 'voice', 'Licht an', 'Kitchen']);
    assert.equal(turns.get(id)?.stage, 'thinking');
    assert.equal(turns.get(id)?.trace.record().texts.heard, 'Licht an');
  });

  test('wake word and words at the same instant are one turn, which the wake does not end', async () => {
    const { ear, kitchen } = await listening();
    await Promise.all([
      kitchen.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' }),
      kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'light on' }),
    ]);
    const { id, wake } = turnIn(await sent(ear, 1));
    assert.deepEqual(wake, (await sent(ear, 0))['wake']);
    assert.equal(turns.conversation('kitchen').take(must(wake)), false, 'a wake node begins no other');
    assert.equal(turns.current('kitchen')?.id, id);
  });

  test('nor does it where the room still listens on after a reply', async () => {
    const { ear, kitchen } = await listening();
    const followUp: Wake = { word: null, by: 'follow-up', at: Date.now() };
    const woken = newTurn({ site: 'kitchen', source: 'voice', language: 'de', wake: followUp });
    turns.conversation('kitchen').take(followUp);
    turns.begin(woken);
    turns.stage(woken.id, 'listening');
    await Promise.all([
      kitchen.say('hermes/hotword/hey_jarvis/detected', { siteId: 'kitchen', modelId: 'hey_jarvis' }),
      kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'light on' }),
    ]);
    const { id, wake } = turnIn(await sent(ear, 1));
    assert.deepEqual(wake, (await sent(ear, 0))['wake']);
    assert.equal(turns.conversation('kitchen').take(must(wake)), false, 'a wake node begins no other');
    assert.deepEqual([turns.current('kitchen')?.id, id], [woken.id, woken.id]);
  });

  test('words are in the language that they are said in, of those of the house, unless the satellite knows it', async () => {
    const { ear, kitchen } = await listening({}, { languages: 'en' });
    const languages = ['turn on the light', 'allume la lumière', 'Stopp', 'light'].entries();
    for (const [index, text] of languages) {
      const lang = index === 3 ? 'es' : null;
      await kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text, lang });
      await sent(ear, 1, index + 1);
    }
    const told = must(ear.out[1]).map((message) => turnIn(message as never).language);
    assert.deepEqual(told, ['en', 'de', 'de', 'es']);
  });

  test('hears one satellite only when it is told to', async () => {
    const { ear, kitchen } = await listening({ site: 'den' });
    await kitchen.say(FRAME, wav(0.1));
    await kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'light on' });
    await kitchen.say('hermes/audioServer/den/audioFrame', wav(0.1));
    assert.equal((await sent(ear, 0)).topic, 'den');
    assert.deepEqual(counts(ear).out, [1, 0]);
  });

  test('keeps what is not for the wake word from it, but not from an utterance', async () => {
    const { ear, kitchen } = await listening();
    await kitchen.say('hermes/hotword/toggleOff', { siteId: 'kitchen' });
    await kitchen.say(FRAME, wav(0.1));
    await kitchen.say('hermes/asr/textCaptured', { siteId: 'kitchen', text: 'light on' });
    const { id } = turnIn(await sent(ear, 1));
    assert.deepEqual(counts(ear).out, [0, 1]);
    must(turns.get(id)).stage = 'listening';
    await kitchen.say(FRAME, wav(0.1));
    await sent(ear, 0);
  });

  test('tells what a satellite sends wrong once, until it is right again', async () => {
    const { ear, kitchen } = await listening();
    for (let frame = 0; frame < 5; frame++) await kitchen.say(FRAME, Buffer.from('this is no sound'));
    assert.equal((await caught(ear)).code, 'bad-audio');
    assert.equal(ear.caught[0]?.topic, 'kitchen');
    await until(() => ear.statuses.at(-1)?.fill === 'red', 'the red ring');
    await kitchen.say(FRAME, wav(0.1));
    await sent(ear, 0);
    assert.deepEqual(counts(ear), { out: [1, 0], caught: 1, completed: 0 });
    await until(() => ear.statuses.at(-1)?.fill === 'green', 'the green dot');
    await kitchen.say('hermes/hotword/toggleOff', '{broken');
    assert.equal((await caught(ear, 2)).code, 'bad-input');
  });

  test('ends the listening where the satellite says so', async () => {
    const { kitchen } = await listening();
    const woken = newTurn({ site: 'kitchen', source: 'voice', language: 'de' });
    turns.begin(woken);
    turns.stage(woken.id, 'listening');
    const enough: string[] = [];
    const onEnough = ({ id }: { id: string }) => enough.push(id);
    turns.on('enough', onEnough);
    await kitchen.say('hermes/asr/stopListening', { siteId: 'kitchen' });
    await until(() => enough.length > 0, 'the end of the listening');
    turns.off('enough', onEnough);
    assert.deepEqual(enough, [woken.id]);
  });

  test('says in the log, once, that its satellites are not chosen, deleted or disabled', async () => {
    const house = await satellitesNode();
    for (const configs of [[], [{ ...house, d: true }]]) {
      const ear = await bench(EAR, configs);
      assert.deepEqual(
        ear.log().map(({ level, id, text }) => ({ level, id, says: /satellites is chosen/.test(text) })),
        [{ level: 'error', id: 'the-subject', says: true }],
      );
      await ear.stop();
      assert.deepEqual(ear.statuses.at(-1), {});
      await unload();
    }
    const running = await bench(EAR, [house]);
    await running.redeploy([]);
    assert.equal(running.log().length, 1);
  });
});
