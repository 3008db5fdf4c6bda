import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { afterEach, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { hurried, until } from '../../../test/until.js';
import { command, DESK, isAlive, opened } from './link.test.helper.js';

describe('an MCP server that is a command', () => {
  const links: ReturnType<typeof opened>[] = [];
  const open = (...args: Parameters<typeof opened>) => {
    const one = opened(...args);
    links.push(one);
    return one;
  };
  afterEach(async () => {
    await Promise.all(links.splice(0).map(({ link }) => link.close()));
  });

  test('is started, asked what it offers, and called; its greeting is passed over', async () => {
    const { link, call, connected, states } = open(DESK);
    await connected();
    assert.equal(link.isConnected(), true);
    assert.deepEqual(
      link
        .offered()
        .slice(0, 3)
        .map(({ name, reads, destroys }) => ({ name, reads, destroys })),
      [
        { name: 'add', reads: true, destroys: false },
        { name: 'note', reads: false, destroys: false },
        { name: 'wipe', reads: false, destroys: true },
      ],
    );
    assert.deepEqual(await call('add', { a: 2, b: 3 }), { ok: true, text: '5' });
    assert.deepEqual(await call('fail'), { ok: false, text: 'The paper is out.' });
    assert.deepEqual(
      states.map(({ kind }) => kind),
      ['connecting', 'connected', 'busy', 'connected', 'busy', 'connected'],
    );
  });

  test('gets few variables, and those that were entered', async () => {
    process.env['JARVIS_SECRET_OF_OTHERS'] = 'x';
    const { call } = open(command('desk-command.js', [], { env: { COLOUR: 'blue' }, secrets: { DESK_KEY: 'k' } }));
    const env = JSON.parse((await call('environment')).text);
    assert.deepEqual([env.COLOUR, env.DESK_KEY, env.PATH], ['blue', 'k', process.env['PATH']]);
    assert.equal('JARVIS_SECRET_OF_OTHERS' in env, false);
  });

  test('images and files are named, not told', async () => {
    const { call } = open(DESK);
    const { text } = await call('picture');
    assert.equal(text, 'A cat.\n[image image/png]\n[resource link cat file:///cat.txt]\n[resource file:///dog.txt]');
  });

  test('progress is told, and changes no limit', async () => {
    const { call, states } = open(DESK);
    await call('count');
    assert.deepEqual(
      states.flatMap((state) => (state.kind === 'busy' ? [state.progress] : [])),
      ['', '1/3', '2/3', '3/3'],
    );
    assert.match((await call('hang', {}, 50)).text, /timed out/i);
  });

  test('a list that changes is read again', async () => {
    const { link, call, connected } = open(DESK);
    await connected();
    const before = link.offered().length;
    await call('grow');
    await until(() => link.offered().length === before + 1, 'another tool');
  });

  test('a crash tells the command and what it wrote, without secrets, and it is started again', async () => {
    const { call, failed, connected } = open(command('desk-command.js', [], { secrets: { DESK_KEY: 'topsecret' } }));
    await connected();
    const { ok, text } = await call('crash');
    assert.equal(ok, false);
    assert.match(text, /^The MCP server ".*desk-command\.js" has ended \(code 3\)\. It wrote last: .*key •••\./s);
    const error = await failed();
    assert.equal(error.code, 'failed');
    assert.match(error.message, /The desk fell over/);
    assert.deepEqual(await call('add', { a: 1, b: 1 }), { ok: true, text: '2' });
  });

  test('a command that is missing is told by its name', async () => {
    const { failed, call, link } = open({ command: 'no-such-command', args: ['--serve'], env: {}, secrets: {} });
    const error = await failed();
    assert.equal(error.code, 'not-configured');
    assert.match(error.message, /"no-such-command --serve".*was not found\. Install it/);
    await assert.rejects(call('add'), /was not found/);
    assert.equal(link.isConnected(), false);
  });

  test('nothing is left when it is closed, whatever it has started, and even if it ignores its end', async () => {
    const { call, link } = open(DESK);
    const pid = Number((await call('start')).text);
    assert.equal(isAlive(pid), true);
    await link.close();
    await until(() => !isAlive(pid), 'what it has started to be gone');

    const stubborn = open(command('hostile.js', ['stays']));
    await stubborn.connected();
    await hurried(stubborn.link.close(), 5_000, true);
    await noneLeft();
  });

  test('nothing is left when Node-RED ends without closing it', async () => {
    const script = `const { opened, DESK } = require(${JSON.stringify(require.resolve('./link.test.helper.js'))});
opened(DESK).call('start').then(({ text }) => { console.log(text); process.exit(0); });`;
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
    const pid = Number(stdout);
    assert.ok(pid > 0);
    await until(() => !isAlive(pid), 'what it has started to be gone');
  });

  test('it may be closed at any time, and then tells nothing', async () => {
    const { link, states } = open(command('hostile.js', ['silent']));
    await until(() => children() > 0, 'it to be started');
    await link.close();
    await noneLeft();
    assert.deepEqual(states, [{ kind: 'connecting' }]);
  });

  for (const [mode, expected] of Object.entries({
    strange: ['endless', 'same', 'talks'],
    grows: ['plain'],
    'no-list': [],
  })) {
    test(`a hostile server: ${mode}`, async () => {
      const { link, connected } = open(command('hostile.js', [mode]));
      await connected();
      assert.deepEqual(
        link.offered().map(({ name }) => name),
        expected,
      );
    });
  }

  test('a hostile server: long lists, long names', async () => {
    const { link, connected, states } = open(command('hostile.js', ['many']));
    await connected();
    assert.equal(link.offered().length, 200);
    const state = states.at(-1);
    assert.ok(state?.kind === 'connected' && state.name.length <= 24 && !/\p{C}/u.test(state.name));
  });

  test('a hostile server: an answer without end is cut off', async () => {
    const { call, failed, connected } = open(command('hostile.js', ['flood']));
    await connected();
    assert.match((await call('x')).text, /sent more than 4000000 bytes at once/);
    assert.match((await failed()).message, /sent more than/);
  });
});

/** How many processes this one has started that are still there. */
function children(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;
}

const noneLeft = () => until(() => children() === 0, 'no process to be left');
