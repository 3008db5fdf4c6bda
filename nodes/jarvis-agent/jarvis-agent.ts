import type { Node, NodeAPI, NodeDef } from 'node-red';
import { type LiveTurn, turns } from '../../lib/conversation/turns.js';
import { isStop } from '../../lib/deciding/stop-command.js';
import { noModels } from '../../lib/llm/gateway.js';
import { conversation } from '../../lib/memory/conversation.js';
import { reply, warmReply } from '../../lib/replying/loop.js';
import { PROTOCOL_CHOICES } from '../../lib/replying/protocol.js';
import { deviceLines } from '../../lib/tools/home-lines.js';
import { toolsFor } from '../../lib/tools/registry.js';
import { clock } from '../../lib/turn/clock.js';
import { erasable } from '../../lib/turn/erasing.js';
import type { ErrorCode } from '../../lib/turn/errors.js';
import { tracedParts } from '../../lib/turn/trace.js';
import { ownWords } from '../../lib/turn/turn.js';
import {
  configOf,
  FLOW_STOPPED,
  onClose,
  onInput,
  optionalConfig,
  showState,
  showStatus,
  textOf,
  turnOf,
} from '../adapter.js';
import { assistantName } from '../entered-once.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { memorySource } from '../memory-source.js';
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

const MOST_DEVICES = 12;

export default function jarvisAgent(RED: NodeAPI): void {
  function AgentNode(this: Node, def: AgentDef): void {
    RED.nodes.createNode(this, def);
    const character = () => ({ name: assistantName(def.wakeWord), persona: def.persona, home: homeOf() });
    const homeOf = () => optionalConfig<HomeNode>(RED, def.home)?.home;
    const toolsOf = () => toolsFor({ home: homeOf(), memory: memorySource(RED, def.memory) });
    const protocol = PROTOCOL_CHOICES.find((choice) => choice === def.protocol);
    const results = openResults(this);
    /** As the last turn had it: the prompt that is evaluated ahead begins like the one that will be asked. */
    const about = erasable<readonly string[]>();
    /** Why there is no model; the log says it once. */
    let lack: ErrorCode | undefined;

    showState(this, optionalConfig<ModelNode>(RED, def.model)?.state);
    const closing = onInput(this, async (msg, send) => {
      if (results.take(msg)) return;
      const query = textOf(msg, 'a judge, a command or an inject node');
      const turn = turnOf(msg);
      if (turn.source !== 'announcement' && isStop(query, { speaking: false, language: turn.language })) {
        turns.end(turn.id);
        return turns.stop(turn.site);
      }
      const live = turns.begin(turn, query);
      const trace = live.trace.of(this.id);
      turns.stage(turn.id, 'thinking');
      showStatus(this, 'blue', 'dot', 'thinking');
      const signal = AbortSignal.any([live.signal, closing]);
      const { area, language, site, profile } = turn;
      about.value = turn.about;
      const store = optionalConfig<MemoryNode>(RED, def.memory);
      const exchange = turns.exchanges.begin(live, query, store?.dialogue.begin(site), this.id);
      try {
        const server = configOf<ModelNode>(RED, def.model, 'model server');
        const models = await server.models(signal).catch((thrown) => noModels(server.provider, thrown));
        const home = homeOf();
        const events = reply({
          query,
          said: ownWords(turn, query),
          site,
          models,
          house: home?.house(),
          character: { ...character(), profile: profile?.prompt, about: turn.about },
          tools: toolsOf().filter(({ name }) => !profile || profile.tools.includes(name)),
          allowed: turn.tools,
          plan: turn.plan,
          messages: store ? await conversation(store, site, clock.now()) : [],
          moment: {
            language,
            now: new Date(clock.now()),
            area,
            devices: home ? deviceLines(home, query, area, MOST_DEVICES) : [],
            memories: turn.recall?.lines,
          },
          protocol,
          digest: (tool, text) => results.through({ tool, query }, text, turn, send, signal),
          maxTurns: Number(def.maxTurns) || 8,
          signal,
          trace,
        });
        let index = 0;
        const sentence = (payload: string, of: typeof turn, count?: number) => {
          const parts = { id: turn.id, index: index++, ...(count && { count }) };
          send({ ...msg, topic: site, payload, turn: of, parts });
        };
        for await (const event of tracedParts(trace, 'agent', events)) {
          if (event.type === 'sentence') sentence(event.text, turn);
          if (event.type === 'end') {
            const { text, calls, question, lacking, unasked } = event;
            if (lacking && !lack) this.warn(lacking.message);
            if (!unasked) lack = lacking?.code;
            // The last message only says that the reply is whole: the last sentence was sent when it was finished.
            sentence('', { ...turn, reply: { text, calls, question } }, index + 1);
          }
          // What the person reads is kept by then.
          await exchange.note(event);
          if (event.type === 'sentence') turns.show(turn, 'reply', (event.before ?? '') + event.text, false);
          if (event.type === 'shown') turns.show(turn, 'reply', event.text, false);
          if (event.type === 'end') turns.show(turn, 'reply', '', true);
        }
        showStatus(this, lack ? 'yellow' : 'green', 'dot', lack ?? 'done');
      } catch (thrown) {
        exchange.failed();
        throw thrown;
      }
    });

    // While the person still speaks, the model is loaded and the head of the prompt evaluated.
    const warm = (live: LiveTurn) => {
      const model = optionalConfig<ModelNode>(RED, def.model);
      // After a reply of its own the model is warm.
      if (live.stage !== 'listening' || live.wake?.by === 'follow-up' || !model) return;
      const signal = AbortSignal.any([live.signal, closing]);
      void model
        .models(signal)
        .then((models) =>
          warmReply({
            models,
            character: { ...character(), about: about.value },
            tools: toolsOf(),
            protocol,
            signal,
            trace: live.trace.of(this.id),
          }),
        )
        // The reply itself says what is wrong with the server.
        .catch(() => {});
    };
    turns.on('stage', warm);
    onClose(this, () => {
      about.close();
      turns.off('stage', warm);
      // What is not heard yet will not be: the dialogue says so.
      for (const id of turns.exchanges.open(this.id)) turns.end(id, FLOW_STOPPED);
    });
  }
  RED.nodes.registerType('jarvis-agent', AgentNode as never);
}
