import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DEMO_HOUSE } from '../../home/demo-house.js';
import { openSentences } from './own-sentences.js';
import { problemsIn } from './template-problem.js';

const LISTS = 'genre: jazz, rock, hip hop\nminutes: 1-60\nband: AC/DC (live), Air';

function said(text: string, templates: string, { lists = LISTS, language = '', spoken = 'en' } = {}) {
  const own = openSentences({ templates, lists, language });
  assert.deepEqual(own.problems, []);
  return own.match(text, { language: spoken, house: DEMO_HOUSE })?.sentence;
}

describe("sentences of the owner's", () => {
  const ways: [template: string, text: string, slots: Record<string, unknown> | undefined][] = [
    ['movie time', 'Movie time!', {}],
    ['movie time', 'is it movie time', undefined],
    ['movie time', 'movie times', undefined],
    ['good (night|evening) [everybody]', 'good evening', {}],
    ['good (night|evening) [everybody]', 'good night everybody', {}],
    ['(lights;in the den;off)', 'off in the den lights', {}],
    ['play {genre}', 'play hip hop', { genre: 'hip hop' }],
    ['play {genre}', 'play rockets', undefined],
    ['play {genre:kind} music', 'play Jazz music', { kind: 'jazz' }],
    ['play {band}', 'play ac dc live', { band: 'AC/DC (live)' }],
    ['wake me in {minutes}', 'wake me in 25', { minutes: 25 }],
    ['wake me in {minutes} minutes', 'wake me in twenty five minutes', { minutes: 25 }],
    ['wake me in {minutes}', 'wake me in 90', undefined],
    ['note {words}', 'Note Größe 42 for Anna', { words: 'Größe 42 for Anna' }],
    ['tell {who} that {what}', 'tell Ada that dinner is ready', { who: 'Ada', what: 'dinner is ready' }],
    ['[please] {words}', 'anything at all', undefined],
    ['\\(yes\\)', 'yes', {}],
  ];
  for (const [template, text, slots] of ways) {
    test(`${template}: "${text}"`, () => assert.deepEqual(said(text, template)?.slots, slots));
  }

  test('devices and rooms of the house are told by name and id', () => {
    assert.deepEqual(said('party in the kitchen with the floor lamp', 'party in [the] {area} with [the] {name}'), {
      template: 'party in [the] {area} with [the] {name}',
      slots: { area: 'Kitchen', name: 'Floor Lamp' },
      ids: { area: ['kitchen'], name: ['light.floor_lamp'] },
      language: 'en',
    });
  });

  test('of several the one with the fewest free words is meant, wherever it stands', () => {
    const templates = 'play {anything}\nplay {genre}\n[do] play {anything} please';
    assert.equal(said('play rock', templates)?.template, 'play {genre}');
    assert.equal(said('play the blues please', templates)?.template, '[do] play {anything} please');
    assert.equal(said('play the blues', templates)?.template, 'play {anything}');
  });

  test('a language is the only one it is said in; without one it is every language', () => {
    assert.equal(said('Filmabend', 'Filmabend', { language: 'de', spoken: 'de-AT' })?.language, 'de-AT');
    assert.equal(said('Filmabend', 'Filmabend', { language: 'de', spoken: 'en' }), undefined);
    assert.deepEqual(said('in fünfundzwanzig', 'in {minutes}', { spoken: 'de' })?.slots, { minutes: 25 });
    assert.deepEqual(said('电影 时间', '电影时间', { spoken: 'zh-CN' })?.slots, {});
    for (const spoken of ['', 'xx', '../../en', '__proto__', 'x'.repeat(5000)]) {
      assert.deepEqual(said('movie time', 'movie time', { spoken })?.slots, {});
    }
  });

  test('what is wrong is told with its place, and leaves the others alone', () => {
    const templates = 'movie time\n\nplay (a|b\nnight) [x\n<turn> on\n{x y}\n(a|b;c)\n(a;b;c;d;e;f;g)\n{words}';
    const own = openSentences({ templates, lists: 'area: x\nshort:\n1-5\nok: a', language: '' });
    assert.deepEqual(
      own.problems.map((one) => one.split(':')[0]),
      [
        ...['3, character 6', '4, character 6', '5, character 1', '6, character 1', '7, character 5'].map(
          (place) => `Sentences, line ${place}`,
        ),
        'Sentences, line 8, character 13',
        'Sentences, line 9, character 1',
        ...['1, character 1', '2, character 7', '3, character 1'].map((place) => `Lists, line ${place}`),
      ],
    );
    assert.equal(own.size, 1);
    assert.ok(own.match('movie time', { language: 'en', house: DEMO_HOUSE }));
    assert.equal(own.match('play a', { language: 'en', house: DEMO_HOUSE }), undefined);
  });

  test('fifty sentences of five hundred letters, and no more', () => {
    const whys = (templates: string) => problemsIn(templates, []).map(({ line, why }) => `${line} ${why}`);
    assert.deepEqual(whys('x'.repeat(500)), []);
    assert.deepEqual(whys('x'.repeat(501)), ['1 long']);
    assert.deepEqual(whys(Array(50).fill('x').join('\n\n')), []);
    assert.deepEqual(whys(Array(60).fill('x').join('\n\n')), ['101 many']);
    const own = openSentences({ templates: Array(60).fill('x').join('\n'), lists: '', language: '' });
    assert.equal(own.size, 50);
  });

  test('hostile templates and lists are bounded work', () => {
    const letters = (text: string, length = 500) => text.repeat(length).slice(0, length);
    const hostile: [template: string, text: string][] = [
      ['{a}{b}{c}{d}{e}{f}{g} x', letters('x ', 200)],
      ['{a} x {b} x {c} x {d} x {e} x {f} x', letters('x ', 200)],
      [letters('[{a}]', 495), letters('a ', 200)],
      [letters('[{v}][ ]', 496), letters('a', 199)],
      [letters('[a]', 498), letters('a', 199)],
      [`${'('.repeat(249)}a${')'.repeat(249)}`, 'a'],
      [`${'['.repeat(249)}a${']'.repeat(249)}`, 'b'],
      [letters('(a;b;c;d;e;f)', 494), letters('a b c d e f ', 199)],
      ['(((a;b;c;d;e;f);b;c;d;e;f);b;c;d;e;f)', letters('f e d c b a ', 199)],
    ];
    for (const [template, text] of hostile) {
      const own = openSentences({
        templates: Array(50).fill(template).join('\n'),
        lists: `v: ${letters('a, aa, aaa, aaaa, ', 3000)}`,
        language: '',
      });
      // Unbounded it would not come back.
      for (const said of [text, `${text} y`]) own.match(said, { language: 'en', house: DEMO_HOUSE });
    }
  });
});
