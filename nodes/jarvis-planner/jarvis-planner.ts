import type { NodeAPI, NodeDef } from 'node-red';
import { asksForPlan, PLANNER_MODES, planTurn, withPlan } from '../../lib/deciding/planner.js';
import { toolsLeft } from '../../lib/replying/carry-over.js';
import { clock } from '../../lib/turn/clock.js';
import { traced } from '../../lib/turn/trace.js';
import { configOf, optionalConfig, showState, showStatus } from '../adapter.js';
import type { MemoryNode } from '../jarvis-memory/jarvis-memory.js';
import type { ModelNode } from '../jarvis-model/jarvis-model.js';
import { stageNode } from '../stage.js';
import { watched } from '../status.js';
import { toolsOf } from '../tools.js';

const OFF = watched({ fill: 'grey', shape: 'dot', text: 'off' });

interface PlannerDef extends NodeDef {
  mode?: string;
  model?: string;
  home?: string;
  memory?: string;
}

export default function jarvisPlanner(RED: NodeAPI): void {
  stageNode<PlannerDef>(RED, 'jarvis-planner', {
    before: 'a router, a command or an inject node',
    open(node, def) {
      const mode = PLANNER_MODES.find((one) => one === def.mode) ?? 'combined';
      showState(node, mode === 'off' ? OFF : optionalConfig<ModelNode>(RED, def.model)?.state);
      return async ({ msg, send, query, turn, trace, signal }) => {
        const { profile: { planning } = {}, language } = turn;
        if (!asksForPlan({ mode, planning, query, language })) return send({ ...msg, turn });
        showStatus(node, 'blue', 'dot', 'thinking');
        const model = configOf<ModelNode>(RED, def.model, 'model server');
        const dialogue = (await optionalConfig<MemoryNode>(RED, def.memory)?.dialogue.messages(turn.site)) ?? [];
        const tools = toolsLeft(toolsOf(RED, def), turn, dialogue);
        const planned = await traced(trace, 'planner', () =>
          planTurn({
            query,
            mode,
            planning,
            tools,
            dialogue,
            language,
            now: new Date(clock.now()),
            models: (signal) => model.models(signal),
            signal,
            trace,
          }),
        );
        showStatus(node, 'green', 'dot', planned.steps.length > 0 ? 'done' : 'noPlan');
        const catalogue = tools.map(({ name }) => name);
        const told = withPlan(turn, planned, catalogue);
        trace.decided({ plan: told.plan, lookup: told.lookup });
        send({ ...msg, turn: told });
      };
    },
  });
}
