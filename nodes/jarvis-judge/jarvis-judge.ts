import type { NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { judgeTurn } from '../../lib/deciding/judge-turn.js';
import { optionalConfig, showState, showStatus } from '../adapter.js';
import { assistantName } from '../entered-once.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { wordsNode } from '../stage.js';
import { ALWAYS_READY } from '../status.js';

interface JudgeDef extends NodeDef {
  model?: string;
  wakeWord?: string;
  aliases?: string;
}

export default function jarvisJudge(RED: NodeAPI): void {
  wordsNode<JudgeDef>(RED, 'jarvis-judge', {
    before: 'a listen node or an inject node',
    open(node, def) {
      // A flow from before the name was entered once still answers to its own.
      const aliases = `${def.aliases ?? ''},${def.wakeWord ?? ''}`
        .split(',')
        .map((alias) => alias.trim())
        .filter((alias) => alias !== '');
      showState(node, ALWAYS_READY);
      return async ({ msg, send, query: text, turn, signal, trace }) => {
        const model = optionalConfig<ModelNode>(RED, def.model);
        const { judgement, isIdle } = await judgeTurn(turn, text, {
          name: assistantName(def.wakeWord),
          aliases,
          models: model && ((signal) => model.models(signal)),
          signal,
          trace,
        });
        const { directed, stop, query } = judgement;
        const told = { ...msg, turn: { ...turn, judgement } };
        if (stop) turns.stop(turn.site, isIdle ? turn.id : undefined);
        const isHeard = isIdle || (directed && !stop);
        showStatus(node, isHeard ? 'green' : 'grey', 'dot', isHeard ? 'heard' : 'idle');
        if (isHeard) {
          turns.begin(turn, text);
          turns.stage(turn.id, 'thinking');
          send([{ ...told, payload: isIdle ? text : query }, null, null]);
        } else if (stop) send([null, null, told]);
        else {
          turns.end(turn.id);
          send([null, told, null]);
        }
      };
    },
  });
}
