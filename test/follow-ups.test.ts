import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { until } from './until.js';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** What is said, what is answered, and which device is then in which state. */
type Line = [said: string, answer: RegExp, ...states: [entity: string, state: string][]];

const [KITCHEN, COUNTER, BEDROOM] = ['light.kitchen_light', 'light.counter_light', 'light.bedroom_light'];
const [BEDSIDE, DESK, DOOR] = ['light.bedside_lamp', 'light.desk_lamp', 'lock.front_door'];

/** Conversations of people who sit in the kitchen, and have no language model. */
const CONVERSATIONS: Record<string, Line[][]> = {
  en: [
    [
      ['turn on the kitchen light', /Turned on the kitchen light/, [KITCHEN, 'on']],
      ['turn it off', /Turned off the kitchen light/, [KITCHEN, 'off']],
      ['turn it back on', /Turned on the kitchen light/, [KITCHEN, 'on']],
      ['turn it off again', /Turned off the kitchen light/, [KITCHEN, 'off']],
      ['and now on', /Turned on the kitchen light/, [KITCHEN, 'on']],
      ['set it to 40 percent', /kitchen light to 40/],
      ['a bit brighter', /kitchen light to 60/],
      ['make it blue', /kitchen light blue/],
      ['off', /Turned off the kitchen light/, [KITCHEN, 'off']],
    ],
    [
      ['turn on the kitchen light', /Turned on the kitchen light/, [KITCHEN, 'on']],
      ['and the bedroom too', /Turned on the bedroom light/, [BEDROOM, 'on'], [KITCHEN, 'on']],
      ['switch it off, please', /Turned off the bedroom light/, [BEDROOM, 'off'], [KITCHEN, 'on']],
      ['and in the kitchen?', /Turned off the kitchen light/, [KITCHEN, 'off']],
      ['undo that', /the kitchen light/, [KITCHEN, 'on']],
    ],
    [
      ['turn on the bedside lamp', /Turned on the bedside lamp/, [BEDSIDE, 'on']],
      [
        'no, the counter light',
        /off the bedside lamp\. Turned on the counter light/,
        [BEDSIDE, 'off'],
        [COUNTER, 'on'],
      ],
      [
        'sorry, I meant the bedroom light',
        /off the counter light\. Turned on the bed/,
        [COUNTER, 'off'],
        [BEDROOM, 'on'],
      ],
      ['turn that off', /Turned off the bedroom light/, [BEDROOM, 'off']],
    ],
    [
      ['turn on the hall light', /Turned on/, ['light.hall_light', 'on']],
      ['oh no, not the hall light, the counter light', /Turned on/, ['light.hall_light', 'off'], [COUNTER, 'on']],
      ['wait, I meant in the bedroom', /bedroom light/, [COUNTER, 'off'], [BEDROOM, 'on']],
      ['do the same in the hall', /Turned on the hall light/, ['light.hall_light', 'on']],
      ['switch that back off', /Turned off the hall light/, ['light.hall_light', 'off']],
      ['change it back to how it was', /hall light/, ['light.hall_light', 'on']],
      ['is the front door locked?', /^Yes/],
      ['and the garage door?', /garage door is closed/],
    ],
    [
      ['which lights are on in the office?', /desk lamp/],
      ['turn it off', /Turned off the desk lamp/, [DESK, 'off']],
      ['put it back the way it was', /desk lamp/, [DESK, 'on']],
    ],
    [
      ['how warm is it in the kitchen?', /21\.5/],
      ['and in the bedroom?', /18\.4/],
      ['what about the garden?', /12\.3/],
    ],
    [
      ['turn on the kitchen light', /Turned on/, [KITCHEN, 'on']],
      ['who wrote Hamlet?', /language model/],
      // what "it" is now only a model can tell
      ['turn it off', /language model/, [KITCHEN, 'on']],
    ],
    [
      ['unlock the front door', /^Shall I really unlock the front door\?$/],
      ['yes, unlock the front door', /Unlocked the front door/, [DOOR, 'unlocked']],
      ['lock it again', /Locked the front door/, [DOOR, 'locked']],
      ['undo that', /^Shall I really unlock the front door\?$/, [DOOR, 'locked']],
      ['go ahead', /Unlocked the front door/, [DOOR, 'unlocked']],
      ['and lock it again', /Locked the front door/, [DOOR, 'locked']],
      ['open it', /^Shall I really unlock the front door\?$/, [DOOR, 'locked']],
      ['banana', /shall I do it\?$/, [DOOR, 'locked']],
      ['please do', /Unlocked/, [DOOR, 'unlocked']],
      ['lock the front door', /Locked/, [DOOR, 'locked']],
    ],
    [
      ['unlock the front door', /^Shall I really/],
      ['yes but not now', /I won't/, [DOOR, 'locked']],
      ['yes', /language model/, [DOOR, 'locked']],
      ['open the garage door', /^Shall I really open the garage door\?$/],
      [
        'no, turn on the kitchen light',
        /Turned on the kitchen light/,
        [KITCHEN, 'on'],
        ['cover.garage_door', 'closed'],
      ],
      ['yes', /language model/, ['cover.garage_door', 'closed']],
    ],
  ],
  de: [
    [
      ['mach das Küchenlicht an', /Küchenlicht ist an/, [KITCHEN, 'on']],
      ['und jetzt wieder aus', /Küchenlicht ist aus/, [KITCHEN, 'off']],
      ['wieder an', /Küchenlicht ist an/, [KITCHEN, 'on']],
      ['auf 40 Prozent', /Küchenlicht .*40/],
      ['noch etwas heller', /Küchenlicht .*60/],
      ['aus', /Küchenlicht ist aus/, [KITCHEN, 'off']],
      ['mach es wieder an', /Küchenlicht ist an/, [KITCHEN, 'on']],
      ['und im Schlafzimmer auch', /Schlafzimmerlicht ist an/, [BEDROOM, 'on']],
      ['mach das rückgängig', /Schlafzimmerlicht ist aus/, [BEDROOM, 'off'], [KITCHEN, 'on']],
    ],
    [
      ['schalte die Nachttischlampe ein', /Nachttischlampe ist an/, [BEDSIDE, 'on']],
      [
        'nein, das Schlafzimmerlicht',
        /Nachttischlampe ist aus\. .*Schlafzimmerlicht ist an/,
        [BEDSIDE, 'off'],
        [BEDROOM, 'on'],
      ],
      ['mach es aus', /Schlafzimmerlicht ist aus/, [BEDROOM, 'off']],
      ['und in der Küche?', /Küchenlicht ist schon aus/, [KITCHEN, 'off']],
    ],
    [
      ['wie warm ist es in der Küche?', /21,5/],
      ['und im Schlafzimmer?', /18,4/],
      ['entsperre die Haustür', /wirklich aufschließen\?$/],
      ['ja bitte mach auf', /Haustür/, [DOOR, 'unlocked']],
      ['sperr sie wieder zu', /Haustür/, [DOOR, 'locked']],
      ['entsperre die Haustür', /wirklich aufschließen\?$/],
      ['lieber nicht', /lasse es/, [DOOR, 'locked']],
    ],
  ],
  fr: [
    [
      ['allume la lumière de la cuisine', /allumé la lumière de la cuisine/, [KITCHEN, 'on']],
      ['éteins-la', /éteint la lumière de la cuisine/, [KITCHEN, 'off']],
      ['rallume-la', /allumé la lumière de la cuisine/, [KITCHEN, 'on']],
      ['et dans la chambre ?', /allumé la lumière de la chambre/, [BEDROOM, 'on']],
      ['tu peux l’éteindre', /éteint la lumière de la chambre/, [BEDROOM, 'off']],
      ['non, la lumière de la cuisine', /éteint la lumière de la cuisine/, [KITCHEN, 'off'], [BEDROOM, 'on']],
      ['annule ça', /la lumière de la cuisine/, [KITCHEN, 'on']],
    ],
    [
      ["déverrouille la porte d'entrée", /\?$/],
      ['vas-y', /déverrouillé/, [DOOR, 'unlocked']],
      ['verrouille-la', /verrouillé/, [DOOR, 'locked']],
      ["déverrouille la porte d'entrée", /\?$/],
      ['surtout pas', /je ne fais rien/, [DOOR, 'locked']],
    ],
  ],
  es: [
    [
      ['enciende la luz de la cocina', /encendido la luz de la cocina/, [KITCHEN, 'on']],
      ['apágala', /apagado la luz de la cocina/, [KITCHEN, 'off']],
      ['vuelve a encenderla', /encendido la luz de la cocina/, [KITCHEN, 'on']],
      ['y en el dormitorio', /encendido la luz del dormitorio/, [BEDROOM, 'on']],
      ['apágala otra vez', /apagado la luz del dormitorio/, [BEDROOM, 'off']],
      ['deshazlo', /dormitorio/, [BEDROOM, 'on']],
      ['ponla al 30 por ciento', /luz del dormitorio al 30/],
      ['no, la luz de la encimera', /encimera al 30/, [BEDROOM, 'on'], [COUNTER, 'on']],
      ['¿y en el dormitorio?', /dormitorio/],
    ],
    [
      ['desbloquea la puerta principal', /\?$/],
      ['sí, ábrela', /desbloqueado/, [DOOR, 'unlocked']],
      ['bloquéala', /con llave/, [DOOR, 'locked']],
      ['desbloquea la puerta principal', /\?$/],
      ['mejor no', /no lo hago/, [DOOR, 'locked']],
    ],
  ],
};

describe('what is said after a command, without a model', () => {
  let runtime: Runtime;
  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: NOWHERE } });
  });
  after(() => runtime?.stop());

  /** Types a sentence, and gives what is shown of the whole answer. */
  const says = async (page: Page, text: string): Promise<string> => {
    const from = page.messages.length;
    await page.type(text);
    const shown = () => page.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
    await until(
      () => shown().some(({ last }) => last === true),
      () => `an answer to "${text}"; got ${JSON.stringify(page.messages.slice(from))}`,
    );
    return shown()
      .flatMap((message) => (message['text'] ? [String(message['text'])] : []))
      .join(' ');
  };

  for (const [language, conversations] of Object.entries(CONVERSATIONS)) {
    for (const [number, lines] of conversations.entries()) {
      test(`${language}: ${lines[0]?.[0]} …`, async () => {
        // a room of its own: nobody has said anything there
        const site = `browser-${language}00${String(number).padStart(4, '0')}`;
        const page = await openPage(runtime.url, site, 'kitchen', { language });
        for (const target of [KITCHEN, COUNTER, BEDROOM, BEDSIDE]) {
          page.send({ type: 'command', action: 'turn_off', target });
          await page.sees(target, 'off');
        }
        for (const [text, answer, ...states] of lines) {
          assert.match(await says(page, text), answer, text);
          for (const [entity, state] of states) await page.sees(entity, state);
        }
        await page.close();
      });
    }
  }

  test('a follow-up of another room knows nothing of it', async () => {
    const [kitchen, office] = [
      await openPage(runtime.url, 'browser-0000000a', 'kitchen'),
      await openPage(runtime.url, 'browser-0000000b', 'office'),
    ];
    assert.match(await says(kitchen, 'turn on the kitchen light'), /Turned on/);
    assert.match(await says(office, 'turn it off'), /language model/);
    await kitchen.sees(KITCHEN, 'on');
    await kitchen.close();
    await office.close();
  });
});
