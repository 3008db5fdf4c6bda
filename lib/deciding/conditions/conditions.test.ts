import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../../home/demo.js';
import { guarded } from '../../home/guard.js';
import type { Entity, Surroundings } from '../../home/types.js';
import { newTurn } from '../../turn/turn.js';
import { decideCommand } from '../decide-command.js';

const signal = new AbortController().signal;
const NIGHT: Surroundings = { sun: 'below_horizon', people: ['not_home', 'home'] };
const DAY: Surroundings = { sun: 'above_horizon', people: ['not_home', 'Work'] };

/** What is said to a fresh demo house in the kitchen, while it rains: the answer, and what has changed. */
async function said(text: string, language: string, around?: Surroundings, weather: Partial<Entity> = {}) {
  const demo = openDemoHome();
  const sky: Entity = {
    ...{ id: 'weather.home', domain: 'other', name: 'Sky', aliases: [], state: 'rainy', attributes: {} },
    ...weather,
  };
  const house = () => ({ ...demo.house(), entities: [...demo.house().entities, sky] });
  const home = guarded({ ...demo, house, ...(around && { surroundings: () => around }) });
  const before = new Map(house().entities.map(({ id, state }) => [id, state]));
  const turn = newTurn({ site: 'kitchen', source: 'text', language, area: 'kitchen' });
  const answered = await decideCommand(text, { home, turn, signal, memories: [] });
  const changed = house().entities.filter(({ id, state }) => before.get(id) !== state);
  return {
    text: answered?.text,
    command: answered?.command,
    changed: changed.map(({ id, state }) => `${id} ${state}`),
  };
}

const [fan, blinds] = ['fan.ceiling_fan on', 'cover.living_room_blinds closed'];
const heating = 'climate.living_room off';
const lamp = 'light.desk_lamp off';

test('a command whose condition holds is done', async () => {
  const done: [language: string, text: string, changed: string][] = [
    ['en', "turn on the ceiling fan if it's dark", fan],
    ['en', "if it's dark, turn on the ceiling fan", fan],
    ['en', 'If it is dark then turn on the ceiling fan.', fan],
    ['en', "close the living room blinds if it's raining", blinds],
    ['en', 'turn off the living room heating if somebody is home', heating],
    ['en', 'turn off the living room heating if a window is open', heating],
    ['en', 'turn on the ceiling fan if it is warmer than 15 degrees in the bedroom', fan],
    ['en', 'if it is colder than nineteen degrees in the bedroom turn on the ceiling fan', fan],
    ['en', 'turn on the ceiling fan if the bathroom humidity is above 50%', fan],
    ['en', "turn off the desk lamp if it's on", lamp],
    ['en', 'if the desk lamp is on, turn it off', lamp],
    ['en', "turn on the ceiling fan if it's dark and the front door is locked", fan],
    ['en', "could you turn on the ceiling fan if it isn't sunny?", fan],
    ['en', 'turn on the ceiling fan if any lights are on in the office', fan],
    ['en', 'turn on the ceiling fan if no lights are on in the bedroom', fan],
    ['de', 'schalte den Deckenventilator ein, wenn es dunkel ist', fan],
    ['de', 'wenn es dunkel ist schalte den Deckenventilator ein', fan],
    ['de', 'schließe den Wohnzimmerrollladen, falls es regnet', blinds],
    ['de', 'schalte den Deckenventilator ein, wenn es im Schlafzimmer wärmer als 15 Grad ist', fan],
    ['de', 'wenn die Temperatur im Schlafzimmer über 18 Grad liegt, schalte den Deckenventilator ein', fan],
    ['de', 'wenn ein Fenster offen ist, mach die Wohnzimmerheizung aus', heating],
    ['de', 'wenn die Schreibtischlampe an ist, mach sie aus', lamp],
    ['fr', 's’il fait nuit, allume le ventilateur de plafond', fan],
    ['fr', "ferme les volets du salon s'il pleut", blinds],
    ['fr', "allume le ventilateur de plafond s'il fait plus de 15 degrés dans la chambre", fan],
    ['fr', 'éteins le chauffage du salon si une fenêtre est ouverte', heating],
    ['fr', 'éteins la lampe de bureau si elle est allumée', lamp],
    ['es', 'enciende el ventilador de techo si está oscuro', fan],
    ['es', 'cierra las persianas del salón si llueve', blinds],
    ['es', 'enciende el ventilador de techo si hace más de 15 grados en el dormitorio', fan],
    ['es', 'apaga la calefacción del salón si hay alguna ventana abierta', heating],
    ['es', 'si la lámpara de escritorio está encendida, apágala', lamp],
  ];
  for (const [language, text, changed] of done)
    assert.deepEqual((await said(text, language, NIGHT)).changed, [changed], text);
});

test('a command whose condition does not hold is left, and the answer says why', async () => {
  const left: [language: string, text: string, answer: string][] = [
    ['en', "turn on the light if it's dark", 'It isn’t dark, so I left it.'],
    ['en', 'turn off the living room heating if somebody is home', 'Nobody is home, so I left it.'],
    ['en', "close the living room blinds if it isn't raining", 'It’s raining, so I left it.'],
    ['en', "lock the front door if it's unlocked", 'The front door is locked, so I left it.'],
    ['en', 'turn on the light if no window is open', 'The kitchen window is open, so I left it.'],
    ['en', 'turn on the light if the desk lamp is off', 'The desk lamp is on, so I left it.'],
    [
      'en',
      'turn on the ceiling fan if it is warmer than 24 degrees in the bedroom',
      "It's 18.4 degrees in the bedroom, so I left it.",
    ],
    ['en', "turn on the light if it's raining and it's dark", 'It isn’t dark, so I left it.'],
    ['de', 'mach das Licht an, wenn es dunkel ist', 'Es ist nicht dunkel, deshalb habe ich es gelassen.'],
    [
      'de',
      'schließ die Haustür ab, wenn sie nicht abgeschlossen ist',
      'Die Haustür ist abgeschlossen, deshalb habe ich es gelassen.',
    ],
    ['fr', "allume la lumière s'il fait nuit", 'Il ne fait pas nuit, alors je n’ai rien changé.'],
    [
      'fr',
      "verrouille la porte d'entrée si elle est déverrouillée",
      "La porte d'entrée est verrouillée, alors je n’ai rien changé.",
    ],
    ['es', 'enciende la luz si es de noche', 'No es de noche, así que no he cambiado nada.'],
    [
      'es',
      'si la lámpara de escritorio está apagada, enciende la luz',
      'La lámpara de escritorio está encendida, así que no he cambiado nada.',
    ],
  ];
  for (const [language, text, answer] of left) {
    const { changed, text: told, command } = await said(text, language, DAY);
    assert.deepEqual(changed, [], text);
    assert.equal(told, answer, text);
    assert.equal(command?.action, 'condition', text);
  }
});

test('"nobody is home" holds only where everybody is known to be away', async () => {
  for (const [language, text] of [
    ['en', 'turn off the living room heating if nobody is home'],
    ['de', 'schalte die Wohnzimmerheizung aus, wenn niemand zu Hause ist'],
    ['fr', "éteins le chauffage du salon s'il n'y a personne à la maison"],
    ['es', 'apaga la calefacción del salón si no hay nadie en casa'],
  ] as const) {
    assert.deepEqual((await said(text, language, DAY)).changed, [heating], text);
    for (const people of [['home', 'not_home'], ['unknown', 'not_home'], []])
      assert.deepEqual((await said(text, language, { sun: undefined, people })).changed, [], `${text}: ${people}`);
  }
});

test('wind counts by its speed, too', async () => {
  const windy = "close the living room blinds if it's windy";
  const blowing = (wind_speed: number, wind_speed_unit: string) =>
    said(windy, 'en', DAY, { attributes: { wind_speed, wind_speed_unit } });
  assert.deepEqual((await blowing(10, 'm/s')).changed, [blinds]);
  assert.deepEqual((await blowing(10, 'km/h')).changed, []);
  assert.deepEqual((await said(windy, 'en', DAY, { state: 'windy' })).changed, [blinds]);
});

test('what cannot be decided does nothing and is said so', async () => {
  const unknown = 'I can’t tell whether that is so, so I did nothing.';
  const gone = { state: 'unavailable' };
  assert.equal((await said("turn on the light if it's dark", 'en')).text, unknown);
  for (const text of [
    "close the living room blinds if it's raining",
    "close the living room blinds if it isn't raining",
  ]) {
    const { text: told, changed, command } = await said(text, 'en', DAY, gone);
    assert.deepEqual([told, changed, command?.ok], [unknown, [], false]);
  }
});

test('a condition that is not understood is left to the model, and nothing is done', async () => {
  for (const [language, text] of [
    ['en', 'turn on the light if my mother likes it'],
    ['en', "turn on the light if it's dark otherwise turn on the ceiling fan"],
    ['en', "turn on the light if it's dark and turn off the desk lamp"],
    ['en', "don't turn on the light if it's dark"],
    ['en', "should I turn on the light if it's dark?"],
    ['en', "what happens if I open the garage door when it's dark"],
    ['en', "turn on the light even if it's dark"],
    ['en', "turn on all lights except if it's dark"],
    ['en', "turn on the light if it's dark tomorrow"],
    ['en', 'turn on the light if the desk lamp was on'],
    ['de', 'mach das Licht an, wenn es dunkel wird'],
    ['de', 'soll ich das Licht anmachen, wenn es dunkel ist?'],
    ['de', 'mach das Licht aus, auch wenn es dunkel ist'],
    ['de', 'mach das Licht an, wenn es morgen regnet'],
    ['fr', 'allume la lumière si maman veut'],
    ['fr', "allume la lumière sauf s'il fait nuit"],
    ['es', 'enciende la luz si mamá quiere'],
    ['es', 'enciende la luz salvo si llueve'],
  ] as const) {
    const { text: told, changed } = await said(text, language, NIGHT);
    assert.deepEqual([told, changed], [undefined, []], text);
  }
});

test('what opens the house is asked about, whatever the condition', async () => {
  const { text, changed } = await said("unlock the front door if it's locked", 'en', NIGHT);
  assert.deepEqual([text, changed], ['Shall I really unlock the front door?', []]);
});

test("Home Assistant's recogniser is not asked about a condition that is not understood: it might leave it out", async () => {
  let asked = 0;
  const converse = async () => {
    asked++;
    return null;
  };
  const home = guarded({ ...openDemoHome(), converse });
  const turn = newTurn({ site: 'kitchen', source: 'text', language: 'en', area: 'kitchen' });
  await decideCommand('turn on the light if my mother likes it', { home, turn, signal, memories: [] });
  assert.equal(asked, 0);
  await decideCommand('light the way', { home, turn, signal, memories: [] });
  assert.equal(asked, 1);
});

test('politeness is no condition', async () => {
  const { changed } = await said("s'il te plaît, allume le ventilateur de plafond", 'fr', DAY);
  assert.deepEqual(changed, [fan]);
});
