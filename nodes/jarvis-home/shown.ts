import type { HomeStatus } from '../../lib/home/types.js';
import type { State } from '../status.js';

/** How a connection to a house is shown at the nodes that use it. */
export function stateOf(state: HomeStatus['state'], isDemo: boolean): State {
  if (state === 'connected') return { fill: 'green', shape: 'dot', text: isDemo ? 'demo' : 'connected' };
  return state === 'connecting'
    ? { fill: 'yellow', shape: 'ring', text: state }
    : { fill: 'red', shape: 'ring', text: state };
}
