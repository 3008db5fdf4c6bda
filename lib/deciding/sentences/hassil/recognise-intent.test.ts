import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Block, intentLanguages, type LanguageData, languageData } from './data.js';
import { compileGrammar } from './grammar.js';
import { type HouseNames, namesOf } from './match.js';
import { normalise } from './normalise.js';
import { intentsOf } from './recognise-intent.js';

const NAMES: HouseNames = {
  name: namesOf(
    [
      { id: 'light.desk', name: 'Desk lamp', domain: 'light' },
      { id: 'switch.tv', name: 'TV', domain: 'switch' },
      { id: 'media_player.tv', name: 'TV', domain: 'media_player' },
      { id: 'light.tv', name: 'TV lamp', domain: 'light' },
    ].map((one) => [normalise(one.name), one]),
  ),
  area: namesOf(
    [
      { id: 'living_room', name: 'Living Room' },
      { id: 'kueche', name: 'Küche' },
    ].map((one) => [normalise(one.name), one]),
  ),
  floor: namesOf([[normalise('First Floor'), { id: 'first', name: 'First Floor' }]]),
};

/** What a language with these sentences makes of a text. */
function recognised(text: string, sentences: string[], more: Partial<LanguageData & { block: Partial<Block> }> = {}) {
  const { block, ...data } = more;
  const grammar = compileGrammar({
    language: 'en',
    skipWords: ['please', 'for me'],
    rules: { the: '(the|my)', turn: '(turn|switch)' },
    lists: {
      percent: { range: { from: 0, to: 100 } },
      half: { range: { from: 0, to: 30, fractions: 'halves' } },
      lower: { range: { from: 0, to: 100, multiplier: -1 } },
      item: { wildcard: true },
      color: { values: [{ in: '(red|crimson)', out: 'red' }] },
    },
    numbers: { '20': ['twenty'], '21': ['twenty-one'], '21.5': ['twenty-one point five'] },
    fragments: [],
    intents: { Test: [{ sentences, needs: [], ...block }] },
    responses: { intents: {}, errors: {} },
    ...data,
  });
  return intentsOf(text, [grammar], NAMES, 'Living Room')[0]?.slots ?? null;
}

describe('hassil templates', () => {
  const says: [template: string, text: string, slots: Record<string, unknown> | null][] = [
    ['<turn> on [<the>] light[s]', 'Turn on the lights!', {}],
    ['<turn> on [<the>] light[s]', 'switch on light', {}],
    ['<turn> on [<the>] light[s]', 'turn on lightss', null],
    ['<turn> on {name}', 'turn on the lamp', null],
    ['(on;[<the>] {name};now)', 'now the desk lamp on', { name: 'Desk lamp' }],
    ['{area}licht', 'Küchelicht', { area: 'Küche' }],
    ["l'{area}", 'L’Küche', { area: 'Küche' }],
    ['set to {percent:brightness}[ ]%', 'set to 50%', { brightness: 50 }],
    ['set to {percent:brightness}[ ]%', 'set to 150%', null],
    ['set to {percent:brightness} percent', 'set to twenty one percent', { brightness: 21 }],
    ['{half} degrees', '21,5 degrees', { half: 21.5 }],
    ['{half} degrees', 'twenty-one point five degrees', { half: 21.5 }],
    ['{half} degrees', '21.3 degrees', null],
    ['down by {lower}', 'down by 10', { lower: -10 }],
    ['make it {color}', 'make it crimson', { color: 'red' }],
    ['add {item} to [<the>] list', 'please add green eggs to the list', { item: 'green eggs' }],
    ['add {item}', 'add something for me', { item: 'something for me' }],
    ['make {item}[ (to|at)] {color}', 'make the lamp red', { item: 'the lamp', color: 'red' }],
    ['make {item}[ (to|at)] {color}', 'make the lampred', null],
    ['what is 1\\/2', 'what is 1/2', {}],
    ['<turn> on {area}', 'turn on the living-room please', null],
    ['<turn> on [<the>] {area}', 'please turn on the living-room for me', { area: 'Living Room' }],
  ];
  for (const [template, text, slots] of says) {
    test(`${template}: "${text}"`, () => assert.deepEqual(recognised(text, [template]), slots));
  }

  test('the named device is of a domain that the sentences are for', () => {
    const block = { domains: ['media_player'] };
    assert.deepEqual(recognised('play the TV', ['play [the] {name}'], { block }), { name: 'TV' });
    assert.equal(recognised('play the desk lamp', ['play [the] {name}'], { block }), null);
  });

  test('what is meant besides what is said, and where', () => {
    const block: Partial<Block> = { slots: { domain: 'light' }, here: true };
    assert.deepEqual(recognised('lights on', ['lights on'], { block }), { domain: 'light', area: 'Living Room' });
  });

  test('a language without spaces between words', () => {
    const found = recognised('打开 客厅 的灯', ['打开{area}的灯|打开客厅的灯'], { ignoreWhitespace: true });
    assert.deepEqual(found, {});
    const spaced = recognised('Küche的下一首', ['{area}的 下一 首'], { ignoreWhitespace: true });
    assert.deepEqual(spaced, { area: 'Küche' });
  });

  test('a sigma is the same at the end of a word', () => {
    assert.deepEqual(recognised('Ποιος είναι ο ΚΑΙΡΟΣ', ['ποιοσ είναι ο καιρός']), {});
  });

  test('malformed templates are told', () => {
    assert.throws(() => recognised('turn on', ['(turn']), /never closed/);
    assert.throws(() => recognised('turn on', ['turn)']), /never opened/);
    assert.throws(() => recognised('turn on', ['<unknown>']), /unknown/);
    assert.throws(() => recognised('turn on', ['{unknown}']), /unknown/);
  });
});

describe("Home Assistant's languages", () => {
  const ways: [language: string, text: string, intent: string, slots: Record<string, unknown>][] = [
    ['en', 'Turn on the lights in the living room', 'HassTurnOn', { area: 'Living Room', domain: 'light' }],
    ['en', 'could you turn on the TV lamp please?', 'HassTurnOn', { name: 'TV lamp' }],
    ['de', 'Schalte das Licht in der Küche aus', 'HassTurnOff', { area: 'Küche', domain: 'light' }],
    ['en', 'turn off the lights', 'HassTurnOff', { area: 'Living Room', domain: 'light' }],
  ];
  for (const [language, text, intent, slots] of ways) {
    test(`${language}: "${text}"`, () => {
      const [found] = intentsOf(text, languageData(language).map(compileGrammar), NAMES, 'Living Room');
      assert.equal(found?.intent, intent);
      assert.deepEqual(found.slots, slots);
    });
  }

  test('every template of every language is well formed', () => {
    const languages = intentLanguages();
    assert.ok(languages.length >= 60);
    for (const language of languages) {
      for (const { node } of languageData(language).flatMap((data) => compileGrammar(data).sentences)) assert.ok(node);
    }
  });
});

test('of templates that match alike the one with more slots is meant, then the first', () => {
  const block = (slots: Record<string, string>): Block => ({ sentences: ['is it on'], needs: [[]], slots });
  const meant = (...slots: Record<string, string>[]) =>
    recognised('is it on', [], { intents: { Test: slots.map(block) } });
  assert.deepEqual(meant({ kind: 'one' }, { kind: 'two' }, { kind: 'three' }), { kind: 'one' });
  assert.deepEqual(meant({ kind: 'one' }, { kind: 'two', state: 'on' }), { kind: 'two', state: 'on' });
});

test('a message begins with its first word', () => {
  assert.deepEqual(recognised('announce : dinner is ready', ['announce {item}']), { item: 'dinner is ready' });
});
