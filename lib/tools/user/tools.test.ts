import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { opened, script } from './folder.test.helper.js';

const failed = (text: string) => ({ ok: false, text });

describe('a file that is a tool', () => {
  test('is called with its arguments, and gives back words, numbers or an object', async (t) => {
    const { call, tools } = await opened(t, {
      'add.mjs': script(
        'add',
        'return args.a + args.b;',
        "export const parameters = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } }, required: ['a', 'b'] };",
      ),
      'greet.js': `module.exports = { name: 'greet', description: 'Greets.', parameters: [{ name: 'whom', kind: 'text' }],
        greeting: 'Hello', run({ whom }, { language, site }) { return { said: this.greeting + ' ' + whom, language, site }; } };`,
      'nothing.mjs': script('nothing', ''),
    });
    assert.deepEqual(await call('add', { a: '2', b: 3 }), { ok: true, text: '5' });
    assert.deepEqual(await call('add', { a: 2 }), failed('Wrong arguments. Missing: b.'));
    assert.deepEqual(await call('greet', { whom: 'you' }), {
      ok: true,
      text: '{"said":"Hello you","language":"en","site":"den"}',
    });
    assert.deepEqual(await call('greet', {}), failed('Wrong arguments. whom is missing.'));
    assert.deepEqual(await call('nothing'), { ok: true, text: 'Done.' });
    assert.deepEqual(tools().find(({ name }) => name === 'greet')?.parameters, {
      ...{ type: 'object', properties: { whom: { type: 'string' } }, required: ['whom'] },
    });
  });

  test('that changes something is not started by a question', async (t) => {
    const { call } = await opened(t, { 'a.mjs': script('act', 'return "acted";') }, [{ name: 'a.mjs', acts: true }]);
    const refused = await call('act', {}, { said: 'is the heating on?' });
    assert.match(refused.text, /^Not done: the person has asked/);
    assert.equal((await call('act', {}, { said: 'turn it on' })).text, 'acted');
  });

  test('what it throws is told, for the model to mend, without secrets', async (t) => {
    const { call } = await opened(t, {
      'a.mjs': script(
        'a',
        "throw new Error('There is no town ' + args.town + '; password: hunter2secret');",
        "export const parameters = [{ name: 'town' }];",
      ),
    });
    const { ok, text } = await call('a', { town: 'Atlantis' });
    assert.equal(ok, false);
    assert.match(text, /^There is no town Atlantis; /);
    assert.doesNotMatch(text, /hunter2secret/);
  });

  test('in TypeScript runs where Node.js reads that, and else says which version does', async (t) => {
    const { call, problems, tools } = await opened(t, {
      'a.ts':
        "export const name: string = 'typed';\nexport const description = 'x';\nexport const run = async (args: object): Promise<number> => 7;\n",
    });
    if ((process.features as { typescript?: unknown }).typescript) {
      assert.deepEqual(await call('typed'), { ok: true, text: '7' });
    } else {
      assert.deepEqual(tools(), []);
      assert.match(problems().join(), /^a\.ts is TypeScript, which Node\.js reads from 22\.18 on, and this is 2\d/);
    }
  });
});
