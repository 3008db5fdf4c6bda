import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, test } from 'node:test';
import { turns } from '../conversation/turns.js';
import { newTurn } from '../turn/turn.js';
import { openKeptSettings } from './kept-settings.js';
import { openProblems } from './problems.js';
import { openSites } from './sites.js';

const folder = mkdtempSync(path.join(tmpdir(), 'jarvis-rooms-'));
afterEach(() => {
  turns.close('the test is over');
  rmSync(folder, { recursive: true, force: true });
});

/** A house that starts, with what was kept. */
function house(wakeWords = ['hey_jarvis', 'alexa'], canSet = (_site: string) => true) {
  const sites = openSites({ kitchen: 'Kitchen', den: 'Den' }, () => {});
  const hushed: unknown[] = [];
  const shared = { sites, problems: openProblems(() => {}), emit: (...event: unknown[]) => void hushed.push(event) };
  const file = path.join(folder, 'rooms.json');
  const settings = openKeptSettings({ file, wakeWords: () => wakeWords }, { ...shared, canSet });
  settings.sitesChanged();
  return { settings, hushed, site: sites.get };
}

test('what was set of a room is set again after a restart, where it can still be changed', () => {
  const before = house();
  before.settings.change('kitchen', { deaf: true, volume: 40, wakeWord: 'alexa' });
  before.settings.change('den', { deaf: true });
  const { site, settings } = house(undefined, (id) => id === 'kitchen');
  const { deaf, volume, wakeWord } = site('kitchen') ?? {};
  assert.deepEqual([deaf, volume, wakeWord], [true, 40, 'alexa']);
  assert.equal(site('den')?.deaf, undefined);
  settings.refresh();
  assert.equal(site('den')?.deaf, undefined);
});

test('a wake word that isn’t listened for any more is any, until it is again', () => {
  house().settings.change('kitchen', { wakeWord: 'alexa' });
  const words = ['hey_jarvis'];
  const { site, settings } = house(words);
  assert.equal(site('kitchen')?.wakeWord, undefined);
  words.push('alexa');
  settings.refresh();
  assert.equal(site('kitchen')?.wakeWord, 'alexa');
});

test('a microphone that is switched off while it listens isn’t listened to any more', () => {
  const { settings, hushed } = house();
  const turn = newTurn({ site: 'kitchen', source: 'voice', language: 'en' });
  turns.begin(turn);
  turns.stage(turn.id, 'listening');
  settings.change('den', { deaf: true });
  assert.deepEqual(hushed, []);
  settings.change('kitchen', { deaf: true });
  assert.deepEqual(hushed, [['hush', 'kitchen']]);
});
