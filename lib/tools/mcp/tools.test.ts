import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { must } from '../../../test/until.js';
import type { HeldCall } from '../../llm/types.js';
import { runTool } from '../../replying/run-tools.js';
import { argumentsFor } from './arguments.js';
import { allowedIn, prefixOf, variablesIn, wordsOf } from './form.js';
import { context } from './link.test.helper.js';
import { offeredIn } from './offered.js';
import { parametersOf } from './parameters.js';
import { callResultSchema, resultOf } from './result.js';
import { nameOf, serverOf } from './server.js';
import { mcpTools } from './tools.js';

const schema = { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] };
const offered = offeredIn([
  { name: 'read', description: 'Reads.', inputSchema: schema, annotations: { readOnlyHint: true } },
  { name: 'write it', description: 'Writes.', inputSchema: { type: 'object' } },
  { name: 'write-it', description: 'Writes, too.', inputSchema: { type: 'object' } },
  { name: 'wipe', inputSchema: { type: 'object' }, annotations: { destructiveHint: true } },
]);

describe('tools of an MCP server', () => {
  const calls: unknown[] = [];
  const link = {
    offered: () => offered,
    call: async (...call: unknown[]) => {
      calls.push(call.slice(0, 2));
      return { ok: true, text: 'done' };
    },
  };
  const tools = (allowed: [string, boolean][], taken: string[] = [], prefix = 'desk') =>
    mcpTools({ link, prefix, ms: 5_000, allowed: allowed.map(([name, acts]) => ({ name, acts })) }, taken);

  test('are closed unless they were ticked', () => {
    assert.deepEqual(tools([]), []);
    assert.deepEqual(
      tools([['read', false]]).map(({ name, acts, ms }) => ({ name, acts, ms })),
      [{ name: 'desk_read', acts: false, ms: 5_000 }],
    );
  });

  test('are closed once they are something else than what was ticked', () => {
    const listed = (description: string, more: object = {}) =>
      offeredIn([{ name: 'read', description, inputSchema: schema, annotations: { readOnlyHint: true }, ...more }]);
    const count = (now: ReturnType<typeof listed>, mark: string | undefined) =>
      mcpTools({
        ...{ link: { ...link, offered: () => now }, prefix: 'desk', ms: 5_000 },
        allowed: allowedIn(JSON.stringify([{ name: 'read', acts: false, mark }])),
      }).length;
    const [before] = listed('Reads.');
    const ticked = must(before).mark;
    assert.equal(count(listed('Reads.'), ticked), 1);
    const others = [
      listed('Reads, and sends it away.'),
      listed('Reads.', { inputSchema: { ...schema, properties: { ...schema.properties, to: { type: 'string' } } } }),
      listed('Reads.', { annotations: {} }),
    ];
    for (const now of others) {
      assert.equal(count(now, ticked), 0);
      assert.equal(count(now, must(now[0]).mark), 1);
      assert.equal(count(now, undefined), 1, 'written by hand');
    }
  });

  test('have names that nothing else has, and that model servers take', () => {
    const names = (...args: Parameters<typeof tools>) => tools(...args).map(({ name }) => name);
    const all: [string, boolean][] = offered.map(({ name }) => [name, true]);
    assert.deepEqual(names(all), ['desk_read', 'desk_write_it', 'desk_wipe']);
    assert.deepEqual(names(all, ['Desk_Read']), ['desk_write_it', 'desk_wipe']);
    assert.deepEqual(names(all, [], 'get'), ['get_read', 'get_write_it', 'get_wipe']);
    const [state] = offeredIn([{ name: 'state', inputSchema: { type: 'object' } }]);
    const own = { ...link, offered: () => (state ? [state] : []) };
    assert.deepEqual(mcpTools({ link: own, prefix: 'get', ms: 1, allowed: [{ name: 'state', acts: true }] }), []);
  });

  test('a question starts nothing that changes something, even where it was ticked as harmless', async () => {
    const [wipe] = tools([['wipe', false]]);
    assert.ok(wipe?.acts);
    const run = (said: string) =>
      runTool({ id: '1', name: 'desk_wipe', arguments: {} }, [wipe], context({ said, askFirst: () => undefined }));
    calls.length = 0;
    assert.match((await run('is it empty?')).text, /^Not done/);
    assert.deepEqual(calls, []);
    assert.equal((await run('wipe the desk')).ok, true);
    assert.deepEqual(calls, [['wipe', {}]]);
  });

  test('a person is asked before what its owner ticked so, and before what the server calls destructive', async () => {
    const wanted = async (name: string, asks?: boolean) => {
      const allowed = [{ name, acts: true, ...(asks !== undefined && { asks }) }];
      const [tool] = mcpTools({ link, prefix: 'desk', ms: 5_000, allowed });
      const askFirst = ({ question }: HeldCall) => ({ ok: false, text: question });
      return (await must(tool).run({ count: 1 }, context({ said: 'wipe the desk', askFirst }))).text;
    };
    calls.length = 0;
    assert.equal(await wanted('wipe'), 'Shall I run desk wipe, with count: 1?');
    assert.equal(await wanted('read', true), 'Shall I run desk read, with count: 1?');
    assert.deepEqual(calls, []);
    assert.deepEqual([await wanted('wipe', false), await wanted('read')], ['done', 'done']);
  });

  test('arguments are mended as small models write them', async () => {
    const [read] = tools([['read', false]]);
    assert.ok(read);
    calls.length = 0;
    await read.run({ count: '3', other: null }, context());
    assert.deepEqual(calls, [['read', { count: 3 }]]);
    const kinds = { properties: { yes: { type: 'boolean' }, text: { type: 'string' }, half: { type: 'number' } } };
    assert.deepEqual(argumentsFor(kinds, { yes: 'True', text: 7, half: '1.5', far: 'x' }), {
      ...{ yes: true, text: '7', half: 1.5, far: 'x' },
    });
  });
});

describe('schemas of strangers', () => {
  test('become kinds, descriptions and choices', () => {
    assert.deepEqual(
      parametersOf({
        $schema: 'x',
        additionalProperties: false,
        properties: {
          mode: { enum: ['fast', 'slow'], description: 'How\nfast.', default: 'slow' },
          until: { anyOf: [{ type: 'null' }, { type: 'string', format: 'date' }], description: 'When.' },
          tags: { type: 'array', items: { $ref: '#/$defs/tag' }, minItems: 1 },
          'odd name!': { type: 'string' },
        },
        required: ['mode', 'odd name!', 7],
        $defs: { tag: { type: ['string', 'null'] } },
      }),
      {
        type: 'object',
        properties: {
          mode: { enum: ['fast', 'slow'], description: 'How fast.' },
          until: { type: 'string', description: 'When.' },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['mode'],
      },
    );
    for (const wrong of [undefined, 'x', [], { type: 'array' }]) assert.equal(parametersOf(wrong), undefined);
  });

  test('end, although they refer to themselves', () => {
    const self = { $ref: '#/$defs/self' };
    const text = JSON.stringify(parametersOf({ properties: { self }, $defs: { self: { anyOf: [self] } } }));
    assert.equal(text, '{"type":"object","properties":{"self":{}}}');
  });

  test('descriptions are one short line without hidden signs', () => {
    const [one] = offeredIn([{ name: 'x', description: `a\u202eb\n\n${'c '.repeat(9_000)}`, inputSchema: {} }]);
    assert.ok(one);
    assert.match(one.description, /^ab c c/);
    assert.equal(one.description.length, 300);
  });
});

test('results are words: limited, clean and without secrets', () => {
  const of = (answer: object) => resultOf(callResultSchema.parse(answer));
  assert.deepEqual(of({}), { ok: true, text: 'Done.' });
  assert.deepEqual(of({ content: 'no list', isError: true }), {
    ...{ ok: false, text: 'The tool says that it failed, and not why.' },
  });
  assert.equal(of({ structuredContent: { sum: 3 } }).text, '{"sum":3}');
  assert.equal(of({ content: [null, 5, {}, { type: 'text', text: 'a\u0007b' }] }).text, 'a b');
  assert.equal(of({ content: [{ type: 'text', text: 'x'.repeat(90_000) }] }).text.length, 20_000);
  assert.doesNotMatch(of({ content: [{ type: 'text', text: 'ada@example.com' }] }).text, /ada@/);
});

describe('the form of an MCP server', () => {
  const empty = { transport: 'command', command: '', args: '', env: '', secrets: '', url: '', token: '' };

  test('words are what a shell would have', () => {
    assert.deepEqual(wordsOf(`-y  "a b" --x='c d' e"f"`), ['-y', 'a b', '--x=c d', 'ef']);
    assert.deepEqual(wordsOf(undefined), []);
    assert.deepEqual(variablesIn(`A=1 B="two words" C=x=y D=`), { A: '1', B: 'two words', C: 'x=y', D: '' });
    assert.equal(variablesIn('A=1 =2'), undefined);
  });

  test('prefixes are made of names', () => {
    assert.equal(prefixOf('', 'Meine Büro-Notizen (neu)'), 'meine_buro_notizen_neu');
    assert.equal(prefixOf('', '世界'), 'mcp');
    assert.equal(prefixOf('Own', 'x'), 'own');
  });

  test('what is allowed is read, whatever stands there', () => {
    assert.deepEqual(allowedIn('[{"name":"a","acts":false},{"name":"b"},{},7]'), [
      { name: 'a', acts: false },
      { name: 'b', acts: true },
    ]);
    const asks = [{ name: 'a', acts: true, asks: false }];
    assert.deepEqual(allowedIn(JSON.stringify(asks)), asks);
    assert.deepEqual(allowedIn('{'), []);
  });

  test('a server is what was entered', () => {
    assert.equal(serverOf(empty), undefined);
    assert.equal(serverOf({ ...empty, transport: 'url' }), undefined);
    const npx = serverOf({ ...empty, command: 'npx', args: '-y "a b"', env: 'A=1', secrets: 'B=2' });
    assert.deepEqual(npx, { command: 'npx', args: ['-y', 'a b'], env: { A: '1' }, secrets: { B: '2' } });
    const web = { url: 'http://127.0.0.1/mcp', token: 't' };
    assert.deepEqual(serverOf({ ...empty, ...web, transport: 'url' }), web);
    assert.throws(() => serverOf({ ...empty, command: 'npx', env: 'A' }), { code: 'not-configured' });
    assert.throws(() => serverOf({ ...empty, transport: 'url', url: 'file:///x' }), { code: 'not-configured' });
    const secret = { command: 'x', args: ['--mail=ada@example.com'], env: {}, secrets: {} };
    assert.doesNotMatch(nameOf(secret), /ada@/);
  });
});
