import path from 'node:path';
import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type Dialogue, openDialogue } from '../../lib/memory/dialogue.js';
import { openTraces, type Traces } from '../../lib/memory/traces.js';
import { type LiveTurn, turns } from '../../lib/turn/live.js';
import { onClose } from '../adapter.js';
import { running } from '../running.js';
import { dataFolder } from '../settings.js';

interface MemoryDef extends NodeDef {
  file?: string;
  minutes?: string;
}

export interface MemoryNode extends Node {
  /** What was said in each room in the last minutes. */
  readonly dialogue: Dialogue;
  /** Where the time of the last turns went. */
  readonly traces: Traces;
  readonly file: string;
}

export default function jarvisMemory(RED: NodeAPI): void {
  function MemoryConfig(this: MemoryNode, def: MemoryDef): void {
    RED.nodes.createNode(this, def);
    const file = def.file ? path.resolve(def.file) : path.join(dataFolder(RED), 'jarvis.db');
    let opened: Dialogue | undefined;
    // Silent: what is wrong with the file is told by the dialogue.
    const traces = openTraces({ file });
    const keep = (live: LiveTurn) => traces.keep(live.trace.record());
    turns.on('end', keep);
    Object.defineProperties(this, {
      file: { value: file },
      traces: { value: traces },
      dialogue: {
        get: () => {
          opened ??= openDialogue({ file, minutes: Number(def.minutes) || 5, onProblem: (error) => this.error(error) });
          return opened;
        },
      },
    });
    running.memory.add(this);
    onClose(this, async () => {
      running.memory.delete(this);
      turns.off('end', keep);
      traces.close();
      await opened?.close();
    });
  }
  RED.nodes.registerType('jarvis-memory', MemoryConfig as never);
}
