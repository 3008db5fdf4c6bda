// Runs every test that needs no outside server: Node 20's runner takes no globs, and a shell's fails when one matches nothing.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const dist = path.resolve(import.meta.dirname, '../dist');
/** They wait the longest: last, they would run alone. */
const first = ['test/walk.test.js', 'test/attacks/soak.test.js'];
const others = readdirSync(dist, { recursive: true }).filter(
  (file) => file.endsWith('.test.js') && !file.endsWith('.peer.test.js') && !first.includes(file),
);
const files = [...first, ...others].map((file) => path.join(dist, file));
// A file for each core: most of them wait.
const options = ['--test', `--test-concurrency=${os.availableParallelism()}`, '--test-timeout=600000'];
const { status } = spawnSync(process.execPath, [...options, ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
