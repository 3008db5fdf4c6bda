import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { startHouseServer } from '../house-server.js';
import { answerTo, openPage, type Page } from '../page.js';
import { startRuntime } from '../runtime.js';
import { must, until } from '../until.js';

const LONG = 'a'.repeat(200);
/** Names that look like patterns, places in sentences and markup, and places that could be read in endless ways. */
const ENTITIES = {
  'switch.washer': { name: 'Washer', state: 'on', area: 'a' },
  'sensor.pattern': { name: '(.*)+$ [dishwasher', state: 'Rinse' },
  'sensor.places': { name: '{what} {said} $1 $& Robot', state: 'cleaning' },
  'sensor.markup': { name: '</speak><script>dryer</script>', state: '<b>run</b>'.repeat(25) },
  'sensor.long': { name: `${LONG}!`, state: 'x'.repeat(255), area: 'aa' },
  'binary_sensor.empty': { name: '…', state: 'on', attributes: { device_class: 'running' } },
};
const answer = async (page: Page, text: string) => String((await answerTo(page, text)).text);
const AREAS = { a: 'a', aa: 'aa', aaa: 'aaa', pattern: '(.*)+$', empty: '…' };

test('hostile names, words and files harm nothing that waits for the house', async () => {
  const data = mkdtempSync(path.join(tmpdir(), 'jarvis-waits-'));
  const house = await startHouseServer(ENTITIES, AREAS);
  const env = {
    JARVIS_DATA: data,
    JARVIS_MODEL_URL: 'http://127.0.0.1:9',
    JARVIS_HOME_URL: house.url,
    JARVIS_HOME_TOKEN: 'good',
  };
  let runtime = await startRuntime({ env });
  try {
    let page = await openPage(runtime.url);
    const connected = () => until(async () => (await runtime.status())['home']?.state === 'connected', 'the house');
    await connected();
    for (const what of [`${LONG}b`, '(a+)+$', '{what} {said}', '</speak>', 'washer '.repeat(30), '…', 'then when'])
      await answer(page, `tell me when the ${what} is done`);
    await answer(page, `when ${'the washer is done when '.repeat(10)} tell me`);
    await answer(page, `remind me to ${'$& {said} '.repeat(15)} when the washer is done`);
    assert.match(await answer(page, 'what reminders do I have?'), /\$& \{said\} \$&.*, when the washer is done\.$/);
    await page.type('turn off the washer');
    const told = () =>
      page.messages.filter(({ text }) => /^The washer is done\. A reminder: said\} \$& \{said\}/.test(String(text)));
    await until(
      () => told().length > 0,
      () => `the reminder; got ${JSON.stringify(page.messages.flatMap(({ text }) => text ?? []).slice(-4))}`,
    );
    await runtime.stop();

    const file = path.join(data, must(readdirSync(data).find((name) => /^timers-[^.]+\.json$/.test(name))));
    const base = { kind: 'command', site: 'page', language: 'en', due: Date.now() + 3_600_000, about: 'evil' };
    const waits = (condition: unknown, id: string, more = {}) => ({
      ...base,
      id,
      awaits: { condition, said: 'x' },
      ...more,
    });
    const unlock = [{ action: 'unlock', targets: ['lock.none'] }];
    const good = { done: 'switch.washer', what: 'the washer' };
    writeFileSync(
      file,
      JSON.stringify([
        waits({ done: 5 }, 'a'),
        waits({ fact: '__proto__', is: true }, 'b'),
        waits({ asked: { action: 'get_state', targets: ['no.such'], value: 'open' }, is: true }, 'c'),
        waits({ asked: { action: 'unlock', targets: ['switch.washer'] }, is: true }, 'd', { commands: unlock }),
        waits(good, 'e', { kind: 'reminder', language: 'xx-nowhere' }),
        waits(good, 'f', { kind: 'reminder', about: 'w'.repeat(10_000) }),
      ]),
    );
    runtime = await startRuntime({ env });
    page = await openPage(runtime.url);
    await connected();
    assert.match(await answer(page, 'turn on the washer'), /^Turned on the washer/);
    assert.equal(await answer(page, 'tell me when the washer is done'), 'I’ll tell you when the washer is done.');
    assert.ok(runtime.running());
    assert.doesNotMatch(runtime.output(), /uncaught|unhandled|TypeError|RangeError/i);
    assert.deepEqual(house.calls, ['switch.turn_off switch.washer', 'switch.turn_on switch.washer']);
    await page.close();
  } finally {
    await runtime.stop();
    await house.close();
    rmSync(data, { recursive: true, force: true });
  }
});
