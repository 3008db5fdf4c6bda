import type { Node, NodeAPI } from 'node-red';
import { type Eyes, modelSees } from '../../lib/tools/vision/seen.js';
import { reportFailure } from '../adapter.js';
import { onFlowsStarted } from '../flows-started.js';

interface Seeing extends Pick<Eyes, 'models'> {
  /** @throws JarvisError of a detector that isn't there */
  file(): string;
  closing: AbortSignal;
}

/** Says once that a detector is missing, where no chat model sees either. The model is asked only once its node is there. */
export function tellNoDetector(RED: NodeAPI, node: Node, { file, models, closing }: Seeing): void {
  let isTold = false;
  onFlowsStarted(RED, node, async () => {
    if (isTold) return;
    try {
      // A detector that is pulled later needs no deploy.
      file();
    } catch (thrown) {
      if ((await modelSees(models, closing)) || closing.aborted || isTold) return;
      isTold = true;
      reportFailure(node, thrown, {});
    }
  });
}
