import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { confirmations, wordFor, yesOrNo } from './confirmation.js';
import { openDemoHome } from './demo.js';
import { mayOpenHouse, openingPolicy } from './opening.js';
import type { Command } from './types.js';

const house = openDemoHome().house();
const needsConfirmation = (command: Command, of = house) => openingPolicy()(command, of, 'person');
const unlock: Command = { action: 'unlock', targets: ['lock.front_door'] };

test('only what opens the house needs a yes', () => {
  const needs = (command: Command) => needsConfirmation(command).map(({ id }) => id);
  assert.deepEqual(needs(unlock), ['lock.front_door']);
  assert.deepEqual(needs({ action: 'lock', targets: ['lock.front_door'] }), []);
  assert.deepEqual(needs({ action: 'toggle', targets: ['lock.front_door'] }), ['lock.front_door']);
  for (const action of ['open', 'toggle', 'set_position'] as const) {
    assert.deepEqual(needs({ action, targets: ['cover.garage_door'], value: 50 }), ['cover.garage_door'], action);
  }
  assert.deepEqual(needs({ action: 'close', targets: ['cover.garage_door'] }), []);
  assert.deepEqual(needs({ action: 'open', targets: ['cover.bedroom_blinds', 'cover.garage_door'] }), [
    'cover.garage_door',
  ]);
  const named = { ...house, entities: house.entities.map((each) => ({ ...each, attributes: {} })) };
  assert.equal(needsConfirmation({ action: 'open', targets: ['cover.garage_door'] }, named).length, 1, 'by its name');
  assert.equal(needsConfirmation({ action: 'open', targets: ['cover.bedroom_blinds'] }, named).length, 0);
});

test('yes and no are understood in four languages; anything more is neither', () => {
  for (const yes of [
    'Yes.',
    'yes please',
    'Yeah, do it!',
    'ok',
    'Ja, bitte',
    'Ja, mach das',
    'Oui',
    "Oui, s'il te plaît",
    'Sí, por favor',
    'vale',
    'yes, unlock the door',
    'do it',
  ]) {
    assert.equal(yesOrNo(yes), 'yes', yes);
  }
  for (const no of [
    'No',
    'no thanks',
    "No, don't do it",
    "don't",
    'Nein danke',
    'nein, doch nicht',
    'Non merci',
    'no, gracias',
    'cancel',
    'stop',
    'abbrechen',
    'annule',
  ]) {
    assert.equal(yesOrNo(no), 'no', no);
  }
  for (const other of [
    '',
    'turn on the light',
    'yes but tell me a joke first',
    'what time is it',
    'unlock the door',
    'please',
  ]) {
    assert.equal(yesOrNo(other), undefined, other);
  }
});

test('a question is answered once, at its own site', () => {
  const pending = confirmations(() => 0);
  pending.hold('kitchen', unlock);
  assert.ok(pending.isPending('kitchen'));
  assert.equal(pending.answer('bedroom', 'yes'), undefined);
  assert.deepEqual(pending.answer('kitchen', 'yes'), { said: 'yes', command: unlock });
  assert.equal(pending.answer('kitchen', 'yes'), undefined);
  pending.hold('kitchen', unlock);
  assert.equal(pending.answer('kitchen', 'no')?.said, 'no');
});

test('anything but an answer cancels it, and so do thirty seconds', () => {
  let now = 0;
  const pending = confirmations(() => now);
  pending.hold('kitchen', unlock);
  assert.equal(pending.answer('kitchen', 'what time is it'), undefined);
  assert.equal(pending.answer('kitchen', 'yes'), undefined);
  pending.hold('kitchen', unlock);
  now = 30_000;
  assert.equal(pending.isPending('kitchen'), false);
  assert.equal(pending.answer('kitchen', 'yes'), undefined);
});

test('no text of any kind is taken for a yes unless it has a word for it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      if (yesOrNo(text) === 'yes') assert.match(text, /[a-z]/i);
    }),
  );
});

test('however many sites are asked, few are kept', () => {
  const pending = confirmations(() => 0);
  for (let i = 0; i < 1000; i++) pending.hold(`site-${i}`, unlock);
  assert.equal(pending.isPending('site-0'), false);
  assert.equal(pending.isPending('site-999'), true);
});

test('sentences that may open the house are known in every language', () => {
  for (const text of ['unlock the back door', 'entriegle die Haustür', 'ouvre le garage', 'abre la puerta']) {
    assert.equal(mayOpenHouse(text), true, text);
  }
  assert.equal(mayOpenHouse('is it warm in the kitchen'), false);
});

test('whoever shows a question is told of it, and when nothing waits any more: answered, cancelled, or thirty seconds old', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const held = confirmations(() => 0);
  const told: (string | undefined)[] = [];
  const stop = held.onChange((asker, id) => told.push(id && `${asker} ${id.length}`));
  held.hold('kitchen', unlock);
  held.answer('kitchen', 'no');
  held.hold('kitchen', unlock);
  held.hold('kitchen', unlock);
  held.cancel('kitchen');
  held.cancel('kitchen');
  held.hold('kitchen', unlock)();
  held.hold('kitchen', unlock);
  t.mock.timers.tick(30_000);
  const asked = 'kitchen 36';
  assert.deepEqual(told, [asked, undefined, asked, asked, undefined, asked, undefined, asked, undefined]);
  stop();
  held.hold('kitchen', unlock);
  assert.equal(told.length, 9);
});

test('a tapped answer is a word that is understood', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'de-AT', 'it', undefined]) {
    assert.deepEqual([yesOrNo(wordFor(true, language)), yesOrNo(wordFor(false, language))], ['yes', 'no'], language);
  }
});
