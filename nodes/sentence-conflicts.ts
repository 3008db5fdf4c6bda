import { z } from 'zod';
import { conflictsOf } from '../lib/deciding/own-sentences/conflicts.js';
import { type Conflict, MAX_TEMPLATE, MAX_TEMPLATES } from '../lib/deciding/own-sentences/template-problem.js';
import { JarvisError } from '../lib/turn/errors.js';
import { within } from '../lib/turn/wait.js';
import { houseLanguages } from './languages.js';
import { first } from './running.js';

const PATIENCE_MS = 10_000;
const form = z.object({
  templates: z.string().max((MAX_TEMPLATE + 1) * MAX_TEMPLATES),
  lists: z.string().max(100_000).default(''),
  language: z.string().max(35).default(''),
});
const NO_HOUSE = { areas: [], entities: [] };

/** One form is looked at at a time, the newest. */
let latest = new AbortController();

/**
 * Which of a form's sentences are built in already, for the house that is deployed.
 * @throws what zod says of a body that is no form; JarvisError timeout, and failed where a newer form takes its place
 */
export async function sentenceConflicts(body: unknown): Promise<{ conflicts: Conflict[] }> {
  const { language, ...asked } = form.parse(body);
  latest.abort(new JarvisError('failed', 'A newer form is being looked at.'));
  latest = new AbortController();
  const { signal } = latest;
  const house = first('home')?.home.house() ?? NO_HOUSE;
  const languages = language ? [language] : houseLanguages();
  try {
    const limit = { ms: PATIENCE_MS, what: 'Looking for the same sentences', signal };
    return { conflicts: await within(limit, (signal) => conflictsOf(asked, { house, languages, signal })) };
  } catch (thrown) {
    throw signal.aborted ? signal.reason : thrown;
  }
}
