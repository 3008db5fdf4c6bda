import { type LiveTurn, turns } from '../../conversation/turns.js';
import { holdsWords } from '../../turn/erasing.js';
import type { Embedder } from '../embedding/embedder.js';
import { type EmbeddingProgress, keepEmbedded } from '../embedding/keep-up.js';
import { type QueryVectors, queryVectors } from '../embedding/query-vectors.js';
import { keepNoWords } from '../traces.js';
import { openRolling } from './roll-summaries.js';
import { type MaintenanceSchedule, type ScheduleOptions, scheduleMaintenance } from './schedule.js';

export interface CareOptions extends ScheduleOptions {
  /** Makes the vectors; undefined where there is no embedding model: words alone are searched. */
  embedder?: Embedder | undefined;
  onEmbedding?: ((progress: EmbeddingProgress) => void) | undefined;
}

/** All that a memory does by itself. */
export interface Care {
  readonly schedule: MaintenanceSchedule;
  /** The vector of a question; missing without an embedding model. @throws what `Embedder.embed` throws. */
  embed?: QueryVectors['of'] | undefined;
  /** Entries were written. */
  written(): void;
  /** What was said in a room was noted for the diary. */
  said(site: string): void;
  close(): Promise<void>;
}

/**
 * Looks after a memory between turns: summaries of conversations that go on after a turn, diary, graph and facts in the
 * quiet, vectors in the background.
 */
export function careFor(options: CareOptions): Care {
  const { memory, embedder, onStep = () => {}, onProblem, onEmbedding } = options;
  const ending = new AbortController();
  const vectors = embedder && queryVectors(embedder);
  const keeper =
    embedder && keepEmbedded({ memory, embedder, signal: ending.signal, onProgress: onEmbedding, onProblem });
  const schedule = scheduleMaintenance({
    ...options,
    onStep: (step) => {
      onStep(step);
      keeper?.poke();
    },
  });
  const rolling = openRolling(options);
  const begun = (live: LiveTurn) => {
    void keepNoWords(memory, live);
    if (live.source === 'announcement') return;
    rolling.makeWay();
    schedule.makeWay();
  };
  const ended = (live: LiveTurn) => {
    if (live.source !== 'announcement') rolling.roll(live.site);
    schedule.quiet();
    keeper?.poke();
  };
  const letGo = holdsWords({
    stop() {
      rolling.makeWay();
      schedule.makeWay();
      schedule.quiet();
    },
  });
  turns.on('begin', begun);
  turns.on('end', ended);
  return {
    schedule,
    embed: vectors?.of,
    written: () => keeper?.poke(),
    said(site) {
      // While a reply is spoken, the machine is busy with the voice; a reply that is read may never end its turn.
      if (turns.current(site)?.source !== 'voice') rolling.roll(site);
    },
    async close() {
      letGo();
      turns.off('begin', begun);
      turns.off('end', ended);
      ending.abort();
      await rolling.close();
      await schedule.close();
      await keeper?.ended;
      await embedder?.close();
    },
  };
}
