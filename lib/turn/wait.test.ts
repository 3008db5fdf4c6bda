import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { supportedLanguage } from '../language/folders.js';
import { primaryLanguage } from '../language/tags.js';
import { isAbort, JarvisError, reasonOf } from './errors.js';
import { backoff, sleep, within } from './wait.js';

describe('within', () => {
  test('gives the value of work that ends in time', async () => {
    assert.equal(await within({ ms: 60_000, what: 'It' }, async () => 7), 7);
  });

  test('fails with the code after the limit, and tells the work', async () => {
    let told: AbortSignal | undefined;
    const never = within({ ms: 5, what: 'The server', code: 'model-unreachable' }, (signal) => {
      told = signal;
      return new Promise<never>(() => {});
    });
    await assert.rejects(
      never,
      (error: JarvisError) => error.code === 'model-unreachable' && /The server/.test(error.message),
    );
    assert.equal(told?.aborted, true);
  });

  test('ends with an AbortError when cancelled, before or during', async () => {
    const cancel = new AbortController();
    const hanging = within({ ms: 60_000, what: 'It', signal: cancel.signal }, () => new Promise<never>(() => {}));
    cancel.abort('barge-in');
    await assert.rejects(hanging, isAbort);
    await assert.rejects(
      within({ ms: 60_000, what: 'It', signal: cancel.signal }, async () => 1),
      isAbort,
    );
  });

  test('a throw before the first await is a rejection', async () => {
    await assert.rejects(
      within({ ms: 60_000, what: 'It' }, () => {
        throw new JarvisError('failed', 'at once');
      }),
      /at once/,
    );
  });
});

test('sleep ends at once when cancelled', async () => {
  const cancel = new AbortController();
  const long = sleep(3_600_000, cancel.signal);
  cancel.abort();
  await assert.rejects(long, isAbort);
  await assert.rejects(sleep(1, cancel.signal), isAbort);
});

test('what a failure has ended is told as that failure, and what somebody has ended as why', async () => {
  const lost = new JarvisError('home-unreachable', 'The connection to Home Assistant was lost.');
  const [failed, stopped] = [new AbortController(), new AbortController()];
  const waits = [failed, stopped].map(({ signal }) => [
    sleep(3_600_000, signal),
    within({ ms: 60_000, what: 'It', signal }, (inner) => sleep(3_600_000, inner)),
    within({ ms: 60_000, what: 'It', signal }, (inner) =>
      within({ ms: 1_000, what: 'It', signal: inner }, () => sleep(3_600_000, inner)),
    ),
  ]);
  failed.abort(lost);
  stopped.abort('barge-in');
  for (const wait of waits[0] ?? []) await assert.rejects(wait, lost);
  for (const wait of waits[1] ?? []) {
    await assert.rejects(
      wait,
      (thrown) => isAbort(thrown) && reasonOf(thrown) === 'This turn was cancelled (barge-in).',
    );
  }
});

test('backoff doubles up to its limit, with jitter', () => {
  for (let attempt = 0; attempt < 100; attempt++) {
    const wait = backoff(attempt);
    assert.ok(wait >= 0.8 * Math.min(15_000, 500 * 2 ** attempt) && wait <= 18_000);
  }
});

test('reasonOf looks into causes and bare numbers', () => {
  assert.equal(
    reasonOf(new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED') })),
    'fetch failed (connect ECONNREFUSED)',
  );
  assert.equal(reasonOf(3), '3');
});

test('languages are told by their primary subtag', () => {
  assert.equal(primaryLanguage('de-AT'), 'de');
  assert.equal(primaryLanguage('pt_BR'), 'pt');
  assert.equal(primaryLanguage('nonsense'), '');
  assert.equal(primaryLanguage(undefined), '');
  assert.equal(supportedLanguage('fr-CA'), 'fr');
  assert.equal(supportedLanguage('ja'), 'en');
});
