import { kindsNamed, nameWords } from '../../home/names.js';
import type { Area, Entity } from '../../home/types.js';
import { isUnknown } from '../answers/speech.js';

/**
 * What tells the temperature or humidity of a room: the sensor that its owner has chosen, the one that is called just that,
 * the only one, else the thermostat. A device's own sensors, and those that tell nothing now, never do.
 * @param there what measures it in the room
 */
export function roomSensor(
  there: readonly Entity[],
  measure: 'temperature' | 'humidity',
  area: Area | undefined,
): Entity | undefined {
  const chosen = there.find(({ id }) => id === area?.[measure]);
  if (chosen) return chosen;
  const telling = there.filter((entity) => !entity.diagnostic && !isUnknown(entity));
  const all = telling.length > 0 ? telling : there;
  const sensors = all.filter(({ domain }) => domain === 'sensor');
  const own = new Set([area?.name, ...(area?.aliases ?? [])].flatMap((name) => nameWords(name ?? '')));
  const saysMeasure = (word: string) => kindsNamed(word).some((kind) => kind === measure || kind === 'sensor');
  const plain = sensors.filter(({ name }) => nameWords(name).every((word) => own.has(word) || saysMeasure(word)));
  if (plain.length === 1) return plain[0];
  if (sensors.length === 1) return sensors[0];
  return sensors.length === 0 && all.length === 1 ? all[0] : undefined;
}
