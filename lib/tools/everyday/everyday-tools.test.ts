import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { everydayTools } from './everyday-tools.js';

const tools = everydayTools(() => 'Europe/Berlin');
const toolCalled = (name: string) => tools.find((tool) => tool.name === name) ?? assert.fail(`no ${name}`);
const run = (name: string, args: Record<string, unknown>, said?: string) =>
  toolCalled(name).run(args, { site: 'kitchen', language: 'en', said, signal: new AbortController().signal });

describe('everyday tools', () => {
  test('a question that is nothing but a sum is called ahead, and its result ends the reply', async () => {
    const said = 'what is 15 percent of 80';
    const args = toolCalled('calculate').ahead?.(said, { language: 'en' });
    assert.deepEqual(args, { expression: '15 % of 80' });
    assert.deepEqual(await run('calculate', { ...args }, said), {
      ok: true,
      text: '12',
      told: 'That’s 12.',
      ends: true,
    });
  });

  test('a sum that the model asks for on the way ends nothing', async () => {
    assert.equal(
      (await run('calculate', { expression: '3 * 4' }, 'how many eggs are three times four boxes')).ends,
      undefined,
    );
    assert.deepEqual(await run('calculate', { expression: '5 EUR to USD' }), {
      ok: false,
      text: 'Not worked out. "EUR" is no unit that is known here. Currencies are none: no exchange rates are known.',
    });
    assert.equal((await run('calculate', { expression: 12 })).text, '12');
  });

  test('a question that is nothing but the time elsewhere is called ahead', async () => {
    const said = 'what time is it in Tokyo';
    const args = toolCalled('time_in').ahead?.(said, { language: 'en' });
    assert.deepEqual(args, { place: 'Tokyo' });
    const { ok, text, ends } = await run('time_in', { ...args }, said);
    assert.deepEqual([ok, ends], [true, true]);
    assert.match(text, /^Tokyo: \w+, \w+ \d+, \d{4} at .* \(Asia\/Tokyo\)$/);
  });

  test('a place that has no one time is a result that can be mended', async () => {
    assert.match((await run('time_in', { place: 'the USA' })).text, /several time zones/);
    assert.match((await run('time_in', { place: 'Atlantis' })).text, /not known/);
    assert.equal((await run('time_in', { place: 'Honolulu' }, 'call Honolulu')).ends, undefined);
  });
});
