import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold, words } from '../language/fold.js';
import { languagesWith } from '../language/folders.js';
import { listsOf, textsOf } from '../language/word-lists.js';
import { topicsOf, topicsOfPhrases } from './topics.js';

test('a word stands for its topics in every form: plural, ending, part of a compound', () => {
  for (const word of ['parcel', 'parcels', 'paket', 'pakete', 'paketbote', 'colis', 'paquete'])
    assert.ok(topicsOf(word).includes('#parcel'), word);
  assert.deepEqual(topicsOf('xylophon'), []);
});

test('a phrase is said where all its words are, and only there', () => {
  for (const said of ['how far is the lake', 'wie weit ist es bis Ulm', 'cómo llego al lago'])
    assert.ok(topicsOfPhrases(words(said)).includes('#route'), said);
  for (const said of ['far', 'how are you', 'wie geht es dir', '']) assert.deepEqual(topicsOfPhrases(words(said)), []);
});

for (const tag of languagesWith('topics.json')) {
  test(`what ${tag} says can be matched: folded words and phrases, each once, of topics that English has`, () => {
    for (const [topic, text] of Object.entries(textsOf(tag, 'topics'))) {
      assert.ok(listsOf('topics').includes(topic), topic);
      const entries = text.split(/\s+/).filter(Boolean);
      assert.deepEqual(
        entries.filter((entry) =>
          entry.split('+').some((word) => word === '' || word.includes(' ') || fold(word) !== word),
        ),
        [],
        topic,
      );
      assert.equal(new Set(entries).size, entries.length, topic);
    }
  });
}
