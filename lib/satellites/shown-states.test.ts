import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clock } from '../turn/clock.js';
import { shownStates } from './shown-states.js';
import { openSites } from './sites.js';

function open() {
  const sites = openSites({ hall: 'Hall' }, () => states.sitesChanged());
  const published: string[] = [];
  const states = shownStates({
    prefix: 'jarvis',
    sites,
    publish: (topic, state, retain) => published.push(`${topic}=${state}${retain ? ' kept' : ''}`) > 0,
  });
  return { sites, states, published };
}

test('only states of known sites are kept, and cleared when the site is forgotten', () => {
  const { sites, states, published } = open();
  sites.touch('kitchen', 'mqtt');
  states.show('kitchen', 'thinking');
  states.show('nowhere', 'idle');
  sites.remove('kitchen');
  assert.deepEqual(published, [
    'jarvis/kitchen/state=thinking kept',
    'jarvis/nowhere/state=idle',
    'jarvis/kitchen/state= kept',
  ]);
});

test('what the broker kept of sites that do not come back is cleared, unless another Jarvis knows them', async () => {
  const { sites, states, published } = open();
  states.connected();
  const kept = (site: string, state = 'idle') => states.receive(`jarvis/${site}/state`, Buffer.from(state), true);
  for (const site of ['gone', 'back', 'hall', 'other']) assert.equal(kept(site), true);
  kept('robot', 'docked');
  kept('empty', '');
  assert.equal(states.receive('jarvis/say', Buffer.from('x'), false), false);
  assert.equal(states.receive('other/gone/state', Buffer.from('idle'), true), false);
  sites.touch('back', 'mqtt');
  states.receive('jarvis/other/state', Buffer.from('listening'), false);
  await clock.jump(10_000);
  assert.deepEqual(published, ['jarvis/gone/state= kept']);
});
