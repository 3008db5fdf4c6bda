import { JarvisError } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { isOpening, mayOpenHouse } from './opening.js';
import type { House, ServiceCall } from './types.js';

const MAX_DATA = 4_000;
/** What takes words for people: they may speak of doors. */
const TELLS = /^(?:notify|persistent_notification|tts|todo|calendar|input_text)\./;
/** Which devices are meant is said by their names alone, so that none is reached unseen. */
const TARGETS = /"(?:entity|device|area|floor|label)_ids?":/;

/**
 * Checks a service that a model wants called against what its owner allows.
 * @param allowed services, with `*` for any letters: "notify.mobile_app_anna", "script.*"
 * @throws JarvisError home-refused for a service that isn't allowed, a device that may not be spoken about, and whatever may
 * open the house.
 */
export function checkService({ service, targets, data }: ServiceCall, allowed: readonly string[], house: House): void {
  const refuse: (why: string) => never = (why) => {
    throw new JarvisError('home-refused', `${shorten(service, 80)} was not called: ${why}`);
  };
  if (!/^[a-z0-9_]+\.[a-z0-9_]+$/.test(service) || !allowed.some((one) => globOf(one).test(service))) {
    refuse(`the owner of this house allows ${allowed.join(', ') || 'none'}.`);
  }
  const json = JSON.stringify(data);
  if (json.length > MAX_DATA) refuse(`its data has more than ${MAX_DATA} characters.`);
  if (TARGETS.test(json)) refuse('devices are given by their names, and not in its data.');
  const byId = new Map(house.entities.map((entity) => [entity.id, entity]));
  for (const id of targets) {
    const entity = byId.get(id);
    if (!entity) refuse(`there is no device "${shorten(id, 80)}" that may be spoken about.`);
    if (isOpening(entity, house)) refuse(`${entity.name} may open the house, which only a person may do.`);
  }
  const words = `${service.replace(/[._]/g, ' ')} ${TELLS.test(service) ? '' : json.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  if (mayOpenHouse(words, house)) refuse('it may open the house, which only a person may do.');
}

function globOf(pattern: string): RegExp {
  return new RegExp(`^${pattern.trim().toLowerCase().replaceAll('.', '\\.').replace(/\*+/g, '.*')}$`);
}
