import type { Command, Entity, House } from '../../home/types.js';

/** The scales of temperature as people write them, in any language. */
const SAID = { F: /fahrenheit|°\s*f(?!\p{L})/iu, C: /celsius|°\s*c(?!\p{L})/iu } as const;
/** Degrees that no thermostat, and no boiler, takes that counts in Celsius. */
const HOTTEST = { climate: 50, water_heater: 100 } as const;

/** A temperature in the scale that the devices count in, where a sentence says the other one. */
export function inScale(command: Command, text: string, { entities }: House): Command {
  const said = SAID.F.test(text) ? 'F' : SAID.C.test(text) ? 'C' : undefined;
  if (command.action !== 'set_temperature' || !said) return command;
  const targets = entities.filter(({ id }) => command.targets.includes(id));
  const [scale, ...others] = new Set(targets.map(scaleOf));
  if (scale === undefined || scale === said || others.length > 0) return command;
  const convert = (degrees: number) =>
    scale === 'C' ? Math.round((degrees - 32) / 0.9) / 2 : Math.round(degrees * 1.8 + 32);
  const { value, high } = command;
  return {
    ...command,
    ...(typeof value === 'number' && { value: convert(value) }),
    ...(high !== undefined && { high: convert(high) }),
  };
}

/** Whether a thermostat tells that it takes so many degrees. */
export function takesDegrees({ attributes: { min_temp: least, max_temp: most } }: Entity, degrees: number): boolean {
  return typeof least === 'number' && typeof most === 'number' && degrees >= least && degrees <= most;
}

/** The scale of a thermostat, by the most that it takes; undefined where it doesn't tell. */
function scaleOf({ domain, attributes }: Entity): 'F' | 'C' | undefined {
  const most = attributes['max_temp'];
  if (typeof most !== 'number') return undefined;
  return most > (domain === 'water_heater' ? HOTTEST.water_heater : HOTTEST.climate) ? 'F' : 'C';
}
