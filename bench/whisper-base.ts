import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from '../test/package-root.js';

/** The folder of Whisper base, where it lies beside the checkout or JARVIS_TEST_MODELS has it. @throws Error where it doesn't */
export function whisperBase(): string {
  const models = process.env['JARVIS_TEST_MODELS'] ?? path.join(packageRoot(), '../shared/models');
  const folder = path.join(models, 'whisper-base');
  if (existsSync(folder)) return folder;
  throw new Error(`There is no Whisper model at ${folder}: JARVIS_TEST_MODELS names its folder.`);
}
