import { situationsOf } from '../claim-situations.js';
import { type Claimed, NAMES, type Names, readClaimed } from '../claimed.js';
import { examplesFrom } from './examples.js';
import { inputsOf, readForNetwork } from './inputs.js';
import { forward, type Network } from './network.js';
import { train } from './training.js';

/** Trains on `tuning.*` and `more.*`, in a quarter of an hour on one core, and measures on `testing`; the product has no part in it yet. */
const examples = Object.entries(NAMES).flatMap(([language, names]) =>
  ['tuning', 'more'].flatMap((set) => readClaimed(`${set}.${language}`).flatMap((one) => examplesFrom(one, names))),
);
console.log(`${examples.length} examples`);
const networks = train(examples, (epoch, loss) => console.log(`epoch ${epoch + 1}: loss ${loss.toFixed(3)}`));

/** The odds of a reply's least likely sentence. */
function leastOdds(one: Claimed, names: Names, network: Network): number {
  const [situation] = situationsOf(one, names);
  if (!situation) return 0;
  const inputs = inputsOf(one.sentence, readForNetwork(situation));
  return Math.min(...inputs.map((input) => forward(network, input).odds));
}

const judged = readClaimed('testing').flatMap((one) => {
  const [names, network] = [NAMES[one.language], networks.get(one.language)];
  return names && network ? [{ isSo: one.isSo, odds: leastOdds(one, names, network) }] : [];
});
for (const least of [-2, -1, 0, 1]) {
  const [so, not] = [judged.filter(({ isSo }) => isSo), judged.filter(({ isSo }) => !isSo)];
  const spoken = not.filter(({ odds }) => odds > least).length / not.length;
  const replaced = so.filter(({ odds }) => odds <= least).length / so.length;
  console.log(
    `above ${least}: false spoken ${(100 * spoken).toFixed(1)} %, true replaced ${(100 * replaced).toFixed(1)} %`,
  );
}
