// Runs every test that needs no outside server: Node 20's runner takes no globs, and a shell's fails when one matches nothing.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const dist = path.resolve(import.meta.dirname, '../dist');
const files = readdirSync(dist, { recursive: true })
  .filter((file) => file.endsWith('.test.js') && !file.endsWith('.peer.test.js'))
  .map((file) => path.join(dist, file));
const { status } = spawnSync(process.execPath, ['--test', '--test-timeout=600000', ...files], { stdio: 'inherit' });
process.exit(status ?? 1);
