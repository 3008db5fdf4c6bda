/** Kinds of entities that Home Assistant shows to voice assistants unless told otherwise. */
const DOMAINS = new Set(
  'climate cover fan humidifier light lock media_player scene script switch todo vacuum water_heater'.split(' '),
);
const BINARY_SENSORS = new Set('door garage_door lock motion opening presence window'.split(' '));
const SENSORS = new Set(
  'aqi carbon_dioxide carbon_monoxide humidity pm10 pm25 temperature volatile_organic_compounds'.split(' '),
);

/** Home Assistant's own rule for entities nobody has decided on. */
export function exposedByDefault(entityId: string, deviceClass: unknown): boolean {
  const domain = entityId.slice(0, entityId.indexOf('.'));
  if (domain === 'binary_sensor') return BINARY_SENSORS.has(String(deviceClass));
  if (domain === 'sensor') return SENSORS.has(String(deviceClass));
  return DOMAINS.has(domain);
}
