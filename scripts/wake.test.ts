import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { JarvisError } from '../lib/turn/errors.js';
import { wake } from './wake.js';

const data = mkdtempSync(path.join(tmpdir(), 'jarvis-wake-'));
after(() => rmSync(data, { recursive: true }));

const REFUSED: [why: string, args: string[], message: RegExp][] = [
  ['a phrase that is too short', ['train', 'yo'], /"yo" can't be a wake word/],
  ['a phrase that is no words', ['train', '../../etc'], /can't be a wake word/],
  ['a sentence', ['train', 'wake up when I say these words'], /can't be a wake word/],
  ['a test before anything was trained', ['test'], /No wake word was trained yet/],
  ['a test of a word that is not there', ['test', 'hey_marvin'], /hey_marvin.onnx doesn't exist/],
  ['a language that no voice speaks', ['train', 'hey marvin', '--language', 'tlh'], /No voice is installed/],
  ['a folder without recordings', ['train', 'hey marvin', '--clips', data], /no recordings in/],
  ['an option that does not exist', ['train', 'hey marvin', '--fast'], /--fast/],
];
for (const [why, args, message] of REFUSED)
  test(`${why} is refused, and nothing is written`, async () => {
    await assert.rejects(wake(args, data), (error) => {
      assert.ok(error instanceof JarvisError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'));
      return message.test(error instanceof Error ? error.message : '');
    });
    assert.ok(!existsSync(path.join(data, 'wake')));
  });
