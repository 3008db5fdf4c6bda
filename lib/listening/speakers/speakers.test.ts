import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, test } from 'node:test';
import { resampled } from '../../audio/resample.js';
import { openEspeak } from '../../speaking/espeak.js';
import { clock } from '../../turn/clock.js';
import { command, heyJarvis, noise, silence } from '../samples.test.helper.js';
import { speakerAsked } from './asked.js';
import { MAX_PEOPLE, writePeople } from './people.js';
import { ENROLMENT, openSpeakers, type Speakers } from './speakers.js';
import { openVoicePrinter } from './voice-print.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'jarvis-speakers-'));
const printer = openVoicePrinter();
const espeak = openEspeak();
let file = '';
let speakers: Speakers;
let files = 0;
before(() => openSpeakers({ file, printer }).warm());
beforeEach(() => {
  file = path.join(folder, `${files++}`, 'speakers.json');
  speakers = openSpeakers({ file, printer });
});
after(async () => {
  await printer.close();
  await espeak.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What another voice says, as a microphone hears it. */
async function stranger(text: string): Promise<Buffer> {
  const { signal } = new AbortController();
  const said = await espeak.speak(text, { language: 'en', signal });
  return (await resampled(said)).samples;
}

async function learn(name: string, ...utterances: readonly Buffer[]): Promise<void> {
  speakers.learn(name, 'kitchen');
  for (let count = 0; count < ENROLMENT; count++)
    await speakers.who('kitchen', utterances[count % utterances.length] ?? silence(1));
}

describe('who speaks', () => {
  test('is nobody while no voice is known, and then somebody or a guest', async () => {
    assert.equal(await speakers.who('kitchen', command), undefined);
    await learn('Anna', heyJarvis);
    assert.deepEqual(speakers.names(), ['Anna']);
    const anna = await speakers.who('den', command);
    assert.equal(anna?.name, 'Anna');
    assert.ok((anna?.score ?? 0) > 0.9, `the same voice with other words: ${anna?.score}`);
    const guest = await speakers.who('den', await stranger('Turn on the kitchen light, please.'));
    assert.equal(guest?.name, null);
    assert.ok((guest?.score ?? 1) < 0.7, `another voice: ${guest?.score}`);
  });

  test('is told of several', async () => {
    await learn('Anna', heyJarvis);
    const requests = [
      'What is the weather like tomorrow in the afternoon?',
      'Switch off all the lights in the living room.',
      'Set a timer for seven minutes and thirty seconds.',
      'How many people live in the city of Lisbon?',
    ];
    await learn('Robot', ...(await Promise.all(requests.map(stranger))));
    assert.equal((await speakers.who('den', command))?.name, 'Anna');
    assert.equal(
      (await speakers.who('den', await stranger('Please play some quiet music in the kitchen this evening.')))?.name,
      'Robot',
    );
  });

  test('is a guest, or nobody, in sound of any kind', async () => {
    await learn('Anna', heyJarvis);
    for (const sound of [Buffer.alloc(0), Buffer.alloc(2), silence(2), noise(2, 3000), noise(0.1, 30_000), silence(60)])
      assert.equal((await speakers.who('den', sound))?.name, null);
  });
});

describe('learning a voice', () => {
  test('takes long utterances of its own room, and says how many are left', async () => {
    speakers.learn(' Anna\n', 'kitchen');
    assert.deepEqual(speakers.learning(), { name: 'Anna', site: 'kitchen', left: ENROLMENT });
    await speakers.who('den', heyJarvis);
    await speakers.who('kitchen', heyJarvis.subarray(0, 16_000));
    assert.equal(speakers.learning()?.left, ENROLMENT);
    await speakers.who('kitchen', heyJarvis);
    assert.equal(speakers.learning()?.left, ENROLMENT - 1);
    assert.ok(!existsSync(file), 'nothing is kept before the last one');
  });

  test('counts a request once, however many pauses are in it', async () => {
    const { signal } = new AbortController();
    speakers.learn('Anna', 'kitchen');
    const asked = speakerAsked((sound, isOver) => speakers.who('kitchen', sound, signal, isOver), signal);
    asked.write(heyJarvis);
    asked.ask();
    asked.goOn();
    asked.write(command);
    asked.ask();
    assert.equal(await asked.answer(), undefined);
    assert.equal(speakers.learning()?.left, ENROLMENT - 1);
  });

  test('ends by itself', (t) => {
    speakers.learn('Anna', 'kitchen');
    const later = clock.now() + 6 * 60_000;
    t.mock.method(clock, 'now', () => later);
    assert.equal(speakers.learning(), undefined);
  });

  test('keeps numbers in a file of the owner’s alone, replaces the same name, and forgets', async () => {
    await learn('Anna', heyJarvis);
    await learn('anna', heyJarvis);
    assert.deepEqual(speakers.names(), ['anna']);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(file, 'utf8'))[0]), ['name', 'print']);
    speakers.forget('Anna');
    assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), []);
    assert.equal(await speakers.who('kitchen', command), undefined);
  });

  test('refuses names without letters, and more people than it compares', () => {
    for (const name of ['', ' \n ', 'x'.repeat(41)])
      assert.throws(() => speakers.learn(name, 'kitchen'), { code: 'bad-input' });
    const print = Array.from({ length: 256 }, () => 1 / 16);
    writePeople(
      file,
      Array.from({ length: MAX_PEOPLE }, (_, at) => ({ name: `Person ${at}`, print })),
    );
    assert.throws(() => speakers.learn('One more', 'kitchen'), { code: 'bad-input', message: /Remove one/ });
    speakers.learn('Person 7', 'kitchen');
  });

  test('says which file makes no sense, and lets nobody in by it', async () => {
    await learn('Anna', heyJarvis);
    for (const broken of ['{', '[{"name":"Anna","print":[1]}]', ' '.repeat(300_000)]) {
      writeFileSync(file, broken);
      await assert.rejects(speakers.who('kitchen', command), { code: 'store-failed', message: /speakers\.json/ });
    }
  });
});
