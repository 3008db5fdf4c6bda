import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { argumentsReader, schemaOf } from './flow-arguments.js';
import { BUILT_IN, nameProblem, type Parameter, parametersIn, parametersProblem } from './flow-tool-form.js';
import { toolProblem } from './flow-tool-problem.js';
import { toolsFor } from './registry.js';

const one = (name: string, kind: Parameter['kind'], more: Partial<Parameter> = {}): Parameter => ({
  ...{ name, kind, description: '', choices: [], required: true },
  ...more,
});
const ALL = [
  one('words', 'text', { description: 'What to say.' }),
  one('degrees', 'number', { required: false }),
  one('times', 'integer', { required: false }),
  one('loud', 'boolean', { required: false }),
  one('room', 'choice', { choices: ['Den', 'Hall'], required: false }),
];

describe('the arguments of a tool that is a flow', () => {
  test('as model servers are told them', () => {
    assert.deepEqual(schemaOf(ALL), {
      type: 'object',
      properties: {
        words: { type: 'string', description: 'What to say.' },
        degrees: { type: 'number' },
        times: { type: 'integer' },
        loud: { type: 'boolean' },
        room: { type: 'string', enum: ['Den', 'Hall'] },
      },
      required: ['words'],
    });
    assert.deepEqual(schemaOf([]), { type: 'object', properties: {} });
  });

  test('as small models write them', () => {
    const given = { words: 7, degrees: '-2.5', times: ' 3', loud: 'True', room: 'den' };
    const values = { words: '7', degrees: -2.5, times: 3, loud: true, room: 'Den' };
    assert.deepEqual(argumentsReader(ALL)(given), { ok: true, values });
    const left = { words: '', degrees: null, times: '', loud: null, room: null };
    assert.deepEqual(argumentsReader(ALL)(left), { ok: true, values: { words: '' } });
  });

  const wrong: [given: Record<string, unknown>, why: string][] = [
    [{}, 'words is missing.'],
    [{ words: null }, 'words is missing.'],
    [{ words: ['a'] }, 'words has to be text.'],
    [{ words: 'x'.repeat(5_001) }, 'words has to be at most 5000 characters long.'],
    [{ words: 'a', degrees: 'warm' }, 'degrees has to be a number.'],
    [{ words: 'a', degrees: Number.POSITIVE_INFINITY }, 'degrees has to be a number.'],
    [{ words: 'a', times: 1.5 }, 'times has to be a whole number.'],
    [{ words: 'a', loud: 'perhaps' }, 'loud has to be true or false.'],
    [{ words: 'a', room: 'attic' }, 'room has to be one of: Den, Hall.'],
    [{ words: 'a', volume: 1 }, 'There is no volume: it takes words, degrees, times, loud, room.'],
    [{ times: 'x', loud: 1 }, 'words is missing. times has to be a whole number. loud has to be true or false.'],
  ];
  for (const [given, why] of wrong) {
    test(`${JSON.stringify(given).slice(0, 40)}: ${why}`, () => {
      assert.deepEqual(argumentsReader(ALL)(given), { ok: false, why: `Wrong arguments. ${why}` });
    });
  }

  test('a tool without parameters takes none', () => {
    assert.deepEqual(argumentsReader([])({}), { ok: true, values: {} });
    assert.deepEqual(argumentsReader([])({ x: 1 }), {
      ok: false,
      why: 'Wrong arguments. There is no x: it takes no arguments.',
    });
  });
});

describe('the form of a tool', () => {
  test('has no name of another tool, whatever its case', () => {
    const house = { ...openDemoHome(), services: ['light.*'] };
    const memory = { memory: {} as never };
    for (const { name } of toolsFor({ home: house, memory })) assert.ok(BUILT_IN.includes(name), name);
    assert.equal(nameProblem('roll_dice', ['other']), undefined);
    assert.equal(nameProblem('Roll_Dice', ['roll_dice']), 'taken');
    assert.equal(nameProblem('STOP'), 'built-in');
    for (const name of ['', 'a b', '1st', 'x'.repeat(41), 'größe', '__proto__'])
      assert.equal(nameProblem(name), 'name');
  });

  test('says what is wrong with its parameters', () => {
    const problem = (...rows: object[]) => parametersProblem(JSON.stringify(rows));
    assert.equal(problem({ name: 'a' }, { name: 'b', kind: 'choice', choices: ['x'] }), undefined);
    assert.deepEqual(problem({ name: 'a' }, { name: 'A' }), { why: 'twice', name: 'A' });
    assert.deepEqual(problem({ name: 'a b' }), { why: 'parameter', name: 'a b' });
    assert.deepEqual(problem({ name: 'a', kind: 'choice', choices: [' '] }), { why: 'choices', name: 'a' });
    assert.equal(problem(...Array.from({ length: 21 }, (_, at) => ({ name: `p${at}` })))?.why, 'many');
    for (const json of ['{}', '[', '7']) assert.equal(parametersProblem(json)?.why, 'unreadable');
    assert.equal(problem(null as never)?.why, 'parameter');
    assert.deepEqual(parametersIn(''), []);
  });

  test('is told to its owner in words', () => {
    const form = { name: 'dice', description: 'Rolls.', parameters: '[]' };
    assert.equal(toolProblem(form, []), undefined);
    assert.match(toolProblem(form, ['dice']) ?? '', /Another tool node has the name dice/);
    assert.match(toolProblem({ ...form, description: ' ' }, []) ?? '', /dice has no description/);
    assert.match(toolProblem({ ...form, parameters: '[{}]' }, []) ?? '', /Parameters of the tool dice: "" is no name/);
  });
});
