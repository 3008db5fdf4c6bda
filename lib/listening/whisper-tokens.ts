import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PreTrainedTokenizer } from '@huggingface/transformers' with { 'resolution-mode': 'import' };
import { z } from 'zod';
import type { WhisperTokens } from './whisper-guide.js';

const configSchema = z.object({
  lang_to_id: z.record(z.string(), z.number()).optional(),
  task_to_id: z.record(z.string(), z.number()).optional(),
  is_multilingual: z.boolean().optional(),
  no_timestamps_token_id: z.number(),
  decoder_start_token_id: z.number(),
  eos_token_id: z.number(),
  prev_sot_token_id: z.number().optional(),
  suppress_tokens: z.array(z.number()).nullish(),
  begin_suppress_tokens: z.array(z.number()).nullish(),
});
/** A space in front of a word. Exports of Whisper lack the merge of it with a t: " the" would be two tokens. */
const SPACE = '\u0120';
const vocabularySchema = z.object({ model: z.object({ vocab: z.record(z.string(), z.number()) }) });

/** Ids of the tokens that lead the decoder. @param folder of the export @throws ZodError, Error of the file */
export function tokensOf(folder: string): WhisperTokens {
  const config = configSchema.parse(JSON.parse(readFileSync(path.join(folder, 'generation_config.json'), 'utf8')));
  const multilingual = config.is_multilingual !== false;
  const languages = Object.entries(multilingual ? (config.lang_to_id ?? {}) : {});
  return {
    start: config.decoder_start_token_id,
    previous: config.prev_sot_token_id,
    languages: new Map(languages.map(([token, id]) => [token.replace(/^<\|(.*)\|>$/, '$1'), id])),
    transcribe: multilingual ? config.task_to_id?.['transcribe'] : undefined,
    noTimestamps: config.no_timestamps_token_id,
    // The token before it, in every Whisper vocabulary.
    noSpeech: config.no_timestamps_token_id - 1,
    end: config.eos_token_id,
    suppressed: new Set(config.suppress_tokens ?? []),
    suppressedAtBegin: new Set(config.begin_suppress_tokens ?? []),
  };
}

/** Tells a text's tokens, as the model was taught them: without " t" as one token no sentence with a "the" is likely. */
export function encoderOf(folder: string, tokenizer: PreTrainedTokenizer): (text: string) => number[] {
  const { space, joined } = spacedPieces(folder);
  return (text) => {
    const tokens: number[] = [];
    for (const token of tokenizer.encode(text, { add_special_tokens: false })) {
      const whole = tokens.at(-1) === space ? joined.get(token) : undefined;
      if (whole === undefined) tokens.push(token);
      else tokens.splice(-1, 1, whole);
    }
    return tokens;
  };
}

/** The token of a space, and of each piece that begins with a t the token that has the space in it. */
function spacedPieces(folder: string): { space: number | undefined; joined: Map<number, number> } {
  const { vocab } = vocabularySchema.parse(JSON.parse(readFileSync(path.join(folder, 'tokenizer.json'), 'utf8'))).model;
  const joined = Object.entries(vocab).flatMap(([piece, token]): [number, number][] => {
    const whole = piece.startsWith('t') ? vocab[SPACE + piece] : undefined;
    return whole === undefined ? [] : [[token, whole]];
  });
  return { space: vocab[SPACE], joined: new Map(joined) };
}
