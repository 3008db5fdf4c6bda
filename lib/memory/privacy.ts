import { turns } from '../conversation/turns.js';
import { type Erasure, forgetEverywhere, stopHolders } from '../turn/erasing.js';
import { JarvisError } from '../turn/errors.js';
import { abortError, sleep } from '../turn/wait.js';
import { dropProfiles } from './hot-cache.js';
import type { Memory } from './memory.js';
import { RETENTION_KINDS, type Retention, type RetentionKind } from './tables/retention.js';
import { holds, type ScrubPlace, telling } from './tables/scrub.js';

/** A work over the whole memory: done in pieces, so that searches get in between. */
export interface PrivacyRun {
  memory: Memory;
  signal?: AbortSignal | undefined;
  /** What has been erased so far. */
  onProgress?: ((erased: number) => void) | undefined;
}

/** What was erased. */
export interface Forgotten {
  /** Entries that are gone. */
  entries: number;
  /** Rows besides them: words of turns, traces, changes of the history. */
  rows: number;
  /** Rooms whose present conversation went with it. */
  sites: string[];
  /** Entries that came from the same turns and are still there: a person may want them gone, too. */
  related: number[];
}

/** Entries erased in one piece. */
const PIECE = 20;
const MAX_ROWS = 500;
/** Shorter texts stand in too many others by chance. */
const MIN_TEXT_LENGTH = 4;
const SETTLE_TRIES = 20;
const SETTLE_WAIT_MS = 50;

/**
 * Erases entries for good, with what they were made of (words and traces of their turns), their vectors, and every row
 * that still holds their text, or one of the words that name it; nothing of it is left in the files, nor in this process.
 * @throws JarvisError store-failed; AbortError: what is erased by then stays erased, and the same call goes on.
 */
export async function forget(
  which: { ids: readonly number[]; words?: readonly string[] | undefined },
  run: PrivacyRun,
): Promise<Forgotten> {
  const ids = [...new Set(which.ids)];
  const { sum, texts, add } = erasing(run, which.words);
  const said = new Set<string>();
  for (let from = 0; from < ids.length; from += PIECE) {
    stopIfAborted(run.signal);
    const piece = await run.memory.privacy.erase(ids.slice(from, from + PIECE));
    sum.related = [...new Set([...sum.related, ...piece.related])].filter((id) => !ids.includes(id));
    for (const turn of piece.turns) said.add(turn);
    add(piece);
  }
  await letGo({ sites: sum.sites, turns: [...said], tells: telling(toLookFor(texts)) }, run);
  sum.rows = await scrubAll(texts, run);
  await finish(run);
  return sum;
}

/** Erasing begins: the sum, and the texts to look for, of its pieces. @param words What names it, besides its own text. */
function erasing({ onProgress }: PrivacyRun, words: readonly string[] = []) {
  stopHolders();
  const sum: Forgotten = { entries: 0, rows: 0, sites: [], related: [] };
  const texts = [...words];
  const add = (piece: { entries: number; sites: readonly string[]; texts: readonly string[] }) => {
    sum.entries += piece.entries;
    sum.sites = [...new Set([...sum.sites, ...piece.sites])];
    texts.push(...piece.texts);
    onProgress?.(sum.entries);
  };
  return { sum, texts, add };
}

/**
 * Erases everything that was said since a moment (ms since the epoch), and what was learnt from it; what it had changed
 * becomes again what it was.
 * @throws as `forget`
 */
export async function forgetSince(from: number, run: PrivacyRun): Promise<Forgotten> {
  const { sum, texts, add } = erasing(run);
  const eraseAll = async () => {
    for (let left = true; left; ) {
      stopIfAborted(run.signal);
      const piece = await run.memory.privacy.eraseSince(from, PIECE);
      left = piece.left;
      add(piece);
    }
  };
  await eraseAll();
  await letGo({ sites: sum.sites, turns: [], from, tells: holds(toLookFor(texts)) }, run);
  // What turns that ended meanwhile have left.
  await eraseAll();
  // What was said before it stays, though it is about the same things.
  sum.rows = await scrubAll(texts, run, true);
  await finish(run);
  return sum;
}

/**
 * Erases every entry that holds a phrase as whole words, whatever its case, and every other row that does. For a person
 * who has seen what will go (`entriesMatching`).
 * @throws JarvisError bad-input when the phrase has fewer than three letters; else as `forget`
 */
export async function forgetMatching(phrase: string, run: PrivacyRun): Promise<Forgotten> {
  stopHolders();
  return await forget({ ids: await entriesMatching(phrase, run), words: [phrase] }, run);
}

/** Ids of the entries that `forgetMatching` would erase, newest first. @throws as that */
export async function entriesMatching(phrase: string, { memory, signal }: PrivacyRun): Promise<number[]> {
  if ([...phrase.matchAll(/[\p{L}\p{N}]/gu)].length < 3) {
    throw new JarvisError('bad-input', 'Three letters at least are needed to say what is to be forgotten.');
  }
  const ids: number[] = [];
  for (let before: number | null = null; ; ) {
    stopIfAborted(signal);
    const piece: { ids: number[]; next: number | null } = await memory.privacy.matching(phrase, before, 2_000);
    ids.push(...piece.ids);
    if (piece.next === null) return ids;
    before = piece.next;
  }
}

/**
 * Erases what is older than its kind may be. @param now Milliseconds since the epoch.
 * @returns how many of each kind went
 * @throws as `forget`
 */
export async function applyRetention(now: number, run: PrivacyRun): Promise<Retention> {
  const days = await run.memory.privacy.retention();
  const gone: Retention = { diary: 0, note: 0, fact: 0, graph: 0, said: 0, trace: 0, dialogue: 0, history: 0 };
  for (const kind of RETENTION_KINDS) {
    if (days[kind] === 0) continue;
    const before = now - days[kind] * 86_400_000;
    gone[kind] = await expireKind(kind, before, run);
    // Those of this run are held in the process too.
    if (kind === 'trace') turns.forget(({ at }) => at < before);
  }
  if (Object.values(gone).some((count) => count > 0)) {
    dropProfiles();
    await settled(run);
  }
  return gone;
}

async function expireKind(kind: RetentionKind, before: number, run: PrivacyRun): Promise<number> {
  let gone = 0;
  for (;;) {
    stopIfAborted(run.signal);
    const count = await run.memory.privacy.expire(kind, before, PIECE);
    gone += count;
    run.onProgress?.(gone);
    if (count < PIECE) return gone;
  }
}

/** @param exactly Not what tells of them in other words. */
async function scrubAll(texts: readonly string[], { memory, signal }: PrivacyRun, exactly = false): Promise<number> {
  const phrases = toLookFor(texts);
  if (phrases.length === 0) return 0;
  let removed = 0;
  for (let next: ScrubPlace | null = { place: 0, after: -1 }; next; ) {
    stopIfAborted(signal);
    const { scrub } = memory.privacy;
    const piece: { removed: number; next: ScrubPlace | null } = await scrub(phrases, next, MAX_ROWS, exactly);
    removed += piece.removed;
    next = piece.next;
  }
  return removed;
}

const toLookFor = (texts: readonly string[]) => texts.filter((text) => text.length >= MIN_TEXT_LENGTH);

/**
 * Everybody who holds words lets go of it, before the last look for them: what a turn has written until now is found by that.
 * The backups go with it. What has only grown old (retention) leaves with them, three days later.
 */
async function letGo(erased: Erasure, { memory }: PrivacyRun): Promise<void> {
  await memory.backups.drop();
  await forgetEverywhere(erased);
}

/** Nothing is left of it in the files, nor in a backup that was begun meanwhile; a new one is made. */
async function finish(run: PrivacyRun): Promise<void> {
  const { backups } = run.memory;
  await settled(run).finally(() => backups.drop());
  // In its own time; what is wrong with the disk is told by the memory.
  void backups.make().catch(() => {});
}

/** Writes the file itself anew where it was erased and empties the log beside it. */
async function settled({ memory }: PrivacyRun): Promise<void> {
  for (let tries = 1; !(await memory.privacy.settle()); tries++) {
    if (tries === SETTLE_TRIES) {
      throw new JarvisError(
        'store-failed',
        `It is erased from the store ${memory.file}, but another program reads the file, so copies may stay in ${memory.file}-wal until that ends.`,
      );
    }
    await sleep(SETTLE_WAIT_MS);
  }
}

function stopIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw abortError(signal);
}
