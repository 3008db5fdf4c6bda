import type { Node, NodeAPI, NodeDef } from 'node-red';
import { turns } from '../../lib/conversation/turns.js';
import { type AskJudge, judge, judgeByModel } from '../../lib/deciding/judge.js';
import type { JudgeMode } from '../../lib/deciding/judge-rules.js';
import { clock } from '../../lib/turn/clock.js';
import { traced } from '../../lib/turn/trace.js';
import type { Turn } from '../../lib/turn/turn.js';
import { onInput, optionalConfig, showState, showStatus, textOf, turnOf } from '../adapter.js';
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
    showState(this, ALWAYS_READY);
    const closing = onInput(this, async (msg, send) => {
      const text = textOf(msg, 'a listen node or an inject node');
      const turn = turnOf(msg);
      const { site, language } = turn;
      const name = assistantName(def.wakeWord);
      const conversation = turns.conversation(site);
      conversation.hear(text, turn);
      const segments = conversation.heardUntil(turn);
      const heardAt = turn.heard?.from ?? clock.now();
      const spoken = conversation.spokenBefore(turn.heard?.to ?? heardAt);
      const mode = modeOf(turn);
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
        judge({ segments, mode, wake: turn.wake && { at: turn.wake.at }, spoken, name, aliases, language }, askModel),
      );
      trace?.decided({ judgement });
      const { directed, stop, query } = judgement;
      const told = { ...msg, turn: { ...turn, judgement } };
      // Whoever says it to us is told that nothing runs, and not left without an answer.
      const isIdle = stop && (mode === 'typed' || mode === 'wake') && turns.isAlone(turn);
      if (stop) turns.stop(site, isIdle ? turn.id : undefined);
      if (stop && !isIdle) {
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
  }
  RED.nodes.registerType('jarvis-judge', JudgeNode as never);
}

/** Why we listen to this turn: what the judge's rules start from. */
function modeOf({ id, site, source, wake, heard }: Turn): JudgeMode {
  if (source !== 'voice') return 'typed';
  if (wake && wake.by !== 'follow-up') return 'wake';
  const conversation = turns.conversation(site);
  const { to = clock.now(), from = to } = heard ?? {};
  const current = turns.current(site);
  if (conversation.spokeWithin(from, to) || (current && current.id !== id && current.stage === 'speaking')) {
    return 'speaking';
  }
  const awaited = conversation.awaited(wake?.at ?? from);
  if (awaited) return awaited.what === 'follow-up' ? 'follow-up' : 'answer';
  return wake ? 'follow-up' : 'ambient';
}
