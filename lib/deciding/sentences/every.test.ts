import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedAbout, isQuestion } from '../../home/actions.js';
import type { Domain, Entity, House } from '../../home/types.js';
import { answer } from '../answers.js';
import { recogniseAll } from './recognise-all.js';

const entity = (id: string, name: string, area: string, state: string, attributes = {}, more = {}): Entity => ({
  id,
  name,
  aliases: [],
  ...(area && { area }),
  domain: id.split('.', 1)[0] as Domain,
  state,
  attributes,
  ...more,
});
const DEGREES = { device_class: 'temperature', unit_of_measurement: '°C' };
const PERCENT = { unit_of_measurement: '%' };
const [down, up] = [
  ['Ground Floor', 'downstairs', 'Erdgeschoss', 'rez-de-chaussée', 'planta baja'],
  ['Upper Floor', 'upstairs', 'Obergeschoss', 'étage', 'planta alta'],
];
const house: House = {
  areas: [
    { id: 'kitchen', name: 'Kitchen', aliases: ['Küche', 'cuisine', 'cocina'], floor: down },
    { id: 'bedroom', name: 'Bedroom', aliases: ['Schlafzimmer', 'chambre', 'dormitorio'], floor: up },
    { id: 'office', name: 'Office', aliases: ['Büro', 'bureau', 'despacho'], floor: up },
  ],
  entities: [
    entity('sensor.kitchen', 'Kitchen Temperature', 'kitchen', '21.5', DEGREES),
    entity('sensor.bedroom', 'Bedroom Temperature', 'bedroom', '18', DEGREES),
    entity('sensor.office', 'Office Temperature', 'office', '22', DEGREES),
    entity('sensor.broken', 'Attic Temperature', 'office', 'unavailable', DEGREES),
    entity('sensor.outside', 'Outside Temperature', '', '35', DEGREES),
    entity('sensor.phone', 'Phone Battery', '', '80', { ...PERCENT, device_class: 'battery' }),
    entity('sensor.door', 'Door Battery', 'kitchen', '12', { ...PERCENT, device_class: 'battery' }),
    entity('sensor.power', 'Consumption', '', '412.7', { unit_of_measurement: 'W', device_class: 'power' }),
    entity('cover.kitchen', 'Kitchen Window', 'kitchen', 'open', { device_class: 'window', current_position: 30 }),
    entity('cover.office', 'Office Window', 'office', 'closed', { device_class: 'window', current_position: 0 }),
    entity('binary_sensor.bedroom', 'Bedroom Window', 'bedroom', 'off', { device_class: 'window' }),
    entity('light.desk', 'Desk Lamp', 'office', 'on', { brightness: 128 }, { labels: ['Evening'] }),
    entity('light.bed', 'Bed Light', 'bedroom', 'off'),
    entity('climate.office', 'Hvac', 'office', 'cool', { temperature: 21, current_temperature: 22 }),
    entity('fan.office', 'Fan', 'office', 'on', { percentage: 33 }),
    entity('media_player.kitchen', 'Radio', 'kitchen', 'playing', { media_title: 'So What', volume_level: 0.4 }),
    entity('person.ada', 'Ada', '', 'home'),
  ],
};

function asked(text: string, language: string, area?: string): string {
  const commands = recogniseAll(text, { language, area, house });
  assert.ok(
    commands.every(({ action }) => isQuestion(action)),
    `${text}: ${JSON.stringify(commands)}`,
  );
  return commands.map((one) => answer(one, askedAbout(house, one), { language, house }).text).join(' ');
}

const ANSWERS: Record<string, [text: string, answer: string][]> = {
  en: [
    ['what is the warmest room', "It's 22 degrees in the office."],
    ['where is it coldest?', "It's 18 degrees in the bedroom."],
    ['what is the coldest room downstairs', "It's 21.5 degrees in the kitchen."],
    ["what's the average temperature upstairs?", "It's 20.7 degrees on average."],
    ['how warm is it downstairs?', "It's 21.5 degrees in the kitchen."],
    ['which battery is the lowest', 'The door battery: 12 percent.'],
    ['battery of the phone', 'The phone battery: 80 percent.'],
    ['how much power do we use?', 'The consumption: 412.7 watts.'],
    ['is anything open downstairs?', 'The kitchen window is open.'],
    ['is anything open upstairs?', 'No windows are open.'],
    ['are all the windows closed?', 'No, the kitchen window is open.'],
    ['are the windows closed?', 'No, the kitchen window is open.'],
    ['are all the windows upstairs closed?', 'Yes, no windows are open.'],
    ['did I leave any lights on upstairs?', 'The desk lamp is on.'],
    ['are the evening lights on?', 'The desk lamp is on.'],
    ['how many lights are on?', 'The desk lamp is on.'],
    ['is anyone home?', 'Ada is at home.'],
    ['what is the brightness of the desk lamp?', 'The desk lamp: 50 percent.'],
    ['how far open is the kitchen window?', 'The kitchen window: 30 percent.'],
    ['what is playing?', 'The radio: So What.'],
    ['what mode is the hvac in?', 'The hvac: cooling.'],
    ['what is the hvac set to?', 'The hvac: 21 degrees.'],
    ["what's the fan speed?", 'The fan: 33 percent.'],
    ['how loud is the radio?', 'The radio: 40 percent.'],
  ],
  de: [
    ['welches Zimmer ist am wärmsten?', 'Im Büro sind es 22 Grad.'],
    ['wo ist es am kältesten?', 'Im Schlafzimmer sind es 18 Grad.'],
    ['wie hoch ist die durchschnittliche Temperatur im Obergeschoss?', 'Im Durchschnitt sind es 20,7 Grad.'],
    ['welche Batterie ist am niedrigsten?', 'Door Battery: 12 Prozent.'],
    ['wie viel Strom verbrauchen wir?', 'Consumption: 412,7 Watt.'],
    ['ist im Erdgeschoss noch etwas offen?', 'Kitchen Window ist offen.'],
    ['sind alle Fenster zu?', 'Nein, Kitchen Window ist offen.'],
    ['was läuft gerade?', 'Das Radio: So What.'],
    ['in welchem Modus ist Hvac?', 'Hvac: kühlen.'],
  ],
  fr: [
    ['quelle est la pièce la plus chaude ?', 'Il fait 22 degrés dans le bureau.'],
    ['où fait-il le plus froid ?', 'Il fait 18 degrés dans la chambre.'],
    ["quelle est la température moyenne à l'étage ?", 'En moyenne : 20,7 degrés.'],
    ['quelle batterie est la plus faible ?', 'Door Battery : 12 pour cent.'],
    ['est-ce que toutes les fenêtres sont fermées ?', 'Non, Kitchen Window est ouvert.'],
    ['dans quel mode est Hvac ?', 'Hvac : refroidissement.'],
  ],
  es: [
    ['¿cuál es la habitación más caliente?', 'Hay 22 grados en el despacho.'],
    ['¿dónde hace más frío?', 'Hay 18 grados en el dormitorio.'],
    ['¿cuál es la temperatura media en la planta alta?', 'De media hay 20,7 grados.'],
    ['¿hay algo abierto en la planta baja?', 'Kitchen Window está abierto.'],
    ['¿están todas las ventanas cerradas?', 'No, Kitchen Window está abierto.'],
    ['¿en qué modo está Hvac?', 'Hvac: refrigeración.'],
  ],
};

for (const [language, said] of Object.entries(ANSWERS)) {
  test(`${language}: what several have together, and what a device has beside its state`, () => {
    for (const [text, expected] of said) assert.equal(asked(text, language), expected, text);
  });
}

test('what would have to be guessed is left to others', () => {
  for (const text of [
    'what is the battery',
    'which room is the highest',
    'is everything off?',
    'what is the warmest country',
    'is anything open in Rome?',
    'what is the average temperature on Mars',
  ])
    assert.deepEqual(recogniseAll(text, { language: 'en', house }), [], text);
});
