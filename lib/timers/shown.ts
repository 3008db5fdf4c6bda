import type { SatelliteHub } from '../satellites/hub.js';
import type { ShownTimer } from '../satellites/linked/types.js';
import type { Timers } from './timers.js';
import type { Timer } from './types.js';

/** Shows the timers of each room on its satellite, now and when they change. Alarms and reminders aren't counted down. @returns ends it */
export function showTimers(timers: Timers, hub: Pick<SatelliteHub, 'sites' | 'showTimers'>): () => void {
  const show = () => {
    const all = timers.all();
    for (const { id: site } of hub.sites()) {
      // What rings is shown until it is over.
      const own = [...all.filter((timer) => timer.site === site), ...timers.ringing(site)];
      hub.showTimers(site, own.flatMap(shown));
    }
  };
  show();
  return timers.watch(show);
}

function shown({ kind, id, name = '', due, length, paused }: Timer): ShownTimer[] {
  return kind === 'timer' && length !== undefined ? [{ id, name, due, length, paused }] : [];
}
