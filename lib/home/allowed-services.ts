import { fold } from '../language/fold.js';
import { JarvisError } from '../turn/errors.js';
import { shorten } from '../turn/shorten.js';
import { isOpening, matcher, mayOpenHouse } from './opening.js';
import { ANYTHING, type Deed, globOf, type Sight, sightOf } from './reach.js';
import { DOMAINS, type House, type ServiceCall } from './types.js';

const MAX_DATA = 4_000;
/** What takes words for people: they may speak of doors. */
const TELLS = /^(?:notify|persistent_notification|tts|todo|calendar|input_text|logbook|system_log)\./;
/** Which devices are meant is said by their names alone, so that none is reached unseen. */
const TARGETS = /"(?:entity|device|area|floor|label)_ids?":/;
/** Their services act on the entities they are called for, and on nothing else. */
const ENTITY_DOMAINS = new Set<string>([
  ...DOMAINS.filter((domain) => !['scene', 'script', 'automation', 'other'].includes(domain)),
  ...'camera weather device_tracker update image event todo calendar tts stt text date time datetime siren'.split(' '),
  ...'input_boolean input_number input_select input_datetime input_button counter timer schedule'.split(' '),
]);
/** These too, where they are called for any: they begin what their targets do. */
const TARGETED = new Set(['scene', 'script', 'automation', 'homeassistant', 'group']);
/** What scripts are called for is the script; every other service of theirs is one of them. */
const SCRIPT_SERVICES = /^script\.(?:turn_on|turn_off|toggle|reload)$/;
const AN_ID = /(?<![\w.])[a-z_]+\.[a-z0-9_]+(?![\w.])/g;
const TEMPLATE = /\{[{%]/;
/** As Home Assistant makes the ids of devices and of what is in its registry. */
const REGISTRY_ID = /^[0-9a-f]{32}$/;

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
  // what is written in a script that can't be read is asked about
  const entities = house.entities.map((entity) => ({ ...entity, members: entity.members ?? [] }));
  const known = { ...house, entities };
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  for (const id of targets) {
    const entity = byId.get(id);
    if (!entity) refuse(`there is no device "${shorten(id, 80)}" that may be spoken about.`);
    if (isOpening(entity, known)) refuse(`${entity.name} may open the house, which only a person may do.`);
  }
  const words = `${service.replace(/[._]/g, ' ')} ${TELLS.test(service) ? '' : json.replace(/[^\p{L}\p{N}]+/gu, ' ')}`;
  if (mayOpenHouse(words, known)) refuse('it may open the house, which only a person may do.');
}

/**
 * What the call of a service may touch: the entities it is for, each that is named anywhere in its data, by its id or by an area,
 * a floor or a label, the script that it is, and anything where that can't be known: a service that is no entity's, a template, a
 * device by its id.
 */
export function deedOfCall({ service, targets, data }: ServiceCall, sight: Sight): Deed {
  const touched = new Set(targets);
  const [domain = ''] = service.split('.');
  if (!TELLS.test(service)) {
    for (const id of namedIn(textsIn(data), sight)) touched.add(id);
    if (domain === 'script' && !SCRIPT_SERVICES.test(service)) touched.add(service);
    else if (!ENTITY_DOMAINS.has(domain) && !(TARGETED.has(domain) && touched.size > 0)) touched.add(ANYTHING);
  }
  return { targets: [...touched], action: 'any' };
}

/** Ids and patterns of what the texts in a service's data may mean. */
function namedIn(texts: ReadonlySet<string>, sight: Sight): string[] {
  const all = [...texts];
  if (all.some((text) => TEMPLATE.test(text) || REGISTRY_ID.test(text))) return [ANYTHING];
  const known = sightOf(sight, ANYTHING);
  const places = new Set(
    [
      ...sight.areas.flatMap(({ id, name, aliases, floor = [] }) => [id, name, ...aliases, ...floor]),
      ...known.flatMap(({ labels = [] }) => labels),
    ].map(fold),
  );
  const isThere = all.filter((text) => places.has(fold(text))).map(matcher);
  return [
    ...all.flatMap((text) => text.toLowerCase().match(AN_ID) ?? []),
    ...known.filter((one) => isThere.some((isPlace) => isPlace(one, sight.areas))).map(({ id }) => id),
  ];
}

/** All keys and texts in a value. Bounded as its JSON is. */
function textsIn(value: unknown): ReadonlySet<string> {
  const texts = new Set<string>();
  const open: unknown[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') texts.add(next);
    else if (typeof next === 'object' && next !== null) {
      if (!Array.isArray(next)) for (const key of Object.keys(next)) texts.add(key);
      for (const one of Object.values(next)) open.push(one ?? '');
    }
  }
  return texts;
}
