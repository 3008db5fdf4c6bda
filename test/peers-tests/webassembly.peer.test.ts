import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { packageRoot } from '../package-root.js';
import { peer } from './peers.js';

const SCRIPT = `
  const { openWhisper } = require('./build/lib/listening/whisper.js');
  const { openMiniLm } = require('./build/lib/memory/embedding/minilm.js');
  const { heyJarvis } = require('./build/lib/listening/samples.test.helper.js');
  (async () => {
    const whisper = openWhisper({ folder: process.env.MODELS + '/whisper-base' });
    await whisper.warm();
    const { signal } = new AbortController();
    const utterance = whisper.open({ language: 'en', signal });
    utterance.write(heyJarvis);
    const begun = Date.now();
    const { text } = await utterance.finish();
    const ms = Date.now() - begun;
    const embedder = openMiniLm({ folder: process.env.MODELS + '/minilm' });
    const [vector] = await embedder.embed(['the kettle'], signal);
    await Promise.all([whisper.close(), embedder.close()]);
    console.log(JSON.stringify({ text, ms, size: vector.length }));
  })();
`;

test('where the native onnxruntime can not be loaded, Whisper hears and MiniLM embeds by WebAssembly', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', SCRIPT], {
    cwd: packageRoot(),
    env: {
      ...process.env,
      MODELS: path.resolve(peer('JARVIS_TEST_MODELS')),
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/hide-module.js'))}`,
      // As on Alpine: the package is there, and its binary doesn't load.
      HIDDEN_MODULES: `../bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`,
    },
  });
  const { text, ms, size } = JSON.parse(stdout) as { text: string; ms: number; size: number };
  t.diagnostic(`two seconds of speech in ${ms} ms`);
  assert.match(text, /hey jarvis.*turn on the kitchen light/i);
  assert.equal(size, 384);
});
