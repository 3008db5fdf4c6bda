import type { SatelliteHub } from '../../lib/satellites/hub.js';
import type { HubStatus } from '../../lib/satellites/types.js';
import { first } from '../running.js';
import { READY, type State } from '../status.js';

/** Without a broker the page is there, which is enough to be ready. */
export function stateOf({ state }: HubStatus): State {
  if (state === 'off') return READY;
  return state === 'connected'
    ? { fill: 'green', shape: 'dot', text: state }
    : { fill: 'yellow', shape: 'ring', text: state };
}

/** Tells the pages what is missing to be heard, now and when that changes. @returns ends it */
export function showEars(hub: Pick<SatelliteHub, 'setEars'>): () => void {
  const voice = first('voice');
  const show = ({ fill, text }: State) => {
    const works = fill === 'green' || text === 'loading' || typeof text !== 'string';
    hub.setEars(works ? null : { code: text, model: voice?.missingModel() });
  };
  if (voice) show(voice.states.stt.now);
  return voice?.states.stt.watch(show) ?? (() => {});
}
