import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { packageRoot } from '../../../test/package-root.js';
import { JarvisError } from '../../turn/errors.js';
import { colouredDetector, picture } from './coloured.test.helper.js';
import { detectorFile, openDetector } from './detector.js';

const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-vision-'));
const file = path.join(folder, 'colours.onnx');
writeFileSync(file, colouredDetector());
const detector = openDetector(() => file);
const { signal } = new AbortController();
after(async () => {
  await detector.close();
  rmSync(folder, { recursive: true, force: true });
});

const SCRIPT = `
  const { openDetector } = require(process.env.DETECTOR);
  const folder = process.env.FOLDER;
  const detector = openDetector(() => folder + '/colours.onnx');
  const image = require('node:fs').readFileSync(folder + '/picture.jpg');
  detector
    .find(image, new AbortController().signal)
    .then((seen) => seen.map(({ kind }) => kind), ({ code, message }) => ({ code, message }))
    .then((result) => console.log(JSON.stringify(result)))
    .finally(() => detector.close());
`;
const refused = (code: string, message: RegExp) => (thrown: unknown) =>
  thrown instanceof JarvisError && thrown.code === code && message.test(thrown.message);

describe('the detector', () => {
  test('finds what is in a picture, and where', async () => {
    const image = await picture([
      { kind: 'person', column: 1, row: 2 },
      { kind: 'car', column: 7, row: 5 },
    ]);
    const seen = await detector.find(image, signal);
    const rounded = seen.map(({ kind, box }) => [kind, ...Object.values(box).map((edge) => Math.round(edge * 10))]);
    assert.deepEqual(rounded.sort(), [
      ['car', 7, 5, 8, 6],
      ['person', 1, 2, 2, 3],
    ]);
  });

  test('reads a PNG of another size, with a channel too many, and one in greys', async () => {
    const image = await picture([{ kind: 'dog', column: 0, row: 0 }]);
    const png = await sharp(image).resize(320, 200, { fit: 'fill' }).ensureAlpha().png().toBuffer();
    const seen = await detector.find(png, signal);
    assert.deepEqual(
      seen.map(({ kind }) => kind),
      ['dog'],
    );
    assert.deepEqual(await detector.find(await sharp(image).greyscale().jpeg().toBuffer(), signal), []);
  });

  test('a picture that lies on its side is put upright first', async () => {
    const image = await picture([{ kind: 'person', column: 0, row: 0 }]);
    const turned = await sharp(image).rotate(90).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    const [seen] = await detector.find(turned, signal);
    assert.equal(Math.round((seen?.box.left ?? 1) * 10), 0);
    assert.equal(Math.round((seen?.box.top ?? 1) * 10), 0);
  });

  const image = picture([{ kind: 'person', column: 4, row: 4 }]);
  const bad: Record<string, () => Promise<Uint8Array>> = {
    'a page': async () => Buffer.from('<html>401 Unauthorized</html>'),
    nothing: async () => Buffer.alloc(0),
    'an SVG': async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
    'half a JPEG': async () => (await image).subarray(0, 2_000),
    'noise after the first bytes of a PNG': async () => Buffer.from('\x89PNG\r\n\x1a\nnothing of the kind', 'latin1'),
    'a JPEG of too many pixels': async () => {
      // The size stands in the frame's header; what follows is never unpacked.
      const large = Buffer.from(await image);
      large.writeUInt32BE(0xff_ff_ff_ff, large.indexOf(Buffer.from([0xff, 0xc0])) + 5);
      return large;
    },
  };
  for (const [what, made] of Object.entries(bad)) {
    test(`refuses ${what}, and goes on`, async () => {
      await assert.rejects(detector.find(await made(), signal), refused('failed', /picture/));
      assert.equal((await detector.find(await image, signal)).length, 1);
    });
  }

  test('says what a file has to be that is no such network', async () => {
    const other = path.join(folder, 'other.onnx');
    writeFileSync(other, colouredDetector(91));
    const wrong = openDetector(() => other);
    await assert.rejects(
      wrong.find(await image, signal),
      refused('not-configured', /other\.onnx is no detector .*D-FINE/),
    );
    writeFileSync(other, 'no network');
    await wrong.close();
    await assert.rejects(wrong.find(await image, signal), refused('not-configured', /other\.onnx can't be used/));
    await wrong.close();
  });

  const alone = async (hidden: string) => {
    writeFileSync(path.join(folder, 'picture.jpg'), await image);
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT], {
      env: {
        ...process.env,
        NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/hide-module.js'))}`,
        HIDDEN_MODULES: hidden,
        DETECTOR: path.join(__dirname, 'detector.js'),
        FOLDER: folder,
      },
    });
    return JSON.parse(stdout);
  };

  test('says which library is not installed', async () => {
    const { code, message } = await alone('sharp');
    assert.equal(code, 'library-missing');
    assert.match(message, /"sharp", which reads pictures, can't be loaded: .*npm install sharp/);
  });

  test('sees the same by WebAssembly, where the native library can not be loaded', async () => {
    const native = `../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`;
    assert.deepEqual(await alone(native), ['person']);
  });

  test('says how to get the model that is not there', () => {
    assert.throws(() => detectorFile('', folder), refused('not-configured', /npm run models -- pull dfine-nano/));
    assert.throws(() => detectorFile('/nowhere.onnx', folder), refused('not-configured', /\/nowhere\.onnx/));
    assert.equal(detectorFile(file, folder), file);
  });
});
