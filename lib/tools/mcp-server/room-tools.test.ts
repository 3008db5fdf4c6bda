import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { type Answer, type AskRequest, noAnswer } from '../../satellites/questions.js';
import type { SayRequest, Site } from '../../satellites/types.js';
import { openClient, serve } from './mcp.test.helper.js';
import { offered } from './offered.js';
import type { Rooms } from './room-tools.js';

const KITCHEN: Site = { id: 'kitchen', area: 'Kitchen', via: 'mqtt', lastSeen: 1 };
let close = async () => {};
afterEach(() => close());

/** A client of a house with one room, and what is said and asked there. */
async function house({ say = () => true, ask = () => true }: Partial<Pick<Rooms, 'say' | 'ask'>> = {}) {
  const said: SayRequest[] = [];
  const asked: AskRequest[] = [];
  const rooms: Rooms = {
    sitesIn: (names) => (names.every((name) => ['Kitchen', 'kitchen', 'all'].includes(name)) ? [KITCHEN] : []),
    say: (request) => {
      said.push(request);
      return say(request);
    },
    ask: (request, told) => {
      asked.push(request);
      return ask(request, told);
    },
  };
  const server = await serve(offered({ rooms }, ['say', 'ask']));
  const client = await openClient(server.url);
  close = async () => {
    await client.close();
    await server.close();
  };
  return { client, said, asked };
}

/** A flow that answers so. */
const answering = (reason: Answer['reason'], text: string | null = null) => ({
  ask: ({ id, site }: AskRequest, told: (answer: Answer) => void) => {
    told({ ...noAnswer(id, site, reason), text });
    return true;
  },
});
/** A flow that speaks, and is heard to the end or not. */
const speaking = (isHeard: boolean) => ({
  say: ({ finished }: SayRequest) => {
    finished?.(isHeard);
    return true;
  },
});

describe('say', () => {
  test('says where, or everywhere, and tells that it was heard', async () => {
    const { client, said } = await house(speaking(true));
    assert.deepEqual(await client.call('say', { text: 'Dinner.', rooms: ['Kitchen'] }), { ok: true, text: 'Said.' });
    assert.equal((await client.call('say', { text: 'Dinner.' })).ok, true);
    assert.deepEqual(
      said.map(({ text, rooms }) => [text, rooms]),
      [
        ['Dinner.', ['Kitchen']],
        ['Dinner.', []],
      ],
    );
  });

  test('tells why nobody heard it', async () => {
    const stopped = await house(speaking(false));
    assert.match((await stopped.client.call('say', { text: 'Dinner.' })).text, /Not heard to its end/);
    const nowhere = await stopped.client.call('say', { text: 'Dinner.', rooms: ['garage'] });
    assert.deepEqual(nowhere, { ok: false, text: 'Not said: no satellite stands in garage.' });
    assert.equal(stopped.said.length, 1);
    await close();
    const silent = await house({ say: () => false });
    assert.match((await silent.client.call('say', { text: 'Dinner.' })).text, /^Not said: no flow speaks.*say node/);
  });

  test('says nothing too long, or in too many rooms', async () => {
    const { client, said } = await house();
    const wrong = [
      { text: '' },
      { text: 'x'.repeat(501) },
      { text: 'x', rooms: Array(21).fill('Kitchen') },
      { text: 7 },
    ];
    for (const args of wrong) {
      const { ok, text } = await client.call('say', args);
      assert.deepEqual([ok, /^Wrong arguments/.test(text)], [false, true], text);
    }
    assert.deepEqual(said, []);
  });
});

describe('ask', () => {
  test('gives back what was answered', async () => {
    const { client, asked } = await house(answering('answered', 'Two, please.'));
    const answer = await client.call('ask', { room: 'Kitchen', question: 'How many eggs?', seconds: 9 });
    assert.deepEqual(answer, { ok: true, text: 'Two, please.' });
    assert.deepEqual(
      asked.map(({ site, question, timeout }) => [site, question, timeout]),
      [['Kitchen', 'How many eggs?', 9]],
    );
  });

  test('tells why there is no answer', async () => {
    const reasons = [
      ['timeout', /Nobody answered/],
      ['stopped', /said stop/],
      ['busy', /asked there already/],
      ['failed', /could not be said/],
    ] as const;
    for (const [reason, words] of reasons) {
      const { client } = await house(answering(reason));
      const { ok, text } = await client.call('ask', { room: 'Kitchen', question: 'Tea?' });
      assert.equal(ok, false);
      assert.match(text, words);
      await close();
    }
    const { client, asked } = await house({ ask: () => false });
    assert.match((await client.call('ask', { room: 'Kitchen', question: 'Tea?' })).text, /no flow speaks/);
    // Neither is a room.
    for (const room of ['garage', 'all'])
      assert.match((await client.call('ask', { room, question: 'Tea?' })).text, /no satellite stands in/);
    assert.match((await client.call('ask', { room: 'Kitchen', question: 'Tea?', seconds: 600 })).text, /^Wrong arg/);
    assert.equal(asked.length, 1);
  });
});
