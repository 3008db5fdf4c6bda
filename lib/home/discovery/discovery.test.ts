import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { JarvisError } from '../../turn/errors.js';
import { readCommand } from './commands.js';
import { assistantDevice, roomDevice } from './devices.js';
import { isOurDevice } from './ours.js';
import { deviceId, deviceTopic, isOurTopic, siteOf } from './topics.js';

const naming = { prefix: 'jarvis', language: 'en' };
const kitchen = {
  site: 'kitchen',
  area: 'Kitchen',
  languages: ['English', 'Deutsch'],
  wakeWords: ['Any', 'alexa', 'hey_jarvis'],
  canSay: true,
};

type Components = Record<string, Record<string, unknown>>;
const componentsOf = ({ payload }: { payload: Record<string, unknown> }) => payload['cmps'] as Components;

test('a room is one device with everything that can be done there', () => {
  const { id, payload } = roomDevice(kitchen, naming);
  assert.equal(id, 'jarvis_kitchen');
  assert.equal(deviceTopic(id), 'homeassistant/device/jarvis_kitchen/config');
  const { cmps, ...more } = payload as { cmps: Components };
  assert.deepEqual(more, {
    dev: { ids: ['jarvis_kitchen'], mf: 'Jarvis for Node-RED', name: 'Jarvis kitchen', sa: 'Kitchen' },
    o: { name: 'Jarvis for Node-RED' },
    availability_topic: 'jarvis/status',
  });
  assert.deepEqual(
    Object.entries(cmps).map(([key, { p }]) => [key, p]),
    [
      ['state', 'sensor'],
      ['heard', 'sensor'],
      ['said', 'sensor'],
      ['turn', 'event'],
      ['mute', 'switch'],
      ['volume', 'number'],
      ['language', 'select'],
      ['wake_word', 'select'],
      ['next_timer', 'sensor'],
      ['stop', 'button'],
      ['say', 'notify'],
      ['wake_word_heard', 'device_automation'],
      ['utterance_ended', 'device_automation'],
    ],
  );
  assert.deepEqual(cmps['mute'], {
    p: 'switch',
    name: 'Mute microphone',
    icon: 'mdi:microphone-off',
    entity_category: 'config',
    command_topic: 'jarvis/kitchen/set/mute',
    state_topic: 'jarvis/kitchen/settings',
    value_template: '{{ value_json.mute }}',
    unique_id: 'jarvis_kitchen_mute',
  });
  assert.deepEqual(cmps['next_timer'], {
    p: 'sensor',
    name: 'Next timer',
    icon: 'mdi:timer-outline',
    device_class: 'timestamp',
    state_topic: 'jarvis/kitchen/timers',
    value_template: '{{ value_json.next }}',
    json_attributes_topic: 'jarvis/kitchen/timers',
    json_attributes_template: "{{ {'timers': value_json.timers} | tojson }}",
    unique_id: 'jarvis_kitchen_next_timer',
  });
  assert.deepEqual(cmps['language']?.['options'], ['English', 'Deutsch']);
});

test('what a room can’t do is not offered, and taken away where it was', () => {
  const poor = { ...kitchen, languages: ['English'], wakeWords: [], canSay: false };
  const { language, wake_word, say } = componentsOf(roomDevice(poor, naming));
  assert.deepEqual([language, wake_word, say], [{ p: 'select' }, { p: 'select' }, { p: 'notify' }]);
  const { model, memories, health } = componentsOf(assistantDevice({ hasModel: false, hasMemory: true }, naming));
  assert.deepEqual(model, { p: 'binary_sensor' });
  assert.equal(memories?.['unique_id'], 'jarvis_memories');
  assert.equal(health?.['state_topic'], 'jarvis/assistant');
});

test('entities are named in the language of the house', () => {
  const names = (language: string) => {
    const { mute, said, next_timer } = componentsOf(roomDevice(kitchen, { ...naming, language }));
    return [mute, said, next_timer].map((one) => one?.['name']);
  };
  assert.deepEqual(names('de-AT'), ['Mikrofon stumm', 'Zuletzt gesagt', 'Nächster Timer']);
  assert.deepEqual(names('fr'), ['Couper le micro', 'Derniers mots dits', 'Prochain minuteur']);
  assert.deepEqual(names('es'), ['Silenciar el micrófono', 'Últimas palabras dichas', 'Próximo temporizador']);
  assert.deepEqual(names('nl'), names('en'));
});

test('no two sites are one device, and each id is one that Home Assistant takes', () => {
  const site = fc.stringMatching(/^[A-Za-z0-9_.-]{1,20}$/);
  fc.assert(
    fc.property(site, site, (one, other) => {
      const [a, b] = [one, other].map((name) => deviceId('jarvis', name));
      assert.equal(a === b, one === other);
      assert.match(a ?? '', /^[a-zA-Z0-9_-]+$/);
      assert.ok(isOurTopic('jarvis', deviceTopic(a ?? '')));
      assert.equal(siteOf('jarvis', deviceTopic(a ?? '')), one);
    }),
    { numRuns: 2000, examples: [['a.b', 'a-2e-b']] },
  );
  assert.equal(deviceId('house/jarvis', 'den'), 'house-2f-jarvis_den');
  for (const id of ['jarvis', 'jarvis_', 'jarvis_a-23-', 'jarvis_a b', 'jarvis_-', 'zigbee_den'])
    assert.equal(siteOf('jarvis', deviceTopic(id)), undefined, id);
  assert.equal(isOurTopic('jarvis', 'homeassistant/device/zigbee/config'), false);
  assert.equal(isOurTopic('jarvis', 'homeassistant/device/jarvis2/config'), false);
});

test('commands are a closed list, and each takes what its entity sends', () => {
  const may = { languages: ['English', 'Deutsch'], wakeWords: ['Any', 'hey_jarvis'] };
  const read = (name: string, payload: string) => readCommand(name, payload, may);
  assert.deepEqual(read('mute', 'ON'), { do: 'mute', muted: true });
  assert.deepEqual(read('mute', 'OFF'), { do: 'mute', muted: false });
  assert.deepEqual(read('language', 'Deutsch'), { do: 'language', language: 'Deutsch' });
  assert.deepEqual(read('volume', '40'), { do: 'volume', percent: 40 });
  assert.deepEqual(read('volume', '100.0'), { do: 'volume', percent: 100 });
  assert.deepEqual(read('wake_word', 'hey_jarvis'), { do: 'wakeWord', word: 'hey_jarvis' });
  assert.deepEqual(read('stop', 'PRESS'), { do: 'stop' });
  assert.deepEqual(read('say', ' Dinner! '), { do: 'say', text: 'Dinner!' });
  for (const [name, payload] of [
    ['mute', 'on'],
    ['mute', ''],
    ['volume', '101'],
    ['volume', '-1'],
    ['volume', '1e1'],
    ['volume', ''],
    ['wake_word', 'open_sesame'],
    ['language', 'de'],
    ['language', '__proto__'],
    ['say', ' '],
    ['say', 'x'.repeat(5001)],
    ['reboot', ''],
    ['constructor', 'ON'],
  ] as const)
    assert.throws(
      () => read(name, payload),
      (thrown) => thrown instanceof JarvisError && thrown.code === 'bad-input',
      name,
    );
});

test('our devices are known by who made them', () => {
  const { dev } = roomDevice(kitchen, naming).payload as { dev: { mf: string } };
  assert.equal(isOurDevice({ manufacturer: dev.mf }), true);
  assert.equal(isOurDevice({ manufacturer: null }), false);
});
