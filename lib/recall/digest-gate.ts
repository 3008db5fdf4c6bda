import { contexts } from '../llm/contexts.js';
import { ownWords } from '../llm/own-words.js';
import { headOf } from '../turn/shorten.js';

/** What is digested: memory entries, or the result of a tool. */
export type DigestKind = 'memory' | 'tool';

interface DigestLimits {
  /** Shorter texts pass through: asking a model costs more than it saves. */
  passthroughCharacters: number;
  /** One call reads as much. */
  batchCharacters: number;
  /** Longer answers are cut. */
  mostCharacters: number;
}

const LIMITS: Record<DigestKind, DigestLimits> = {
  memory: contexts.memoryDigest.limits,
  tool: contexts.toolDigest.limits,
};
/** A page of 50,000 characters in as many calls would take minutes; what comes after is left out. */
export const MAX_BATCHES = 8;

/**
 * What the digest's model reads, a call for each: none when the text is short enough to pass. Memory entries are packed
 * whole; the result of a tool is split between paragraphs, and inside one only where it is longer than a call reads.
 */
export function digestBatches(kind: DigestKind, pieces: readonly string[]): string[] {
  const { passthroughCharacters, batchCharacters } = LIMITS[kind];
  const whole = pieces.join('\n').trim();
  if (whole.length < passthroughCharacters) return [];
  if (whole.length <= batchCharacters) return [whole];
  const parts =
    kind === 'memory' ? pieces : whole.split(/\n[ \t]*\n+/).flatMap((part) => slices(part, batchCharacters));
  const glue = kind === 'memory' ? '\n' : '\n\n';
  const batches: string[] = [];
  for (const part of parts.map((each) => each.trim()).filter((each) => each !== '')) {
    const last = batches.at(-1);
    if (last !== undefined && last.length + glue.length + part.length <= batchCharacters) {
      batches[batches.length - 1] = `${last}${glue}${part}`;
    } else {
      batches.push(part);
    }
  }
  return batches.slice(0, MAX_BATCHES);
}

/**
 * What stands in the prompt instead of the text. Where the model found nothing that matters, memories give nothing and
 * the result of a tool stays as it is: even noise is a better ground than none.
 * @param answers The model's answers, one for each of `digestBatches`; undefined where the call failed.
 */
export function digestText(
  kind: DigestKind,
  pieces: readonly string[],
  answers: readonly (string | undefined)[],
): string {
  const raw = pieces.join('\n').trim();
  const { passthroughCharacters, batchCharacters, mostCharacters } = LIMITS[kind];
  if (raw.length < passthroughCharacters) return raw;
  const notes = answers
    .map((answer) => (answer === undefined ? '' : noteOf(answer)))
    .filter((note) => note !== '')
    .map((note) => shortened(note, mostCharacters));
  if (notes.length > 0) return [...new Set(notes)].join('\n');
  if (kind === 'tool') return raw;
  // Entries come newest first.
  return answers.some((answer) => answer !== undefined)
    ? ''
    : (digestBatches(kind, pieces)[0] ?? '').slice(0, batchCharacters);
}

/** The answer's words; empty when it says that nothing matters. */
function noteOf(answer: string): string {
  const text = ownWords(answer)
    .replace(/^```\w*\n?|\n?```$/g, '')
    .trim();
  const sentinel = /^["'`*([{<\s]*(?:none|n\/a|nothing|null|no relevant (?:facts?|information))["'`*)\]}>.!\s]*$/i;
  return sentinel.test(text) ? '' : text;
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${headOf(text, most - 1).replace(/\s+\S{0,40}$/, '')}…`;
}

function slices(text: string, most: number): string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== ''; ) {
    if (rest.length <= most) return [...parts, rest];
    const space = rest.lastIndexOf('\n', most);
    const end = space > most / 2 ? space : Math.max(rest.lastIndexOf(' ', most), most / 2);
    // A surrogate pair stays together.
    const at = /[\ud800-\udbff]/.test(rest.charAt(end - 1)) ? end - 1 : end;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at).trimStart();
  }
  return parts;
}
