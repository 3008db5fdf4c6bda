import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../lib/conversation/turns.js';
import { apology } from '../../lib/turn/apologies.js';
import { clock } from '../../lib/turn/clock.js';
import { newTurn } from '../../lib/turn/turn.js';
import {
  type Bench,
  bench,
  caught,
  completed,
  counts,
  must,
  satellite,
  satellitesNode,
  sent,
  turnIn,
  unload,
  until,
  withoutConfig,
} from '../node.test.helper.js';

const SAY = { type: 'jarvis-say', outputs: 1, satellites: 'the-house', home: '', rooms: '', outside: true };
const ROOMS = { areas: '{"kitchen":"Kitchen","den":"Living room"}', language: 'de' };

/** Has the satellites of the rooms be there. */
async function speaksUp(say: Bench, port: string): Promise<void> {
  const client = await satellite(port);
  for (const siteId of ['kitchen', 'den']) await client.say('hermes/audioServer/toggleOn', { siteId });
  const { hub } = say.node<{ hub: { sites(): { lastSeen: number }[] } }>('the-house');
  await until(() => hub.sites().every(({ lastSeen }) => lastSeen > 0), 'the satellites');
}

async function announcing(more: object = {}) {
  const hub = await satellitesNode(ROOMS);
  const say = await bench({ ...SAY, ...more }, [hub]);
  await speaksUp(say, hub.port);
  const topics = () => must(say.out[0]).map(({ topic }) => topic);
  return { say, hub, topics };
}

describe('the say node', () => {
  afterEach(unload);

  test('announces an injected string everywhere, a message for each satellite', async () => {
    const { say, topics } = await announcing();
    say.send({ payload: 'Dinner is ready.', mine: 7 });
    const first = await sent(say, 0, 2);
    assert.deepEqual(topics(), ['kitchen', 'den']);
    assert.equal(first.payload, 'Dinner is ready.');
    const { id, source, language, reply } = turnIn(first);
    assert.deepEqual([source, language, reply], ['announcement', 'de', { text: 'Dinner is ready.' }]);
    assert.deepEqual(first.parts, { id, index: 0, count: 1 });
    await completed(say);
    assert.deepEqual(counts(say), { out: [2], caught: 0, completed: 1 });
    await say.stop();
    assert.deepEqual(say.statuses.at(-1), {});
  });

  test('speaks in the rooms that the message names, else in its own', async () => {
    const { say, topics } = await announcing({ rooms: 'den' });
    say.send({ payload: 'One.' });
    say.send({ payload: { text: 'Two.', rooms: ['KITCHEN'], language: 'fr' } });
    say.send({ payload: 'Three.', rooms: 'living room, kitchen' });
    say.send({ payload: 'Four.', topic: 'kitchen' });
    await completed(say, 4);
    assert.deepEqual(topics(), ['den', 'kitchen', 'kitchen', 'den', 'kitchen']);
    assert.equal(turnIn(must(say.out[0]?.[1])).language, 'fr');
  });

  test('a room that is quiet now hears only what names it', async () => {
    const { now } = clock;
    const evening = new Date(2026, 0, 5, 23).getTime();
    clock.now = () => evening;
    const settings = JSON.stringify({ den: { quiet: '22:00-07:00' } });
    const house = await satellitesNode({ ...ROOMS, settings });
    const say = await bench(SAY, [house]);
    await speaksUp(say, house.port);
    for (const rooms of [[], ['all'], ['den']]) say.send({ payload: 'Dinner is ready.', rooms });
    await completed(say, 3);
    clock.now = now;
    assert.deepEqual(
      must(say.out[0]).map(({ topic }) => topic),
      ['kitchen', 'kitchen', 'den'],
    );
  });

  test('says who did not hear it', async () => {
    const { say } = await announcing();
    say.send({ payload: 'Hello.', rooms: ['garage'] });
    const { code, message } = await caught(say);
    assert.equal(code, 'satellite-unreachable');
    assert.match(message, /No satellite stands in garage/);
    assert.deepEqual(counts(say), { out: [0], caught: 1, completed: 0 });
  });

  test('waits for a satellite that is entered to be there, and says so', async () => {
    const house = await satellitesNode(ROOMS);
    const say = await bench(SAY, [house]);
    say.send({ payload: 'Hot!' });
    await completed(say);
    assert.equal(say.out[0]?.length, 0);
    assert.match(String(say.statuses.at(-1)?.text), /unheard|satellite/);
    await speaksUp(say, house.port);
    await sent(say, 0, 2);
    assert.deepEqual(
      must(say.out[0]).map(({ topic, payload }) => [topic, payload]),
      [
        ['kitchen', 'Hot!'],
        ['den', 'Hot!'],
      ],
    );
  });

  test('says what an announcement looks like', async () => {
    const { say } = await announcing();
    for (const [index, payload] of [
      '',
      undefined,
      7,
      {},
      { text: 7 },
      { text: 'x', rooms: 7 },
      Buffer.from('x'),
    ].entries()) {
      say.send({ payload });
      assert.equal((await caught(say, index + 1)).code, 'bad-input');
    }
    assert.equal(say.out[0]?.length, 0);
  });

  test('speaks what comes over MQTT, but only where it is set to', async () => {
    for (const outside of [true, false]) {
      const { say, hub } = await announcing({ outside });
      const client = await satellite(hub.port);
      await client.say('jarvis/say', { text: 'The washer is done.', rooms: ['Kitchen'] });
      await client.say('hermes/tts/say', { text: 'Hello.', siteId: 'den', id: '7' });
      // Its answer shows that both have arrived.
      if (outside) {
        const den = await sent(say, 0, 2);
        turns.end(turnIn(den).id);
        await client.hears('hermes/tts/sayFinished');
      } else {
        await client.say('hermes/asr/textCaptured', { siteId: 'attic', text: 'hello' });
        const { hub: house } = say.node<{ hub: { site(id: string): unknown } }>('the-house');
        await until(() => house.site('attic'), 'the last message');
      }
      assert.deepEqual(
        say.out[0]?.map(({ topic, payload }) => [topic, payload]),
        outside
          ? [
              ['kitchen', 'The washer is done.'],
              ['den', 'Hello.'],
            ]
          : [],
      );
      await unload();
    }
  });

  test('tells the room of a turn what went wrong, once', async () => {
    const { say } = await announcing();
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en' });
    turns.begin(turn);
    const failed = {
      payload: 'who wrote Hamlet?',
      topic: 'den',
      turn,
      error: { code: 'model-unreachable', message: 'x' },
    };
    say.send(failed);
    const told = await sent(say, 0);
    assert.deepEqual([told.topic, told.payload], ['den', apology('model-unreachable', 'en')]);
    assert.deepEqual([turnIn(told).source, turnIn(told).apology], ['announcement', 'model-unreachable']);
    assert.equal(turns.get(turn.id), undefined);
    // The apology fails too.
    say.send({ ...told, error: { code: 'tts-failed', message: 'x' } });
    await completed(say, 2);
    assert.deepEqual(counts(say), { out: [1], caught: 0, completed: 2 });
  });

  test('apologises for two failures of one turn once', async () => {
    const { say } = await announcing();
    const turn = newTurn({ site: 'den', source: 'voice', language: 'en' });
    turns.begin(turn);
    for (const code of ['tts-failed', 'tts-unreachable'])
      say.send({ topic: 'den', turn, error: { code, message: 'x' } });
    await completed(say, 2);
    assert.equal(say.out[0]?.length, 1);
  });

  test('tells nobody of an error that nobody waits for', async () => {
    const { say } = await announcing();
    say.send({ error: { message: 'x' } });
    say.send({ error: { message: 'x' }, topic: 'nowhere' });
    say.send({ error: { message: 'x' }, turn: newTurn({ site: 'den', source: 'announcement', language: 'en' }) });
    await completed(say, 3);
    assert.deepEqual(counts(say), { out: [0], caught: 0, completed: 3 });
  });

  test('an error that comes back without satellites ends here', async () => {
    const say = await bench(SAY, []);
    say.send({ topic: 'den', error: { code: 'not-configured', message: 'x' } });
    await completed(say);
    assert.deepEqual(counts(say), { out: [0], caught: 0, completed: 1 });
  });

  test('says in the room that it was not understood, and nothing where nobody spoke or after a reply', async () => {
    const { say } = await announcing();
    const wake = { word: 'hey_jarvis', by: 'audio' as const };
    const turn = newTurn({ site: 'den', source: 'voice', language: 'de', wake });
    const after = { ...turn, wake: { word: null, by: 'follow-up' as const } };
    say.send({ payload: 'no-speech', topic: 'den', turn });
    say.send({ payload: 'unclear', topic: 'den', turn: after });
    say.send({ payload: 'unclear', topic: 'den', turn });
    await completed(say, 3);
    const told = await sent(say, 0);
    assert.deepEqual([told.topic, told.payload], ['den', 'Das habe ich leider nicht verstanden.']);
    assert.deepEqual(counts(say), { out: [1], caught: 0, completed: 3 });
    // Whoever announces this word is no ear.
    say.send({ payload: 'unclear', topic: 'kitchen' });
    assert.equal((await sent(say, 0, 2)).payload, 'unclear');
  });

  test('needs satellites', async () => {
    await withoutConfig(SAY, 'satellites', await satellitesNode(ROOMS), () => ({ payload: 'Hello.' }));
  });
});
