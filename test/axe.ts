import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

/** What axe-core says of one rule that doesn't hold. */
interface Violation {
  id: string;
  impact: string | null;
  help: string;
  nodes: { target: unknown[]; failureSummary?: string }[];
}

const SOURCE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Half-faded words have half the contrast: what ends is brought to its end. */
const STILL = `for (const animation of document.getAnimations()) {
  if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}`;

/**
 * Asserts that axe-core finds nothing serious or critical in what the page shows now, targets of a finger (24 px) included.
 * It works behind a Content-Security-Policy, and changes nothing but that running animations are brought to their end.
 * @param scope CSS selector of the part to look at, the whole page unless given; it must be there.
 * @throws AssertionError with a line per finding: rule, impact, selector, what to do
 */
export async function assertAccessible(page: Page, scope?: string): Promise<void> {
  if ((await page.evaluate('typeof globalThis.axe')) === 'undefined') await page.evaluate(SOURCE);
  await page.evaluate(STILL);
  const options = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };
  const context = scope === undefined ? 'document' : JSON.stringify(scope);
  const found = await page.evaluate<Violation[]>(
    `axe.run(${context}, ${JSON.stringify(options)}).then(({ violations }) => violations)`,
  );
  const lines = found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, impact, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => {
        const todo = (failureSummary ?? help).replace(/\s*\n\s*/g, ' ');
        return `${id} (${impact}) at ${target.flat().join(' ')}: ${todo}`;
      }),
    );
  if (lines.length > 0) assert.fail(`axe-core found at ${page.url()}:\n${lines.join('\n')}`);
}
