import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { openDemoHome } from './demo.js';
import { guarded } from './guard.js';
import { mayOpenHouse, openingPolicy } from './opening.js';
import { ACTIONS, type Command, type Home } from './types.js';

const never = new AbortController().signal;
const unlock: Command = { action: 'unlock', targets: ['lock.front_door'] };
const refused = { code: 'home-refused', message: /a person has to be asked first/ };
const stateOf = (home: Home) => home.house().entities.find(({ id }) => id === 'lock.front_door')?.state;

test('a house has one guard, whoever asks for it', () => {
  const home = openDemoHome();
  assert.equal(guarded(home), guarded(home));
  assert.equal(guarded(guarded(home)), guarded(home));
  assert.notEqual(guarded(openDemoHome()), guarded(home));
});

test('what opens the house runs only as the object that came with a yes, once', async () => {
  const home = guarded(openDemoHome());
  await assert.rejects(home.run(unlock, never), refused);
  await assert.rejects(home.run(unlock, never, 'person'), refused);
  home.confirmations.hold('hall', unlock);
  await assert.rejects(home.run(unlock, never, 'person'), refused);
  const answer = home.confirmations.settle('hall', true);
  assert.equal(answer?.said, 'yes');
  assert.ok(answer.command);
  await assert.rejects(home.run({ ...unlock }, never, 'person'), refused);
  await assert.rejects(home.run(structuredClone(answer.command), never, 'person'), refused);
  assert.equal(stateOf(home), 'locked');
  assert.equal((await home.run(answer.command, never, 'person')).ok, true);
  assert.equal(stateOf(home), 'unlocked');
  await home.run({ ...unlock, action: 'lock' }, never);
  await assert.rejects(home.run(answer.command, never, 'person'), refused);
});

test('a no, a cancelled and a changed command open nothing', async () => {
  const home = guarded(openDemoHome());
  home.confirmations.hold('hall', unlock);
  const answer = home.confirmations.settle('hall', false);
  assert.equal(answer?.said, 'no');
  assert.ok(answer.command);
  await assert.rejects(home.run(answer.command, never, 'person'), refused);
  home.confirmations.hold('hall', unlock);
  home.confirmations.cancel('hall');
  assert.equal(home.confirmations.settle('hall', true), undefined);
  const given: Command = { action: 'lock', targets: ['lock.front_door'] };
  home.confirmations.hold('hall', given);
  given.action = 'unlock';
  assert.equal(home.confirmations.settle('hall', true)?.command?.action, 'lock');
  assert.equal(stateOf(home), 'locked');
});

test('no command of any kind leaves the house open without a yes', async () => {
  const ids = openDemoHome()
    .house()
    .entities.map(({ id }) => id);
  const command = fc.record({
    action: fc.constantFrom(...ACTIONS),
    targets: fc.array(fc.constantFrom(...ids), { maxLength: 5 }),
    value: fc.option(fc.oneof(fc.integer({ min: -5, max: 200 }), fc.string()), { nil: undefined }),
  });
  await fc.assert(
    fc.asyncProperty(command, fc.constantFrom('person' as const, 'model' as const), async (asked, asker) => {
      const home = guarded(openDemoHome());
      await home.run(asked, never, asker).catch(() => {});
      const states = new Map(home.house().entities.map(({ id, state }) => [id, state]));
      assert.equal(states.get('lock.front_door'), 'locked');
      assert.equal(states.get('cover.garage_door'), 'closed');
    }),
  );
});

test("Home Assistant's recogniser gets no sentence that names what opens the house", async () => {
  const asked: string[] = [];
  const base = openDemoHome();
  const home = guarded({
    ...base,
    async converse(text) {
      asked.push(text);
      return { speech: 'Done', acted: true, ok: true, targets: [] };
    },
  });
  assert.equal(await home.converse?.('open the front door', 'en', never), null);
  assert.equal((await home.converse?.('feed the cat', 'en', never))?.speech, 'Done');
  assert.deepEqual(asked, ['feed the cat']);
  assert.equal(guarded(openDemoHome()).converse, undefined);
});

test('names of any kind are judged, however long', () => {
  const house = openDemoHome().house();
  const policy = openingPolicy({ always: ['*', '', '(['], never: ['**.**', 'a.b'] });
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (name) => {
      const entities = [
        { id: 'script.x', domain: 'script' as const, name, aliases: [name], state: 'off', attributes: {} },
      ];
      policy({ action: 'activate', targets: ['script.x'] }, { areas: house.areas, entities }, 'person');
      mayOpenHouse(name, house);
    }),
  );
  mayOpenHouse('tur'.repeat(3_000), house);
  mayOpenHouse('opengaragedoor'.repeat(700), house);
  mayOpenHouse('turtor'.repeat(6).slice(1).concat(' ').repeat(200), house);
});
