import { confirmationQuestion } from '../../lib/deciding/answers.js';
import { roomTimers } from '../../lib/deciding/timers/room-timers.js';
import { houseView } from '../../lib/satellites/house-view.js';
import type { SatelliteHub } from '../../lib/satellites/hub.js';
import type { HubStatus } from '../../lib/satellites/types.js';
import { showTimers } from '../../lib/timers/shown.js';
import { first } from '../running.js';
import { READY, type State } from '../status.js';
import { showAssistant } from './devices.js';

/** Without a broker the page is there, which is enough to be ready. */
export function stateOf({ state }: HubStatus): State {
  if (state === 'off') return READY;
  return state === 'connected'
    ? { fill: 'green', shape: 'dot', text: state }
    : { fill: 'yellow', shape: 'ring', text: state };
}

/** Tells the pages what is missing to be heard, now and when that changes. @returns ends it */
function showEars(hub: Pick<SatelliteHub, 'setEars'>): () => void {
  const voice = first('voice');
  const show = ({ fill, text }: State) => {
    const works = fill === 'green' || text === 'loading' || typeof text !== 'string';
    hub.setEars(works ? null : { code: text, model: voice?.missingModel() });
  };
  if (voice) show(voice.states.stt.now);
  return voice?.states.stt.watch(show) ?? (() => {});
}

/** Shows the deployed house with its timers, what is missing to be heard, and how the assistant does. @returns ends it */
export function showHouse(hub: SatelliteHub): () => void {
  const house = first('home');
  const timers = showTimers(house?.timers, hub);
  const rooms = house && roomTimers(house.timers, () => house.home.timeZone?.());
  hub.setHouse(house && houseView(house.home, confirmationQuestion, house.phones, rooms));
  const ears = showEars(hub);
  // The voice and the say node may have come or gone.
  hub.refresh();
  const assistant = showAssistant(hub);
  return () => {
    for (const end of [timers, ears, assistant]) end();
  };
}
