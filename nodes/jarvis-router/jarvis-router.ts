import type { NodeAPI, NodeDef } from 'node-red';
import { readProfiles } from '../../lib/deciding/profiles.js';
import { routeTurn } from '../../lib/deciding/route-turn.js';
import type { RouterStrategy } from '../../lib/deciding/router.js';
import { hotCache } from '../../lib/memory/hot-cache.js';
import { traced } from '../../lib/turn/trace.js';
import { configOf, optionalConfig, showState, showStatus } from '../adapter.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { stageNode } from '../stage.js';
import { ALWAYS_READY } from '../status.js';
import { toolsOf } from '../tools.js';
import { bringSwitch } from './switch.js';

interface RouterDef extends NodeDef {
  strategy?: RouterStrategy;
  model?: string;
  embedModel?: string;
  always?: boolean;
  home?: string;
  memory?: string;
  profiles?: string;
}

export default function jarvisRouter(RED: NodeAPI): void {
  stageNode<RouterDef>(RED, 'jarvis-router', {
    before: 'a judge, a command or an inject node',
    open(node, def) {
      const strategy = def.strategy ?? 'keyword';
      const asks = strategy === 'llm' || (strategy === 'embedding' && !!def.embedModel);
      bringSwitch(RED, node, def);
      showState(node, asks ? optionalConfig<ModelNode>(RED, def.model)?.state : ALWAYS_READY);
      return async ({ msg, send, query, turn, trace, signal }) => {
        showStatus(node, 'blue', 'dot', 'thinking');
        // Read for each message: what is wrong with them is told where a Catch node hears it.
        const profiles = readProfiles(def.profiles);
        const model = asks ? configOf<ModelNode>(RED, def.model, 'model server') : undefined;
        const routed = await traced(trace, 'router', () =>
          routeTurn(turn, profiles, {
            query,
            strategy,
            tools: toolsOf(RED, def),
            models: model && ((signal) => model.models(signal)),
            embedModel: def.embedModel,
            always: def.always,
            cache: hotCache(turn.site),
            signal,
            trace,
          }),
        );
        showStatus(node, 'green', 'dot', routed.tools ? 'done' : 'allTools');
        trace.decided({ tools: routed.tools, profile: routed.profile });
        send({ ...msg, turn: routed });
      };
    },
  });
}
