import type { Entity } from '../../home/types.js';
import { fold } from '../../language/fold.js';
import { isUnknown } from '../answers/speech.js';

/** A machine that takes less does nothing any more, in watts. */
const IDLE_WATTS = 5;
const WATTS: Readonly<Record<string, number>> = { W: 1, kW: 1000, mW: 0.001 };
/** What integrations of washers, dryers, ovens and robots call the end of their work; all else is work. */
const DONE =
  /^(?:off|idle|inactive|docked|none|ready|standby|stop(?:ped)?|end(?:ed)?|finish(?:ed)?|completed?|done|not running|power off|program(?:me)? (?:ended|finished|completed)|aus|bereit|fertig|beendet|fini|termine|terminado|acabado)$/;

/** Whether a machine has finished, by its status, its switch, or its power; undefined where it doesn't tell. */
export function isDone(entity: Entity): boolean | undefined {
  const { state } = entity;
  if (isUnknown(entity)) return undefined;
  if (!isPower(entity)) return DONE.test(fold(state));
  const watts = Number(state) * (WATTS[String(entity.attributes['unit_of_measurement'])] ?? Number.NaN);
  return Number.isFinite(watts) ? watts < IDLE_WATTS : undefined;
}

/** Whether it measures power: a machine takes little for a while between two steps of its work. */
export function isPower({ domain, attributes }: Entity): boolean {
  return domain === 'sensor' && attributes['device_class'] === 'power';
}
