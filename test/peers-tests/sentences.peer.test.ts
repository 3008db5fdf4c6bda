import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { benchSentences } from '../../bench/sentences.js';

/** Of Home Assistant's own sentence tests: those that are understood as they mean it, and those taken for something else. */
const MIN_RIGHT = 0.99;
const MAX_WRONG = 0.001;
/** What the product's actions make of all of them; it leaves some to others on purpose, such as 30 degrees. */
const MIN_BY_PRODUCT = 0.95;

describe("Home Assistant's own sentence tests", () => {
  const shares = new Map<string, number>();
  before(async () => {
    for (const { name, p50 } of await benchSentences()) shares.set(name.slice('sentences/'.length), p50);
  });
  for (const language of ['en', 'de', 'fr', 'es']) {
    test(`${language}: right, and never another action or device`, () => {
      const share = (what: string) => {
        const value = shares.get(`${what}-${language}`);
        assert.ok(value !== undefined, `no tests in ${language}`);
        return value;
      };
      assert.ok(share('peer') >= MIN_RIGHT, `${share('peer')} right`);
      assert.ok(share('wrong') <= MAX_WRONG, `${share('wrong')} wrong`);
      assert.ok(share('product') >= MIN_BY_PRODUCT, `${share('product')} right as commands`);
      assert.ok(share('product-wrong') <= MAX_WRONG, `${share('product-wrong')} wrong as commands`);
    });
  }
});
