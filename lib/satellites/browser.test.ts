import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import fc from 'fast-check';
import { WebSocket } from 'ws';
import { until } from '../../test/until.js';
import { turns } from '../conversation/turns.js';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import type { Command, Entity } from '../home/types.js';
import { JarvisError } from '../turn/errors.js';
import { newTurn } from '../turn/turn.js';
import type { HouseView } from './browser.js';
import { readPageMessage } from './browser-messages.js';
import { houseView } from './house-view.js';
import { type HubOptions, openHub, type SatelliteHub } from './hub.js';
import type { HubEvents } from './types.js';

const never = new AbortController().signal;
const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const confirmationQuestionOf = ({ action }: Command, [first]: readonly Entity[], language: string) =>
  `${language}: ${action} ${first?.name}?`;

interface Server {
  hub: SatelliteHub;
  address: string;
  problems: string[];
}

/** A web server with a hub behind its upgrades, as the node has it. */
async function serve(house?: HouseView, formSettings?: HubOptions['formSettings']): Promise<Server> {
  const hub = openHub({ broker: { kind: 'external', url: '', protocol: 4, verify: true }, house, formSettings });
  const problems: string[] = [];
  hub.on('problem', (_site, error) => problems.push(error.message));
  const server = http.createServer();
  server.on('upgrade', (request, socket, head) => {
    hub.handleUpgrade(request, socket, head, String(request.headers['x-session'] ?? 'mine'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => new Promise<void>((resolve) => server.close(() => resolve())));
  opened.push(() => hub.close());
  return { hub, problems, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

type Message = Record<string, unknown> & { type: string };

/** A page: what it was sent waits in order until it is taken. */
class Page {
  readonly #received: (Message | Buffer)[] = [];
  #wake = () => {};
  readonly closed: Promise<number>;

  constructor(readonly socket: WebSocket) {
    opened.push(() => socket.terminate());
    socket.on('error', () => {});
    socket.on('message', (data, isBinary) => {
      this.#received.push(isBinary ? (data as Buffer) : JSON.parse(String(data)));
      this.#wake();
    });
    this.closed = new Promise((resolve) => socket.on('close', resolve));
  }

  static async open(address: string, site?: string, more: object = {}, session = 'mine'): Promise<Page> {
    const page = new Page(new WebSocket(`ws://${address}/jarvis/ws`, { headers: { 'x-session': session } }));
    await once(page.socket, 'open');
    if (site !== undefined) {
      page.send({ type: 'hello', site, language: 'en', area: null, ...more });
      await page.take('welcome');
    }
    return page;
  }

  send(message: object | Buffer | string): void {
    this.socket.send(Buffer.isBuffer(message) || typeof message === 'string' ? message : JSON.stringify(message));
  }

  /** The next frame, whatever it is. */
  async next(): Promise<Message | Buffer> {
    for (;;) {
      const first = this.#received.shift();
      if (first) return first;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The next frame, which must be a message of this type. */
  async take(type: string): Promise<Message> {
    const message = await this.next();
    assert.ok(
      !Buffer.isBuffer(message) && message.type === type,
      `${type}, not ${JSON.stringify(message).slice(0, 200)}`,
    );
    return message;
  }
}

function next<K extends keyof HubEvents>(hub: SatelliteHub, event: K): Promise<HubEvents[K]> {
  return new Promise((resolve) => {
    const take = (...args: HubEvents[K]) => {
      hub.off(event, take);
      resolve(args);
    };
    hub.on(event, take);
  });
}

const SITE = 'browser-0123abcd';

test('a page says hello, is a site, types, speaks, asks to listen and to be quiet, and goes', async () => {
  const { hub, address } = await serve();
  const page = await Page.open(address, SITE, { language: 'de', area: 'Küche' });
  const site = hub.site(SITE);
  assert.deepEqual([site?.via, site?.language, site?.area], ['browser', 'de', 'Küche']);

  const text = next(hub, 'text');
  page.send({ type: 'text', text: ' Licht an ' });
  assert.deepEqual(await text, [{ site: SITE, text: 'Licht an', by: 'typed', door: 'page' }]);
  const audio = next(hub, 'audio');
  page.send(Buffer.alloc(2_560, 3));
  assert.deepEqual(await audio, [SITE, Buffer.alloc(2_560, 3), 0]);
  const wake = next(hub, 'wake');
  page.send({ type: 'listen' });
  assert.deepEqual(await wake, [SITE, { word: null, by: 'asked' }]);
  const hush = next(hub, 'hush');
  page.send({ type: 'hush' });
  assert.deepEqual(await hush, [SITE]);

  const moved = next(hub, 'sites');
  page.send({ type: 'area', area: 'Bad' });
  await moved;
  assert.deepEqual(
    hub.sitesIn(['bad']).map(({ id }) => id),
    [SITE],
  );
  const speaks = next(hub, 'sites');
  page.send({ type: 'language', language: 'fr' });
  await speaks;
  assert.equal(hub.site(SITE)?.language, 'fr');

  hub.setStage(SITE, 'thinking');
  assert.deepEqual(await page.take('stage'), { type: 'stage', stage: 'thinking' });
  hub.show(SITE, { kind: 'reply', text: 'Gut.', turn: 't1', last: true });
  assert.deepEqual(await page.take('show'), { type: 'show', kind: 'reply', text: 'Gut.', turn: 't1', last: true });

  const gone = next(hub, 'sites');
  page.socket.close();
  assert.deepEqual(await gone, [[]]);
});

test('a page plays at the volume of its room', async () => {
  const { hub, address } = await serve(undefined, { [SITE]: { volume: 50 } });
  const page = await Page.open(address, SITE);
  const samples = Buffer.alloc(200);
  for (let at = 0; at < samples.length; at += 2) samples.writeInt16LE(8_000, at);
  const playing = hub.play(SITE, { samples, rate: 16_000 }, 'p1', never);
  await page.take('play');
  const frame = await page.next();
  assert.equal(Buffer.isBuffer(frame) && frame.readInt16LE(0), 2_000);
  page.send({ type: 'played', id: 'p1' });
  await playing;
});

test('sound is streamed to the page and is over when the page says so', async () => {
  const { hub, address } = await serve();
  const page = await Page.open(address, SITE);
  const samples = Buffer.alloc(100_000, 9);
  const playing = hub.play(SITE, { samples, rate: 22_050 }, 'p1', never);
  assert.deepEqual(await page.take('play'), { type: 'play', id: 'p1', rate: 22_050 });
  const frames: Buffer[] = [];
  for (let bytes = 0; bytes < samples.length; ) {
    const frame = await page.next();
    assert.ok(Buffer.isBuffer(frame) && frame.length <= 32 * 1024);
    frames.push(frame);
    bytes += frame.length;
  }
  assert.deepEqual(Buffer.concat(frames), samples);
  assert.deepEqual(await page.take('play-end'), { type: 'play-end', id: 'p1' });
  page.send({ type: 'played', id: 'another' });
  page.send({ type: 'played', id: 'p1' });
  await playing;
});

test('several minutes of sound arrive whole, though more than a page may leave unread', async () => {
  const { hub, address } = await serve();
  const page = await Page.open(address, SITE);
  const samples = Buffer.alloc(20 * 1024 * 1024, 1);
  const playing = hub.play(SITE, { samples, rate: 48_000 }, 'long', never);
  await page.take('play');
  for (let bytes = 0; bytes < samples.length; ) bytes += ((await page.next()) as Buffer).length;
  await page.take('play-end');
  page.send({ type: 'played', id: 'long' });
  await playing;
});

test('an aborted playback stops at once; one whose page goes fails; a page that is not open says so', async () => {
  const { hub, address } = await serve();
  const page = await Page.open(address, SITE);
  const sound = { samples: Buffer.alloc(3_200), rate: 16_000 };
  const abort = new AbortController();
  const stopped = hub.play(SITE, sound, 'a', abort.signal);
  await page.take('play');
  abort.abort();
  await assert.rejects(stopped, { name: 'AbortError' });
  while (((await page.next()) as Message).type !== 'stop');

  const cut = hub.play(SITE, sound, 'b', never);
  await page.take('play');
  page.socket.terminate();
  const unreachable = (thrown: unknown) => thrown instanceof JarvisError && thrown.code === 'satellite-unreachable';
  await assert.rejects(cut, unreachable);
  await assert.rejects(hub.play(SITE, sound, 'c', never), unreachable);
});

test('the same page opened again takes the place of the older connection', async () => {
  const { hub, address } = await serve();
  const older = await Page.open(address, SITE);
  const playing = hub.play(SITE, { samples: Buffer.alloc(3_200), rate: 16_000 }, 'x', never);
  playing.catch(() => {});
  const newer = await Page.open(address, SITE);
  await assert.rejects(playing, JarvisError);
  assert.equal(await older.closed, 4000);
  hub.setStage(SITE, 'listening');
  await newer.take('stage');
  assert.ok(hub.site(SITE));
});

test('a site that is open belongs to its session', async () => {
  const { hub, address } = await serve();
  const owner = await Page.open(address, SITE);
  const thief = await Page.open(address, undefined, {}, 'theirs');
  thief.send({ type: 'hello', site: SITE, language: 'fr', area: 'Cellar' });
  assert.equal(await thief.closed, 4001);
  assert.deepEqual([hub.site(SITE)?.language, hub.site(SITE)?.area], ['en', undefined]);
  hub.setStage(SITE, 'listening');
  await owner.take('stage');
  owner.socket.terminate();
  await until(() => hub.site(SITE) === undefined, 'the site to be gone');
  await Page.open(address, SITE, {}, 'theirs');
});

test('who opens many pages shuts out nobody else', async () => {
  const { hub, address } = await serve();
  const owner = await Page.open(address, SITE, {}, 'owner');
  const site = (n: number) => `browser-0000${String(1000 + n)}`;
  // One session: its own oldest go, those that haven't said hello first.
  const silent = await Page.open(address, undefined, {}, 'many');
  for (let n = 0; n < 60; n++) await Page.open(address, site(n), {}, 'many');
  assert.equal(await silent.closed, 1006);
  assert.equal(hub.sites().length, 9);
  // A session for each: the one that was silent longest.
  for (let n = 100; n < 160; n++) {
    owner.socket.send(Buffer.alloc(0));
    await Page.open(address, site(n), {}, `session ${n}`);
  }
  assert.equal(hub.sites().length, 50);
  const late = await Page.open(address, 'browser-0123abce', {}, 'a guest');
  for (const [page, id] of [[owner, SITE] as const, [late, 'browser-0123abce'] as const]) {
    hub.setStage(id, 'listening');
    await page.take('stage');
  }
});

test('junk closes the page that sent it, with the reason, and no other', async () => {
  const { hub, address, problems } = await serve();
  const good = await Page.open(address, SITE);
  const told = async (first: object | Buffer | string, site?: string) => {
    const page = await Page.open(address, site);
    page.send(first);
    const { text, level } = await page.take('notice');
    assert.equal(level, 'error');
    assert.equal(await page.closed, 1003);
    return String(text);
  };
  assert.match(await told('{"type":'), /not JSON/);
  assert.match(await told({ type: 'text', text: 'x' }), /must be hello/);
  assert.match(await told(Buffer.alloc(10)), /before hello/);
  assert.match(await told({ type: 'hello', site: 'kitchen' }), /must begin with/);
  assert.match(await told({ type: 'dance' }, 'browser-00000001'), /wrong at "type"/);
  assert.match(await told({ type: 'text', text: '' }, 'browser-00000002'), /wrong at "text"/);
  assert.match(await told(Buffer.alloc(11), 'browser-00000003'), /16 bit/);
  assert.match(await told({ type: 'hello', site: 'browser-00000004' }, 'browser-00000004'), /once/);
  assert.ok(problems.length > 0);

  for (const frame of [Buffer.alloc(65 * 1024), 'x'.repeat(65 * 1024)]) {
    const page = await Page.open(address, 'browser-00000005');
    page.send(frame);
    assert.equal(await page.closed, 1009);
  }
  hub.setStage(SITE, 'listening');
  await good.take('stage');
});

test('the house is shown, follows its changes, and obeys taps', async () => {
  let change: (changed?: readonly object[]) => void = () => {};
  const commands: Command[] = [];
  const house: HouseView = {
    snapshot: () => ({
      kind: 'demo',
      status: { state: 'connected', detail: '' },
      areas: [{ id: 'kitchen', name: 'Kitchen', aliases: [] }],
      entities: [],
    }),
    onChange(listener) {
      change = listener;
      return () => {
        change = () => {};
      };
    },
    async command(command) {
      commands.push(command);
      if (command.action === 'unlock') throw new Error('The lock is jammed.');
      return undefined;
    },
    confirm: async () => false,
    onQuestion: () => () => {},
    leave: () => {},
  };
  const { hub, address } = await serve(house);
  const page = await Page.open(address);
  page.send({ type: 'hello', site: SITE });
  assert.deepEqual((await page.take('welcome'))['areas'], [{ id: 'kitchen', name: 'Kitchen' }]);
  assert.equal((await page.take('house'))['kind'], 'demo');
  change([{ id: 'light.x', state: 'on' }]);
  assert.deepEqual((await page.take('entities'))['entities'], [{ id: 'light.x', state: 'on' }]);
  change();
  await page.take('house');

  page.send({ type: 'command', action: 'toggle', target: 'light.x', value: null });
  page.send({ type: 'command', action: 'unlock', target: 'lock.x' });
  assert.deepEqual(await page.take('notice'), { type: 'notice', level: 'error', text: 'The lock is jammed.' });
  assert.deepEqual(commands, [
    { action: 'toggle', targets: ['light.x'], value: undefined },
    { action: 'unlock', targets: ['lock.x'], value: undefined },
  ]);
  hub.setHouse(undefined);
  page.send({ type: 'command', action: 'toggle', target: 'light.x' });
  assert.match(String((await page.take('notice'))['text']), /No house/);
});

test('what opens the house waits for a yes of the same socket, in its language, once', async () => {
  const home = guarded(openDemoHome());
  const { address } = await serve(houseView(home, confirmationQuestionOf));
  const lock = () => home.house().entities.find(({ id }) => id === 'lock.front_door')?.state;
  const notOpen = async (of: Page) => assert.match(String((await of.take('notice'))['text']), /not open any more/);
  const page = await Page.open(address, SITE, { language: 'de' });
  await page.take('house');
  const ask = async (of: Page) => {
    of.send({ type: 'command', action: 'unlock', target: 'lock.front_door' });
    return await of.take('confirm');
  };
  const first = await ask(page);
  assert.deepEqual(first, { type: 'confirm', id: first['id'], text: 'de: unlock Front Door?' });
  page.send({ type: 'confirm', id: first['id'], yes: false });
  page.send({ type: 'confirm', id: first['id'], yes: true });
  await notOpen(page);

  const other = await Page.open(address, 'browser-00000009');
  await other.take('house');
  const second = await ask(page);
  other.send({ type: 'confirm', id: second['id'], yes: true });
  await notOpen(other);
  const third = await ask(page);
  page.send({ type: 'confirm', id: second['id'], yes: true });
  await notOpen(page);
  assert.equal(lock(), 'locked');

  // the same site again: another session
  const again = await Page.open(address, SITE);
  await again.take('house');
  again.send({ type: 'confirm', id: third['id'], yes: true });
  await notOpen(again);
  assert.equal(lock(), 'locked');

  const fourth = await ask(again);
  again.send({ type: 'confirm', id: fourth['id'], yes: true });
  await again.take('entities');
  assert.equal(lock(), 'unlocked');
  again.send({ type: 'confirm', id: fourth['id'], yes: true });
  await notOpen(again);
});

test('a question in words has its buttons: a tap on one is the word typed, once, and only while it is asked', async () => {
  const home = guarded(openDemoHome());
  const { hub, address } = await serve(houseView(home, confirmationQuestionOf));
  const page = await Page.open(address, SITE, { language: 'es' });
  await page.take('house');
  const hold = () => home.confirmations.hold(SITE, { action: 'unlock', targets: ['lock.front_door'] });
  hold();
  const { id } = await page.take('question');
  const text = next(hub, 'text');
  page.send({ type: 'confirm', id, yes: true });
  assert.deepEqual(await text, [{ site: SITE, text: 'Sí', by: 'typed', door: 'page', language: 'es' }]);
  page.send({ type: 'confirm', id, yes: true });
  assert.match(String((await page.take('notice'))['text']), /not open any more/);

  // answered by voice, taken back, replaced: each is told
  hold();
  const second = await page.take('question');
  home.confirmations.settle(SITE, false);
  assert.deepEqual(await page.take('settled'), { type: 'settled', id: second['id'] });
  hold();
  const third = await page.take('question');
  home.confirmations.cancel(SITE);
  assert.equal((await page.take('settled'))['id'], third['id']);
  hold();
  const fourth = await page.take('question');
  hold();
  assert.notEqual((await page.take('question'))['id'], fourth['id']);
  page.send({ type: 'confirm', id: fourth['id'], yes: true });
  assert.match(String((await page.take('notice'))['text']), /not open any more/);
});

test('a page that is opened again shows its conversation, and no other session does', async () => {
  const { address } = await serve();
  const first = await Page.open(address, SITE);
  const turn = newTurn({ site: SITE, source: 'text', language: 'en' });
  opened.push(() => turns.forget(({ id }) => id === turn.id));
  turns.begin(turn);
  turns.show(turn, 'heard', 'what is on?');
  turns.show(turn, 'reply', 'The lamp.', false);
  turns.show(turn, 'reply', '\n- the radio');
  turns.end(turn.id);
  first.socket.close();
  await first.closed;
  const again = await Page.open(address, SITE);
  assert.deepEqual(await again.take('history'), {
    type: 'history',
    turns: [{ turn: turn.id, heard: 'what is on?', reply: 'The lamp. \n- the radio' }],
  });
  again.socket.close();
  await again.closed;
  turns.forget(({ id }) => id === turn.id);
  const erased = await Page.open(address, SITE);
  erased.send({ type: 'command', action: 'toggle', target: 'light.x' });
  await erased.take('notice');
});

test('closing the hub closes the pages', async () => {
  const { hub, address } = await serve();
  const page = await Page.open(address, SITE);
  await hub.close();
  assert.equal(await page.closed, 1001);
});

test('any text is a message or an Error', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.object().map((value) => JSON.stringify({ type: 'hello', ...value })),
      ),
      (text) => {
        try {
          assert.ok(readPageMessage(text).type);
        } catch (thrown) {
          assert.ok(thrown instanceof Error && thrown.message.startsWith('This message'));
        }
      },
    ),
  );
});
