import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { LANGUAGES } from '../lib/language/folders.js';
import { packageRoot } from './package-root.js';
import { openPage, type Page } from './page.js';
import { readmeSentences } from './readme-sentences.js';
import { type Runtime, startRuntime } from './runtime.js';
import { openSatellite, type Satellite } from './satellite.js';
import { must, until } from './until.js';

const read = (file: string) => readFileSync(path.join(packageRoot(), file), 'utf8');

/** Every suggestion of the page with its language: the buttons, and what stands in the field before anything is typed. */
function suggestionsOfPage(): [language: string, text: string][] {
  const entries = [...read('web/strings.ts').matchAll(/^ {2}(try\d+|say): \{([\s\S]*?)\},$/gm)];
  assert.ok(entries.length > 4);
  return entries.flatMap(([, key, words = '']) =>
    LANGUAGES.map((language): [string, string] => {
      const text = must(new RegExp(`\\b${language}: '(.*?)'(?:,|\\s|$)`).exec(words))[1] ?? '';
      return [language, key === 'say' ? text.slice(text.indexOf(':') + 1).trim() : text];
    }),
  );
}

/** Types a sentence and waits for the whole answer; what comes later is none of it, and none of the next. */
async function typed(page: Page, text: string): Promise<string> {
  const from = page.messages.length;
  const shown = () => page.messages.slice(from).filter(({ type, kind }) => type === 'show' && kind !== 'heard');
  await page.type(text);
  await until(
    () => shown().some(({ last }) => last),
    () => `an answer to "${text}"; got ${JSON.stringify(page.messages.slice(from))}`,
  );
  const words = shown().flatMap((message) => (message['text'] ? [String(message['text'])] : []));
  assert.ok(words.length > 0 && shown().every(({ kind }) => kind === 'reply'), `"${text}" was answered "${words}"`);
  return words.join(' ');
}

describe('a fresh start without a model', () => {
  let runtime: Runtime;
  let satellite: Satellite;
  const pages: Page[] = [];

  before(async () => {
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: 'http://127.0.0.1:9' } });
    await runtime.warm();
    satellite = await openSatellite(runtime.mqttPort);
  });
  after(async () => {
    for (const page of pages) await page.close();
    await satellite?.close();
    await runtime?.stop();
  });

  /** A page of its own: one that types twenty sentences at once is held back. */
  const opened = async (language: string): Promise<Page> => {
    const page = await openPage(runtime.url, `browser-0000000${pages.length}`, null, { language });
    pages.push(page);
    return page;
  };

  test('every sentence that the README has people type works', async () => {
    const sentences = readmeSentences();
    assert.ok(sentences.length >= 7, sentences.join(', '));
    for (const language of ['en', 'de']) {
      const page = await opened(language);
      for (const sentence of sentences) await typed(page, sentence);
    }
  });

  for (const [index, language] of LANGUAGES.entries()) {
    const other = must(LANGUAGES[(index + 1) % LANGUAGES.length]);
    test(`every suggestion in ${language} and ${other} works on the page in ${language}`, async () => {
      const page = await opened(language);
      for (const [of, text] of suggestionsOfPage()) if (of === language || of === other) await typed(page, text);
    });
  }

  test('a conversation changes its language, and everything is answered in its own', async () => {
    const page = await opened('en');
    assert.match(await typed(page, 'turn off the kitchen light'), /^Turned off/);
    assert.match(await typed(page, 'Schalte das Licht in der Küche ein'), /^Das Küchenlicht .* an\.$/);
    assert.match(await typed(page, 'Éteins la lumière de la cuisine'), /^J'ai éteint/);
    assert.match(await typed(page, 'enciende la luz de la cocina'), /^He encendido/);
    assert.match(await typed(page, 'turn off the kitchen light'), /^Turned off/);
  });

  test('a question is asked in the language of what was wanted, and answered in any of the room', async () => {
    const page = await opened('es');
    assert.match(await typed(page, 'Schließe die Haustür auf'), /^Soll ich/);
    assert.match(await typed(page, 'yes'), /^Unlocked/);
    assert.match(await typed(page, 'lock the front door'), /^Locked/);
    assert.match(await typed(page, 'unlock the front door'), /^Shall I/);
    assert.match(await typed(page, 'ja'), /aufgeschlossen/);
    assert.match(await typed(page, 'lock the front door'), /^Locked/);
    assert.match(await typed(page, 'unlock the front door'), /^Shall I/);
    assert.doesNotMatch(await typed(page, 'nein'), /Unlocked|aufgeschlossen/);
    // what may be any of them is in the language of the page
    assert.match(await typed(page, 'unlock the front door'), /^Shall I/);
    assert.match(await typed(page, 'ok'), /^He desbloqueado/);
  });

  test('an announcement is spoken in the language of its words', async () => {
    const page = await opened('en');
    const announced = async (text: string) => {
      await satellite.say('jarvis/say', JSON.stringify({ text, rooms: [page.site] }));
      await page.gets('show', { kind: 'reply', text });
      const voice = async () =>
        (await runtime.turns()).find(({ texts }) => texts.reply === text)?.spans.find(({ stage }) => stage === 'tts');
      await until(async () => (await voice()) !== undefined, `the voice for "${text}"`);
      return must(await voice())['language'];
    };
    assert.equal(await announced('Die Waschmaschine ist fertig'), 'de');
    assert.equal(await announced('The washer is done'), 'en');
  });
});
