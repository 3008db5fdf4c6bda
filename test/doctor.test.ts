import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { doctor } from '../scripts/doctor.js';
import { freePort } from './free-port.js';
import { type Runtime, startRuntime } from './runtime.js';

const AWAY = 'http://127.0.0.1:9';

describe('the self-test from a terminal', () => {
  let runtime: Runtime;
  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: AWAY } });
    await runtime.warm();
  });
  after(() => runtime?.stop());

  test('names the stages that fail in the Node-RED that runs, and is 1', async () => {
    const lines: string[] = [];
    assert.equal(await doctor(runtime.url, {}, (line: string) => lines.push(line)), 1);
    const told = lines.join('\n');
    assert.match(told, /^ok +broker/m, told);
    assert.match(told, /^ok +wake/m, told);
    assert.match(told, /^FAILED +hearing +No speech-to-text model yet: npm run models/m, told);
    assert.match(told, /^FAILED +model +.*127\.0\.0\.1:9/m, told);
    assert.match(told, /^skipped +home +This is the demo house/m, told);
    assert.match(told, /^ok +voice/m, told);
    assert.match(told, /^skipped +playback/m, told);
  });

  test('says that none runs, and checks what it can without printing secrets', async () => {
    const lines: string[] = [];
    const nowhere = `http://someone:s3cret@127.0.0.1:${await freePort()}`;
    assert.equal(await doctor(nowhere, { JARVIS_MODEL_URL: AWAY }, (line: string) => lines.push(line)), 1);
    const told = lines.join('\n');
    assert.match(told, /^No Node-RED answers/);
    assert.match(told, /^FAILED +model/m);
    assert.match(told, /^skipped +home/m);
    assert.doesNotMatch(told, /s3cret/);
  });
});
