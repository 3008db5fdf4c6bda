import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { DEMO_HOUSE } from '../home/demo-house.js';
import { guarded } from '../home/guard.js';
import { newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';
import { firstSentence } from './first-sentence.js';

const first = (text: string, language = 'en') => firstSentence(text, { language, house: DEMO_HOUSE });

const OTHERS = [
  ['en', 'Turn on the kitchen light. And now to the weather in the north of the country.'],
  ['en', 'Turn on the kitchen light. Minister Harris said on Tuesday that taxes will rise.'],
  ['de', 'Mach das Licht an. Der Minister sagte am Dienstag, die Steuern steigen.'],
  ['fr', 'Allume la lumière. Le ministre a dit mardi que les impôts augmenteraient.'],
  ['es', 'Enciende la luz. La ministra dijo el martes que los impuestos subirían.'],
] as const;

const OWN = [
  'Turn on the light.',
  'Turn on the light. In the kitchen, please.',
  'Turn on the light. When I come home at eight tonight.',
  'Turn on the lights. Not the one in the kitchen though.',
  'Turn on the lights. The lamp in the hall should stay off.',
  'Turn off the lights. Then tell me a joke about lamps.',
  'Turn off the lights. And the heating in the whole of this place.',
  'Turn off the lights. What will the weather be like tomorrow?',
  'Dim the light. Make it as warm as it can be.',
  'Set the thermostat to 21.5 degrees before the guests arrive tonight',
];

for (const [language, heard] of OTHERS) {
  test(`${language}: somebody else speaks on: "${heard}"`, async () => {
    assert.equal(first(heard, language), heard.slice(0, heard.indexOf('.') + 1));
    const turn = newTurn({ site: 'kitchen', area: 'Kitchen', source: 'voice', language });
    const options = { home: guarded(openDemoHome()), turn, signal: new AbortController().signal, memories: [] };
    const answered = await decideCommand(heard, options);
    assert.ok(answered?.command?.targets.includes('light.kitchen_light'));
    // What is typed is one person's.
    const typed = { ...options, turn: newTurn({ site: 'kitchen', area: 'Kitchen', source: 'text', language }) };
    assert.equal(await decideCommand(heard, typed), undefined);
  });
}

test('what changes, limits or adds to the request keeps it whole', () => {
  for (const heard of OWN) assert.equal(first(heard), undefined, heard);
});
