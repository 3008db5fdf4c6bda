import type { Node } from 'node-red';
import { playCues } from '../../lib/satellites/cues.js';
import type { Hub } from '../../lib/satellites/types.js';
import { onClose, reportFailure } from '../adapter.js';

/** Plays the sounds of listening until the node closes. */
export function cuesAt(node: Node, hub: Hub | undefined): void {
  if (!hub) return;
  const stop = playCues(hub, (why) => reportFailure(node, why, {}));
  onClose(node, stop);
}
