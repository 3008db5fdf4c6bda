import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const configSchema = z.object({
  lang_to_id: z.record(z.string(), z.number()).optional(),
  is_multilingual: z.boolean().optional(),
});

/** Primary subtags of the languages that a Whisper export understands; English alone where it isn't multilingual; none where there is no such model. */
export function whisperLanguages(folder: string): string[] {
  try {
    const file = readFileSync(path.join(folder, 'generation_config.json'), 'utf8');
    const { lang_to_id, is_multilingual } = configSchema.parse(JSON.parse(file));
    if (is_multilingual === false) return ['en'];
    return Object.keys(lang_to_id ?? {}).map((token) => token.replace(/^<\|(.*)\|>$/, '$1'));
  } catch {
    return [];
  }
}
