import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { CATALOGUE } from '../../lib/models/catalogue.js';
import type { ModelRow } from '../../lib/models/models.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { must, until } from '../until.js';

/** What the hostile source does with a request for a file of a model. */
type Trick = (req: http.IncomingMessage, res: http.ServerResponse) => void;
interface Hostile {
  /** `manifest.json`; the honest one unless given. */
  manifest?: unknown;
  onManifest?: Trick;
  onFile?: Trick;
}

const CONTENT = Buffer.alloc(2000, 'weights ');
const sha256 = createHash('sha256').update(CONTENT).digest('hex');
const filesOf = (name: string) => must(CATALOGUE.find((entry) => entry.name === name)).files.map(({ path }) => path);
const honest = (name: string) => filesOf(name).map((path) => ({ path, bytes: CONTENT.length, sha256 }));

async function serve(handler: http.RequestListener): Promise<{ url: string; close(): void }> {
  const server = http.createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('a hostile source of models', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-attack-models-'));
  const data = path.join(folder, 'data');
  const models = path.join(data, 'models');
  let runtime: Runtime;
  let mirror: { url: string; close(): void };
  let victim: { url: string; close(): void };
  /** Requests that reached a server in the house that nobody named. */
  const reached: string[] = [];
  const hostile = new Map<string, Hostile>();
  const asked: string[] = [];

  before(async () => {
    victim = await serve((req, res) => {
      reached.push(req.url ?? '');
      res.end(req.url?.endsWith('manifest.json') ? JSON.stringify({ files: honest('wake-alexa') }) : CONTENT);
    });
    mirror = await serve((req, res) => {
      const [, name = '', ...rest] = (req.url ?? '').split('/');
      asked.push(req.url ?? '');
      const { manifest, onManifest, onFile } = hostile.get(name) ?? {};
      if (rest.join('/') !== 'manifest.json') return onFile ? onFile(req, res) : void res.end(CONTENT);
      if (onManifest) return onManifest(req, res);
      res.end(JSON.stringify(manifest ?? { files: honest(name) }));
    });
    runtime = await startRuntime({ env: { JARVIS_MODELS_URL: mirror.url, JARVIS_DATA: data } });
  });

  after(async () => {
    await runtime?.stop();
    mirror?.close();
    victim?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const list = async () => (await (await fetch(`${runtime.url}/jarvis/admin/models`)).json()) as ModelRow[];

  /** Has Node-RED pull a model from the hostile source; how it ended. */
  async function pull(name: string, how: Hostile): Promise<ModelRow> {
    hostile.set(name, how);
    const response = await fetch(`${runtime.url}/jarvis/admin/models/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    assert.equal(response.status, 200);
    return until(
      async () => (await list()).find((row) => row.name === name && row.state !== 'pulling'),
      `${name} to end`,
    );
  }

  /** Asserts that a pull failed for a reason, and that nothing of the model is there. */
  async function refused(name: string, how: Hostile, reason: RegExp): Promise<void> {
    const { state, error = '' } = await pull(name, how);
    assert.equal(state, 'failed');
    assert.match(error, reason);
    assert.match(error, /^[^\p{Cc}]{1,600}$/u, 'one line of moderate length, nothing a terminal obeys');
    assert.ok(!existsSync(path.join(models, name)));
    assert.ok(runtime.running());
  }

  const redirect =
    (to: (req: http.IncomingMessage) => string): Trick =>
    (req, res) =>
      void res.writeHead(302, { location: to(req) }).end();

  test('other content than announced is thrown away', async () => {
    await refused('piper-en', { onFile: (_req, res) => void res.end(Buffer.alloc(2000, 'evil')) }, /checksum/);
  });

  test('a body without end is cut at the announced size', async () => {
    const endless: Trick = (_req, res) => {
      const more = (): void =>
        void (res.destroyed || (res.write(CONTENT) ? setImmediate(more) : res.once('drain', more)));
      more();
    };
    await refused('piper-de', { onFile: endless }, /longer than the 2000 bytes/);
    const left = readdirSync(path.join(models, '.piper-de.part'), { recursive: true, encoding: 'utf8' });
    for (const file of left) assert.ok(statSync(path.join(models, '.piper-de.part', file)).size <= 4096, file);
  });

  test('a model far larger than the catalogue says is refused before a byte of it comes', async () => {
    const files = honest('whisper-tiny').map((file) => ({ ...file, bytes: 1024 ** 3 }));
    await refused('whisper-tiny', { manifest: { files } }, /far more than/);
    assert.deepEqual(
      asked.filter((url) => url.startsWith('/whisper-tiny/') && !url.endsWith('manifest.json')),
      [],
    );
  });

  test('a list without end is given up', async () => {
    const endless: Trick = (_req, res) => {
      const more = (): void =>
        void (res.destroyed || (res.write(' '.repeat(65_536)) ? setImmediate(more) : res.once('drain', more)));
      more();
    };
    await refused('piper-fr', { onManifest: endless }, /too long for a list/);
  });

  test('a list that is none forges no line of the log', async () => {
    const forged = '\u001b[2J\n22 Nov 00:00:00 - [info] all is well';
    await refused('piper-fr', { onManifest: (_req, res) => void res.end(forged) }, /not JSON/);
    await refused(
      'piper-fr',
      { manifest: { files: [{ path: forged, bytes: forged, sha256: forged }] } },
      /is wrong at/,
    );
    const bad = { path: 'x', type: 'file', oid: forged, size: 5 };
    hostile.set('api', { onFile: (_req, res) => void res.end(JSON.stringify([bad])) });
    await refused('piper-fr', { onManifest: (_req, res) => void res.writeHead(404).end() }, /not a list of files/);
  });

  test('it leads to no other server in the house, neither with its list nor with its files', async () => {
    await refused('wake-alexa', { onManifest: redirect((req) => `${victim.url}${req.url}`) }, /leads to .*refused/);
    await refused('wake-alexa', { onFile: redirect((req) => `${victim.url}${req.url}`) }, /leads to .*refused/);
    const secure = victim.url.replace('http:', 'https:');
    await refused('wake-alexa', { onManifest: redirect((req) => `${secure}${req.url}`) }, /can't be read/);
    assert.deepEqual(reached, [], 'https to a server that can not prove its name ends before it is asked');
    for (const location of ['file:///etc/passwd', 'data:,x', 'ftp://127.0.0.1/x', '\\\\127.0.0.1\\x']) {
      await refused('wake-alexa', { onFile: redirect(() => location) }, /refused|can't be|404/);
    }
    await refused('wake-alexa', { onFile: redirect((req) => `${req.url}`) }, /without end/);
  });

  test('a redirect on the source itself is followed', async () => {
    const moved: Trick = (req, res) =>
      req.url?.endsWith('?here')
        ? void res.end(CONTENT)
        : void res.writeHead(302, { location: `${req.url}?here` }).end();
    assert.equal((await pull('wake-hey-rhasspy', { onFile: moved })).state, 'ready');
  });

  test('names that lead out of the folder are refused, and forge no line of the log', async () => {
    for (const evil of [
      '../../../evil',
      '/etc/evil',
      'a/../../evil',
      '..\\evil',
      'x\u001b[2J\n22 Nov 00:00:00 - [info] fine',
      '\0',
    ]) {
      const files = [...honest('piper-es'), { path: evil, bytes: CONTENT.length, sha256 }];
      await refused('piper-es', { manifest: { files } }, /could leave its folder/);
    }
    assert.deepEqual(readdirSync(folder).sort(), ['data']);
  });

  test('what it says beside the status forges nothing either', async () => {
    const odd: Trick = (req) =>
      void req.socket.end(`HTTP/1.1 404 \u001b[2J${'x'.repeat(10_000)}\r\nContent-Length: 0\r\n\r\n`);
    await refused('whisper-small', { onFile: odd }, /404/);
  });

  test('only the files of the catalogue come, readable by nobody else', async () => {
    const files = [...honest('minilm'), { path: 'onnx/model.onnx', bytes: CONTENT.length, sha256 }];
    assert.equal((await pull('minilm', { manifest: { files } })).state, 'ready');
    const model = path.join(models, 'minilm');
    const there = readdirSync(model, { recursive: true, encoding: 'utf8' });
    assert.deepEqual(there.sort(), [...filesOf('minilm'), 'manifest.json', 'onnx'].sort());
    for (const file of ['', ...there]) {
      const { mode } = statSync(path.join(model, file));
      assert.equal(mode & 0o077, 0, `${file} has mode ${mode.toString(8)}`);
    }
    assert.equal(statSync(models).mode & 0o077, 0);
  });

  test('links and files left in the folder of a cut download are not followed, and not kept', async () => {
    const name = 'wake-hey-mycroft';
    const [file = ''] = filesOf(name);
    const precious = path.join(folder, 'precious');
    writeFileSync(precious, 'precious');
    const staging = path.join(models, `.${name}.part`);
    mkdirSync(staging, { recursive: true });
    symlinkSync(precious, path.join(staging, `${file}.part`));
    symlinkSync(precious, path.join(staging, `${file}.part.etag`));
    writeFileSync(path.join(staging, 'stranger.onnx'), 'x');
    assert.equal((await pull(name, {})).state, 'ready');
    assert.equal(readFileSync(precious, 'utf8'), 'precious');
    assert.deepEqual(readdirSync(path.join(models, name)).sort(), [file, 'manifest.json'].sort());

    rmSync(path.join(models, name), { recursive: true });
    const elsewhere = path.join(folder, 'elsewhere');
    mkdirSync(elsewhere);
    writeFileSync(path.join(elsewhere, `${file}.part`), 'precious');
    symlinkSync(elsewhere, staging);
    assert.equal((await pull(name, {})).state, 'ready');
    assert.equal(readFileSync(path.join(elsewhere, `${file}.part`), 'utf8'), 'precious');
    assert.ok(!existsSync(path.join(elsewhere, file)));
  });

  test('after all of it Node-RED runs, and an honest source is pulled from', async () => {
    for (const name of ['piper-en', 'piper-es', 'wake-alexa'])
      assert.equal((await pull(name, {})).state, 'ready', name);
    assert.deepEqual(reached, []);
    assert.doesNotMatch(runtime.output(), /uncaught|unhandled/i);
  });
});
