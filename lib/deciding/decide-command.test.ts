import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import type { Home } from '../home/types.js';
import { newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';

const signal = new AbortController().signal;

test("what Home Assistant's recogniser switched is what is spoken about next", async () => {
  const demo = openDemoHome();
  const converse: Home['converse'] = async (text) =>
    text === 'light the way to bed'
      ? { speech: 'Sure.', acted: true, ok: true, targets: ['light.hall_light', 'light.bedside_lamp'] }
      : null;
  const home = guarded({ ...demo, converse });
  const says = (text: string, turn = {}) =>
    decideCommand(text, {
      home,
      turn: newTurn({ site: 'hall', source: 'text', language: 'en', ...turn }),
      signal,
      memories: [],
    });
  const on = () =>
    home.house().entities.filter(({ id, state }) => /hall_light|bedside/.test(id) && state === 'on').length;
  assert.equal((await says('light the way to bed'))?.text, 'Sure.');
  await says('turn them on');
  assert.equal(on(), 2);
  // an announcement is no exchange of the room's
  assert.equal(await says('dinner is ready', { source: 'announcement' }), undefined);
  await says('and off again');
  assert.equal(on(), 0);
  assert.equal(await says('who wrote Hamlet?'), undefined);
  assert.equal(await says('turn them on'), undefined);
});

test("what Home Assistant's recogniser claims to have done, but hasn't, is told as not done", async () => {
  const demo = openDemoHome();
  const [entity] = demo.house().entities.filter(({ domain }) => domain === 'light');
  assert.ok(entity);
  const failed = [{ entity, reason: "it can't be dimmed" }];
  const converse: Home['converse'] = async () => ({
    speech: 'Brightness set',
    acted: true,
    ok: false,
    targets: [],
    failed,
  });
  const turn = newTurn({ site: 'hall', source: 'text', language: 'de' });
  const home = guarded({ ...demo, converse });
  const answered = await decideCommand('mach es gemütlich', { home, turn, signal, memories: [] });
  assert.match(answered?.text ?? '', /nicht dimmen/);
  assert.equal(answered?.command?.ok, false);
});
