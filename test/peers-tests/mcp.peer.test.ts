import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { opened } from '../../lib/tools/mcp/link.test.helper.js';
import { freePort } from '../free-port.js';
import { until } from '../until.js';
import { peer } from './peers.js';

const run = promisify(execFile);
const VERSION = '2026.8.31';
const SERVERS = ['everything', 'filesystem', 'memory'] as const;

/** The example servers of the protocol's makers, as people install them. */
describe('real MCP servers from npm', () => {
  const folder = path.join(peer('JARVIS_PEERS_DIR'), `mcp-${VERSION}`);
  const notes = mkdtempSync(path.join(tmpdir(), 'jarvis-notes-'));
  const links: ReturnType<typeof opened>[] = [];
  const bin = (name: (typeof SERVERS)[number]) => path.join(folder, `node_modules/.bin/mcp-server-${name}`);
  const open = (server: Parameters<typeof opened>[0]) => {
    const one = opened(server);
    links.push(one);
    return one;
  };
  const started = (name: (typeof SERVERS)[number], args: string[] = [], env = {}) =>
    open({ command: bin(name), args, env, secrets: {} });
  const names = ({ link }: ReturnType<typeof opened>) => link.offered().map(({ name }) => name);

  before(async () => {
    if (SERVERS.every((name) => existsSync(bin(name)))) return;
    mkdirSync(folder, { recursive: true });
    const packages = SERVERS.map((name) => `@modelcontextprotocol/server-${name}@${VERSION}`);
    await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', folder, ...packages], {
      cwd: folder,
    });
  });
  after(async () => {
    await Promise.all(links.map(({ link }) => link.close()));
    rmSync(notes, { recursive: true, force: true });
  });

  test('everything: arguments, progress, images, resources, errors', async () => {
    const server = started('everything');
    await server.connected();
    assert.deepEqual(await server.call('echo', { message: 'hello' }), { ok: true, text: 'Echo: hello' });
    assert.match((await server.call('get-sum', { a: 2, b: 3 })).text, /\b5\b/);
    const slow = await server.call('trigger-long-running-operation', { duration: 1, steps: 4 });
    assert.equal(slow.ok, true);
    const progress = server.states.flatMap((state) => (state.kind === 'busy' ? [state.progress] : []));
    assert.ok(progress.includes('2/4'), progress.join());
    const image = await server.call('get-tiny-image');
    assert.match(image.text, /\[image image\/png\]/);
    assert.ok(image.text.length < 500);
    assert.match((await server.call('get-resource-links', { count: 2 })).text, /\[resource link /);
    assert.equal((await server.call('get-sum', { a: 'no number', b: 3 })).ok, false);
    assert.equal((await server.call('no-such-tool')).ok, false);
  });

  test('filesystem: reads and writes in its folder only, and says which tools only read', async () => {
    writeFileSync(path.join(notes, 'milk.txt'), 'Buy milk.');
    const server = started('filesystem', [notes]);
    await server.connected();
    const kinds = new Map(server.link.offered().map(({ name, reads }) => [name, reads]));
    assert.deepEqual([kinds.get('read_text_file'), kinds.get('write_file')], [true, false]);
    assert.deepEqual(await server.call('read_text_file', { path: path.join(notes, 'milk.txt') }), {
      ...{ ok: true, text: 'Buy milk.' },
    });
    assert.equal((await server.call('read_text_file', { path: '/etc/hostname' })).ok, false);
    const failed = await started('filesystem', ['/no/such/folder']).failed();
    assert.match(failed.message, /mcp-server-filesystem \/no\/such\/folder" has ended \(code 1\)\. It wrote last: /);
  });

  test('memory: keeps what it is given, nested arguments and all', async () => {
    const server = started('memory', [], { MEMORY_FILE_PATH: path.join(notes, 'memory.json') });
    await server.connected();
    const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
    assert.equal((await server.call('create_entities', { entities })).ok, true);
    assert.match((await server.call('search_nodes', { query: 'tea' })).text, /Ada/);
    assert.ok(names(server).includes('delete_entities'));
  });

  test('everything, by HTTP: connected, and again after a restart', async () => {
    const port = await freePort();
    const start = async () => {
      const child = spawn(bin('everything'), ['streamableHttp'], {
        env: { PATH: process.env['PATH'], PORT: String(port) },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let output = '';
      child.stderr.on('data', (text) => {
        output += text;
      });
      await until(
        () => /listening/i.test(output),
        () => `the server to listen: ${output}`,
      );
      return child;
    };
    const first = await start();
    const server = open({ url: `http://127.0.0.1:${port}/mcp`, token: '' });
    await server.connected();
    assert.deepEqual(await server.call('echo', { message: 'one' }), { ok: true, text: 'Echo: one' });
    first.kill('SIGKILL');
    await until(() => first.signalCode !== null, 'the server to be gone');
    const second = await start();
    const again = async () => (await server.call('echo', { message: 'two' }).catch(() => ({ text: '' }))).text;
    await until(async () => (await again()) === 'Echo: two', 'an answer of the second');
    await server.link.close();
    second.kill('SIGKILL');
    await until(() => second.signalCode !== null, 'the second to be gone');
  });
});
