import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { packageRoot } from './package-root.js';

const build = path.join(packageRoot(), 'build');
const copy = path.join(build, '.without-a-language');
const FILE = /\.js$/;
const NOT_LOADED = /\.test\.|worker|helper/;

/** Loads every module of lib, and understands a sentence in each language that is left. */
const SCRIPT = `
const { readdirSync } = require('node:fs');
const path = require('node:path');
for (const file of readdirSync('lib', { recursive: true }))
  if (${FILE}.test(file) && !${NOT_LOADED}.test(file)) require(path.resolve('lib', file));
const { recognise } = require('./lib/deciding/sentences/recognise.js');
const { sensesOf } = require('./lib/home/opening-words.js');
const { DEMO_HOUSE } = require('./lib/home/demo-house.js');
const { answer } = require('./lib/deciding/answers.js');
const said = { en: 'turn on the kitchen light', de: 'schalte das Licht in der Küche ein', fr: 'allume la lumière du salon', es: 'enciende la luz de la cocina' };
const opens = { en: 'unlock', de: 'entriegeln', fr: 'ouvre', es: 'desbloquea' };
console.log(JSON.stringify(Object.entries(said).map(([language, text]) => {
  const command = recognise(text, { language, house: DEMO_HOUSE });
  return [language, command?.action ?? null, answer({ action: 'turn_on', targets: [] }, { done: [], failed: [] }, { language, house: DEMO_HOUSE }).text !== '', sensesOf(opens[language])[0].size > 0];
})));
`;

after(() => rmSync(copy, { recursive: true, force: true }));

for (const gone of ['de', 'fr', 'es', 'it']) {
  test(`without the folder of ${gone}, the other languages are understood`, () => {
    rmSync(copy, { recursive: true, force: true });
    const folder = path.join(build, 'lib/language', gone);
    cpSync(path.join(build, 'lib'), path.join(copy, 'lib'), { recursive: true, filter: (from) => from !== folder });
    assert.ok(!readdirSync(path.join(copy, 'lib/language')).includes(gone));
    const told = execFileSync(process.execPath, ['-e', SCRIPT], { cwd: copy, encoding: 'utf8' });
    for (const [language, action, isAnswered, opens] of JSON.parse(told)) {
      if (language !== gone) assert.deepEqual([action, opens], ['turn_on', true], language);
      assert.equal(isAnswered, true, language);
    }
  });
}
