import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../lib/audio/random.js';
import { forward, type Input, PARTS, packed, unpacked } from '../lib/replying/claim-network.js';
import { backward, initialParameters, networkOf, train } from './claim-training.js';

const token = (word: number) => ({ word, grams: [word, word + 1], marks: [word % 3] });
const INPUT: Input = { tokens: [1, 2, 3, 2].map(token), query: [5, 1].map(token), situations: [0, 7] };

test('the gradients are those of the odds', () => {
  const parts = initialParameters(randomFrom(1));
  const network = networkOf(parts);
  backward(parts, INPUT, forward(network, INPUT), 1);
  const step = 1e-2;
  let tried = 0;
  for (const part of PARTS) {
    const { weights, gradients } = parts[part];
    for (let at = 0; at < weights.length; at++) {
      // Each of what was touched, of each part up to a thousand.
      if (gradients[at] === 0 || at % Math.ceil(weights.length / 1_000) !== 0) continue;
      const kept = weights[at] as number;
      weights[at] = kept + step;
      const above = forward(network, INPUT).odds;
      weights[at] = kept - step;
      const below = forward(network, INPUT).odds;
      weights[at] = kept;
      const gradient = (above - below) / (2 * step);
      assert.ok(
        Math.abs(gradient - (gradients[at] as number)) < 0.02 + 0.1 * Math.abs(gradient),
        `${part} ${at}: ${gradients[at]}, ${gradient}`,
      );
      tried++;
    }
  }
  assert.ok(tried > 200, String(tried));
});

test('what is learned is told apart, and is the same once it was kept', () => {
  const examples = Array.from({ length: 2_000 }, (_, index) => ({
    language: 'en',
    input: { ...INPUT, tokens: [1 + (index % 2), 3 + (index % 50)].map(token) },
    isSo: index % 2 === 0,
  }));
  const network = train(examples).get('en');
  assert.ok(network);
  for (const one of [network, unpacked(packed(network))])
    for (const { input, isSo } of examples.slice(0, 100)) assert.equal(forward(one, input).odds > 0, isSo);
  assert.throws(() => unpacked(packed(network).subarray(1)), /npm run claims/);
});
