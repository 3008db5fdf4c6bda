import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { packageRoot } from './package-root.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { must, until } from './until.js';

/** What is asked for first; its reply opens the window. */
const ORDERS: Record<string, string> = {
  en: 'turn on the kitchen light',
  de: 'mach das Küchenlicht an',
  fr: 'allume la lumière de la cuisine',
  es: 'enciende la luz de la cocina',
};

interface Case {
  id: string;
  input: { segments: { text: string }[] };
}

/** Sentences behind a reply of ours, as the evals have them, by language and by whom they are for. */
const CASES = readFileSync(path.join(packageRoot(), 'evals/cases/judge-rules.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);
const sentences = (language: string, whose: 'ours' | 'talk') =>
  CASES.flatMap(({ id, input }) =>
    id.startsWith(`window-${language}-${whose}-`) ? [must(input.segments[0]).text] : [],
  );

describe('what is said behind a reply of ours, without the wake word and without a model', () => {
  let runtime: Runtime;
  let satellite: Satellite;

  before(async () => {
    runtime = await startRuntime({
      env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9', JARVIS_LANGUAGE: Object.keys(ORDERS).join() },
    });
    await runtime.warm();
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    await satellite?.close();
    await runtime?.stop();
  });

  for (const [lang, order] of Object.entries(ORDERS)) {
    const siteId = `room-${lang}`;
    let sounds = 0;
    const says = (text: string) => satellite.say('hermes/asr/textCaptured', { siteId, text, lang });
    const state = () => `${satellite.heard.findLast(({ topic }) => topic === `jarvis/${siteId}/state`)?.payload}`;
    /** Hears a whole reply, of one sentence or several, behind which the room listens on. */
    const answered = async () => {
      const from = sounds;
      const isOver = () => sounds > from && state() === 'listening';
      while (!isOver()) {
        await until(() => satellite.sounds(siteId) > sounds || isOver(), 'a reply');
        if (!isOver()) await satellite.played(siteId, (await satellite.hearsSound(siteId, ++sounds)).id);
        await until(() => satellite.sounds(siteId) > sounds || state() !== 'speaking', 'the next');
      }
    };
    /** An order, its reply, and the window behind that. */
    const opened = async () => {
      await runtime.jump(15_000);
      sounds = satellite.sounds(siteId);
      await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId, modelId: 'hey_jarvis' });
      await says(order);
      await answered();
    };

    describe(lang, () => {
      test('there are ten of each', () => {
        for (const whose of ['ours', 'talk'] as const) assert.ok(sentences(lang, whose).length >= 10);
      });

      for (const text of sentences(lang, 'ours')) {
        test(`is ours, and answered: ${text}`, async () => {
          await opened();
          await says(text);
          await answered();
        });
      }

      for (const text of sentences(lang, 'talk')) {
        test(`is talk among people: ${text}`, async () => {
          await opened();
          await says(text);
          const turn = await until(
            async () => (await runtime.turns()).find((one) => one.site === siteId && one.texts.heard === text),
            'the turn',
          );
          await until(() => state() === 'idle', 'the end of the turn');
          assert.equal(turn.texts.reply, undefined);
          assert.equal(satellite.sounds(siteId), sounds);
        });
      }
    });
  }
});
