import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recogniseAll } from '../deciding/sentences/recognise-all.js';
import { refusal } from './actions.js';
import { reached } from './read-back.js';
import { isSet, optionNamed, settingService } from './settings.js';
import type { Command, Domain, Entity, House } from './types.js';

const entity = (id: string, name: string, state: string, attributes = {}): Entity => ({
  ...{ id, name, aliases: [], domain: id.split('.', 1)[0] as Domain, state, attributes },
});
const thermostat = entity('climate.ecobee', 'Ecobee', 'heat_cool', {
  hvac_modes: ['off', 'cool', 'heat_cool'],
  preset_modes: ['home', 'eco'],
  fan_modes: ['on_low', 'auto_low'],
  preset_mode: 'home',
  target_temp_low: 21,
  target_temp_high: 24,
});
const fan = entity('fan.desk', 'Desk Fan', 'off', { percentage: 0, percentage_step: 33.3, preset_modes: ['sleep'] });
const plain = entity('fan.ceiling', 'Ceiling Fan', 'off', { supported_features: 1 });
const damp = entity('humidifier.damp', 'Humidifier', 'on', { humidity: 50, min_humidity: 30, max_humidity: 80 });
const program = entity('select.program', 'Program', 'cotton', { options: ['cotton', 'quick_wash'] });
const delay = entity('number.delay', 'Delay', '5', { min: 0, max: 60, unit_of_measurement: 'min' });
const boiler = entity('water_heater.tank', 'Tank', 'eco', {
  ...{ temperature: 50, min_temp: 40, max_temp: 60, operation_list: ['off', 'eco', 'heat_pump'] },
});
const house: House = { areas: [], entities: [thermostat, fan, plain, damp, program, delay, boiler] };

const SAID: [language: string, text: string, command: Partial<Command> | null][] = [
  ['en', 'set the ecobee to cool', { action: 'set_mode', value: 'cool' }],
  ['en', 'put the ecobee in eco mode', { action: 'set_preset', value: 'eco' }],
  ['en', 'set the ecobee fan mode to auto low', { action: 'set_fan_mode', value: 'auto_low' }],
  ['en', 'set the ecobee between 20 and 23 degrees', { action: 'set_temperature', value: 20, high: 23 }],
  ['en', 'set the ecobee to heat', { action: 'set_mode', value: 'heat' }],
  ['en', 'set the ecobee to banana', null],
  ['en', 'is the ecobee set to cool?', null],
  ['en', "don't set the ecobee to cool", null],
  ['en', 'if it is cold set the ecobee to cool', null],
  ['en', 'set the desk fan to low', { action: 'set_speed', value: 33 }],
  ['en', 'set the desk fan to sleep', { action: 'set_mode', value: 'sleep' }],
  ['en', 'reverse the desk fan', { action: 'set_direction', value: 'reverse' }],
  ['en', 'set the humidifier to 60 percent', { action: 'set_humidity', value: 60 }],
  ['en', 'set the program to quick wash', { action: 'set_mode', value: 'quick_wash' }],
  ['en', 'increase the delay by 10', { action: 'set_value', value: 15, by: 10 }],
  ['en', 'set the number delay to 40', { action: 'set_value', value: 40 }],
  ['en', 'set the boiler to 55 degrees', { action: 'set_temperature', value: 55 }],
  ['en', 'make the tank two degrees warmer', { action: 'set_temperature', value: 52, by: 2 }],
  ['en', 'set the tank to heat pump', { action: 'set_mode', value: 'heat_pump' }],
  ['de', 'stell die Zahl Delay auf 40', { action: 'set_value', value: 40 }],
  ['de', 'stell den Boiler auf 55 Grad', { action: 'set_temperature', value: 55 }],
  ['fr', 'mets le nombre Delay à 40', { action: 'set_value', value: 40 }],
  ['fr', 'mets le boiler en mode éco', { action: 'set_mode', value: 'eco' }],
  ['es', 'pon el número Delay a 40', { action: 'set_value', value: 40 }],
  ['es', 'pon el termo a 55 grados', { action: 'set_temperature', value: 55 }],
  ['de', 'stell den Ecobee auf kühlen', { action: 'set_mode', value: 'cool' }],
  ['de', 'lass den Desk Fan schwenken', { action: 'set_oscillation', value: 'on' }],
  ['fr', 'mets Ecobee en mode éco', { action: 'set_preset', value: 'eco' }],
  ['es', 'pon Delay a 10', { action: 'set_value', value: 10 }],
];

test('modes, levels and options are what the device has', () => {
  for (const [language, text, expected] of SAID) {
    const [command = null] = recogniseAll(text, { language, house });
    const { targets: _, ...does } = command ?? {};
    assert.deepEqual(command && does, expected, text);
  }
});

test('what a device does not take is refused with what it takes', () => {
  const asked = (one: Entity, command: Partial<Command>) =>
    refusal(one, { action: 'set_mode', targets: [one.id], ...command });
  assert.equal(asked(thermostat, { value: 'cool' }), undefined);
  assert.match(asked(thermostat, { value: 'heat' }) ?? '', /only takes off, cool, heat_cool/);
  assert.match(asked(damp, { action: 'set_humidity', value: 90 }) ?? '', /30 to 80/);
  assert.match(asked(delay, { action: 'set_value', value: 100 }) ?? '', /0 to 60/);
  assert.match(asked(plain, { action: 'set_oscillation', value: 'on' }) ?? '', /can't/);
  assert.match(asked(thermostat, { action: 'set_temperature', value: 23, high: 20 }) ?? '', /can't/);
});

test('a setting is sent as its service takes it, and read back', () => {
  const on: Command = { action: 'set_oscillation', targets: [fan.id], value: 'on' };
  assert.deepEqual(settingService(fan, on), { service: 'oscillate', data: { oscillating: true } });
  assert.equal(isSet({ ...fan, attributes: { oscillating: true } }, on), true);
  assert.equal(isSet({ ...fan, attributes: { oscillating: false } }, on), false);
  const faster: Command = { action: 'set_speed', targets: [fan.id], value: 50 };
  const spins = (percentage: number) => ({ ...fan, attributes: { percentage, percentage_step: 33.3 } });
  assert.equal(isSet(spins(66), faster), true);
  assert.equal(isSet(spins(100), faster), false);
  const range: Command = { action: 'set_temperature', targets: [thermostat.id], value: 21, high: 24 };
  assert.equal(reached(thermostat, thermostat, range), true);
  assert.equal(reached(thermostat, thermostat, { ...range, high: 25 }), false);
  assert.equal(optionNamed(program, 'set_mode', 'quick wash'), 'quick_wash');
});
