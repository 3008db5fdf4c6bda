import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns, type Words } from '../../lib/conversation/turns.js';
import { type AskJudge, judge, judgeByModel } from '../../lib/deciding/judge.js';
import type { JudgeMode } from '../../lib/deciding/judge-rules.js';
import { roomTranscripts } from '../../lib/deciding/room-transcript.js';
import { traced } from '../../lib/turn/trace.js';
import type { Turn } from '../../lib/turn/turn.js';
import { onClose, onInput, optionalConfig, showState, showStatus, textOf, turnOf } from '../adapter.js';
import { assistantName } from '../entered-once.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { ALWAYS_READY } from '../status.js';

interface JudgeDef extends NodeDef {
  model?: string;
  wakeWord?: string;
  aliases?: string;
}

export default function jarvisJudge(RED: NodeAPI): void {
  function JudgeNode(this: Node, def: JudgeDef): void {
    RED.nodes.createNode(this, def);
    // A flow from before the name was entered once still answers to its own.
    const aliases = `${def.aliases ?? ''},${def.wakeWord ?? ''}`
      .split(',')
      .map((alias) => alias.trim())
      .filter((alias) => alias !== '');
    const rooms = roomTranscripts();
    const onWords = ({ site, turn, kind, text }: Words) => {
      if (kind === 'reply' && turns.keepsWords(turn)) rooms.spoken(site, text);
    };
    turns.on('words', onWords);

    showState(this, ALWAYS_READY);
    const closing = onInput(this, async (msg, send) => {
      const text = textOf(msg, 'a listen node or an inject node');
      const turn = turnOf(msg);
      const { site, language } = turn;
      const name = assistantName(def.wakeWord);
      const mode = modeOf(turn);
      rooms.heard(site, text);
      const { segments, spoken } = rooms.of(site);
      const live = turns.get(turn.id);
      const trace = live?.trace.of(this.id);
      const signal = AbortSignal.any([closing, ...(live ? [live.signal] : [])]);
      const model = optionalConfig<ModelNode>(RED, def.model);
      const askModel: AskJudge = async (messages) => {
        if (!model) return undefined;
        const models = await model.models(signal);
        return await judgeByModel(models, { name, aliases }, { messages, signal, trace });
      };
      const judgement = await traced(trace, 'judge', () =>
        judge({ segments, mode, wake: turn.wake && {}, spoken, name, aliases, language }, askModel),
      );
      trace?.decided({ judgement });
      const { directed, stop, query } = judgement;
      const told = { ...msg, turn: { ...turn, judgement } };
      // Whoever says it to us is told that nothing runs, and not left without an answer.
      const isIdle = stop && (mode === 'typed' || mode === 'wake') && turns.isAlone(turn);
      if (stop && !isIdle) {
        turns.stop(site);
        showStatus(this, 'grey', 'dot', 'idle');
        return send([null, null, told]);
      }
      if (!directed) {
        turns.end(turn.id);
        showStatus(this, 'grey', 'dot', 'idle');
        return send([null, told, null]);
      }
      turns.begin(turn, text);
      turns.stage(turn.id, 'thinking');
      showStatus(this, 'green', 'dot', 'heard');
      send([{ ...told, payload: isIdle ? text : query }, null, null]);
    });
    onClose(this, () => {
      rooms.close();
      turns.off('words', onWords);
    });
  }
  RED.nodes.registerType('jarvis-judge', JudgeNode as never);
}

/** Why we listen to this turn: what the judge's rules start from. */
function modeOf({ id, site, source, wake }: Turn): JudgeMode {
  if (source !== 'voice') return 'typed';
  if (wake?.by === 'follow-up') return 'follow-up';
  if (wake) return 'wake';
  const current = turns.current(site);
  return current && current.id !== id && current.stage === 'speaking' ? 'speaking' : 'ambient';
}
