import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { movedBy } from '../../lib/home/ha-scripts.js';
import { applyStateEvent } from '../../lib/home/ha-states.js';
import { readPageMessage } from '../../lib/satellites/browser-messages.js';
import { jsonOf } from '../../lib/satellites/hermes-messages.js';
import { headlinesOf, textOfPage } from '../../lib/tools/internet/reader.js';
import { offeredIn } from '../../lib/tools/mcp/offered.js';
import { parametersOf } from '../../lib/tools/mcp/parameters.js';
import { readJson, USUAL } from '../../lib/turn/foreign.js';

const never = new AbortController().signal;
const OVER = { code: 'bad-input', message: /more than/ };

/** JSON of any shape: deep, wide, full of quotes and marks that only look like brackets. */
const json = fc.oneof(
  fc.json({ maxDepth: 20 }),
  fc.string({ maxLength: 200 }),
  fc
    .tuple(fc.integer({ min: 0, max: 2_000 }), fc.constantFrom('[', '{"a":', '[[],', '[{"\\"[":'))
    .map(([count, piece]) => piece.repeat(count)),
);

describe('JSON from outside', () => {
  test('is what JSON.parse makes of it, or no JSON, or over the budget', () => {
    fc.assert(
      fc.property(json, (text) => {
        let plain: unknown;
        try {
          plain = JSON.parse(text);
        } catch {
          assert.throws(() => readJson(text));
          return;
        }
        assert.deepEqual(readJson(text), plain);
      }),
    );
  });

  test('is over it by its letters, its values or its levels, and at the very next one', () => {
    const budget = { length: 1_000, nodes: 10, depth: 3 };
    assert.deepEqual(readJson('[[[1]]]', budget), [[[1]]]);
    assert.throws(() => readJson('[[[[1]]]]', budget), OVER);
    assert.deepEqual(readJson(`[${'1,'.repeat(8)}1]`, budget), Array(9).fill(1));
    assert.throws(() => readJson(`[${'1,'.repeat(9)}1]`, budget), OVER);
    assert.throws(() => readJson(`"${'x'.repeat(1_000)}"`, budget), OVER);
    assert.deepEqual(readJson('"[[[[[[,,,,,,,,,,,,,,\\"[[["', budget), '[[[[[[,,,,,,,,,,,,,,"[[[');
    assert.throws(() => readJson('['.repeat(1_000_000)), OVER);
    assert.throws(() => readJson(`[${'{},'.repeat(USUAL.nodes)}{}]`), OVER);
  });

  test('of a page, a satellite or an export that is too deep is wrong and ends nothing', () => {
    const deep = `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    assert.throws(() => readPageMessage(deep), /not JSON/);
    assert.equal(jsonOf(deep), undefined);
  });
});

describe('schemas of tools', () => {
  const name = fc.constantFrom('a', 'b', 'c');
  const { schema } = fc.letrec((tie) => ({
    schema: fc.oneof({ maxDepth: 3, depthSize: 'small' }, fc.constant({ type: 'string' }), tie('node')),
    node: fc.record(
      {
        type: fc.constantFrom('object', 'array', 'string', ['null', 'object'], 7),
        $ref: name.map((one) => `#/$defs/${one}`),
        properties: fc.dictionary(fc.string({ maxLength: 5 }), tie('schema'), { maxKeys: 8 }),
        items: tie('schema'),
        anyOf: fc.array(tie('schema'), { maxLength: 3 }),
        enum: fc.array(fc.jsonValue()),
        required: fc.array(fc.string()),
        description: fc.string(),
      },
      { requiredKeys: [] },
    ),
  }));

  test('of any shape, leading back into themselves or not, become little, or nothing', () => {
    fc.assert(
      fc.property(schema, fc.dictionary(name, schema), (one, $defs) => {
        const told = parametersOf({ ...(one as object), type: 'object', $defs });
        assert.ok(told === undefined || JSON.stringify(told).length <= 6_000);
      }),
      { numRuns: 300 },
    );
  });

  test('that grow with each level cost a bounded number of steps, whatever it is that grows', () => {
    let looked = 0;
    /** Counts each look at what leads on. */
    const counted = <Value extends object>(value: Value): Value =>
      new Proxy(value, {
        get(target, key, self) {
          looked++;
          return Reflect.get(target, key, self);
        },
      });
    const growing = (of: (node: object) => object) => {
      const node = counted(of({ $ref: '#/$defs/n' }));
      return { type: 'object', properties: { root: { $ref: '#/$defs/n' } }, $defs: { n: node } };
    };
    const wide = (one: object) => Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, one]));
    for (const of of [
      (node: object) => ({ properties: wide(node) }),
      (node: object) => ({ properties: wide({ type: 'array', items: node }) }),
      (node: object) => ({ anyOf: [{ type: 'null' }, { properties: wide({ anyOf: [node] }) }] }),
      (node: object) => ({ properties: wide(node), enum: Array(100_000).fill('x') }),
      (node: object) => ({ properties: wide(node), required: Array(100_000).fill('x') }),
    ]) {
      looked = 0;
      assert.equal(parametersOf(growing(of)), undefined);
      assert.ok(looked < 100_000, `${looked} looks`);
    }
  });

  test('beside an honest tool hide it not', () => {
    const ref = { $ref: '#/$defs/n' };
    const properties = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, ref]));
    const inputSchema = { type: 'object', properties, $defs: { n: { type: 'object', properties } } };
    const all = offeredIn([
      { name: 'grows', inputSchema },
      { name: 'plain', inputSchema: { type: 'object' } },
    ]);
    assert.deepEqual(
      all.map((one) => one.name),
      ['plain'],
    );
  });
});

describe('what a house tells', () => {
  test('states and scripts of any shape are read, or passed over', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        applyStateEvent(new Map(), { a: { 'light.a': value }, c: { 'light.a': value }, r: value });
        movedBy(Object(value) as Record<string, unknown>);
      }),
    );
  });
});

describe('pages and feeds', () => {
  const url = 'http://127.0.0.1/feed';
  /** What comes back, or that nothing does: the thread ends, and the process doesn't. */
  const settled = (reading: Promise<unknown>) =>
    reading.then(
      () => 'read',
      (thrown: { code?: string }) => thrown.code,
    );

  test('that are nested without end are read in their own thread, within its time and memory', async () => {
    const deep = '<div>'.repeat(200_000);
    assert.match(
      `${await settled(textOfPage({ body: Buffer.from(deep), charset: '', most: 1_000 }, never))}`,
      /read|failed|timeout/,
    );
    const xml = `<rss>${'<item>'.repeat(100_000)}`;
    assert.match(`${await settled(headlinesOf({ xml, url, now: 0 }, never))}`, /read|failed|timeout/);
  });
});
