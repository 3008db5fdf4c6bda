// Bundles web/**/*.test.ts into build/web-test, to be run by `node --test 'build/web-test/*.test.js'`.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';

const out = path.join(import.meta.dirname, '../build/web-test');
rmSync(out, { recursive: true, force: true });
await build({
  entryPoints: readdirSync(import.meta.dirname, { recursive: true })
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => path.join(import.meta.dirname, file)),
  entryNames: '[name]',
  outdir: out,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  sourcemap: 'inline',
  logLevel: 'warning',
});
