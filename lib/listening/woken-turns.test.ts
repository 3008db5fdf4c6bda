import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { turns } from '../conversation/turns.js';
import { newTurn } from '../turn/turn.js';
import { noise } from './samples.test.helper.js';
import type { Detection, WakeEngine } from './types.js';
import { openWokenTurns } from './woken-turns.js';

afterEach(() => turns.close('the test is over'));

test('a weak wake word is looked for less strictly while we speak in that room', async () => {
  let doubt: (detection: Detection) => void = () => assert.fail('nothing was opened');
  const wake: WakeEngine = {
    name: 'told',
    warm: async () => {},
    close: async () => {},
    open(_, __, doubted = () => {}) {
      doubt = doubted;
      return { write: () => {}, close: () => {} };
    },
  };
  const asked: unknown[][] = [];
  const says = async (_: Buffer, ...rest: unknown[]) => {
    asked.push(rest);
    return false;
  };
  const woken = openWokenTurns({
    node: 'wake',
    voice: { wake, stopWord: undefined, stt: { says }, language: 'en' },
    placeOf: () => ({}),
    onTurn: () => assert.fail('it was not said'),
    onSound() {},
    onIdle() {},
    onError: (error) => assert.ifError(error),
  });
  const hear = async () => {
    woken.write('kitchen', noise(2, 1000));
    doubt({ word: 'hey_jarvis', score: 0.01 });
    for (let step = 0; step < 5; step++) await new Promise(setImmediate);
  };
  await hear();
  const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'en' });
  turns.begin(turn);
  turns.stage(turn.id, 'speaking');
  turns.conversation('kitchen').say(turn.id, 0, 'The weather will be fine.');
  turns.conversation('kitchen').plays(turn.id, 0, 'from');
  await hear();
  woken.close('the test is over');
  assert.deepEqual(asked, [
    ['Hey Jarvis', 'en', { isOver: false }],
    ['Hey Jarvis', 'en', { isOver: true }],
  ]);
});
