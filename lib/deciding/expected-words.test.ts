import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import { LANGUAGES } from '../language/folders.js';
import { type Heard, newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';
import { expectedWords } from './expected-words.js';

const signal = new AbortController().signal;

/** What a room expects after some words, and what it takes for whole. */
async function expectedAfter(site: string, words: string, language: string) {
  const home = guarded(openDemoHome());
  const turn = newTurn({ site, source: 'voice', door: 'voice', language });
  await decideCommand(words, { home, turn, signal, memories: [], conversation: false });
  const { commands, endOf } = expectedWords({ home, turn, name: 'Jarvis', languageOf: () => language });
  return { commands: commands({ text: '' }), endOf: (text: string) => endOf({ text }) };
}

const OPENS: Record<string, [order: string, yes: string, no: string]> = {
  en: ['unlock the front door', 'yes', 'no'],
  de: ['schließ die Haustür auf', 'ja', 'nein'],
  fr: ["déverrouille la porte d'entrée", 'oui', 'non'],
  es: ['desbloquea la puerta principal', 'sí', 'no'],
};

for (const language of LANGUAGES)
  test(`${language}: while a yes is waited for, yes and no are expected and whole, and no orders`, async () => {
    const [order = '', yes = '', no = ''] = OPENS[language] ?? [];
    const { commands, endOf } = await expectedAfter(`yes-${language}`, order, language);
    assert.ok(commands.includes(yes) && commands.includes(no), commands.join());
    assert.ok(commands.length < 100 && !commands.some((text) => /lamp/i.test(text)), commands.join());
    assert.deepEqual([endOf(yes), endOf(no), endOf('hm')], ['whole', 'whole', undefined]);
  });

test('while one of several is asked for, what was offered is expected', async () => {
  const { commands, endOf } = await expectedAfter('which', 'turn off the fan', 'en');
  for (const answer of ['the Ceiling Fan', 'Bathroom Fan', 'no', 'stop']) assert.ok(commands.includes(answer), answer);
  assert.deepEqual([endOf('the ceiling fan'), endOf('the stopper')], ['whole', undefined]);
});

test('where nothing waits, orders are expected', async () => {
  const { commands, endOf } = await expectedAfter('none', 'what time is it?', 'en');
  assert.ok(commands.includes('turn on the Kitchen Light'));
  assert.deepEqual([endOf('yes'), endOf('no')], [undefined, undefined]);
});

/** What is said to an order, and to the words that answer what it asks, heard with likely answers beside them. */
async function saidTo(
  order: string,
  text: string,
  alternatives: [text: string, behind: number][],
  source: 'voice' | 'text',
) {
  const home = guarded(openDemoHome());
  const site = `${order} ${text} ${alternatives.join()} ${source}`;
  const says = (words: string, heard?: Heard) =>
    decideCommand(words, {
      home,
      turn: newTurn({ site, source, door: 'voice', language: 'en', ...(heard && { heard }) }),
      signal,
      memories: [],
      conversation: false,
    });
  await says(order);
  return (await says(text, { text, alternatives: alternatives.map(([one, behind]) => ({ text: one, behind })) }))?.text;
}
const UNLOCK = 'unlock the front door';
const FAN = 'turn off the fan';
const MISHEARD: [order: string, text: string, alternatives: [string, number][], told: RegExp | undefined][] = [
  [
    UNLOCK,
    "I'll do it.",
    [
      ['yes', 0.2],
      ['okay', 1.1],
      ['no', 3],
    ],
    /^Unlocked/,
  ],
  [UNLOCK, 'Yasun', [['yes', 1.4]], /^Unlocked/],
  [UNLOCK, 'Yasun', [['yes', 2.5]], /^Sorry, shall I do it/],
  [
    UNLOCK,
    'Done.',
    [
      ['yes', 0.6],
      ["don't", 0.9],
    ],
    /^Sorry, shall I do it/,
  ],
  [UNLOCK, 'Now.', [['no', 2.1]], /^All right, I won’t|^All right, I won't/],
  [UNLOCK, 'Snow!', [['no', 2.7]], /^All right/],
  [UNLOCK, 'the stopper', [['stop', 1.6]], /^All right/],
  [UNLOCK, 'no', [['yes', -0.5]], /^All right/],
  [UNLOCK, 'turn on the hall light', [['yes', 0.1]], /^Turned on the hall light/],
  [FAN, 'The ceiling found.', [['the Ceiling Fan', 0.6]], /ceiling fan/i],
  [FAN, 'The battery fans.', [['the Bathroom Fan', 4.7]], /bathroom fan/i],
  [
    FAN,
    'The farm.',
    [
      ['Bathroom Fan', 2],
      ['Ceiling Fan', 2.4],
    ],
    undefined,
  ],
  [FAN, 'The stopper.', [['stop', 2]], /^All right/],
];
for (const [order, text, alternatives, told] of MISHEARD)
  test(`after "${order}" "${text}" is ${alternatives.map((one) => one.join(' ')).join(', ')}: ${told}`, async () => {
    const said = await saidTo(order, text, alternatives, 'voice');
    if (told) assert.match(said ?? '', told);
    else assert.equal(said, undefined);
  });

test('typed words are not misheard', async () => {
  assert.match((await saidTo(UNLOCK, 'Yasun', [['yes', 0]], 'text')) ?? '', /^Sorry, shall I do it/);
});
