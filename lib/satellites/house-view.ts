import type { Home } from '../home/types.js';
import type { HouseView } from './browser.js';

const COMMAND_MS = 15_000;

/** A house as the page shows it: all of it first, then what changes, and taps on its devices. */
export function houseView(home: Home): HouseView {
  return {
    snapshot: () => ({ kind: home.kind, status: home.status(), ...home.house() }),
    onChange(listener) {
      const stop = [
        home.onChange((changed) => listener(changed.length > 0 ? changed : undefined)),
        home.onStatus(() => listener()),
      ];
      return () => {
        for (const end of stop) end();
      };
    },
    async command(command) {
      const { failed } = await home.run(command, AbortSignal.timeout(COMMAND_MS));
      const [first] = failed;
      if (first) throw new Error(`${first.entity.name}: ${first.reason}`);
    },
  };
}
