import { sizeOf } from './trace-details.js';
import type { TraceDetails, TraceRecord } from './trace-types.js';

const MAX_RECORDS = 200;
/** Turns whose decisions, prompts and answers are held, and the characters of all of them. */
const MAX_DETAILED = 50;
const MAX_CHARACTERS = 2_000_000;

interface Kept {
  record: TraceRecord;
  /** When it last changed, on the clock of `LiveTurns.changes`. */
  revision: number;
  details?: TraceDetails | undefined;
  characters: number;
}

/** Traces of turns that are over: 200 of them, the last 50 with what was decided and asked, within four megabytes. */
export class KeptTraces {
  #kept: Kept[] = [];

  add(record: TraceRecord, details: TraceDetails, revision: number): void {
    this.#kept.push({ record, revision, details, characters: sizeOf(details) });
    if (this.#kept.length > MAX_RECORDS) this.#kept.shift();
    let [turns, characters] = [0, 0];
    for (const kept of this.#kept.toReversed()) {
      turns += 1;
      characters += kept.characters;
      if (turns <= MAX_DETAILED && characters <= MAX_CHARACTERS) continue;
      kept.details = undefined;
      kept.characters = 0;
    }
  }

  /** Oldest first. */
  records(since = -1): TraceRecord[] {
    return this.#kept.flatMap(({ record, revision }) => (revision > since ? record : []));
  }

  details(id: string): TraceDetails | undefined {
    return this.#kept.find(({ record }) => record.id === id)?.details;
  }

  drop(meant: (record: TraceRecord) => boolean): void {
    this.#kept = this.#kept.filter(({ record }) => !meant(record));
  }

  /** Prompts hold words of earlier turns and of the memory: which of them, nobody knows. */
  dropDetails(): void {
    for (const kept of this.#kept) {
      kept.details = undefined;
      kept.characters = 0;
    }
  }
}
