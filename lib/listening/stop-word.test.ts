import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { turns } from '../conversation/turns.js';
import { newTurn } from '../turn/turn.js';
import { noise } from './samples.test.helper.js';
import { openStopWord } from './stop-word.js';
import type { Detection, WakeEngine } from './types.js';

const SITE = 'kitchen';

afterEach(() => turns.close('the test is over'));

/** A room in which we say something, and hear "stop" when the test says so. */
function speaking(text: string, says?: () => Promise<boolean>) {
  const turn = newTurn({ site: SITE, source: 'voice', language: 'en' });
  const live = turns.begin(turn);
  turns.stage(turn.id, 'speaking');
  turns.conversation(SITE).say(turn.id, 0, text);
  turns.conversation(SITE).plays(turn.id, 0, 'from');
  let told: { detect(detection: Detection): void; doubt(detection: Detection): void } | undefined;
  const engine: WakeEngine = {
    name: 'told',
    warm: async () => {},
    close: async () => {},
    open(detect, _, doubt = () => {}) {
      told = { detect, doubt };
      return { write: () => {}, close: () => {} };
    },
  };
  const asked: Buffer[] = [];
  const stopWord = openStopWord(
    engine,
    says &&
      ((_site, _word, sound) => {
        asked.push(sound);
        return says();
      }),
    (error) => assert.ifError(error),
  );
  return {
    stopWord,
    asked,
    turn,
    isStopped: () => live.signal.aborted,
    detect: () => told?.detect({ word: 'stop', score: 0.9 }),
    doubt: async (at?: number) => {
      told?.doubt({ word: 'stop', score: 0.05, ...(at !== undefined && { at }) });
      for (let step = 0; step < 5; step++) await new Promise(setImmediate);
    },
  };
}

test('a "stop" that is heard well ends what is spoken; nobody is asked', () => {
  const { stopWord, isStopped, detect, asked } = speaking('The weather will be fine.');
  stopWord.write(SITE, noise(1, 1000));
  detect();
  assert.ok(isStopped());
  assert.equal(asked.length, 0);
  stopWord.close();
});

test('a "stop" in what is left of our own voice ends it only where it is said, or nobody can tell', async () => {
  const cases: [(() => Promise<boolean>) | undefined, boolean][] = [
    [async () => false, false],
    [async () => true, true],
    [undefined, true],
  ];
  for (const [says, isMeant] of cases) {
    const { stopWord, isStopped, detect } = speaking('The weather will be fine.', says);
    stopWord.write(SITE, noise(2, 30), 20);
    detect();
    for (let step = 0; step < 5; step++) await new Promise(setImmediate);
    assert.equal(isStopped(), isMeant);
    stopWord.close();
  }
});

test('a "stop" that is heard weakly ends it where it is said in the sound up to there', async () => {
  const { stopWord, isStopped, doubt, asked } = speaking('The weather will be fine.', async () => true);
  const sound = noise(3, 1000);
  stopWord.write(SITE, sound);
  await doubt(2 * 16_000);
  assert.equal(asked.length, 1);
  assert.ok(asked[0]?.equals(sound.subarray(24_000, 64_000)));
  assert.ok(isStopped());
  stopWord.close();
});

test('what is heard weakly and not said ends nothing, nor does what nobody can tell of', async () => {
  for (const says of [async () => false, () => Promise.reject<boolean>(new Error('no model'))]) {
    const { stopWord, isStopped, doubt, asked } = speaking('The weather will be fine.', says);
    stopWord.write(SITE, noise(2, 1000));
    await doubt();
    assert.ok(asked.length > 0);
    assert.ok(!isStopped());
    stopWord.close();
  }
});

test('in the first second of a reply a weak one is not asked about', async () => {
  const { stopWord, doubt, asked } = speaking('The weather will be fine.', async () => true);
  stopWord.write(SITE, noise(0.9, 1000));
  await doubt(14_400);
  assert.equal(asked.length, 0);
  stopWord.close();
});

test('our own words with it end nothing, and nobody is asked about them', async () => {
  const { stopWord, isStopped, detect, doubt, asked } = speaking('I will stop the music.', async () => true);
  stopWord.write(SITE, noise(2, 1000));
  detect();
  await doubt();
  assert.ok(!isStopped());
  assert.equal(asked.length, 0);
  stopWord.close();
});

test('nor do our own words that begin with it', async () => {
  for (const text of ['It stopped raining an hour ago.', 'The bus stops at the corner.', 'The stopwatch runs.']) {
    const { stopWord, isStopped, detect, doubt, asked } = speaking(text, async () => true);
    stopWord.write(SITE, noise(2, 1000));
    detect();
    await doubt();
    assert.ok(!isStopped(), text);
    assert.equal(asked.length, 0, text);
    stopWord.close();
    turns.close('the next one');
  }
});

test('what was doubted in one reply ends no later one', async () => {
  let answer = (_: boolean) => {};
  const waits = new Promise<boolean>((resolve) => {
    answer = resolve;
  });
  const { stopWord, doubt, turn } = speaking('The weather will be fine.', () => waits);
  stopWord.write(SITE, noise(2, 1000));
  await doubt();
  turns.end(turn.id);
  const next = newTurn({ site: SITE, source: 'voice', language: 'en' });
  const live = turns.begin(next);
  turns.stage(next.id, 'speaking');
  stopWord.write(SITE, noise(1, 1000));
  answer(true);
  for (let step = 0; step < 5; step++) await new Promise(setImmediate);
  assert.ok(!live.signal.aborted);
  stopWord.close();
});
