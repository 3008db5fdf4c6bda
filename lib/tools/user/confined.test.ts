import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, test } from 'node:test';
import { until } from '../../../test/until.js';
import { runConfined } from './confined.js';
import { opened, script } from './folder.test.helper.js';

const failed = (text: string) => ({ ok: false, text });
const processes = () => process.getActiveResourcesInfo().filter((kind) => kind === 'ProcessWrap').length;

describe('a run is confined', () => {
  test('it sees nothing of the environment of Node-RED', async (t) => {
    process.env['JARVIS_TEST_SECRET'] = 'open sesame';
    t.after(() => delete process.env['JARVIS_TEST_SECRET']);
    const { call } = await opened(t, {
      'a.mjs': script(
        'env',
        'return Object.keys(process.env).filter((name) => name !== "TZ" && name !== "SYSTEMROOT");',
      ),
      'b.mjs': script(
        'parent',
        "return (await import('node:fs')).readFileSync('/proc/' + process.ppid + '/environ', 'utf8');",
      ),
    });
    assert.deepEqual(await call('env'), { ok: true, text: '[]' });
    assert.match((await call('parent')).text, /Access to this API has been restricted/);
  });

  test('it reads its own folder, and neither reads nor writes nor starts anything else', async (t) => {
    const refused = (what: string) => `const fs = await import('node:fs'); ${what}; return 'done';`;
    const { call, place } = await opened(t, {
      'reads.mjs': script('reads', "return (await import('./parts/words.js')).default;"),
      'parts/words.js': "module.exports = 'from beside';",
      'outside.mjs': script('outside', refused(`fs.readFileSync(${JSON.stringify(__filename)})`)),
      'writes.mjs': script('writes', refused("fs.writeFileSync('reads.mjs', '')")),
      'databases.mjs': script('databases', "new (await import('node:sqlite')).DatabaseSync('jarvis.db');"),
      'starts.mjs': script('starts', refused("(await import('node:child_process')).execFileSync('true')")),
      'threads.mjs': script(
        'threads',
        refused("new (await import('node:worker_threads')).Worker('1', { eval: true })"),
      ),
    });
    assert.deepEqual(await call('reads'), { ok: true, text: 'from beside' });
    for (const name of ['outside', 'writes', 'starts', 'threads']) {
      const { ok, text } = await call(name);
      assert.match(text, /Access to this API has been restricted/, name);
      assert.equal(ok, false);
    }
    assert.deepEqual(await call('databases'), failed('No such built-in module: node:sqlite'));
    assert.notEqual(await readFile(path.join(place, 'reads.mjs'), 'utf8'), '');
  });

  test('one that hangs, or waits in vain, ends at its limit with its process', async (t) => {
    const { call } = await opened(t, {
      'a.mjs': script('hang', 'for (;;) {}'),
      'b.mjs': script('wait', 'await new Promise(() => {});'),
    });
    assert.deepEqual(await call('hang', {}, { ms: 500 }), failed('a.mjs did not answer within 0.5 s.'));
    assert.deepEqual(await call('wait', {}, { ms: 500 }), failed('b.mjs did not answer within 0.5 s.'));
    await until(() => processes() === 0, 'the process to be gone');
  });

  test('one whose turn is cancelled is gone', async (t) => {
    const { call } = await opened(t, {
      'a.mjs': script('waits', 'await new Promise((resolve) => setTimeout(resolve, 3e5));'),
    });
    const turn = new AbortController();
    const run = call('waits', {}, { signal: turn.signal });
    await until(() => processes() === 1, 'the process');
    turn.abort();
    await assert.rejects(run, { name: 'AbortError' });
    await until(() => processes() === 0, 'the process to be gone');
  });

  test('one that eats memory is ended, and says so', async (t) => {
    const { call } = await opened(t, {
      'a.mjs': script('eat', 'const all = []; for (;;) all.push(Array.from({ length: 10_000 }, () => ({})));'),
      'b.mjs': script(
        'buffers',
        'const all = []; while (all.length < 150) { all.push(Buffer.alloc(10_000_000, 1)); await new Promise((resolve) => setTimeout(resolve, 20)); } return all.length;',
      ),
    });
    const isLinux = process.platform === 'linux';
    const told = isLinux
      ? failed('b.mjs wanted more than 400 MB of memory. Let it keep less at once.')
      : { ok: true, text: '150' };
    assert.deepEqual(await call('buffers'), told);
    assert.deepEqual(await call('eat'), failed('a.mjs wanted more than 128 MB of memory. Let it keep less at once.'));
  });

  test('one that prints or gives back megabytes holds nothing up', async (t) => {
    const { call } = await opened(t, {
      'a.mjs': script(
        'prints',
        "for (let at = 0; at < 200; at++) { console.log('x'.repeat(50_000)); console.error('y'.repeat(50_000)); } return 'printed';",
      ),
      'b.mjs': script('gives', "return 'z'.repeat(20_000_000);"),
      'c.mjs': script('floods', "const fs = await import('node:fs'); for (;;) fs.writeSync(3, 'w'.repeat(100_000));"),
    });
    assert.deepEqual(await call('prints'), { ok: true, text: 'printed' });
    assert.equal((await call('gives')).text.length, 20_000);
    assert.deepEqual(await call('floods'), failed('c.mjs gave back too much.'));
  });

  test('one that ends the process, or breaks outside of its call, is a failure', async (t) => {
    const { call } = await opened(t, {
      'a.mjs': script('leaves', "console.log('bye'); process.exit(0);"),
      'b.mjs': script('later', "setTimeout(() => { throw new RangeError('too late'); }); await new Promise(() => {});"),
      'c.mjs': script(
        'forges',
        "const fs = await import('node:fs'); fs.writeSync(3, 'null\\n'); await new Promise(() => {});",
      ),
    });
    assert.deepEqual(await call('leaves'), failed('a.mjs ended without a result (code 0). It wrote last: bye'));
    assert.deepEqual(await call('later'), failed('b.mjs, line 5: RangeError: too late'));
    assert.deepEqual(await call('forges'), failed('c.mjs gave no answer that can be read.'));
  });

  test('one that can not be started is a failure', async () => {
    const limit = { ms: 5_000, signal: new AbortController().signal };
    const nowhere = runConfined({ file: path.join(__dirname, 'nowhere', 'a.mjs') }, limit);
    await assert.rejects(nowhere, { code: 'failed', message: /^a\.mjs could not be run: spawn .* ENOENT/ });
  });

  test('no more than four run at once', async (t) => {
    const { call } = await opened(t, { 'a.mjs': script('wait', 'await new Promise(() => {});') });
    const turn = new AbortController();
    const runs = Array.from({ length: 4 }, () => call('wait', {}, { signal: turn.signal }).catch(() => undefined));
    assert.deepEqual(await call('wait'), failed('Not run: 4 tools like this run already. Call it again in a moment.'));
    turn.abort();
    await Promise.all(runs);
  });
});
