import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { packageRoot } from '../package-root.js';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { until } from '../until.js';
import { askHomeAssistant } from './home-assistant.js';
import { homeToken, peer } from './peers.js';

/** Imports a blueprint as its page does. @returns runs the script that Home Assistant makes of it, for its response */
async function imported(name: string): Promise<(variables: object) => Promise<Record<string, unknown>>> {
  const yaml = readFileSync(path.join(packageRoot(), 'docs/home-assistant', `${name}.yaml`), 'utf8');
  const of = { domain: 'script', path: `jarvis/${name}.yaml` };
  await askHomeAssistant({ type: 'blueprint/save', ...of, yaml, allow_override: true });
  const { substituted_config: script } = (await askHomeAssistant({
    type: 'blueprint/substitute',
    ...of,
    input: {},
  })) as {
    substituted_config: { sequence: unknown[] };
  };
  return async (variables) => {
    const { sequence } = script;
    const ran = (await askHomeAssistant({ type: 'execute_script', sequence, variables })) as {
      response: Record<string, unknown>;
    };
    return ran.response;
  };
}

describe('blueprints in the real Home Assistant', () => {
  let runtime: Runtime;
  let page: Page;
  before(async () => {
    runtime = await startRuntime({
      env: { JARVIS_HOME_URL: peer('HA_URL'), JARVIS_HOME_TOKEN: homeToken(), JARVIS_MODEL_URL: 'http://127.0.0.1:9' },
    });
    await runtime.warm();
    page = await openPage(runtime.url, 'browser-0000000b', 'kitchen');
    await page.sees('sensor.kitchen_temperature', '21.5');
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
  });

  test('say: the room says it', async () => {
    const say = await imported('say');
    await say({ text: 'Dinner is ready.', rooms: ['Kitchen'] });
    await page.gets('show', { kind: 'reply', text: 'Dinner is ready.' });
  });

  test('ask: what a person answers comes back to the script', async () => {
    const ask = await imported('ask');
    const answers = [{ id: 'yes', sentences: ['yes [please]'] }];
    const before = page.messages.length;
    const answer = ask({ room: 'Kitchen', question: 'Shall I close the blinds?', answers, seconds: 60 });
    await page.gets('show', { kind: 'reply', text: 'Shall I close the blinds?' });
    await until(() => page.messages.slice(before).some(({ stage }) => stage === 'listening'), 'the room to listen');
    await page.type('yes please');
    const { answer: id, text, reason } = await answer;
    assert.deepEqual({ id, text, reason }, { id: 'yes', text: 'yes please', reason: 'answered' });
  });

  test('converse: the reply to words comes back to the script', async () => {
    const converse = await imported('converse');
    const { text, reason } = await converse({ text: 'how warm is it in the kitchen?' });
    assert.equal(reason, 'answered');
    assert.match(String(text), /21\.5/);
  });
});
