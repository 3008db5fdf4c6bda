import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Runner, render, tokens } from './engine.js';
import { startScriptedModelServer } from './server.js';

const never = new AbortController().signal;
const fast = { promptTokens: 1e6, answerTokens: 1e6, loadMs: 0 };

const words = (text: string) => text.split(' ');

test('the prefix cache spares what an earlier prompt began with, across ten prompts', async () => {
  const runner = new Runner(fast);
  assert.equal((await runner.evaluate(words('a b c d'), never)).evaluated, 4);
  assert.equal((await runner.evaluate(words('a b c e f'), never)).evaluated, 2);
  assert.equal((await runner.evaluate(words('a b c d'), never)).evaluated, 1, 'an alternating context stays cached');
  for (let index = 0; index < 10; index++) await runner.evaluate(words(`${index} x`), never);
  assert.equal((await runner.evaluate(words('a b c d'), never)).evaluated, 4, 'the eleventh is forgotten');
});

test('a clock at the head of the prompt spares nothing', async () => {
  const runner = new Runner(fast);
  await runner.evaluate(words('16:04 a b c d'), never);
  assert.equal((await runner.evaluate(words('16:05 a b c d'), never)).evaluated, 5);
});

test('another window or unloading empties the cache', async () => {
  const runner = new Runner({ ...fast, loadMs: 1 });
  assert.equal(await runner.load(4096, never), 1);
  assert.equal(await runner.load(4096, never), 0);
  await runner.evaluate(words('a b c'), never);
  assert.equal(await runner.load(8192, never), 1);
  assert.equal((await runner.evaluate(words('a b c'), never)).evaluated, 3);
  runner.unload();
  assert.equal((await runner.evaluate(words('a b c'), never)).evaluated, 3);
});

test('what was evaluated before an abort stays', async ({ mock }) => {
  const runner = new Runner({ ...fast, promptTokens: 1000 });
  const prompt = Array.from({ length: 100_000 }, (_, index) => String(index));
  const stop = new AbortController();
  const evaluated = runner.evaluate(prompt, stop.signal);
  const later = performance.now() + 50;
  mock.method(performance, 'now', () => later);
  stop.abort();
  await assert.rejects(evaluated);
  const first = prompt.slice(0, 20);
  assert.equal((await runner.evaluate(first, never)).evaluated, 1);
});

test('tokens are about as many as a real tokeniser makes, and lose nothing', () => {
  const text = 'Turn on the kitchen light, please: it is 16:04 and dark. Schnell!\n\nÜbermorgen 日本';
  assert.equal(tokens(text).join(''), text);
  assert.ok(tokens(text).length > 15 && tokens(text).length < 40);
});

test('tools stand at the end of the system message', () => {
  const tools = [{ type: 'function', function: { name: 'get_time' } }];
  const text = render({
    messages: [
      { role: 'system', content: 'Rules.' },
      { role: 'user', content: 'Hi' },
    ],
    tools,
  });
  assert.match(text, /system\nRules\.\nFunctions:\n.*get_time.*\n<\|im_end\|>\n<\|im_start\|>user\nHi/);
});

test('takes the time of the stated speed and says so', async (t) => {
  const speed = { promptTokens: 1000, answerTokens: 200, loadMs: 20 };
  const server = await startScriptedModelServer({ speed, answers: [{ answer: 'one two three four' }] });
  t.after(server.close);
  const waits = t.mock.method(globalThis, 'setTimeout').mock;
  const response = await fetch(`${server.url}/api/chat`, {
    method: 'POST',
    body: JSON.stringify({ model: 'scripted', messages: [{ role: 'user', content: 'hello '.repeat(50) }] }),
  });
  const lines = (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const done = lines.at(-1);
  const stated = (done.load_duration + done.prompt_eval_duration + done.eval_duration) / 1e6;
  assert.equal(done.prompt_eval_duration, done.prompt_eval_count * 1e6);
  assert.equal(lines.length, done.eval_count + 1);
  // What is longer is a limit of the client's.
  const own = waits.calls.map((call) => call.arguments[1] ?? 0).filter((ms) => ms <= stated);
  const waited = own.reduce((all, ms) => all + ms, 0);
  assert.ok(waited >= stated - 1, `${waited} ms were waited of the ${stated} that were stated`);
  assert.equal(server.requests[0]?.answered, true);
});
