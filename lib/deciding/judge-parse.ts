import { z } from 'zod';
import { findWakeWord } from './wake-words.js';

export interface ParseOptions {
  /** The assistant's name or wake phrase, which models like to leave in the query. */
  name: string;
  aliases?: readonly string[] | undefined;
}

export interface ParsedJudgement {
  directed: boolean;
  query: string;
  stop: boolean;
  confidence: number;
  reasoning?: string;
}

const CONFIDENCES: Record<string, number> = { high: 0.9, medium: 0.6, low: 0.3, certain: 1, sure: 1 };
const MOST_LETTERS = 20_000;
const LONGEST_REASON = 300;
const MOST_TRIES = 20;

const truth = z.union([
  z.boolean(),
  z
    .union([z.string(), z.number()])
    .transform((said) => String(said).trim().toLowerCase())
    .pipe(z.enum(['true', 'yes', '1', 'false', 'no', '0']))
    .transform((said) => ['true', 'yes', '1'].includes(said)),
]);
const confidence = z.union([
  z.number().nonnegative(),
  z.string().transform((said, context) => {
    const word = said.trim().toLowerCase();
    const number = CONFIDENCES[word] ?? (/^\d+(?:\.\d+)?\s*%?$/.test(word) ? Number.parseFloat(word) : undefined);
    if (number !== undefined) return word.endsWith('%') ? number / 100 : number;
    context.addIssue({ code: 'custom', message: 'not a confidence' });
    return z.NEVER;
  }),
]);
const answerSchema = z.object({
  directed: truth,
  query: z.string().nullish(),
  stop: truth.nullish().catch(undefined),
  confidence: confidence.nullish().catch(undefined),
  reasoning: z.string().nullish().catch(undefined),
});

/**
 * The judgement in a model's answer, or null when there is none. Takes what small models make of "answer in JSON": thinking
 * before it, code fences, words around it, single quotes, trailing commas, Python's True, percentages.
 */
export function parseJudgement(response: string, { name, aliases }: ParseOptions): ParsedJudgement | null {
  const text = response
    .slice(0, MOST_LETTERS)
    .replace(/<think>[\s\S]*?(?:<\/think>|$)/gi, '')
    .replace(/```(?:json)?/gi, '');
  for (const candidate of objectsIn(text)) {
    const parsed = answerSchema.safeParse(candidate);
    if (!parsed.success) continue;
    const { directed, query, reasoning } = parsed.data;
    const stop = directed && (parsed.data.stop ?? false);
    const said = parsed.data.confidence ?? 0.5;
    return {
      directed,
      query: directed && !stop ? findWakeWord(query ?? '', { wake: name, aliases }).query : '',
      stop,
      confidence: Math.min(1, said > 1 ? said / 100 : said),
      ...(reasoning ? { reasoning: reasoning.slice(0, LONGEST_REASON) } : {}),
    };
  }
  return null;
}

/** Everything in braces that can be read as an object, in order; only the first few braces are tried. */
function* objectsIn(text: string): Generator<unknown> {
  let from = text.indexOf('{');
  for (let tries = 0; from >= 0 && tries < MOST_TRIES; tries++) {
    const to = closing(text, from);
    const read = to === undefined ? undefined : readObject(text.slice(from, to + 1));
    if (read !== undefined) yield read;
    from = text.indexOf('{', read === undefined || to === undefined ? from + 1 : to + 1);
  }
}

function readObject(raw: string): unknown {
  for (const reading of [raw, mended(raw)]) {
    try {
      return JSON.parse(reading);
    } catch {
      // the next reading
    }
  }
  return undefined;
}

function closing(text: string, from: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let i = from; i < text.length; i++) {
    const letter = text[i] ?? '';
    if (quote !== '') {
      if (letter === '\\') i++;
      else if (letter === quote) quote = '';
    } else if (letter === '"') quote = letter;
    else if (letter === '{') depth++;
    else if (letter === '}' && --depth === 0) return i;
  }
  return undefined;
}

/** JSON as Python or JavaScript writes it, made strict. */
function mended(raw: string): string {
  return raw
    .replace(/([{,]\s*)'?([A-Za-z_]\w*)'?\s*:/g, '$1"$2":')
    .replace(
      /:\s*'((?:[^'\\]|\\.|'(?=\w))*)'\s*(?=[,}])/g,
      (_, said: string) => `: ${JSON.stringify(said.replaceAll("\\'", "'"))}`,
    )
    .replace(/:\s*True\b/g, ': true')
    .replace(/:\s*False\b/g, ': false')
    .replace(/:\s*None\b/g, ': null')
    .replace(/,\s*}/g, '}');
}
