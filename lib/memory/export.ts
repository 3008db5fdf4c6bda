import { z } from 'zod';
import { clock } from '../turn/clock.js';
import { JarvisError } from '../turn/errors.js';
import { readJson } from '../turn/foreign.js';
import { abortError } from '../turn/wait.js';
import { dropProfiles } from './hot-cache.js';
import type { Memory } from './memory.js';
import { PORTABLE_TYPES, type PortableLine, portableLine } from './tables/portable-lines.js';

/** The version of the format; a newer one is refused. */
const FORMAT = 1;
const PIECE = 200;
/** Characters of one line of an import, or of a piece of lines, and bytes of all of it. */
const MAX_LINE = 4_000_000;
const MAX_BYTES = 2 ** 31;
/** Bad lines that are named; all are counted. */
const MAX_NAMED = 20;

const headSchema = z.object({ 'jarvis-memory': z.number().int().positive() });

export interface ExportRun {
  memory: Memory;
  signal?: AbortSignal | undefined;
  /** Lines so far. */
  onProgress?: ((lines: number) => void) | undefined;
}

/**
 * Everything that is remembered, as JSON Lines in pieces of text: a first line with the version, then a line for each
 * thing. Vectors are left out, the model makes them again.
 * @throws JarvisError store-failed; AbortError.
 */
export async function* exportMemory({ memory, signal, onProgress }: ExportRun): AsyncGenerator<string> {
  yield `${JSON.stringify({ 'jarvis-memory': FORMAT, at: new Date(clock.now()).toISOString() })}\n`;
  let lines = 0;
  for (const type of PORTABLE_TYPES) {
    for (let after: number | null = null; ; ) {
      if (signal?.aborted) throw abortError(signal);
      const piece: { lines: object[]; next: number | null } = await memory.portable.rows(type, after, PIECE);
      if (piece.lines.length > 0) yield `${piece.lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
      lines += piece.lines.length;
      onProgress?.(lines);
      if (piece.next === null) break;
      after = piece.next;
    }
  }
}

export interface ImportRun extends ExportRun {
  /** The file, in pieces of any size, UTF-8. */
  content: AsyncIterable<string | Uint8Array>;
}

export interface ImportResult {
  added: number;
  /** Lines of which there was the same or a newer one. */
  kept: number;
  /** Lines that could not be read, or that hang on something that is not there. */
  bad: number;
  /** The first of them, by number from 1, with the reason. */
  named: { line: number; reason: string }[];
}

/**
 * Takes in an export. What is there and as new stays as it is, so an import that was cut off is simply done again. A line
 * that can't be read is counted and named, and the rest goes on.
 * @throws JarvisError bad-input when it is no export, of a newer version, or too big; store-failed; AbortError.
 */
export async function importMemory(run: ImportRun): Promise<ImportResult> {
  const { memory, signal, onProgress, content } = run;
  const result: ImportResult = { added: 0, kept: 0, bad: 0, named: [] };
  const ids = idMap();
  let waiting: { number: number; line: PortableLine }[] = [];
  let characters = 0;
  const bad = (line: number, reason: string) => {
    result.bad++;
    if (result.named.length < MAX_NAMED) result.named.push({ line, reason });
  };
  const flush = async () => {
    const piece = waiting.map(({ number, line }) => ({ number, given: line, line: ids.here(line) }));
    waiting = [];
    characters = 0;
    const outcomes = await memory.portable.put(piece.map(({ line }) => line));
    // Every room reads anew what is known, also where the rest never comes.
    dropProfiles();
    for (const [index, { outcome, id }] of outcomes.entries()) {
      const one = piece[index];
      if (!one) continue;
      if (id !== undefined) ids.learn(one.given, id);
      if (outcome === 'homeless') bad(one.number, 'it has no place here');
      else result[outcome]++;
    }
  };
  let number = 0;
  for await (const text of linesOf(content)) {
    if (signal?.aborted) throw abortError(signal);
    number++;
    if (number === 1) {
      checkHead(text);
      continue;
    }
    if (text.trim() === '') continue;
    const read = lineFrom(text);
    if ('reason' in read) {
      bad(number, read.reason);
      continue;
    }
    // Nodes hang on each other, so each has to be there before the next.
    if (
      waiting.length >= PIECE ||
      characters + text.length > MAX_LINE ||
      (waiting.length > 0 && (read.type === 'node' || read.type !== waiting[0]?.line.type))
    ) {
      await flush();
      onProgress?.(number);
    }
    waiting.push({ number, line: read });
    characters += text.length;
  }
  if (number === 0) checkHead('');
  if (waiting.length > 0) await flush();
  onProgress?.(number);
  return result;
}

function checkHead(text: string): void {
  const head = headSchema.safeParse(parsed(text));
  if (!head.success) throw new JarvisError('bad-input', 'This is not an export of the memory.');
  if (head.data['jarvis-memory'] > FORMAT) {
    throw new JarvisError('bad-input', 'This export was made by a newer version of this package. Update the package.');
  }
}

function lineFrom(text: string): PortableLine | { reason: string } {
  if (text.length > MAX_LINE) return { reason: 'it is too long' };
  const json = parsed(text);
  if (json === undefined) return { reason: 'it is not JSON' };
  const line = portableLine.safeParse(json);
  if (line.success) return line.data;
  const { path: at, message } = line.error.issues[0] ?? { path: [], message: '' };
  return { reason: `${at.join('.')}: ${message}` };
}

function parsed(text: string): unknown {
  try {
    return readJson(text);
  } catch {
    return undefined;
  }
}

/** The lines of a text that comes in pieces; of one that is much too long only the beginning. */
async function* linesOf(content: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let bytes = 0;
  let rest = '';
  for await (const piece of content) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new JarvisError('bad-input', 'The export is larger than 2 GB.');
    const parts = (typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })).split('\n');
    for (const [index, part] of parts.entries()) {
      if (rest.length <= MAX_LINE) rest += part;
      if (index === parts.length - 1) break;
      yield rest;
      rest = '';
    }
  }
  if (rest !== '') yield rest;
}

/** Which id a thing of the export has here. */
function idMap() {
  const entries = new Map<number, number>();
  const nodes = new Map<number, number>([1, 2, 3].map((root) => [root, root]));
  const lines = new Map<number, number>();
  let same = true;
  const rowOf = (subject: string, row: string): string => {
    const [, aspect = '', digits = ''] = /^(?:(\w+):)?(-?\d+)$/.exec(row) ?? [];
    if (subject === 'facts' || digits === '') return row;
    const map = subject === 'entries' ? entries : aspect === 'line' || aspect === 'place' ? lines : nodes;
    // Nothing of that id is here: one that means nothing, so that no other thing gets its past.
    return `${aspect && `${aspect}:`}${map.get(Number(digits)) ?? `gone-${digits}`}`;
  };
  return {
    learn(line: PortableLine, id: number): void {
      if ('id' in line && line.id !== id) same = false;
      if (line.type === 'entry') entries.set(line.id, id);
      if (line.type === 'node') nodes.set(line.id, id);
      if (line.type === 'line') lines.set(line.id, id);
    },
    here(line: PortableLine): PortableLine {
      switch (line.type) {
        case 'node':
          return { ...line, parent: line.parent === null ? null : (nodes.get(line.parent) ?? -1) };
        case 'line':
          return { ...line, node: nodes.get(line.node) ?? -1 };
        case 'change':
          // What else it held may name things by the ids they had.
          return { ...line, row: rowOf(line.subject, line.row), state: same ? line.state : null };
        default:
          return line;
      }
    },
  };
}
