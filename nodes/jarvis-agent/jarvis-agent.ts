import type { NodeAPI, NodeDef } from 'node-red';
import { openAgent } from '../../lib/replying/agent.js';
import { PROTOCOL_CHOICES } from '../../lib/replying/protocol.js';
import { deviceLines, MAX_DEVICES } from '../../lib/tools/home-lines.js';
import { configOf, FLOW_STOPPED, onClose, optionalConfig, showState, showStatus } from '../adapter.js';
import { assistantName } from '../entered-once.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { type Given, stageNode } from '../stage.js';
import { toolsOf } from '../tools.js';
import { bringHumour } from './humour.js';
import { openResults } from './results.js';

interface AgentDef extends NodeDef {
  model?: string;
  home?: string;
  memory?: string;
  persona?: string;
  wakeWord?: string;
  maxTurns?: string;
  protocol?: string;
}

export default function jarvisAgent(RED: NodeAPI): void {
  stageNode<AgentDef>(RED, 'jarvis-agent', {
    before: 'a judge, a command or an inject node',
    answers: true,
    open(node, def, signal) {
      const humour = bringHumour(RED, node);
      const parts = () => {
        const home = optionalConfig<HomeNode>(RED, def.home)?.home;
        return {
          server: configOf<ModelNode>(RED, def.model, 'model server'),
          memory: optionalConfig<MemoryNode>(RED, def.memory),
          home,
          character: { name: assistantName(def.wakeWord), persona: def.persona, humour: humour(), home },
          tools: toolsOf(RED, def),
          devices: (query: string, area: string | undefined, language: string) =>
            home ? deviceLines(home, query, area, MAX_DEVICES, language) : [],
          protocol: PROTOCOL_CHOICES.find((choice) => choice === def.protocol),
          maxTurns: Number(def.maxTurns) || 8,
        };
      };
      const agent = openAgent({ id: node.id, parts, warn: (problem) => node.warn(problem), signal });
      const results = openResults(node);
      showState(node, optionalConfig<ModelNode>(RED, def.model)?.state);
      onClose(node, () => agent.close(FLOW_STOPPED));
      const answer = async ({ msg, send, ...asked }: Given) => {
        showStatus(node, 'blue', 'dot', 'thinking');
        const digest = results.through(asked, send);
        for await (const part of agent.reply({ ...asked, digest })) send({ ...msg, topic: asked.turn.site, ...part });
        showStatus(node, agent.lack ? 'yellow' : 'green', 'dot', agent.lack ?? 'done');
      };
      return Object.assign(answer, { take: results.take });
    },
  });
}
