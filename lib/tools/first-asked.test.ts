import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HeldCall, ToolContext } from '../llm/types.js';
import { runCommandTool } from './computer/run-command.js';
import { firstAsked } from './first-asked.js';

/** What a person is asked before a call. */
function questionOf(asking: Parameters<typeof firstAsked>[0], language = 'en'): string {
  const asked: HeldCall[] = [];
  const context: ToolContext = {
    ...{ site: 'den', language, signal: new AbortController().signal },
    askFirst: (call) => {
      asked.push(call);
      return { ok: false, text: '' };
    },
  };
  assert.ok(firstAsked(asking, context));
  return asked[0]?.question ?? '';
}

test('what is run is told with all of its values, in the language of the person', () => {
  const gate = { tool: 'open_gate', values: { side: 'left', for_minutes: 5 } };
  const QUESTIONS: Record<string, [bare: string, withValues: string]> = {
    en: ['Shall I run open gate?', 'Shall I run open gate, with side: left, for minutes: 5?'],
    de: ['Soll ich open gate ausführen?', 'Soll ich open gate ausführen, mit side: left, for minutes: 5?'],
    fr: ['Dois-je lancer open gate\u00a0?', 'Dois-je lancer open gate, avec side: left, for minutes: 5\u00a0?'],
    es: ['¿Ejecuto open gate?', '¿Ejecuto open gate, con side: left, for minutes: 5?'],
  };
  for (const [language, [bare, withValues]] of Object.entries(QUESTIONS)) {
    assert.equal(questionOf({ ...gate, values: {} }, language), bare);
    assert.equal(questionOf(gate, language), withValues);
  }
});

test('the owner asks in words of their own, with values in them', () => {
  const question = 'Shall I open the {side} gate{more}?';
  assert.equal(questionOf({ tool: 'open_gate', values: { side: 'left' }, question }), 'Shall I open the left gate?');
});

test('values are one line, and what of them is left out can be seen', () => {
  const values = { text: `one\n\u202etwo ${'x'.repeat(10_000)}`, list: ['a', 'b'] };
  const asked = questionOf({ tool: 'note', values });
  assert.match(asked, /^Shall I run note, with text: one two x+…, list: \["a","b"\]\?$/);
  const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`value_${at}`, 'y'.repeat(90)]));
  assert.ok(questionOf({ tool: 'note', values: many }).length < 700);
  assert.match(questionOf({ tool: 'note', values: many }), /…\?$/);
});

test('a value is no name of another value', () => {
  const question = 'Shall I write {text} to {name}?';
  const values = { text: '{name} {what}', name: 'Ada' };
  assert.equal(questionOf({ tool: 'mail', values, question }), 'Shall I write {name} {what} to Ada?');
  assert.match(questionOf({ tool: 'mail', values }), /text: \{name\} \{what\}/);
});

test('a command of the computer is asked about by its name, and not run where nobody can be asked', async () => {
  const tool = runCommandTool([{ name: 'show', program: '/nowhere', args: ['{disk}'], values: ['disk'] }], true);
  const context = { site: 'den', language: 'en', signal: new AbortController().signal };
  const args = { command: 'show', disk: 'two' };
  assert.match(
    (await tool.run(args, context)).text,
    /^Not done: a person has to say yes first, and nobody can be asked/,
  );
  const asked: HeldCall[] = [];
  const askFirst = (call: HeldCall) => {
    asked.push(call);
    return { ok: false, text: 'asked' };
  };
  assert.equal((await tool.run(args, { ...context, askFirst })).text, 'asked');
  assert.deepEqual(asked, [{ tool: 'run_command', arguments: args, question: 'Shall I run show, with disk: two?' }]);
  assert.match((await tool.run({ command: 'show', disk: '..' }, { ...context, askFirst })).text, /^Not run: the value/);
});
