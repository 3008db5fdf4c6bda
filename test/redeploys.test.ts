import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { packageRoot } from './package-root.js';
import { startRuntime } from './runtime.js';
import { askProbe } from './soak.js';

/** What is made once, and what is only remembered of the last few, is there by then. */
const FIRST = 5;
const MORE = 20;

test('each deploy leaves nothing behind: no object, listener or handle of it', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-redeploys-'));
  const probe = path.join(folder, 'probe');
  const runtime = await startRuntime({
    env: {
      JARVIS_MODEL_URL: 'http://127.0.0.1:9',
      PROBE_SOCKET: probe,
      NODE_OPTIONS: `--require ${JSON.stringify(path.join(packageRoot(), 'test/probe.js'))}`,
    },
  });
  try {
    await runtime.warm();
    const flows = await runtime.flows();
    const deploys = async (count: number) => {
      for (let at = 0; at < count; at++) await runtime.deploy(flows);
      return askProbe<{ objects: Record<string, number> }>(probe, '/objects');
    };
    const before = await deploys(FIRST);
    const after = await deploys(MORE);
    for (const of of ['objects', 'listeners', 'handles'] as const) {
      for (const [kind, count] of Object.entries(after[of])) {
        const grown = count - ((before[of] as Record<string, number>)[kind] ?? 0);
        // One of each deploy would be twenty.
        assert.ok(grown < MORE / 2, `${grown} more of ${of} ${kind}: ${JSON.stringify([before[of], after[of]])}`);
      }
    }
  } finally {
    await runtime.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
