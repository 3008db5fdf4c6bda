import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Finished } from '../../lib/conversation/exchanges.js';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import type { Models } from '../../lib/llm/gateway.js';
import { type Dialogue, openDialogue } from '../../lib/memory/dialogue.js';
import type { Embedder } from '../../lib/memory/embedding/embedder.js';
import { type HeldWrites, openHeldWrites } from '../../lib/memory/held-writes.js';
import { type Care, careFor } from '../../lib/memory/maintenance/care.js';
import { type Memory, openMemory } from '../../lib/memory/memory.js';
import { openTraces, type Traces } from '../../lib/memory/traces.js';
import { closeAll } from '../../lib/turn/closing.js';
import type { TraceRecord } from '../../lib/turn/trace-types.js';
import { configOf, logging, onClose } from '../adapter.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { running } from '../running.js';
import { dataFolder } from '../settings.js';
import { LOADING, READY, stateOf, type Watched, watched } from '../status.js';
import { embedderOf } from './embedder.js';

interface MemoryDef extends NodeDef {
  file?: string;
  minutes?: string;
  model?: string;
  embedding?: string;
}

export interface MemoryNode extends Node {
  /** What was said in each room in the last minutes. */
  readonly dialogue: Dialogue;
  /** Where the time of the last turns went. */
  readonly traces: Traces;
  /** Everything that is remembered; `dialogue` and `traces` are kept in it too. */
  readonly memory: Memory;
  /** Writes what was said, and holds what the store can't take yet. */
  readonly held: HeldWrites;
  /** What it does by itself between turns. */
  readonly care: Care;
  /** The models that look after it. @throws JarvisError not-configured, model-… */
  models(signal: AbortSignal): Promise<Models>;
  /** Makes its vectors; undefined where no embedding model is chosen or pulled. */
  readonly embedder: Embedder | undefined;
  readonly file: string;
  /** Whether the store is open. */
  readonly state: Watched;
}

export default function jarvisMemory(RED: NodeAPI): void {
  function MemoryConfig(this: MemoryNode, def: MemoryDef): void {
    RED.nodes.createNode(this, def);
    const file = def.file ? path.resolve(def.file) : path.join(dataFolder(RED), 'jarvis.db');
    let opened: Dialogue | undefined;
    const state = watched(LOADING);
    const problem = (error: Error) => this.error(error);
    const memory = openMemory({ file, onProblem: problem });
    const traces = openTraces(memory);
    const held = openHeldWrites({ memory, onProblem: problem });
    const keep = (live: LiveTurn) => {
      if (!live.isSilent) traces.keep(live.trace.record());
    };
    // Those of an agent are written while they are spoken; these were answered by a rule, or nobody asked.
    const take = ({ site, messages, isKept }: Finished) => {
      if (!isKept && messages.length > 0) void this.dialogue.add(site, messages);
    };
    const forget = (site: string) => void this.dialogue.clear(site);
    turns.on('end', keep).on('exchange', take).on('stop', forget);
    Object.defineProperties(this, {
      file: { value: file },
      state: { value: state },
      memory: { value: memory },
      traces: { value: traces },
      held: { value: held },
      dialogue: {
        get: () => {
          opened ??= openDialogue({ memory, minutes: Number(def.minutes) || 5 });
          return opened;
        },
      },
    });
    const models = (signal: AbortSignal) => configOf<ModelNode>(RED, def.model, 'model server').models(signal);
    let looking: { care: Care; embedder: Embedder | undefined } | undefined;
    const look = () => {
      if (looking) return looking;
      // The model server's node may be made after this one.
      const embedder = embedderOf(RED, def);
      const onTrace = (record: TraceRecord) => traces.keep(record);
      looking = { embedder, care: careFor({ memory, models, embedder, onTrace, onProblem: problem }) };
      return looking;
    };
    Object.defineProperties(this, {
      care: { get: () => look().care },
      models: { value: models },
      embedder: { get: () => look().embedder },
    });
    // The store is open by the first turn.
    const started = logging(RED, () => {
      void [look(), this.dialogue];
      void memory.entries.count().then(
        () => state.set(READY),
        (thrown) => state.set(stateOf(thrown)),
      );
    });
    RED.events.once('flows:started', started);
    running.memory.add(this);
    onClose(this, () => {
      running.memory.delete(this);
      turns.off('end', keep).off('exchange', take).off('stop', forget);
      RED.events.off('flows:started', started);
      return closeAll(
        [() => looking?.care.close()],
        [() => traces.close()],
        [() => held.close()],
        [() => opened?.close()],
        [() => memory.close()],
      );
    });
  }
  RED.nodes.registerType('jarvis-memory', MemoryConfig as never);
}
