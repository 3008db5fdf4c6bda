import { situationsOf, waysToWrite } from '../claim-situations.js';
import type { Claimed, Names } from '../claimed.js';
import { inputsOf, readForNetwork } from './inputs.js';
import type { Example } from './training.js';

/** Examples from a reply: where it is so as far as each of its sentences, else as a whole. */
export function examplesFrom(one: Claimed, names: Names): Example[] {
  const { language, isSo } = one;
  return situationsOf(one, names).flatMap((situation) => {
    const read = readForNetwork(situation);
    return waysToWrite(one.sentence, language).flatMap((way) => {
      const inputs = inputsOf(way, read);
      return (isSo ? inputs : inputs.slice(-1)).map((input) => ({ language, input, isSo }));
    });
  });
}
