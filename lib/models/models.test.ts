import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { until } from '../../test/until.js';
import { clock } from '../turn/clock.js';
import { isAbort, JarvisError } from '../turn/errors.js';
import { CATALOGUE } from './catalogue.js';
import { downloadFile, onDisk } from './download.js';
import { modelFolder, openModels } from './models.js';
import { safePath } from './source.js';
import { checkRoom } from './staging.js';

const NAME = 'minilm';
const entry = CATALOGUE.find(({ name }) => name === NAME);
assert.ok(entry);
const BIG = 'onnx/model_quantized.onnx';
const contents = new Map(
  entry.files.map(({ path: file }) => [
    file,
    file === BIG ? Buffer.alloc(300_000, 'model ') : Buffer.from(`{"is": "${file}"}`),
  ]),
);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const manifest = () => ({
  files: [...contents].map(([file, bytes]) => ({ path: file, bytes: bytes.length, sha256: sha256(bytes) })),
});

/** What the server does with the requests of one file instead of sending it. */
type Trick = (req: http.IncomingMessage, res: http.ServerResponse) => boolean;

async function serve(t: TestContext, handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A source with a manifest, that can resume. */
async function source(t: TestContext, options: { list?: unknown; trick?: Trick } = {}) {
  const asked: { file: string; range: string | undefined }[] = [];
  const url = await serve(t, (req, res) => {
    const file = decodeURIComponent((req.url ?? '').replace(`/${NAME}/`, ''));
    if (file === 'manifest.json') return void res.end(JSON.stringify(options.list ?? manifest()));
    asked.push({ file, range: req.headers.range });
    if (options.trick?.(req, res)) return;
    send(req, res, contents.get(file));
  });
  return { url, asked };
}

function send(req: http.IncomingMessage, res: http.ServerResponse, bytes: Buffer | undefined): void {
  if (!bytes) return void res.writeHead(404).end();
  const etag = `"${sha256(bytes).slice(0, 8)}"`;
  const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
  if (from > 0 && (req.headers['if-range'] ?? etag) === etag) {
    res.writeHead(206, { etag, 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` });
    return void res.end(bytes.subarray(from));
  }
  res.writeHead(200, { etag, 'content-length': bytes.length }).end(bytes);
}

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(path.join(os.tmpdir(), 'jarvis-models-'));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

const says = (pattern: RegExp) => (error: unknown) => error instanceof JarvisError && pattern.test(error.message);
const stateOf = (models: ReturnType<typeof openModels>) => models.list().find(({ name }) => name === NAME);

test('pulls a model, says how far it is, and checks it afterwards', async (t) => {
  const data = await folder(t);
  const { url } = await source(t);
  const models = openModels({ folder: data, source: url });
  assert.equal(stateOf(models)?.state, 'missing');
  const seen: number[] = [];
  const states = new Set<string | undefined>();
  await models.pull(NAME, {
    onProgress: ({ done }) => {
      seen.push(done);
      states.add(stateOf(models)?.state);
    },
  });
  const total = [...contents.values()].reduce((sum, bytes) => sum + bytes.length, 0);
  assert.equal(seen.at(-1), total);
  assert.deepEqual(
    [...seen].sort((a, b) => a - b),
    seen,
  );
  assert.deepEqual([...states], ['pulling']);
  assert.equal(stateOf(models)?.state, 'ready');
  assert.deepEqual(await readFile(path.join(modelFolder(data, NAME), BIG)), contents.get(BIG));
  assert.deepEqual(await readdir(path.join(data, 'models')), [NAME], 'nothing else is left');
  assert.deepEqual(await models.check(NAME), []);
  await writeFile(path.join(modelFolder(data, NAME), BIG), Buffer.alloc(300_000, 'damage'));
  assert.match((await models.check(NAME)).join(), /checksum/);
  await models.pull(NAME);
  assert.deepEqual(await models.check(NAME), [], 'a damaged model is mended by pulling it again');
});

test('a connection cut in the middle: goes on where it ended, never shows half a model', async (t) => {
  const data = await folder(t);
  const part = path.join(modelFolder(data, `.${NAME}.part`), `${BIG}.part`);
  let isShown = false;
  let cuts = 0;
  const { url, asked } = await source(t, {
    trick: (req, res) => {
      if (!req.url?.endsWith(BIG) || cuts >= 2) return false;
      cuts++;
      const bytes = contents.get(BIG) ?? Buffer.alloc(0);
      const from = Number(/^bytes=(\d+)-$/.exec(req.headers.range ?? '')?.[1] ?? 0);
      res.writeHead(from > 0 ? 206 : 200, {
        etag: `"${sha256(bytes).slice(0, 8)}"`,
        'content-length': bytes.length - from,
        'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
      });
      res.write(bytes.subarray(from, from + 100_000));
      // Newer versions of fetch drop what wasn't read yet when the connection breaks.
      const isKept = () => (statSync(part, { throwIfNoEntry: false })?.size ?? 0) > from;
      void until(isKept, 'what came to be written').then(() => {
        isShown ||= existsSync(modelFolder(data, NAME));
        res.destroy();
      });
      return true;
    },
  });
  const models = openModels({ folder: data, source: url });
  await models.pull(NAME);
  assert.equal(cuts, 2);
  assert.equal(isShown, false);
  const ranges = asked.filter(({ file }) => file === BIG).map(({ range }) => range);
  assert.equal(ranges[0], undefined);
  assert.match(ranges.at(-1) ?? '', /^bytes=[1-9]\d*-$/);
  assert.deepEqual(await models.check(NAME), []);
});

test('a stopped pull is gone on with by the next one, also in another process', async (t) => {
  const data = await folder(t);
  const { url, asked } = await source(t, {
    trick: (req, res) => {
      if (!req.url?.endsWith(BIG) || asked.filter(({ file }) => file === BIG).length > 1) return false;
      const bytes = contents.get(BIG) ?? Buffer.alloc(0);
      res.writeHead(200, { etag: `"${sha256(bytes).slice(0, 8)}"`, 'content-length': bytes.length });
      res.write(bytes.subarray(0, 50_000));
      return true;
    },
  });
  const abort = new AbortController();
  const models = openModels({ folder: data, source: url });
  const stopped = models.pull(NAME, {
    signal: abort.signal,
    onProgress: ({ file, done }) => {
      if (file === BIG && done > 50_000) abort.abort();
    },
  });
  await assert.rejects(stopped, isAbort);
  assert.equal(stateOf(models)?.state, 'missing', 'being stopped is no failure');
  assert.ok(!existsSync(modelFolder(data, NAME)));
  await openModels({ folder: data, source: url }).pull(NAME);
  assert.equal(
    asked.filter(({ file }) => file !== BIG).length,
    contents.size - 1,
    'finished files are not fetched again',
  );
  assert.match(asked.at(-1)?.range ?? '', /^bytes=[1-9]/);
});

test('the file changed on the server between two attempts: begun anew', async (t) => {
  const data = await folder(t);
  const to = path.join(data, 'file');
  const bytes = Buffer.alloc(1000, 'new');
  await writeFile(`${to}.part`, Buffer.alloc(400, 'old'));
  await writeFile(`${to}.part.etag`, '"old"');
  const url = await serve(t, (req, res) => send(req, res, bytes));
  await downloadFile({ url, to, bytes: 1000, digest: { sha256: sha256(bytes) } }, { firstWaitMs: 1 });
  assert.deepEqual(await readFile(to), bytes);
});

test('a beginning that does not fit is thrown away once', async (t) => {
  const data = await folder(t);
  const to = path.join(data, 'file');
  const bytes = Buffer.alloc(1000, 'new');
  for (const [size, status] of [
    [400, 206],
    [1000, 200],
    [400, 416],
  ] as const) {
    await rm(to, { force: true });
    await writeFile(`${to}.part`, Buffer.alloc(size, 'old'));
    const url = await serve(t, (req, res) => {
      if (req.headers.range && status === 416) return void res.writeHead(416).end();
      send(req, res, bytes);
    });
    await downloadFile({ url, to, bytes: 1000, digest: { sha256: sha256(bytes) } }, { firstWaitMs: 1 });
    assert.deepEqual(await readFile(to), bytes);
  }
});

test('a wrong file is refused and nothing of it stays', async (t) => {
  const data = await folder(t);
  const { url, asked } = await source(t, {
    trick: (req, res) => {
      if (!req.url?.endsWith(BIG)) return false;
      res.end(Buffer.alloc(300_000, 'wrong'));
      return true;
    },
  });
  const models = openModels({ folder: data, source: url });
  await assert.rejects(models.pull(NAME), says(/checksum/));
  assert.equal(asked.filter(({ file }) => file === BIG).length, 1, 'the same wrong file is not asked for again');
  assert.equal(stateOf(models)?.state, 'failed');
  assert.match(stateOf(models)?.error ?? '', /checksum/);
  assert.ok(!existsSync(modelFolder(data, NAME)));
});

test('too long, too short, refused, gone: each says what is wrong', async (t) => {
  const data = await folder(t);
  const good = Buffer.alloc(1000, 'good');
  const digest = { sha256: sha256(good) };
  const get = async (handler: http.RequestListener) => {
    const url = await serve(t, handler);
    const to = path.join(data, `file-${new URL(url).port}`);
    return downloadFile({ url, to, bytes: 1000, digest }, { firstWaitMs: 1 });
  };
  await assert.rejects(
    get((_req, res) => void res.end(Buffer.alloc(5000))),
    says(/longer than/),
  );
  let short = 0;
  await assert.rejects(
    get((req, res) => {
      short++;
      send(req, res, good.subarray(0, 500));
    }),
    says(/500 of 1000|416|can't/),
  );
  assert.ok(short > 1 && short <= 5);
  await assert.rejects(
    get((_req, res) => void res.writeHead(403).end()),
    says(/403/),
  );
  let tries = 0;
  await assert.rejects(
    get((_req, res) => {
      tries++;
      res.writeHead(503).end();
    }),
    says(/503/),
  );
  assert.equal(tries, 5);
  await assert.rejects(
    downloadFile({ url: 'http://127.0.0.1:1/x', to: path.join(data, 'x'), bytes: 1, digest }, { firstWaitMs: 1 }),
    says(/ECONNREFUSED|bad port/),
  );
});

test('redirects are followed to http addresses only, and not for ever', async (t) => {
  const data = await folder(t);
  const bytes = Buffer.from('moved');
  const get = async (handler: http.RequestListener) => {
    const url = await serve(t, handler);
    const to = path.join(data, `file-${new URL(url).port}`);
    await downloadFile({ url, to, bytes: bytes.length, digest: { sha256: sha256(bytes) } }, { firstWaitMs: 1 });
    return readFile(to);
  };
  const moved =
    (location: string): http.RequestListener =>
    (req, res) => {
      if (req.url === '/there') return void res.end(bytes);
      res.writeHead(302, { location }).end();
    };
  assert.deepEqual(await get(moved('/there')), bytes);
  await assert.rejects(get(moved('file:///etc/passwd')), says(/leads to "file:.*refused/));
  await assert.rejects(get(moved('/again')), says(/without end/));
});

test('a server that gives a byte now and then is given up', async (t) => {
  const data = await folder(t);
  let tries = 0;
  const url = await serve(t, (_req, res) => {
    tries++;
    res.writeHead(200, { 'content-length': 1e9 });
    const drip = clock.every(5, () => res.write('x'));
    res.once('close', () => drip.cancel());
  });
  const slow = { url, to: path.join(data, 'file'), bytes: 1e9, digest: { sha256: sha256(Buffer.from('x')) } };
  await assert.rejects(downloadFile(slow, { firstWaitMs: 1, stalledMs: 50 }), says(/less than 16 KiB came in 0.05 s/));
  assert.equal(tries, 5);
});

test('a download that would fill the disk is not begun', async (t) => {
  const data = await folder(t);
  await checkRoom(data, 1000);
  await assert.rejects(
    checkRoom(data, 1e18),
    (error) => error instanceof JarvisError && error.code === 'store-failed' && /Make room/.test(error.message),
  );
  await assert.rejects(checkRoom(data, 0, 1e18), says(/leaves 1000000000000 MB to everything else/));
});

test('a login in the address of the source is shown nowhere, and not used', async (t) => {
  const { url, asked } = await source(t);
  const models = openModels({ folder: await folder(t), source: url.replace('//', '//anna:s3cret@') });
  await assert.rejects(
    models.pull(NAME),
    (error) => error instanceof JarvisError && /without a login/.test(error.message) && !/s3cret/.test(error.message),
  );
  assert.doesNotMatch(JSON.stringify(models.list()), /s3cret|anna/);
  await assert.rejects(
    openModels({ folder: await folder(t), source: 'ftp://anna:s3cret@x' }).pull(NAME),
    says(/^"ftp:\/\/x" is not an address/),
  );
  assert.deepEqual(asked, []);
});

test('a list that leads out of the folder, lacks files or is no list is refused', async (t) => {
  const data = await folder(t);
  const pull = async (list: unknown) =>
    openModels({ folder: data, source: (await source(t, { list })).url }).pull(NAME);
  const { files } = manifest();
  const evil = { path: '../../evil', bytes: 5, sha256: sha256(Buffer.from('evil!')) };
  await assert.rejects(pull({ files: [...files, evil] }), says(/could leave its folder/));
  await assert.rejects(pull({ files: files.slice(1) }), says(/lacks the file/));
  await assert.rejects(pull({ files: [{ path: 'x', bytes: -1, sha256: '' }] }), says(/manifest\.json is wrong/));
  await assert.rejects(pull([]), says(/manifest\.json is wrong/));
  await assert.rejects(openModels({ folder: data, source: 'ftp://x' }).pull(NAME), says(/not an address/));
  await assert.rejects(openModels({ folder: data }).pull('nothing'), says(/no model "nothing"/));
  assert.throws(() => openModels({ folder: data }).start('nothing'), says(/no model "nothing"/));
  assert.deepEqual(await readdir(data), []);
});

test('no path leaves its folder', () => {
  for (const good of ['config.json', 'onnx/model_quantized.onnx', 'en_US-joe-medium.onnx.json', 'MODEL_CARD']) {
    assert.equal(safePath(good, 'test'), good);
  }
  for (const bad of [
    '',
    '.',
    '..',
    '../x',
    'a/../b',
    '/etc/x',
    'C:\\x',
    'a\\b',
    'a//b',
    '.hidden',
    'x.part',
    'a/',
    'a\0b',
  ]) {
    assert.throws(() => safePath(bad, 'test'), says(/refused/));
  }
  fc.assert(
    fc.property(fc.string(), (text) => {
      try {
        const inside = path.resolve('/data', ...safePath(text, 'test').split('/'));
        assert.ok(inside.startsWith('/data/'));
      } catch (thrown) {
        assert.ok(thrown instanceof JarvisError);
      }
    }),
  );
});

test('Hugging Face: sizes and checksums come from its own list, small files are checked as git does', async (t) => {
  const data = await folder(t);
  const asked: string[] = [];
  const url = await serve(t, (req, res) => {
    const at = req.url ?? '';
    asked.push(at);
    const tree = `/api/models/${entry.repository}/tree/main`;
    if (at.startsWith(tree)) {
      const under = at.slice(tree.length + 1);
      const files = [...contents].filter(([file]) => path.posix.dirname(file) === (under || '.'));
      return void res.end(
        JSON.stringify([
          { type: 'directory', path: 'onnx', oid: '0'.repeat(40), size: 0 },
          ...files.map(([file, bytes]) => ({
            type: 'file',
            path: file,
            size: bytes.length,
            oid: createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex'),
            ...(file === BIG && { lfs: { oid: sha256(bytes), size: bytes.length, pointerSize: 134 } }),
          })),
        ]),
      );
    }
    const resolve = `/${entry.repository}/resolve/main/`;
    if (at.startsWith(resolve)) return send(req, res, contents.get(at.slice(resolve.length)));
    res.writeHead(404).end();
  });
  const models = openModels({ folder: data, source: url });
  await models.pull(NAME);
  assert.equal(asked[0], `/${NAME}/manifest.json`, 'a source of one’s own is looked for first');
  assert.deepEqual(await models.check(NAME), []);
});

test('two pulls of one model are one download; closing stops it', async (t) => {
  const data = await folder(t);
  const { url, asked } = await source(t, { trick: (req) => req.url?.endsWith(BIG) ?? false });
  const models = openModels({ folder: data, source: url });
  const first = models.pull(NAME);
  const second = models.pull(NAME);
  models.start(NAME);
  await until(() => asked.some(({ file }) => file === BIG), 'the big file');
  assert.equal(asked.length, contents.size);
  const both = Promise.allSettled([first, second]);
  await models.close();
  for (const ended of await both) assert.ok(ended.status === 'rejected' && isAbort(ended.reason));
});

test('a full disk is said in words', async () => {
  await assert.rejects(
    onDisk(() => writeFile('/dev/full', 'x')),
    says(/disk is full/),
  );
  await assert.rejects(
    onDisk(() => writeFile('/proc/version', 'x')),
    (error) => error instanceof JarvisError && error.code === 'store-failed',
  );
});

test('every entry of the catalogue is complete', () => {
  const names = new Set(CATALOGUE.map(({ name }) => name));
  assert.equal(names.size, CATALOGUE.length);
  for (const { name, what, licence, bytes, files } of CATALOGUE) {
    assert.match(name, /^[a-z0-9-]+$/);
    assert.ok(what && licence && bytes > 0 && files.length > 0, name);
    for (const file of files) safePath(file.path, name);
  }
});
