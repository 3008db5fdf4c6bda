import type { GuardedHome } from '../home/guard.js';
import type { Phones } from '../home/phones.js';
import type { Command, Entity } from '../home/types.js';
import type { HouseView } from './browser.js';
import type { RoomTimers } from './page-timers.js';

const COMMAND_MS = 15_000;

/**
 * A house as the page shows it: all of it first, then what changes, and taps on its devices.
 * @param question what is asked before a command that opens these entities, in a language
 */
export function houseView(
  home: GuardedHome,
  question: (command: Command, opening: readonly Entity[], language: string) => string,
  phones?: Phones,
  timers?: RoomTimers,
): HouseView {
  const { confirmations } = home;
  const run = async (command: Command) => {
    const { failed } = await home.run(command, AbortSignal.timeout(COMMAND_MS), 'person');
    const [first] = failed;
    if (first) throw new Error(`${first.entity.name}: ${first.reason}`);
  };
  return {
    areaOf: (id) => home.areaOf?.(id),
    satellites: () => home.satellites?.(),
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
    async command(command, asker, language) {
      const opening = home.opening(command, 'person');
      if (opening.length === 0) {
        await run(command);
        return undefined;
      }
      confirmations.hold(asker, command);
      return question(command, opening, language);
    },
    async confirm(asker, yes) {
      const answer = confirmations.settle(asker, yes);
      if (answer?.said === 'yes' && answer.command) await run(answer.command);
      return answer !== undefined;
    },
    onQuestion: confirmations.onChange,
    phones,
    timers,
    leave(asker, site) {
      confirmations.cancel(asker);
      confirmations.cancel(site);
    },
  };
}
