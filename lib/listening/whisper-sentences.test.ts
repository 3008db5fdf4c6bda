import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Said } from './whisper-graphs.js';
import { likelySentences, type SearchOptions, scoreOf, sentenceTree } from './whisper-sentences.js';

/** A decoder of which each letter is a token, and that has its own opinion of each beginning. */
const LETTERS = ' abcdefgh,.';
const END = LETTERS.length;
const encode = (text: string) => [...text].map((letter) => LETTERS.indexOf(letter.toLowerCase()));

function decoder(likely: (before: string, token: number) => number) {
  const texts = new WeakMap<Said, string>();
  let calls = 0;
  const said = (text: string): Said => {
    const scores = Float32Array.from({ length: END + 1 }, (_, token) => likely(text, token));
    const own = { scores, past: {} };
    texts.set(own, text);
    return own;
  };
  const next = async (before: Said, token: number) => {
    calls++;
    return said(`${texts.get(before)}${LETTERS[token]}`);
  };
  return { said: said(''), next, calls: () => calls };
}

/** The logarithm of a text's probability, one token after another. */
function logOf(text: string, likely: (before: string, token: number) => number): number {
  const tokens = [...encode(text), END];
  return tokens.reduce((log, token, at) => {
    const scores = Array.from({ length: END + 1 }, (_, one) => likely(text.slice(0, at), one));
    return log + (scores[token] ?? 0) - Math.log(scores.reduce((sum, score) => sum + Math.exp(score), 0));
  }, 0);
}

const always = { ends: [END], least: -1e6, most: 10_000, cancelled: () => false };

describe('the likeliest sentence', () => {
  test('is the one that trying all finds', async () => {
    const sentence = fc.stringMatching(/^[a-h]{1,3}( [a-h]{1,3})?$/);
    await fc.assert(
      fc.asyncProperty(fc.array(sentence, { minLength: 1, maxLength: 12 }), fc.integer(), async (sentences, seed) => {
        const likely = (before: string, token: number) =>
          ([...before].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), seed) * (token + 3)) % 7;
        const { said, next } = decoder(likely);
        const [found, ...rest] = await likelySentences(sentenceTree(sentences, undefined, encode), {
          said,
          next,
          ...always,
        });
        const best = Math.max(...sentences.map((text) => scoreOf(logOf(` ${text}`, likely), text.length + 2)));
        assert.ok(found);
        assert.ok(Math.abs(found.score - best) < 1e-3, `${found.sentence}: ${found.score}, ${best}`);
        // Scores are rounded: one at the very limit may be on either side of it.
        const nearerThan = (least: number) =>
          sentences.filter((text) => scoreOf(logOf(` ${text}`, likely), text.length + 2) > least);
        const near = [found, ...rest].filter(({ score }) => score > best - 4).map(({ sentence: text }) => text);
        const all = new Set(nearerThan(best - 4 - 1e-3));
        assert.deepEqual(
          nearerThan(best - 4 + 1e-3).filter((text) => !near.includes(text)),
          [],
          'and those that are nearly as likely',
        );
        assert.ok(
          near.every((text) => all.has(text)),
          `no others: ${near}`,
        );
      }),
      { examples: [[['d haf', 'd hdb'], 2011638915]] },
    );
  });

  test('stands behind the phrase, too, and is told as it was given', async () => {
    const likely = (before: string, token: number) => (` ab, cd.`[before.length] === LETTERS[token] ? 9 : 0);
    const { said, next } = decoder(likely);
    const options: SearchOptions = { said, next, ...always, ends: [END, ...encode('.')] };
    const tree = sentenceTree(['Ce', 'Cd', 'ef'], 'ab', encode);
    assert.equal((await likelySentences(tree, options))[0]?.sentence, 'Cd');
    assert.deepEqual(await likelySentences(sentenceTree(['Ce', 'ef'], 'ab', encode), { ...options, least: -5 }), []);
  });

  test('is looked for in few steps where nothing is like it', async () => {
    const words = 'abcdefgh'.split('');
    const sentences = words.flatMap((one) => words.map((other) => `${one}${other} ${other}${one}`));
    const likely = (before: string, token: number) => (` hg gh,`[before.length] === LETTERS[token] ? 20 : 0);
    const { said, next, calls } = decoder(likely);
    const tree = sentenceTree(sentences, undefined, encode);
    const found = await likelySentences(tree, { said, next, ...always, ends: [END, ...encode('a')], least: -5 });
    assert.deepEqual(found, [], 'it does not end there');
    assert.ok(calls() <= 7, `${calls()} steps`);
    assert.deepEqual(await likelySentences(tree, { said, next, ...always, most: 3 }), []);
    assert.deepEqual(await likelySentences(tree, { said, next, ...always, cancelled: () => true }), []);
  });
});
