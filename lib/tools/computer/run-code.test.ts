import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../test/until.js';
import { runCodeTool } from './run-code.js';

/** What ends by itself has time; what doesn't is ended soon. */
const PATIENT_MS = 60_000;
const SOON_MS = 200;

const { signal } = new AbortController();
const ran = async (code: string, ms = PATIENT_MS) =>
  await runCodeTool(ms).run({ code }, { site: 'den', language: 'en', signal });

describe('a program of the model’s', () => {
  const ANSWERS: Record<string, [code: string, answer: string]> = {
    'a number': ['const a = [3, 1, 2];\na.sort();\na.at(-1)', '3'],
    words: ['"a" + "b"', 'ab'],
    'a list': ['[{ a: 1 }, new Set([2]), new Map([["x", 10n]])]', '[{"a":1},[2],[["x","10"]]]'],
    'what it printed, before its value': ['print("total", { a: 1 }); console.log(2); 3', 'total {"a":1}\n2\n3'],
    'what its own function promises': ['async function main() { return 5; }\nmain()', '5'],
    'what it has waited for': ['const x = await Promise.resolve(4);\nx + 1', '5'],
    'no less than null': ['null', 'null'],
    'a program between fences': ['```js\n1 + 1\n```', '2'],
    'no control characters': ['"a\\u0000\\u001bb"', 'a b'],
  };
  for (const [what, [code, answer]] of Object.entries(ANSWERS)) {
    test(`gives ${what}`, async () => assert.deepEqual(await ran(code), { ok: true, text: answer }));
  }

  test('knows dates in the time zone of the house', async () => {
    assert.match((await ran('new Date(2026, 10, 27)')).text, /^Fri Nov 27 2026 00:00:00/);
    assert.match((await ran('[new Date(2026, 10, 27)]')).text, /^\["Fri Nov 27 2026 00:00:00/);
  });

  const MENDABLE: Record<string, [code: string, told: RegExp]> = {
    'what is no JavaScript': ['const a = 1;\nconst b = ;', /^Failed in line 2: SyntaxError/],
    'what is thrown': ['function f() {\n  null.x;\n}\nf()', /^Failed in line 2: TypeError: cannot read property/],
    'what is thrown later': ['\nawait 1;\nnothing', /^Failed in line 3: ReferenceError: nothing is not defined/],
    'thrown words': ['throw "no"', /^Failed: no$/],
    'no answer': ['const a = 1;', /last line has to be the answer/],
    'a circle': ['const a = {}; a.a = a; a', /circular/],
    'dates that would ignore their language': ['new Date().toLocaleDateString("de")', /^Failed in line 1/],
  };
  for (const [what, [code, told]] of Object.entries(MENDABLE)) {
    test(`is told of ${what}`, async () => {
      const { ok, text } = await ran(code);
      assert.equal(ok, false);
      assert.match(text, told);
    });
  }

  test('has at most so many characters', async () => {
    assert.match((await ran('1;'.repeat(8_001))).text, /^Not run: .* 16000 characters/);
    assert.equal((await ran('1;'.repeat(8_000))).text, '1');
  });
});

describe('a program that means harm', () => {
  test('reaches nothing of this side', async () => {
    const names = [
      ...['require', 'process', 'fetch', 'XMLHttpRequest', 'WebSocket', 'WebAssembly', 'setTimeout', 'setInterval'],
      ...['Buffer', 'navigator', 'Deno', 'Bun', 'std', 'os', 'Worker', 'Atomics'],
    ];
    assert.equal((await ran(`${JSON.stringify(names)}.filter((name) => name in globalThis)`)).text, '[]');
    const way = 'this.constructor.constructor("return typeof process + typeof require")()';
    assert.equal((await ran(way)).text, 'undefinedundefined');
    assert.match((await ran('import("node:fs")')).text, /^Failed: .*could not load module/);
    assert.match((await ran('import fs from "node:fs"; fs')).text, /^Failed/);
  });

  test('keeps nothing for the next one', async () => {
    await ran('globalThis.kept = Object.prototype.kept = 1; 1');
    assert.equal((await ran('typeof kept')).text, 'undefined');
  });

  const ENDLESS: Record<string, string> = {
    loop: 'while (true) {}',
    promises: 'const again = () => { Promise.resolve().then(again); }; again(); await new Promise(() => {})',
    'regular expression': '/^(a+)+$/.test("a".repeat(50) + "b")',
    'work of the engine': 'new Array(1_000_000_000) + ""',
    getter: '({ get a() { while (true) {} } })',
    proxy: 'new Proxy({}, { ownKeys() { while (true) {} } })',
    toString: 'const f = () => {}; f.toString = () => { while (true) {} }; f',
    stack: 'const e = new Error("x"); Object.defineProperty(e, "stack", { get() { while (true) {} } }); throw e',
  };
  for (const [what, code] of Object.entries(ENDLESS)) {
    test(`is ended in an endless ${what}`, async () => {
      assert.deepEqual(await ran(code, SOON_MS), {
        ok: false,
        text: 'Ended: the program ran longer than 0.2 s. Write a faster one.',
      });
    });
  }

  const TOO_MUCH: Record<string, [code: string, told: RegExp]> = {
    strings: ['const a = []; while (true) a.push("x".repeat(1e6) + a.length)', /out of memory/],
    buffers: ['const a = []; while (true) a.push(new Uint8Array(1e6))', /out of memory/],
    objects: ['const a = []; while (true) a.push({})', /out of memory/],
    'one buffer': ['new ArrayBuffer(1e9)', /^Failed/],
    recursion: ['function f() { return f() + 1; }\nf()', /Maximum call stack/],
    depth: ['JSON.parse("[".repeat(1e6))', /Maximum call stack/],
  };
  for (const [what, [code, told]] of Object.entries(TOO_MUCH)) {
    test(`gets no more than its share of ${what}`, async () => {
      const { ok, text } = await ran(code);
      assert.equal(ok, false);
      assert.match(text, told);
    });
  }

  test('is cut where it says too much', async () => {
    for (const code of ['"x".repeat(1e6)', 'for (let i = 0; i < 1e5; i++) print("xxxx")', 'throw "x".repeat(1e6)']) {
      const { text } = await ran(code);
      assert.ok(text.length < 4_020 && text.endsWith('\n[… and more]'), String(text.length));
    }
  });

  test('waits for nothing that never comes', async () => {
    for (const code of ['new Promise(() => {})', 'await new Promise(() => {})', '({ then() {} })']) {
      assert.match((await ran(code)).text, /^Failed: it waits for what never comes/);
    }
  });

  test('tricks nobody by what it throws, gives back or replaces', async () => {
    const replaced = [
      'Object.prototype.toJSON = () => undefined; [1]',
      'String.prototype.slice = () => ({}); Array.prototype.join = () => 7; [1]',
      'RegExp.prototype.exec = () => { throw 1; }; throw new Error("x")',
      'Promise.prototype.then = () => { throw 1; }; await 4; 4',
      'Promise.prototype.constructor = { [Symbol.species]: function (take) { take(() => {}, () => {}); } }; 4',
      'Error.prototype.toString = Symbol.prototype.toString = () => ({}); throw Symbol("x")',
      'throw { get message() { throw 1; }, get stack() { throw 2; } }',
      'new Proxy(function () {}, { get() { throw 1; }, apply() { throw 2; } })',
      '({ toString() { return {}; }, toJSON() { return this; } })',
      'Object.defineProperty(globalThis, "JSON", { get() { throw 1; } }); [1]',
    ];
    for (const code of replaced) {
      const { text } = await ran(code).catch((thrown: Error) => ({ text: thrown.message }));
      assert.equal(typeof text, 'string', code);
      assert.doesNotMatch(text, /node:|\.js\b|file:|longer than/, code);
    }
    assert.deepEqual(await ran(replaced[2] ?? ''), { ok: false, text: 'Failed in line 1: Error: x' });
    assert.deepEqual(await ran('2'), { ok: true, text: '2' });
  });

  test('is ended with the turn', async () => {
    const turn = new AbortController();
    const context = { site: 'den', language: 'en', signal: turn.signal };
    const result = runCodeTool(PATIENT_MS).run({ code: 'while (true) {}' }, context);
    await until(() => process.getActiveResourcesInfo().some((kind) => /Worker|MessagePort/.test(kind)), 'the thread');
    turn.abort();
    await assert.rejects(result, { name: 'AbortError' });
  });
});
