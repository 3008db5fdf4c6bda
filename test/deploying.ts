import assert from 'node:assert/strict';
import type { FlowNode } from './runtime.js';
import { until } from './until.js';

/** A Node-RED that runs, and everything it printed so far. */
interface Running {
  url: string;
  output(): string;
}

/** What Node-RED prints when all flows, or those that were changed, run. */
const STARTED = /Started (?:modified )?(?:flows|nodes)/;

/** Deploys; resolves when the flows have started, which is after Node-RED's answer and after the editor says that they are deployed. */
export async function restarted({ output }: Pick<Running, 'output'>, deploying: () => Promise<unknown>): Promise<void> {
  const starts = () => output().split(STARTED).length;
  const before = starts();
  await deploying();
  await until(
    () => starts() > before,
    () => `the flows to start again:\n${output()}`,
  );
}

/** Deploys as the editor's button does: everything, or the nodes that were changed. Resolves when they have started. */
export function deploy(running: Running, flows: FlowNode[], kind: 'full' | 'nodes' = 'full'): Promise<void> {
  return restarted(running, async () => {
    const { status } = await fetch(`${running.url}/flows`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'node-red-api-version': 'v2',
        'node-red-deployment-type': kind,
      },
      body: JSON.stringify({ flows }),
    });
    assert.equal(status, 200);
  });
}
