import assert from 'node:assert/strict';
import http from 'node:http';
import net from 'node:net';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { freePort } from '../../../test/free-port.js';
import { closed, must, until } from '../../../test/until.js';
import { connectWyoming, encodeEvent, type WyomingEvent } from '../../audio/wyoming.js';
import { turns } from '../../conversation/turns.js';
import { newTurn } from '../../turn/turn.js';
import type { HouseView } from '../browser.js';
import { openHub, type SatelliteHub } from '../hub.js';
import { openProblems } from '../problems.js';
import { openRates } from '../rates.js';
import { openSites } from '../sites.js';
import type { SiteText } from '../types.js';
import { openAssistant } from './assistant.js';
import { type ChatMessage, openConversations, roomsIn } from './chat-messages.js';
import { doorAddress, MAX_CONNECTIONS } from './doors.js';
import type { Piece } from './replies.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  waiting = undefined;
  for (const close of opened.splice(0).reverse()) await close();
});

const AREAS = [
  { id: 'kitchen', name: 'Kitchen' },
  { id: 'wohnzimmer', name: 'Wohnzimmer (groß)' },
];
/** The area of the satellite that waits for an answer. */
let waiting: string | undefined;
const HOUSE = {
  snapshot: () => ({ areas: AREAS }),
  onChange: () => () => {},
  onQuestion: () => () => {},
  satellites: () => ({ asking: waiting }),
  areaOf: (id: string) => (id === 'device1' ? 'kitchen' : undefined),
} as unknown as HouseView;

interface Agent {
  hub: SatelliteHub;
  wyoming: string;
  ollama: string;
  asked: (SiteText & { area: string | undefined })[];
  problems: string[];
}

/** A hub with both doors, and a flow that answers each text with what `answer` gives; it never answers where that is undefined. */
async function agent(answer: (text: string) => string[] | undefined = (text) => [`You said ${text}.`]): Promise<Agent> {
  const [wyoming, ollama] = [await freePort(), await freePort()];
  const hub = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    house: HOUSE,
    assist: { wyoming: `${wyoming}`, ollama: `${ollama}`, names: () => '' },
  });
  opened.push(() => hub.close());
  const [asked, problems]: [Agent['asked'], string[]] = [[], []];
  hub.on('problem', (_site, error) => problems.push(error.message));
  hub.on('text', (words) => {
    asked.push({ ...words, area: hub.site(words.site)?.area });
    const turn = newTurn({ site: words.site, source: 'text', language: 'en' });
    turns.begin(turn);
    const pieces = answer(words.text);
    if (!pieces) return;
    setImmediate(() => {
      for (const piece of pieces) turns.show(turn, 'reply', piece, false);
      turns.show(turn, 'reply', '', true);
      turns.end(turn.id);
    });
  });
  const answers = async (port: number) => {
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await new Promise((resolve) =>
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false)),
    );
    socket.destroy();
    return isOpen;
  };
  await until(async () => (await answers(wyoming)) && (await answers(ollama)), 'both doors to be open');
  return { hub, asked, problems, wyoming: `tcp://127.0.0.1:${wyoming}`, ollama: `http://127.0.0.1:${ollama}` };
}

async function handled(url: string, data: Record<string, unknown>): Promise<WyomingEvent> {
  const connection = await connectWyoming(url);
  connection.send({ type: 'transcript', data });
  for await (const event of connection.events()) {
    connection.close();
    return event;
  }
  throw new Error('closed without an answer');
}

/** Sends bytes and resolves with what came until the other side closed. */
async function raw(url: string, ...bytes: (string | Buffer)[]): Promise<string> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  let received = '';
  socket.on('error', () => {});
  socket.on('data', (part) => {
    received += part;
  });
  for (const part of bytes) socket.write(part);
  await closed(socket);
  return received;
}

function post(url: string, body: string | Buffer, headers: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/api/chat`, { method: 'POST', headers, agent: false }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve([response.statusCode ?? 0, text]));
    });
    request.on('error', reject);
    request.end(body);
  });
}
const chat = (...messages: object[]) => JSON.stringify({ model: 'jarvis', messages });

test('a port lets in this machine only, an address with one whom it says', () => {
  assert.deepEqual(doorAddress(' 10700 '), { host: '127.0.0.1', port: 10_700 });
  assert.deepEqual(doorAddress('0.0.0.0:10700'), { host: '0.0.0.0', port: 10_700 });
  assert.deepEqual(doorAddress('[::1]:1'), { host: '::1', port: 1 });
  assert.equal(doorAddress(' '), undefined);
  for (const wrong of ['0', '65536', 'a', '1.5', 'http://x:1', '-1', ':1', 'x:', '1:2:3']) {
    assert.throws(() => doorAddress(wrong), { code: 'not-configured' });
  }
});

test('words, conversation, language and room come from the transcript; the pieces of the reply are one text', async () => {
  const { wyoming, asked, hub } = await agent(() => ['One.', 'Two.', '\n- three']);
  const context = { conversation_id: 'a', device_id: 'device1', satellite_id: 'assist_satellite.unknown' };
  const { type, data } = await handled(wyoming, { text: ' hallo ', language: 'de', context });
  assert.deepEqual([type, data], ['handled', { text: 'One. Two.\n- three' }]);
  await handled(wyoming, { text: 'again', context: { conversation_id: 'a' } });
  await handled(wyoming, { text: 'other', context: { conversation_id: 'b', device_id: 'nobody' } });
  waiting = 'wohnzimmer';
  await handled(wyoming, { text: 'old', context: { conversation_id: 'c' } });
  await handled(wyoming, { text: 'none', language: 'x'.repeat(300), context: 'broken' });
  const [first, again, other, old, none] = asked;
  assert.deepEqual([first?.text, first?.by, first?.language, first?.area], ['hallo', 'typed', 'de', 'Kitchen']);
  assert.equal(again?.site, first?.site);
  assert.equal(old?.area, 'Wohnzimmer (groß)', 'that of the satellite that waits, where nothing is said');
  assert.deepEqual([other?.area, none?.area, none?.language], [undefined, undefined, undefined]);
  assert.equal(new Set([first, other, none].map((words) => words?.site)).size, 3);
  assert.ok(hub.site(must(first).site));
  assert.deepEqual([hub.sites(), hub.sitesIn([])], [[], []], 'nobody announces there');
});

test('an apology, a flow that listens no more and words that are none are answered as not handled', async () => {
  const { wyoming, hub, problems } = await agent(() => []);
  assert.deepEqual(await handled(wyoming, { text: 'stop' }), { type: 'handled', data: { text: '' } });
  for (const text of ['', ' \n', 'x'.repeat(10_001)])
    assert.equal((await handled(wyoming, { text })).type, 'not-handled');
  hub.on('text', ({ site }) => {
    const told = newTurn({ site, source: 'announcement', language: 'en', apology: 'failed' });
    turns.begin(told);
    turns.show(told, 'error', 'Sorry, that failed.');
  });
  assert.deepEqual(await handled(wyoming, { text: 'fail' }), {
    type: 'not-handled',
    data: { text: 'Sorry, that failed.' },
  });
  await until(() => problems.length > 0, 'the problem to be told');
  const deaf = openHub({
    broker: { kind: 'external', url: '', protocol: 4, verify: true },
    assist: { wyoming: `${await freePort()}`, ollama: 'nonsense', names: () => '' },
  });
  opened.push(() => deaf.close());
  const wrong = await new Promise<Error>((resolve) => deaf.on('problem', (_site, error) => resolve(error)));
  assert.match(wrong.message, /"nonsense" is no port/);
});

test('who sends what is no Wyoming is sent away, and harms nobody', async () => {
  const { wyoming, problems } = await agent();
  await raw(wyoming, 'GET / HTTP/1.1\r\n\r\n');
  await raw(wyoming, Buffer.alloc(200_000, 'x'));
  await raw(wyoming, '{"type":"transcript","data_length":70000}\n');
  await raw(wyoming, '{"type":"transcript","payload_length":16777216}\n');
  await raw(wyoming, '{"type":"transcript","data":{"text":5}}\n');
  await raw(wyoming, Buffer.concat(Array.from({ length: 200 }, () => encodeEvent({ type: 'describe' }))));
  assert.equal(problems.length, 1, 'told once');
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      await raw(wyoming, Buffer.from(bytes), '\n{\n');
    }),
    { numRuns: 20 },
  );
  assert.equal((await handled(wyoming, { text: 'hello' })).type, 'handled');
});

test('who asks while being answered is sent away, and the turn ends', async () => {
  const { wyoming, asked } = await agent(() => undefined);
  const ask = encodeEvent({ type: 'transcript', data: { text: 'a long story', language: 'en' } });
  assert.equal(await raw(wyoming, ask, ask), '');
  await until(() => turns.current(must(asked[0]).site) === undefined, 'the turn to end');
});

test('a client that is gone ends its turn, by either door', async () => {
  const { wyoming, ollama, asked } = await agent(() => undefined);
  const connection = await connectWyoming(wyoming);
  connection.send({ type: 'transcript', data: { text: 'a long story' } });
  const stop = new AbortController();
  const body = chat({ role: 'user', content: 'another one' });
  const gone = fetch(`${ollama}/api/chat`, { method: 'POST', body, signal: stop.signal }).catch(() => {});
  await until(() => asked.length === 2, 'both to be asked');
  const live = asked.map(({ site }) => must(turns.current(site)));
  connection.close();
  stop.abort();
  await gone;
  await until(() => live.every(({ signal }) => signal.aborted), 'the turns to end');
});

test('connections that say nothing, or say it slowly, shut out nobody, and a hub that closes ends them', async () => {
  const { wyoming, ollama, hub } = await agent();
  const first = await connectWyoming(wyoming);
  const events = first.events()[Symbol.asyncIterator]();
  const pong = async () => {
    first.send({ type: 'ping', data: { text: 'x' } });
    assert.deepEqual((await events.next()).value, { type: 'pong', data: { text: 'x' } });
  };
  await pong();
  const quiet = Array.from({ length: 3 * MAX_CONNECTIONS }, (_, at) => {
    const socket = net.connect(Number(new URL(at % 2 ? wyoming : ollama).port), '127.0.0.1').on('error', () => {});
    socket.write(at % 2 ? '{"type":"tran' : 'POST /api/chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 9\r\n\r\n{');
    return socket.resume();
  });
  await until(() => quiet.filter((socket) => socket.closed).length >= MAX_CONNECTIONS, 'the first of them to go');
  assert.equal((await handled(wyoming, { text: 'hello' })).type, 'handled');
  assert.equal((await post(ollama, chat({ role: 'user', content: 'hello' })))[0], 200);
  await pong();
  await hub.close();
  await Promise.all(quiet.map(closed));
  assert.equal((await events.next()).done, true);
});

test('a page of another site, and a name that was made to lead here, are refused', async () => {
  const { ollama, asked } = await agent();
  const body = chat({ role: 'user', content: 'unlock the door' });
  assert.equal((await post(ollama, body, { host: 'evil.example' }))[0], 403);
  assert.equal((await post(ollama, body, { origin: 'http://evil.example' }))[0], 403);
  assert.equal((await post(ollama, body, { 'sec-fetch-site': 'cross-site' }))[0], 403);
  assert.equal(asked.length, 0);
});

test('requests that are wrong, too long or for something else are refused', async () => {
  const { ollama, asked } = await agent();
  const wrong = async (body: string, status: number) =>
    assert.equal((await post(ollama, body))[0], status, body.slice(0, 80));
  await wrong('', 400);
  await wrong('{', 400);
  await wrong('[]', 400);
  await wrong('null', 400);
  await wrong(JSON.stringify({ model: 'jarvis', messages: 'x' }), 400);
  await wrong(chat({ role: 'user', content: 5 }, { role: 5 }), 400);
  await wrong(chat({ role: 'user', content: 'x' }, { role: 'assistant', content: 'y' }), 400);
  await wrong(chat(...Array.from({ length: 2_001 }, () => ({ role: 'user', content: 'x' }))), 400);
  await wrong(JSON.stringify({ model: 'llama', messages: [] }), 404);
  assert.equal((await fetch(`${ollama}/api/generate`, { method: 'POST', body: '{}' })).status, 404);
  assert.equal((await fetch(`${ollama}/api/chat`)).status, 404);
  const long = await post(ollama, Buffer.alloc(4 * 1024 * 1024 + 1, ' ')).catch(() => [413]);
  assert.equal(long[0], 413);
  assert.equal(asked.length, 0);
  const [status, text] = await post(ollama, chat({ role: 'user', content: 'hello' }));
  assert.equal(status, 200);
  assert.match(text, /You said hello\./);
});

test('what is too much at once is not answered, and told of', async () => {
  const problems: string[] = [];
  const assistant = openAssistant({
    problems: openProblems((_site, error) => problems.push(error.message)),
    rates: { ...openRates(openProblems(() => {})), message: () => false },
    emit: () => assert.fail('it goes to the flow'),
  });
  const pieces: Piece[] = [];
  for await (const piece of assistant.ask({ text: 'hi' }, new AbortController().signal)) pieces.push(piece);
  assert.deepEqual(
    pieces.map(({ failed }) => failed),
    [true],
  );
  assert.match(must(problems[0]), /too much at once/);
});

test('the room of a prompt', () => {
  const rooms = (content: string | null, role = 'system') => roomsIn([{ role, content }]);
  const line = (area: string) =>
    `Intro.\nYou are in area ${area} and all generic commands like 'turn on the lights' should…`;
  assert.deepEqual(rooms(line('Kitchen (floor Ground Floor)')), ['Kitchen (floor Ground Floor)', 'Kitchen']);
  assert.deepEqual(rooms(line('Wohnzimmer (groß)')), ['Wohnzimmer (groß)']);
  assert.deepEqual(rooms(line('Kitchen'), 'user'), [], 'nobody says where they are in their own words');
  for (const none of [null, '', 'You are in area ', line('a\nb'), line('x'.repeat(1_000))])
    assert.deepEqual(rooms(none), []);
  fc.assert(fc.property(fc.string(), (text) => Array.isArray(rooms(`You are in area ${text}`))));
});

test('a conversation is found by its last words, and only by them', () => {
  const conversations = openConversations();
  const said: ChatMessage[] = [{ role: 'system', content: 'now it is 10:00' }];
  const say = (content: string, reply: string) => {
    said.push({ role: 'user', content });
    const { name, answered } = conversations.of(said);
    answered(reply);
    said.push({ role: 'assistant', content: `${reply} ` });
    return name;
  };
  const names = [say('hello', 'Hello.'), say('unlock the door', 'Are you sure?'), say('yes', 'Done.')];
  said[0] = { role: 'system', content: 'now it is 10:01' };
  names.push(say('thanks', 'You are welcome.'));
  said.splice(1, 4);
  // "Prefer handling commands locally": Home Assistant has answered by itself meanwhile.
  said.push({ role: 'user', content: 'what time is it?' }, { role: 'assistant', content: '10:02 AM' });
  names.push(say('bye', 'Bye.'));
  assert.equal(new Set(names).size, 1);
  const stranger = conversations.of([{ role: 'user', content: 'yes' }]);
  assert.notEqual(stranger.name, names[0]);
  assert.notEqual(conversations.of([{ role: 'user', content: 'yes' }]).name, stranger.name);
});

test('no satellite takes the name of a conversation', () => {
  const sites = openSites({ 'assist-1': 'Kitchen' }, () => {});
  assert.deepEqual([sites.touch('assist-0123456789abcdef', 'mqtt'), sites.all()], [undefined, []]);
});
