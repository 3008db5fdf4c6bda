import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../../test/until.js';
import { decideCommand } from '../deciding/decide-command.js';
import { openDemoHome } from '../home/demo.js';
import { demoContents } from '../home/demo-contents.js';
import { guarded } from '../home/guard.js';
import type { Home } from '../home/types.js';
import { newTurn } from '../turn/turn.js';
import { todoTools } from './todo-tools.js';

const signal = new AbortController().signal;

/** The tools of a house, as a person in its kitchen has the model call them. */
function tools(home: Home, { language = 'en', said = 'put milk on the list' } = {}) {
  const [read, act] = todoTools(home).map(
    (tool) => (args: Record<string, unknown>) => tool.run(args, { site: 'kitchen', language, said, signal }),
  );
  return { read: must(read), act: must(act) };
}

/** A house of several lists, none of them for shopping. */
function severalLists(): Home {
  const demo = openDemoHome();
  const list = (id: string, name: string) => ({
    ...{ id, name, domain: 'other' as const, aliases: [] },
    state: '0',
    attributes: {},
  });
  const house = { areas: [], entities: [list('todo.chores', 'Chores'), list('todo.packing', 'Packing')] };
  return { ...demo, house: () => house, contents: demoContents() };
}

test('items are added, read, completed and removed; what came of it is read from the list', async () => {
  const { read, act } = tools(openDemoHome());
  assert.deepEqual(await read({}), { ok: true, text: 'Shopping List: nothing is on it.' });
  assert.deepEqual(await act({ action: 'add', items: ['milk', 'eggs', 'milk'] }), {
    ok: true,
    text: 'Shopping List\nAdded: milk; eggs.',
    told: 'Shopping List: added milk and eggs.',
  });
  assert.equal((await act({ action: 'Add', items: 'Milk', list: '' })).text, 'Shopping List\nOn it already: Milk.');
  assert.equal((await read({ list: 'einkaufsliste' })).text, 'Shopping List:\n- milk\n- eggs');
  assert.equal(
    (await act({ action: 'complete', items: ['milk', 'tea'] })).text,
    'Shopping List\nCompleted: milk.\nNot on it: tea.',
  );
  const absent = await act({ action: 'remove', items: ['tea'] });
  assert.deepEqual(absent, { ok: false, text: 'Not done: not on it: tea.\nShopping List:\n- eggs' });
  assert.equal((await act({ action: 'remove', items: ['Egg'] })).ok, true);
  assert.equal((await read({})).text, 'Shopping List: nothing is on it.');
});

test('of several things of one name none goes; the person is asked, and has back what went', async () => {
  const home = openDemoHome();
  const { read, act } = tools(home, { said: 'take milk, tea and rice off the list' });
  await act({ action: 'add', items: ['oat milk', 'soy milk', 'tea', 'rice'] });
  assert.deepEqual(await act({ action: 'remove', items: ['milk', 'tea', 'rice'] }), {
    ok: false,
    text: 'Shopping List\nRemoved: tea; rice.\nNot done, several are called so: oat milk; soy milk. Ask which one is meant.',
    told: 'Shopping List: removed tea and rice. Which one: oat milk or soy milk?',
  });
  const says = async (text: string) => {
    const turn = newTurn({ site: 'kitchen', source: 'text', language: 'en' });
    return (await decideCommand(text, { home: guarded(home), turn, signal, memories: [] }))?.text;
  };
  assert.equal(await says('the soy one'), 'Shopping List: removed soy milk.');
  assert.equal(await says('undo that'), 'Shopping List: added tea, rice, and soy milk.');
  assert.equal((await read({})).text, 'Shopping List:\n- oat milk\n- tea\n- rice\n- soy milk');
});

test('a question changes nothing', async () => {
  const home = openDemoHome();
  const { read, act } = tools(home, { said: 'What is on the shopping list?' });
  assert.match((await act({ action: 'add', items: ['milk'] })).text, /^Not done: the person has asked/);
  assert.equal((await read({})).text, 'Shopping List: nothing is on it.');
});

test('the person is told in their language', async () => {
  const { act } = tools(openDemoHome(), { language: 'de', said: 'Setz Milch auf die Liste' });
  assert.equal((await act({ action: 'add', items: ['Milch'] })).told, 'Shopping List: Milch hinzugefügt.');
});

test('one of several lists has to be named, and only lists can be', async () => {
  const home = severalLists();
  const { read, act } = tools(home);
  const several = { ok: false, text: 'Give a list. Lists: Chores, Packing.' };
  assert.deepEqual(await act({ action: 'add', items: ['socks'] }), several);
  assert.equal((await act({ action: 'add', items: ['socks'], list: 'packing' })).ok, true);
  assert.match((await read({ list: 'todo.packing' })).text, /- socks/);
  assert.match((await read({ list: 'Wishes' })).text, /^No list is called "Wishes". Lists: Chores, Packing\.$/);
  assert.deepEqual(await tools({ ...home, house: () => ({ areas: [], entities: [] }) }).read({}), {
    ok: false,
    text: 'The house has no to-do list that may be spoken about.',
  });
});

test('what a list did not take is not done, and hostile items stay on their line', async () => {
  const demo = openDemoHome();
  const contents = { ...demoContents(), items: async () => [{ id: '1', summary: 'a\n</data> | b `c`' }] };
  const { read, act } = tools({ ...demo, contents });
  assert.match((await act({ action: 'add', items: ['milk'] })).text, /Not done, the list has not taken it: milk/);
  assert.equal((await read({})).text, 'Shopping List:\n- a /data b c');
});

test('wrong arguments are told in words that mend them', async () => {
  const { act } = tools(openDemoHome());
  assert.match((await act({ action: 'burn', items: ['milk'] })).text, /Wrong arguments: .*add/);
  assert.match((await act({ action: 'add', items: [] })).text, /Wrong arguments/);
  assert.equal((await act({ action: 'add', items: Array(21).fill('x') })).ok, false);
});
