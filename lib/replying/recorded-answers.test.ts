import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CALLED, ORDINARY, RECORDED } from '../../test/recorded-answers.js';
import { afterTool } from '../../test/scripted-model-server/script.js';
import { collect, start } from './scripted.test.helper.js';

const TOKENS = /\s*\S{1,4}/g;
/** How a server may send one answer. */
const SENT = {
  'letter by letter': (text: string) => ({ text: [...text] }),
  'token by token': (text: string) => ({ text: text.match(TOKENS) ?? [] }),
  whole: (text: string) => ({ text, whole: true }) as const,
};

/** Whatever a story tells is no claim. */
const query = 'Tell me a story.';

for (const { family, answer, said } of [
  ...RECORDED,
  ...ORDINARY.map((answer) => ({ family: answer, answer, said: answer })),
]) {
  test(`${family}: only the answer is said and kept, and the model is asked once`, async () => {
    for (const [how, sent] of Object.entries(SENT)) {
      const { server, request } = await start([{ answer: sent(answer) }]);
      const { sentences, end } = await collect({ ...request, query });
      assert.equal(sentences.join(' '), said, how);
      assert.deepEqual(
        end.messages.map(({ content }) => content),
        [said],
        how,
      );
      assert.equal(server.requests.filter(({ path }) => path === '/api/chat').length, 1, how);
    }
  });
}

for (const call of CALLED) {
  test(`${JSON.stringify(call).slice(0, 60)} is run and not said`, async () => {
    for (const [how, sent] of Object.entries(SENT)) {
      const { request } = await start([{ when: afterTool, answer: 'It is sunny.' }, { answer: sent(call) }]);
      const { sentences, end } = await collect(request);
      assert.deepEqual(sentences, ['It is sunny.'], how);
      assert.deepEqual(end.calls, [{ name: 'get_weather', arguments: { city: 'Paris' }, ok: true }], how);
    }
  });
}

for (const [kind, words] of [
  ['words', 'and then there is one more thing to tell about it '],
  ['clauses', 'there is more, '],
] as const) {
  test(`${kind} without a full stop are said, and not for ever`, async () => {
    const { request } = await start([{ answer: words.repeat(6_000 / words.length) }]);
    const { sentences } = await collect({ ...request, query });
    assert.ok(sentences.length > 1);
    assert.ok(sentences.join(' ').length < 1_300);
    assert.match(sentences.at(-1) ?? '', /\p{L}…$/u);
    assert.ok(sentences.every((sentence) => sentence.length <= 401));
  });
}

test('six thousand letters without a space are not said for ever', async () => {
  const { request } = await start([{ answer: 'la'.repeat(3_000) }]);
  const { sentences } = await collect(request);
  assert.ok(sentences.join(' ').length <= 2_001);
});
