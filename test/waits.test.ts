import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { answerTo, openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { must, until } from './until.js';

const data = mkdtempSync(path.join(tmpdir(), 'jarvis-waits-'));
const env = { JARVIS_MODEL_URL: 'http://127.0.0.1:9', JARVIS_DATA: data };
after(() => rmSync(data, { recursive: true, force: true }));

const answer = async (page: Page, text: string) => String((await answerTo(page, text)).text);
const kept = () => {
  const file = must(readdirSync(data).find((name) => /^timers-[^.]+\.json$/.test(name)));
  return JSON.parse(readFileSync(path.join(data, file), 'utf8')) as { kind: string }[];
};
const says = (page: Page, pattern: RegExp) =>
  page.messages.filter(({ type, kind, text }) => type === 'show' && kind === 'reply' && pattern.test(String(text)));

async function killed(runtime: Runtime): Promise<void> {
  process.kill(runtime.pid, 'SIGKILL');
  await until(() => !runtime.running(), 'the process to end');
  await runtime.stop();
}

test('"when the printer is done": told once, in its room, by words and sound; kill -9 neither loses nor repeats it', async () => {
  let runtime = await startRuntime({ env });
  try {
    let page = await openPage(runtime.url);
    const other = await openPage(runtime.url, 'browser-0000000b');
    assert.equal(
      await answer(page, 'tell me when the oven is done'),
      'I know no “the oven” in this house that I could wait for.',
    );
    assert.equal(await answer(page, 'tell me when the printer is done'), 'The printer is done already.');
    await answer(page, 'turn on the printer');
    const reminder = 'remind me to fetch the paper when the printer is done';
    assert.equal(await answer(page, reminder), 'I’ll remind you when the printer is done.');
    assert.equal(await answer(page, 'what reminders do I have?'), 'fetch the paper, when the printer is done.');
    const before = page.sound();
    // Whoever hushes the answer hushes what rings.
    await page.type('turn off the printer');
    await until(() => says(page, /^The printer is done\. A reminder: fetch the paper\.$/).length === 1, 'the reminder');
    await until(() => page.sound() > before + 40_000, 'its sound and words');
    await until(() => kept().length === 0, 'it to be over');
    assert.deepEqual(says(other, /./), []);

    // A command does what was asked for, and says nothing.
    assert.match(await answer(page, 'turn on the bedside lamp when the garage door is closed'), /already/);
    await answer(page, 'turn on the printer');
    assert.equal(
      await answer(page, 'turn on the bedside lamp when the printer is turned off'),
      'I’ll do that when the printer is turned off.',
    );
    await answer(page, 'turn off the printer');
    await until(() => kept().length === 0, 'the command to be done');
    assert.match(await answer(page, 'is the bedside lamp on?'), /^Yes/);

    // The demo house begins anew with every start: the printer is off then.
    await answer(page, 'turn on the printer');
    await answer(page, reminder);
    await killed(runtime);
    runtime = await startRuntime({ env });
    page = await openPage(runtime.url);
    await until(
      () => says(page, /^Sorry, this may be late.* The printer is done\. A reminder: fetch the paper\.$/).length === 1,
      'the apology',
    );
    await until(() => kept().length === 0, 'it to be over');
    await answer(page, 'turn on the printer');
    await answer(page, reminder);
    assert.match(await answer(page, 'cancel the reminder about the printer'), /cancelled/);
    await killed(runtime);

    runtime = await startRuntime({ env });
    page = await openPage(runtime.url);
    assert.equal(await answer(page, 'what reminders do I have?'), 'Nothing is set.');
    assert.deepEqual(says(page, /printer/), []);
    await page.close();
  } finally {
    await runtime.stop();
  }
});
