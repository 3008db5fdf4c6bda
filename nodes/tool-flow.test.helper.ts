import { afterTool, type ChatBody } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { bench, closeLater, completed, type FlowNode, must, turnIn } from './node.test.helper.js';

const AGENT = { type: 'jarvis-agent', outputs: 1, model: 'a-model', home: 'a-house' };
const HOUSE = { id: 'a-house', type: 'jarvis-home', kind: 'demo' };

/** An agent in the demo house beside nodes that bring tools, whose model makes one call and then says so. */
export async function flow(nodes: FlowNode[], call: { name: string; arguments: object }) {
  const server = await startScriptedModelServer({
    speed: 'instant',
    answers: [{ when: afterTool, answer: 'So it says.' }, { answer: { calls: [call as never] } }],
  });
  closeLater(server.close);
  const model = { id: 'a-model', type: 'jarvis-model', provider: 'ollama', url: server.url };
  const agent = await bench(AGENT, [model, HOUSE, ...nodes]);
  return {
    agent,
    async says(payload: string) {
      agent.send({ payload, topic: 'den' });
      await completed(agent, 1);
      const bodies: ChatBody[] = server.requests.filter(({ path }) => path === '/api/chat').map(({ body }) => body);
      return { reply: must(turnIn(must(agent.out[0]?.at(-1))).reply), bodies };
    },
  };
}
