import { writeFileSync } from 'node:fs';
import { openDemoHome } from '../../lib/home/demo.js';
import { DEMO_HOUSE } from '../../lib/home/demo-house.js';
import type { Entity, Home, House } from '../../lib/home/types.js';
import type { CarriedOut } from './schema.js';

/** The demo house of one story, which tells what is done in it. */
export interface StoryHouse {
  home: Home;
  /** Something changes by itself, or by hand. */
  set(entity: string, state: string): void;
  /** Last states of what has changed. */
  changed(): Record<string, string>;
}

/**
 * @param file where the house may be written, to be read like every other
 * @param timeZone IANA name
 */
export function storyHouse(
  { house, file, timeZone }: { house: House | undefined; file: string; timeZone: string | undefined },
  onCommand: (done: CarriedOut) => void,
): StoryHouse {
  writeFileSync(file, JSON.stringify(house ?? DEMO_HOUSE));
  const demo = openDemoHome({ file });
  const changed = new Set<string>();
  const byHand = new Set<(entities: Entity[]) => void>();
  demo.onChange((entities) => {
    for (const { id } of entities) changed.add(id);
  });
  return {
    home: {
      ...demo,
      ...(timeZone !== undefined && { timeZone: () => timeZone }),
      async run(command, signal) {
        const result = await demo.run(command, signal);
        const { action, value } = command;
        const targets = result.done.map(({ id }) => id);
        if (targets.length > 0) onCommand({ action, targets, ...(value !== undefined && { value }) });
        return result;
      },
      onChange(listener) {
        byHand.add(listener);
        const stop = demo.onChange(listener);
        return () => {
          byHand.delete(listener);
          stop();
        };
      },
    },
    set(id, state) {
      const entity = demo.house().entities.find((one) => one.id === id);
      if (!entity) throw new Error(`The house has no ${id}.`);
      entity.state = state;
      changed.add(id);
      for (const listener of byHand) listener([entity]);
    },
    changed: () =>
      Object.fromEntries(
        demo
          .house()
          .entities.filter(({ id }) => changed.has(id))
          .map(({ id, state }) => [id, state]),
      ),
  };
}
