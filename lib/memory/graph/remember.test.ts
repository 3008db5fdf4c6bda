import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../../../test/until.js';
import { hotCache } from '../hot-cache.js';
import { ROOTS } from '../tables/graph-rows.js';
import { noteAsked, takeBack } from '../take-back.js';
import { replaces } from './contradiction.js';
import { memoryFor } from './graph.test.helper.js';
import { branchFor, rememberFact } from './remember.js';
import { warmProfile } from './warm-profile.js';

const noon = Date.UTC(2026, 10, 21, 12);
const said = (text: string, at = noon) => ({ text, at, turns: ['t1'] });

test('what a person asks to remember is there word for word, without secrets, once, and first in the profile', async (t) => {
  const memory = await memoryFor(t);
  const learned = [{ text: 'Likes jazz', at: noon + 10 }];
  await memory.graph.addLines({ node: ROOTS.USER, lines: learned, why: 'learned' });
  await hotCache('hall').through('profile', 'x', async () => 'old');
  const first = must(await rememberFact(memory, said('The spare key hangs behind the clock, mail anna@example.com')));
  assert.deepEqual([first.outcome, first.branch, first.changed], ['added', 'WORLD', ['WORLD']]);
  assert.equal(await hotCache('hall').through('profile', 'x', async () => undefined), undefined);
  const again = must(
    await rememberFact(memory, said('the spare key hangs behind the clock, mail anna@example.com.', noon + 1)),
  );
  assert.deepEqual([again.outcome, again.line], ['known', first.line]);
  assert.equal((await rememberFact(memory, said('Call me Captain')))?.branch, 'DIRECTIVES');
  assert.equal(await rememberFact(memory, said('  ')), undefined);
  assert.deepEqual(await warmProfile(memory), [
    'What is known of the people here, most important first:',
    '- The spare key hangs behind the clock, mail [mail]',
    '- Likes jazz',
    'How they want to be treated:',
    '- Call me Captain',
  ]);
});

test('what is told of a thing stands in the node of its name, wherever that hangs, and goes with it when taken back', async (t) => {
  const memory = await memoryFor(t);
  const paths = async () => (await memory.graph.tree()).nodes.flatMap(({ parent, name }) => (parent ? name : []));
  const boiler = must(await rememberFact(memory, said("the boiler's pressure is 1.5 bar")));
  const also = must(await rememberFact(memory, said('The boiler was serviced in May', noon + 1)));
  const [first, second] = await memory.graph.lines([boiler.line, also.line]);
  assert.deepEqual([first?.path, second?.path], ['WORLD › Boiler', 'WORLD › Boiler']);
  const garden = must((await memory.graph.addNode({ parent: ROOTS.USER, name: 'The garden' })).id);
  const hose = must(await rememberFact(memory, said('the garden has a hose')));
  assert.deepEqual([(await memory.graph.lines([hose.line]))[0]?.node, hose.branch], [garden, 'USER']);
  const ada = must(await rememberFact(memory, said('Ada is allergic to cats')));
  assert.equal((await memory.graph.lines([ada.line]))[0]?.path, 'USER › Ada');
  await noteAsked(memory, 'hall', ada.line);
  assert.equal(await takeBack(memory, { site: 'hall' }), true);
  assert.deepEqual(await paths(), ['The garden', 'Boiler']);
});

test('a newer statement of the same thing takes the place of the older one, which the history keeps', async (t) => {
  const memory = await memoryFor(t);
  await rememberFact(memory, said('My favourite colour is blue'));
  const newer = must(await rememberFact(memory, said('My favourite colour is now green', noon + 1)));
  assert.ok(newer.outcome === 'replaced' && newer.before === 'My favourite colour is blue');
  const [line] = must(await memory.graph.node(ROOTS.USER)).lines;
  assert.equal(line?.text, 'My favourite colour is now green');
  assert.equal(await memory.entries.count(), 1);
  const [change] = await memory.history.list();
  assert.deepEqual([change?.before, change?.turns], ['My favourite colour is blue', ['t1']]);
  await memory.history.undo(must(change).id);
  assert.equal(must(await memory.graph.node(ROOTS.USER)).lines[0]?.text, 'My favourite colour is blue');
});

test('what a person put right is said again by them: their word counts', async (t) => {
  const memory = await memoryFor(t);
  const { line } = must(await rememberFact(memory, said('I live in Berlin')));
  await memory.graph.editLine(line, 'I live in Bern');
  const again = must(await rememberFact(memory, said('I live in Berlin', noon + 1)));
  assert.equal(again.outcome, 'replaced');
  assert.deepEqual(
    must(await memory.graph.node(ROOTS.USER)).lines.map(({ text }) => text),
    ['I live in Berlin'],
  );
});

test('the rule for contradictions, in five languages', () => {
  const pairs: [string, string, boolean][] = [
    ['My favourite colour is green', 'My favourite colour is blue', true],
    ['My favourite colour is green', "The user's favourite colour is blue.", true],
    ['My favourite colour is green', 'My favourite food is pasta', false],
    ['My favourite colour is blue', 'my favourite colour is blue.', false],
    ['My brother is in Paris', 'My brother is a doctor', false],
    ['My car is red', 'My car is broken', false],
    ['My dentist appointment is on Friday', 'My dentist appointment is on Monday', true],
    ['My alarm is loud', 'My alarm is at seven', false],
    ['I live in Bern', 'I live in Berlin', true],
    ['My sister lives in Bern', 'I live in Berlin', false],
    ['I moved to Bern last year because of the new job at the university hospital', 'I live in Berlin', false],
    ['I no longer live in Bern', 'I live in Berlin', false],
    ['I work at the bakery', 'The user works in a school', true],
    ['Meine Lieblingsfarbe ist jetzt grün', 'Meine Lieblingsfarbe ist blau', true],
    ['Meine Lieblingsfarbe ist grün', 'Die Lieblingsfarbe des Nutzers ist blau', true],
    ['Mein Bruder ist Arzt', 'Mein Bruder ist krank', false],
    ['Ich wohne in Köln', 'Ich wohne in Bonn', true],
    ['Meine Schwester wohnt in Köln', 'Ich wohne in Bonn', false],
    ['Ma couleur préférée est le vert', 'Ma couleur préférée est le bleu', true],
    ["J'habite à Nantes", "J'habite à Lyon", true],
    ['Ma mère est médecin', 'Ma mère est malade', false],
    ['Mi color favorito es el verde', 'El color favorito del usuario es el azul', true],
    ['Vivo en Bilbao', 'Vivo en Sevilla', true],
    ['Mi perro es negro', 'Mi perro es viejo', false],
    ['Il mio colore preferito è il verde', 'Il mio colore preferito è il blu', true],
    ['Abito a Torino', 'Abito a Roma', true],
    ['我最喜欢的颜色是绿色', '我最喜欢的颜色是蓝色', false],
    ['', 'I live in Bern', false],
  ];
  for (const [newer, older, expected] of pairs) assert.equal(replaces(newer, older), expected, `${newer} / ${older}`);
});

test('wishes about behaviour are told from facts about people', () => {
  const wishes = [
    'Call me Captain',
    'Please answer in short sentences',
    'Never call me Bob',
    'You should be quiet at night',
    'from now on, speak slowly',
    'I want you to use metric units',
    'Nenn mich Chef',
    'Bitte sprich langsamer',
    'Du sollst mich siezen',
    'Appelle-moi Capitaine',
    'Réponds toujours en français',
    'Llámame Capitán',
    'Quiero que me hables de usted',
    'Chiamami Capitano',
    'Parla più piano',
  ];
  const about = [
    'I never eat meat',
    'Never been to Paris',
    'My name is Anna',
    'Ich esse nie Fleisch',
    'Immer montags ist Chor',
    'Je ne mange pas de viande',
    'Siempre desayuno a las ocho',
    'Non mangio carne',
    'The bins go out on Tuesday',
    'Sprachen lernen macht mir Spaß',
    'Dire straits is my band',
    '',
  ];
  for (const text of wishes) assert.equal(branchFor(text), 'DIRECTIVES', text);
  for (const text of about) assert.equal(branchFor(text), 'USER', text);
});
