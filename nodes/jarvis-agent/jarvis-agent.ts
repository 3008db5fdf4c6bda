import type { Node, NodeAPI, NodeDef } from 'node-red';
import type { Tool } from '../../lib/llm/types.js';
import { reply, warmReply } from '../../lib/replying/loop.js';
import { nameOfWakeWord } from '../../lib/replying/persona.js';
import { deviceLines } from '../../lib/tools/home-lines.js';
import { homeTools } from '../../lib/tools/home-tools.js';
import { type LiveTurn, turns } from '../../lib/turn/live.js';
import type { Turn } from '../../lib/turn/turn.js';
import { configOf, onClose, onInput, optionalConfig, showStatus, textOf, turnOf } from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';

interface AgentDef extends NodeDef {
  model?: string;
  home?: string;
  memory?: string;
  persona?: string;
  wakeWord?: string;
  maxTurns?: string;
}

const MOST_DEVICES = 12;

export default function jarvisAgent(RED: NodeAPI): void {
  function AgentNode(this: Node, def: AgentDef): void {
    RED.nodes.createNode(this, def);
    const character = { name: nameOfWakeWord(def.wakeWord || 'jarvis'), persona: def.persona };
    const homeOf = () => optionalConfig<HomeNode>(RED, def.home)?.home;
    const toolsOf = (): Tool[] => {
      const home = homeOf();
      return home ? homeTools(home) : [];
    };

    const closing = onInput(RED, this, async (msg, send) => {
      const query = textOf(msg, 'a judge, a command or an inject node');
      const turn = turnOf(msg);
      const live = turns.begin(turn);
      turns.stage(turn.id, 'thinking');
      showStatus(this, 'blue', 'dot', RED._('status.thinking'));
      const signal = AbortSignal.any([live.signal, closing]);
      const models = await configOf<ModelNode>(RED, def.model, 'model server').models(signal);
      const dialogue = optionalConfig<MemoryNode>(RED, def.memory)?.dialogue;
      const home = homeOf();
      const { area, language, site } = turn;
      const events = reply({
        query,
        site,
        models,
        character,
        tools: toolsOf(),
        messages: (await dialogue?.messages(site, Date.now())) ?? [],
        moment: {
          language,
          now: new Date(),
          area,
          devices: home ? deviceLines(home, query, area, MOST_DEVICES) : [],
        },
        maxTurns: Number(def.maxTurns) || 8,
        signal,
        trace: live.trace,
      });
      let index = 0;
      const sentence = (payload: string, of: Turn, count?: number) =>
        send({
          ...msg,
          topic: site,
          payload,
          turn: of,
          parts: { id: turn.id, index: index++, ...(count && { count }) },
        });
      for await (const event of events) {
        if (event.type === 'sentence') {
          turns.show(turn, 'reply', event.text, false);
          sentence(event.text, turn);
        } else if (event.type === 'end') {
          const { text, calls, question } = event;
          turns.show(turn, 'reply', '', true);
          // The last message only says that the reply is whole: the last sentence was sent when it was finished.
          sentence('', { ...turn, reply: { text, calls, question } }, index + 1);
          await dialogue?.add(site, [{ role: 'user', content: query }, ...event.messages]);
        }
      }
      showStatus(this, 'green', 'dot', RED._('status.done'));
    });

    // While the person still speaks, the model is loaded and the head of the prompt evaluated.
    const warm = (live: LiveTurn) => {
      const model = optionalConfig<ModelNode>(RED, def.model);
      if (live.stage !== 'listening' || !model) return;
      const signal = AbortSignal.any([live.signal, closing]);
      void model
        .models(signal)
        .then((models) => warmReply({ models, character, tools: toolsOf(), signal, trace: live.trace }))
        // The reply itself says what is wrong with the server.
        .catch(() => {});
    };
    turns.on('stage', warm);
    const forget = (site: string) => void optionalConfig<MemoryNode>(RED, def.memory)?.dialogue.clear(site);
    turns.on('stop', forget);
    onClose(this, () => {
      turns.off('stage', warm);
      turns.off('stop', forget);
    });
  }
  RED.nodes.registerType('jarvis-agent', AgentNode as never);
}
