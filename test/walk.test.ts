import { readdirSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { packageRoot } from './package-root.js';
import { openWalker, readWalks, type Walker } from './walk/walker.js';

const folder = path.join(packageRoot(), 'test/walk');
/** What does not work yet waits in waiting.jsonl; JARVIS_WALKS names files to be walked instead. */
const files =
  process.env['JARVIS_WALKS']?.split(',') ??
  readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && name !== 'waiting.jsonl')
    .map((name) => path.join(folder, name));

describe('a walk through the flow as shipped, in a real Node-RED', () => {
  let walker: Walker;
  before(async () => {
    walker = await openWalker();
  });
  after(async () => {
    await walker?.close();
  });
  for (const walk of files.flatMap(readWalks)) {
    const said = walk.steps.map(({ say = 'stop' }) => say).join(' – ');
    test(`${walk.id} (${walk.via}): ${said}`, async () => await walker.go(walk));
  }
});
