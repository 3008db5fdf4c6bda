import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import { type Heard, newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';

const signal = new AbortController().signal;

interface Case {
  text: string;
  language?: string;
  area?: string;
  /** Likely orders, and how far they are behind. */
  likely?: [text: string, behind: number][];
  /** How sure speech to text is of each word; of all when not given. */
  sure?: number[];
  says: RegExp;
  /** What is said to the question, and what comes of it. */
  answered?: [words: string, says: RegExp];
}

const HALL = 'turn on the Hall Light';
const OFFICE = 'turn on the Office Light';
const ON_HALL = /^Turned on the hall light/;
const CASES: Case[] = [
  { text: HALL, says: ON_HALL },
  {
    text: HALL,
    likely: [
      [HALL, 0.2],
      ['turn on the Office Light', 4],
    ],
    says: ON_HALL,
  },
  { text: HALL, likely: [['switch on the Hall Light', 0.1]], says: ON_HALL },
  { text: HALL, likely: [[OFFICE, 0.8]], says: /^Turn on the Hall Light\?$/, answered: ['yes', ON_HALL] },
  { text: HALL, likely: [[OFFICE, 0.8]], says: /\?$/, answered: ['yes, please', ON_HALL] },
  { text: HALL, likely: [[OFFICE, 0.8]], says: /\?$/, answered: ['the office light', /^Turned on the office light/] },
  { text: HALL, likely: [[OFFICE, 0.8]], says: /\?$/, answered: ['no', /^All right/] },
  { text: HALL, likely: [[OFFICE, 0.8]], says: /\?$/, answered: ['turn on the desk lamp', /desk lamp/] },
  { text: HALL, sure: [1, 1, 1, 0.05, 0.9], says: /^Turn on the Hall Light\?$/, answered: ['yes', ON_HALL] },
  { text: 'set the bedroom to 15 degrees', sure: [1, 1, 1, 1, 0.2, 1], says: /^Set the bedroom to 15 degrees\?$/ },
  { text: 'set the bedroom to 15 degrees', sure: [1, 1, 1, 1, 0.6, 1], says: /15/ },
  { text: 'the whole flight', likely: [[HALL, 1]], says: ON_HALL },
  {
    text: 'the whole flight',
    likely: [
      [HALL, 1],
      [OFFICE, 1.6],
    ],
    says: /^Turn on the Hall Light\?$/,
    answered: ['yes', ON_HALL],
  },
  { text: 'said the office light to 50%', likely: [['set the Office Light to 50%', 1]], says: /office light/ },
  {
    text: 'set the orifice light to 15%',
    likely: [['set the Office Light to 50%', 1]],
    says: /^Set the Office Light to 50%\?$/,
  },
  { text: 'the whole flight', likely: [[HALL, 2.7]], says: /^Turn on the Hall Light\?$/ },
  { text: 'the whole flight', area: 'hall', likely: [['turn on the light', -0.5]], says: /^Turn on the light\?$/ },
  { text: 'the whole flight', area: 'hall', likely: [['turn on the light', 0.5]], says: /^nothing$/ },
  {
    text: 'turn on the whole light',
    likely: [
      [OFFICE, 1],
      ['turn on the Bathroom Light', 1.2],
    ],
    says: /^Turn on the Office Light\?$/,
  },
  {
    text: 'it was a very long day and we had the orifice light',
    likely: [[OFFICE, -0.5]],
    says: /^Turned on the office/,
  },
  {
    text: 'schalte das Flurlicht ein',
    language: 'de',
    likely: [['schalte das Bürolicht ein', 0.4]],
    says: /^Schalte das Flurlicht ein\?$/,
    answered: ['ja', /Flurlicht/],
  },
  {
    text: "allume la lumière de l'entrée",
    language: 'fr',
    likely: [['allume la Lumière du bureau', 0.4]],
    says: /^Allume .*\?$/,
    answered: ['oui', /entrée/],
  },
  {
    text: 'enciende la luz del pasillo',
    language: 'es',
    likely: [['enciende la Luz de la oficina', 0.4]],
    says: /^Enciende .*\?$/,
    answered: ['sí', /pasillo/],
  },
  // What is asked and what opens the house has its own ways.
  { text: 'is the hall light on', likely: [[HALL, 0.2]], says: /hall light is off/ },
  { text: 'unlock the front door', likely: [[HALL, 0.2]], says: /^Shall I really unlock/ },
];

/** A house and a room of its own for each case. */
function roomOf({ language = 'en', area = 'bathroom' }: Case, site: string) {
  const home = guarded(openDemoHome());
  return async (words: string, heard: Heard = { text: words }, source: 'voice' | 'text' = 'voice') => {
    const turn = newTurn({ site, area, source, door: 'voice', language, heard });
    return (await decideCommand(words, { home, turn, signal, memories: [], conversation: false }))?.text;
  };
}
const heardOf = ({ text, likely = [], sure }: Case): Heard => ({
  text: `Hey Jarvis, ${text}.`,
  alternatives: likely.map(([one, behind]) => ({ text: one, behind })),
  sure: `Hey Jarvis, ${text}.`.split(' ').map((_, at) => sure?.[at - 2] ?? 0.9),
});

for (const [at, one] of CASES.entries())
  test(`${one.text}, like ${one.likely?.join(', ')}, sure ${one.sure?.join()}: ${one.says}, ${one.answered}`, async () => {
    const says = roomOf(one, `heard-${at}`);
    assert.match((await says(one.text, heardOf(one))) ?? 'nothing', one.says);
    if (one.answered) assert.match((await says(one.answered[0])) ?? '', one.answered[1]);
  });

test('longer words and questions are not taken for a likely order, and typed ones never', async () => {
  const long = { text: 'somebody said that the whole flight was late again', likely: [[HALL, 0.5]] } as Case;
  assert.equal(await roomOf(long, 'long')(long.text, heardOf(long)), undefined);
  const asked = { text: 'why was the whole flight', likely: [[HALL, 0.5]] } as Case;
  assert.equal(await roomOf(asked, 'asked')(asked.text, heardOf(asked)), undefined);
  const typed = { text: HALL, likely: [[OFFICE, 0]] } as Case;
  assert.match((await roomOf(typed, 'typed')(typed.text, heardOf(typed), 'text')) ?? '', ON_HALL);
});
