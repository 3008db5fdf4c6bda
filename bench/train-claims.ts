import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { CLAIM_NETWORK } from '../lib/replying/claim-classifier.js';
import { packed, unpacked } from '../lib/replying/claim-network.js';
import { packageRoot } from '../test/package-root.js';
import { examplesFrom, examplesOfCases, judged } from './claim-examples.js';
import { train } from './claim-training.js';
import { NAMES, readClaimed } from './claimed.js';

/** Times that a case counts: people have met it, and sentences were only thought up. */
const CASES_COUNT = 20;

const examples = Object.entries(NAMES).flatMap(([language, names]) => {
  const cases = examplesOfCases(language);
  return [
    ...readClaimed(`tuning.${language}`).flatMap((one) => examplesFrom(one, names)),
    ...Array.from({ length: CASES_COUNT }, () => cases).flat(),
  ];
});
console.log(`${examples.length} examples`);
const trained = train(examples, (epoch, loss) => console.log(`epoch ${epoch + 1}: loss ${loss.toFixed(3)}`));
const kept = new Map([...trained].map(([language, network]) => [language, packed(network)]));
for (const [language, network] of kept) {
  const file = path.join(packageRoot(), 'lib/language', language, CLAIM_NETWORK);
  writeFileSync(file, network);
  console.log(path.relative(packageRoot(), file));
}

// Thresholds are chosen on these.
const networks = new Map([...kept].map(([language, network]) => [language, unpacked(network)]));
const validation = readClaimed('validation').flatMap((one) => {
  const [names, network] = [NAMES[one.language], networks.get(one.language)];
  return names && network ? judged(one, names, network) : [];
});
for (const of of ['all', 'order', 'statement', 'question', 'words']) {
  const group = validation.filter(({ asked }) => of === 'all' || asked === of);
  const [so, not] = [group.filter(({ isSo }) => isSo), group.filter(({ isSo }) => !isSo)];
  for (const least of [-4, -3, -2, -1.5, -1, -0.5, 0, 0.5, 1]) {
    const spoken = not.filter(({ odds }) => odds > least).length / not.length;
    const replaced = so.filter(({ odds }) => odds <= least).length / so.length;
    const percent = (part: number) => `${(100 * part).toFixed(1)} %`;
    console.log(`${of} above ${least}: false spoken ${percent(spoken)}, true replaced ${percent(replaced)}`);
  }
}
