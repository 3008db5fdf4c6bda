import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import type { House } from '../home/types.js';
import { openTimers } from '../timers/timers.js';
import { newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';

/** A Monday, at 13 hours in Berlin. */
const NOW = Date.parse('2026-11-23T12:00:00Z');

/** Sentences of one dialogue in the kitchen, and what they change: "light.hall_light=on", "timer 10" in so many minutes, "list milk"; nothing where it is empty. */
type Dialogue = [language: string, sentences: string, changes: string];

const KITCHEN = 'light.kitchen_light=on, light.counter_light=on';
const LIVING_ROOM = 'light.living_room_light=on, light.floor_lamp=on, light.bedside_lamp=on';

const DIALOGUES: Record<string, Dialogue[]> = {
  'a time belongs to the order that it is said with, unless it stands before all': [
    ['en', 'turn on the kitchen light and turn it off in ten minutes', 'light.kitchen_light=on, command 10'],
    ['en', 'turn on the kitchen light and in ten minutes turn it off again', 'light.kitchen_light=on, command 10'],
    ['en', 'turn on the garden lights now and off at ten', 'light.garden_lights=on, command 540'],
    ['de', 'mach das Küchenlicht an und in zehn Minuten wieder aus', 'light.kitchen_light=on, command 10'],
    ['fr', 'allume la lumière de la cuisine et éteins-la dans dix minutes', 'light.kitchen_light=on, command 10'],
    ['es', 'enciende la luz de la cocina y apágala en diez minutos', 'light.kitchen_light=on, command 10'],
    ['en', 'in ten minutes turn off the desk lamp and the living room light', 'command 10'],
    ['en', 'turn off the desk lamp and the living room light in ten minutes', 'command 10'],
    ['en', 'turn on the hall light / turn it off in five minutes', 'light.hall_light=on, command 5'],
    ['en', 'wake me at seven and turn on the kitchen light', ''],
  ],
  'what is so before stays so when a while is over': [
    ['en', 'turn off the kitchen light for ten minutes', ''],
    ['en', 'turn on the kitchen light for ten minutes', 'light.kitchen_light=on, command 10'],
    ['fr', 'mets la lampe de bureau à 30 % pendant dix minutes', ''],
  ],
  'an exception is taken from what is meant, not from this room': [
    ['en', 'turn off everything except the lights', 'media_player.kitchen_speaker=off'],
    ['en', 'turn off everything in the living room except the light', ''],
    ['en', 'turn on all the lights in the bedroom except the lamp', 'light.bedroom_light=on'],
    ['de', 'mach im Wohnzimmer alles aus außer dem Licht', ''],
    ['fr', 'éteins tout sauf les lumières et la télé', 'media_player.kitchen_speaker=off'],
    ['fr', 'éteins tout dans le salon sauf les lumières', ''],
    ['es', 'apaga todo menos las luces', 'media_player.kitchen_speaker=off'],
    ['es', 'enciende todas las luces menos la lámpara', ''],
  ],
  'each room its own state': [
    ['en', 'lights on in the hall and off in the living room', 'light.living_room_light=off, light.hall_light=on'],
    ['en', 'turn off the light in the office and on in the hall', 'light.hall_light=on, light.desk_lamp=off'],
    ['de', 'mach das Licht im Wohnzimmer aus / und im Flur an', 'light.living_room_light=off, light.hall_light=on'],
  ],
  'reports and questions without a verb do nothing': [
    ['en', "the desk lamp's off", ''],
    ['en', "the hall light's on", ''],
    ['en', 'hall light still on', ''],
    ['de', 'Fernseher noch an', ''],
    ['de', 'Licht im Flur noch an', ''],
    ['en', 'switch on', ''],
    ['en', 'switch the kitchen on', ''],
  ],
  'a place at the end is that of what stands before it': [
    ['en', 'turn on the light and the fan in the bathroom', 'light.bathroom_light=on, fan.bathroom_fan=on'],
    ['en', 'turn the light on and the fan off in the bathroom', ''],
    [
      'de',
      'mach im Schlafzimmer das Licht an und den Rollladen hoch',
      'light.bedroom_light=on, cover.bedroom_blinds=open',
    ],
  ],
  'what is said of this room stays in this room': [
    [
      'en',
      'turn off the lights in the living room and turn on the lights here',
      `${KITCHEN}, light.living_room_light=off`,
    ],
    ['de', 'mach im Wohnzimmer das Licht aus und hier an', `${KITCHEN}, light.living_room_light=off`],
    [
      'en',
      'turn off the living room light and turn off the music',
      'media_player.kitchen_speaker=off, light.living_room_light=off',
    ],
    ['en', 'turn the light on and the hall light on', `${KITCHEN}, light.hall_light=on`],
    ['fr', 'allume la lumière et la lampe de chevet', `${KITCHEN}, light.bedside_lamp=on`],
    ['es', 'enciende la luz y la del pasillo', `${KITCHEN}, light.hall_light=on`],
    ['es', 'enciende la luz y apaga la del salón', `${KITCHEN}, light.living_room_light=off`],
    [
      'en',
      'turn off the living room light / volume up',
      'media_player.kitchen_speaker=paused, light.living_room_light=off',
    ],
    ['en', 'turn on the hall light / and set the living room to 22', 'climate.living_room=heat, light.hall_light=on'],
    ['fr', 'ferme les volets du salon / est-ce qu’il est midi / c’est bon merci', 'cover.living_room_blinds=closed'],
  ],
  'orders and times that were right stay right': [
    ['de', 'mach morgen um sieben die Kaffeemaschine an und den Rollladen im Schlafzimmer auf', 'command 1080'],
    ['en', 'turn the desk lamp off and the hall light on at ten', 'command 540'],
    ['en', 'set the living room to 21 at six and the bedroom to 18', 'command 300'],
    ['de', 'fahr den Rollladen im Schlafzimmer um acht hoch', 'command 420'],
    ['de', 'das Flurlicht bitte noch an', 'light.hall_light=on'],
    ['en', "turn the kitchen's light blue", 'light.kitchen_light=on'],
    ['en', 'are the bedroom lights on / turn them on', 'light.bedroom_light=on, light.bedside_lamp=on'],
    ['en', 'are the kitchen light and the hall light on / turn them on', 'light.kitchen_light=on, light.hall_light=on'],
    ['es', 'pon música / párala', ''],
    ['fr', 'allume la fontaine / arrête-la', ''],
    ['fr', 'éteins tout sauf la télé et la musique', 'light.living_room_light=off, light.desk_lamp=off'],
    ['en', 'add a milk chocolate bar to the list / take milk off the list', 'list a milk chocolate bar'],
    ['de', 'mach jeden Freitagabend um acht die Gartenlichter an', 'command 6180'],
    ['de', 'erinner mich Mittwochabend an Oma', 'reminder 3240'],
    ['en', 'remind me tonight at five to start dinner', 'reminder 240'],
    ['en', 'remind me on friday night at twelve to go home', 'reminder 6420'],
    ['en', 'remind me at eight about movie night', 'reminder 420'],
    ['es', 'recuérdame a las ocho pasar por la farmacia', 'reminder 420'],
    ['en', 'remind me to call grandma on december 24th / at eight', ''],
  ],
  'the one in another room is of the same kind': [
    [
      'en',
      'set the desk lamp to 30 and the one in the bedroom to 20',
      'light.bedroom_light=on, light.bedside_lamp=on, light.desk_lamp=on',
    ],
    ['fr', 'allume la lampe de chevet / et celle du salon à 20', LIVING_ROOM],
    [
      'es',
      'enciende la luz del baño y pon la del dormitorio al 30',
      'light.bedroom_light=on, light.bedside_lamp=on, light.bathroom_light=on',
    ],
    ['en', 'turn on the desk lamp / and set the bedroom to 20 degrees', 'climate.bedroom=heat'],
  ],
  'it is what the answer to a question named': [
    ['en', "what's on in the living room / turn it off", 'light.living_room_light=off'],
    ['en', 'is anything on in the bedroom / turn it off', ''],
    ['en', "what's on / turn them off", 'light.living_room_light=off, light.desk_lamp=off'],
    ['de', 'was ist im Wohnzimmer an / mach es aus', 'light.living_room_light=off'],
    ['fr', "qu'est-ce qui est allumé dans le salon / éteins-la", 'light.living_room_light=off'],
  ],
  'words that are no name, no wish and no time set nothing': [
    ['de', 'stell keinen Timer auf zehn Minuten', ''],
    ['de', 'ich hatte einen Timer auf zehn Minuten', ''],
    ['de', 'stell mir bitte einen Timer auf zehn Minuten', 'timer 10'],
    ['de', 'stell einen Pizzatimer auf zehn Minuten', 'timer 10'],
    ['de', 'erinner mich bitte nicht um sieben an Mama', ''],
    ['fr', "rappelle-moi pas d'appeler maman à sept heures", ''],
    ['es', 'recuérdame no a las siete sino a las ocho llamar a mamá', ''],
    ['en', 'please no timer for ten minutes', ''],
    ['en', 'remind me to call grandma on december 24th at eight', ''],
    ['en', 'remind me to go to the gym on monday and wednesday at nine', ''],
    ['en', 'remind me every day except sunday at nine to jog', ''],
    ['de', 'erinner mich am 24. Dezember um acht an Oma', ''],
    ['en', 'remind me at seven to call mum', 'reminder 360'],
    ['de', 'Lautstärke um 10 runter', ''],
    ['de', 'Wohnzimmerlicht heller um 10', ''],
  ],
  'a part of the day counts, and the night goes on after midnight': [
    ['en', 'turn off the living room light tonight at one', 'command 720'],
    ['en', 'remind me at 12 tonight to sleep', 'reminder 660'],
    ['en', 'remind me on thursday night at eight to call mum', 'reminder 4740'],
    ['en', 'remind me tomorrow afternoon to call mum', 'reminder 1560'],
    ['de', 'weck mich heute Nacht um drei', 'alarm 840'],
    ['de', 'erinner mich Donnerstagabend an Oma', 'reminder 4680'],
    ['fr', 'allume la fontaine jeudi soir à huit heures', 'command 4740'],
    ['fr', "rappelle-moi jeudi soir d'appeler maman", 'reminder 4680'],
    ['es', 'recuérdame el jueves por la mañana a las diez llamar a mamá', 'reminder 4140'],
    ['es', 'despiértame esta noche a las tres', 'alarm 840'],
  ],
  'an alarm of another day stays': [
    ['en', 'wake me on tuesday at seven / cancel the alarm on wednesday', 'alarm 1080'],
    ['en', 'wake me every weekday at nine / cancel the alarm on saturday', 'alarm 1200'],
    ['de', 'weck mich am Dienstag um neun / lösch den Wecker am Mittwoch', 'alarm 1200'],
    ['fr', "réveille-moi mardi à neuf heures / annule l'alarme mercredi", 'alarm 1200'],
    ['es', 'despiértame el martes a las nueve / quita la alarma el miércoles', 'alarm 1200'],
    ['en', 'wake me on tuesday at seven / cancel the alarm on tuesday', ''],
  ],
  'what goes on with something else is no item of the list': [
    ['en', 'add milk to the list / and remind me at six', 'reminder 300, list milk'],
    ['en', 'add milk to the list / and bread', 'list milk, bread'],
    ['en', 'add milk to the list / and light bulbs', 'list milk, light bulbs'],
    ['es', 'añade leche a la lista de la compra / y té', 'list leche, té'],
    ['en', 'add milk to the list / and remove the eggs', 'list milk'],
    ['de', 'setz Milch auf die Einkaufsliste / und draußen', 'list Milch'],
    ['fr', 'ajoute du lait à la liste de courses / la lumière aussi', 'list lait'],
    ['es', 'añade leche a la lista de la compra / y basta', 'list leche'],
    ['en', 'add six eggs to the list / take the eggs off the list', ''],
    ['en', 'turn on the shopping list', ''],
  ],
  'what follows is about the device before it': [
    ['de', 'Rollladen im Wohnzimmer runter / halt', 'cover.living_room_blinds=paused'],
    ['es', 'baja las persianas del salón / para', 'cover.living_room_blinds=paused'],
    ['en', 'turn on the hall light / stop', 'light.hall_light=on'],
    ['es', 'enciende el ventilador de techo / más fuerte', 'fan.ceiling_fan=on'],
    ['de', 'Kaffeemaschine an / im Büro auch', 'switch.coffee_machine=on'],
    ['en', 'turn on the kitchen light / and lock the back door', 'light.kitchen_light=on'],
    ['de', 'dreh die Heizung im Schlafzimmer ab', 'climate.bedroom=off'],
    ['es', 'enciende la luz de la recámara', 'light.bedroom_light=on, light.bedside_lamp=on'],
  ],
  'all are all, and everything shut is nothing off': [
    ['en', 'open all the blinds', 'cover.bedroom_blinds=open'],
    ['de', 'mach alles zu', ''],
    ['en', 'turn off the telly', ''],
    ['en', 'set the kitchen light to a hundred and ten percent', ''],
  ],
};

const TOLD: [language: string, sentences: string, answer: string | undefined][] = [
  ['en', 'are the kitchen light and the counter light on', 'No, the kitchen light and the counter light are off.'],
  ['en', 'are the desk lamp and the hall light on', 'The desk lamp is on at 50 percent. The hall light is off.'],
  ['de', 'sind das Flurlicht und das Badlicht aus', 'Ja, das Flurlicht und das Badlicht sind aus.'],
  ['en', 'add milk to the list / is the milk on the list', 'Shopping List: yes, milk is on it.'],
  [
    'en',
    'add milk to the list / are milk and eggs on the list',
    'Shopping List: yes, milk is on it. Shopping List: no, eggs isn’t on it.',
  ],
  ['de', 'mach das Flurlicht an / noch eins', undefined],
  ['es', 'sube la luz del salón diez por ciento', 'He puesto la luz del salón al 90 por ciento.'],
  ['en', 'wake me on tuesday at seven / cancel the alarm on wednesday', 'There is none at that time.'],
];

/** What a device has, as far as orders change it. */
const lookOf = (house: House) =>
  new Map(house.entities.map(({ id, state, attributes }) => [id, { state, all: JSON.stringify([state, attributes]) }]));

async function played(language: string, sentences: string): Promise<{ changes: string; answer: string | undefined }> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-dialogue-'));
  try {
    const demo = { ...openDemoHome(), timeZone: () => 'Europe/Berlin' };
    const timer = { cancel() {}, refresh() {}, unref: () => timer };
    const timers = openTimers({
      file: path.join(folder, 'timers.json'),
      failed: assert.fail,
      time: { now: () => NOW, uptime: () => 0, after: () => timer },
    });
    const before = lookOf(demo.house());
    const home = guarded(demo);
    const site = `${language} ${sentences}`.replace(/\W/g, '').slice(0, 60);
    let answer: string | undefined;
    for (const said of sentences.split(' / ')) {
      const turn = newTurn({ site, source: 'text', language, area: 'kitchen' });
      const signal = new AbortController().signal;
      answer = (await decideCommand(said, { home, turn, signal, memories: [], timers }))?.text;
    }
    const changed = [...lookOf(demo.house())].filter(([id, { all }]) => before.get(id)?.all !== all);
    const set = timers.all().map(({ kind, due }) => `${kind} ${(due - NOW) / 60_000}`);
    const items = (await demo.contents?.items('todo.shopping_list', new AbortController().signal)) ?? [];
    const list = items.length > 0 ? [`list ${items.map(({ summary }) => summary).join(', ')}`] : [];
    return { changes: [...changed.map(([id, { state }]) => `${id}=${state}`), ...set, ...list].join(', '), answer };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe('dialogues in the demo house', () => {
  for (const [kind, dialogues] of Object.entries(DIALOGUES))
    test(kind, async () => {
      for (const [language, sentences, changes] of dialogues)
        assert.equal((await played(language, sentences)).changes, changes, `[${language}] ${sentences}`);
    });

  test('what is told is so', async () => {
    for (const [language, sentences, answer] of TOLD)
      assert.equal((await played(language, sentences)).answer, answer, `[${language}] ${sentences}`);
  });
});
