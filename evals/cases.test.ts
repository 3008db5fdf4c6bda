import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openOllama } from '../lib/llm/ollama.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { type CaseResult, readCases, runCase, runModelCase, shippedCases } from './cases.js';
import { CONTEXTS } from './contexts.js';
import { differences } from './match.js';
import { MODEL_EVALS } from './model-contexts.js';
import { reportsOf } from './report.js';
import { closeStories } from './story-context.js';

after(closeStories);

const cases = shippedCases().flatMap(readCases);

for (const { name } of CONTEXTS) {
  test(`every case of ${name} passes`, async () => {
    const own = cases.filter(({ context }) => context === name);
    assert.ok(own.length >= 25, `${own.length} cases`);
    assert.equal(new Set(own.map(({ id }) => id)).size, own.length, 'ids are unique');
    const failed: CaseResult[] = [];
    for (const one of own) {
      const result = await runCase(one);
      if (!result.pass) failed.push(result);
    }
    assert.deepEqual(
      failed.map(({ id, wrong }) => `${id}: ${wrong.join('; ')}`),
      [],
    );
  });
}

for (const { name, input } of MODEL_EVALS) {
  test(`the cases of ${name} fit its input, in English and other languages`, () => {
    const own = cases.filter(({ context }) => context === name);
    assert.ok(own.length >= 15, `${own.length} cases`);
    assert.equal(new Set(own.map(({ id }) => id)).size, own.length, 'ids are unique');
    for (const one of own) assert.ok(input.safeParse(one.input).success, one.id);
  });
}

test('a model context is measured with its calls, its tokens, and what its fast path answered', async (t) => {
  const server = await startScriptedModelServer({ speed: 'instant', answers: () => 'get_weather' });
  const models = { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 4096 };
  t.after(() => server.close());
  const router = cases.filter(({ context, id }) => context === 'router' && /-(01|12|22)$/.test(id));
  const results: CaseResult[] = [];
  for (const one of router) results.push(await runModelCase(one, models));
  const broken = await runModelCase({ id: 'x', context: 'router', input: { query: 5 }, expect: {} }, models);
  assert.match(broken.wrong.join(), /query/);
  const [report] = reportsOf(results, () => true);
  assert.equal(report?.cases, 3);
  assert.ok((report?.fast ?? 0) >= 1);
  assert.ok((report?.calls ?? 0) >= 1 && (report?.promptTokens ?? 0) > 10);
  assert.equal((report?.calls ?? 0) + (report?.fast ?? 0), 3);
});

test('every language of local commands has its cases', () => {
  for (const language of ['en', 'de', 'fr', 'es']) {
    const own = cases.filter(({ context, id }) => context === 'sentences' && id.startsWith(`${language}-`));
    assert.ok(own.length >= 25, `${language}: ${own.length}`);
  }
});

test('a case that names no context, or whose input does not fit, fails', async () => {
  assert.equal((await runCase({ id: 'x', context: 'no-such', input: {}, expect: {} })).pass, false);
  const wrong = await runCase({ id: 'x', context: 'stop-words', input: { text: 5 }, expect: {} });
  assert.equal(wrong.pass, false);
  assert.match(wrong.wrong.join(), /text/);
});

test('expectations are matched as a subset', () => {
  const got = { text: 'Hello World', tools: ['a', 'b'], n: 5, deep: { x: null } };
  const fits = (expect: unknown) => differences(got, expect).length === 0;
  assert.ok(fits({}));
  assert.ok(fits({ text: 'Hello World', deep: { x: null } }));
  assert.ok(fits({ text: { contains: ['hello'], absent: ['bye'], matches: '^H', length: 11 } }));
  assert.ok(fits({ tools: { contains: ['b'], absent: ['c'], length: { min: 1, max: 2 } } }));
  assert.ok(fits({ n: { min: 5, max: 5 }, text: { oneOf: ['x', 'Hello World'] } }));
  assert.ok(fits({ none: { missing: true }, deep: { all: [{ x: null }, { y: { missing: true } }] } }));
  assert.ok(!fits({ text: { missing: true } }));
  assert.ok(!fits({ text: { all: [{ contains: ['hello'] }, { absent: ['world'] }] } }));
  assert.ok(!fits({ text: 'Hello' }));
  assert.ok(!fits({ tools: ['a'] }));
  assert.ok(!fits({ n: { min: 6 } }));
  assert.ok(!fits({ deep: { y: 1 } }));
  assert.ok(!fits({ text: { absent: ['world'] } }));
  assert.ok(!fits(null));
  assert.deepEqual(differences(null, null), []);
});
