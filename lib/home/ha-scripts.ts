import { z } from 'zod';
import { JarvisError } from '../turn/errors.js';
import type { Session } from './ha-link.js';
import { ANYTHING } from './reach.js';
import { DOMAINS } from './types.js';

/** Scripts and automations that are read, so many at once; of more than these nothing is known. */
const MAX_READ = 1_000;
const AT_ONCE = 20;
/** Of one script: more than this is no longer followed, and may do anything. */
const MAX_NODES = 5_000;
const MAX_DEPTH = 40;
const MAX_MEMBERS = 500;

const answer = z.object({ config: z.record(z.string(), z.unknown()) });

/** Their services act on entities of their own domain alone. */
const ENTITY_DOMAINS = new Set<string>([
  ...DOMAINS.filter((domain) => domain !== 'other'),
  ...'camera siren todo calendar text date time datetime event update image'.split(' '),
  ...'input_boolean input_number input_select input_datetime input_button input_text counter timer schedule'.split(' '),
]);
/** They tell somebody something, or write it down. */
const TELLS = new Set('notify persistent_notification tts logbook system_log assist_satellite'.split(' '));
/** Ask, wait and decide: what they name isn't touched. */
const ONLY_READS =
  /^(?:alias|conditions?|triggers?|if|while|until|wait_template|wait_for_trigger|for_each|fields|description|icon|mode|enabled|stop)$/;
const AN_ID = /(?<![\w.])[a-z_]+\.[a-z0-9_]+(?![\w.])/g;
const TEMPLATE = /\{[{%]/;
const BY_PLACE = new Set(['area_id', 'device_id', 'floor_id', 'label_id']);

/**
 * What scripts and automations may move, by their ids, as `Entity.members` has it. Missing are those that can't be read: an older
 * Home Assistant, or a user who isn't an administrator.
 * @throws JarvisError home-unreachable when the connection drops.
 */
export async function readScripts(session: Session, ids: readonly string[]): Promise<Map<string, readonly string[]>> {
  const members = new Map<string, readonly string[]>();
  const asked = ids.slice(0, MAX_READ);
  for (let start = 0; start < asked.length; start += AT_ONCE) {
    await Promise.all(
      asked.slice(start, start + AT_ONCE).map(async (id) => {
        const config = await configOf(session, id);
        if (config) members.set(id, movedBy(config));
      }),
    );
  }
  return members;
}

async function configOf(session: Session, entity_id: string): Promise<Record<string, unknown> | undefined> {
  try {
    const type = `${entity_id.slice(0, entity_id.indexOf('.'))}/config`;
    return answer.safeParse(await session.ask<unknown>({ type, entity_id })).data?.config;
  } catch (thrown) {
    if (thrown instanceof JarvisError && thrown.code === 'home-refused') return undefined;
    throw thrown;
  }
}

/**
 * The entities that the actions of a script or an automation may move: ids, and patterns with `*` where which ones isn't written
 * there ("light.*" of lamps in an area, "*" of what is no entity's service).
 */
export function movedBy(config: Readonly<Record<string, unknown>>): readonly string[] {
  const moved = new Set<string>();
  if (config['use_blueprint'] !== undefined && !config['sequence'] && !config['actions'] && !config['action']) {
    return [ANYTHING];
  }
  const open: { node: unknown; depth: number }[] = [{ node: config, depth: 0 }];
  let nodes = 0;
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    if (typeof node !== 'object' || node === null) continue;
    if (++nodes > MAX_NODES || depth > MAX_DEPTH || moved.size > MAX_MEMBERS) return [ANYTHING];
    if (!Array.isArray(node)) {
      const step = node as Record<string, unknown>;
      const ofStep = movedByStep(step);
      for (const id of ofStep ?? []) moved.add(id);
      if (ofStep) continue;
    }
    for (const [key, value] of Object.entries(node)) {
      if (Array.isArray(node) || !ONLY_READS.test(key)) open.push({ node: value, depth: depth + 1 });
    }
  }
  return [...moved];
}

/** What one action may move; undefined where it is none by itself, and others may stand in it. */
function movedByStep(step: Record<string, unknown>): string[] | undefined {
  if (step['condition'] !== undefined) return [];
  if (typeof step['scene'] === 'string') return idsIn([step['scene']]);
  const service = typeof step['action'] === 'string' ? step['action'] : step['service'];
  if (typeof service === 'string') return movedByService(service, step);
  if (step['service_template'] !== undefined) return [ANYTHING];
  // what an editor of devices has made: { device_id, domain: "lock", type: "unlock" }
  if (step['device_id'] === undefined || step['type'] === undefined) return undefined;
  const domain = String(step['domain']);
  return [ENTITY_DOMAINS.has(domain) ? `${domain}.*` : ANYTHING];
}

function movedByService(service: string, step: Record<string, unknown>): string[] {
  const [, domain, name] = /^([a-z0-9_]+)\.([a-z0-9_]+)$/.exec(service.trim().toLowerCase()) ?? [];
  if (!domain) return [ANYTHING];
  if (TELLS.has(domain)) return [];
  const isScript = domain === 'script' && !['turn_on', 'turn_off', 'toggle', 'reload'].includes(name ?? '');
  const { texts, keys, isWhole } = textsIn([step['target'], step['data'], step['data_template'], step['entity_id']]);
  const isVague = !isWhole || keys.some((key) => BY_PLACE.has(key)) || texts.some(isUnsure);
  const ids = idsIn([...texts, ...keys]);
  if (isScript) return [`script.${name}`, ...ids];
  if (ENTITY_DOMAINS.has(domain)) return isVague ? [...ids, `${domain}.*`] : ids;
  const isTargeted = ['homeassistant', 'group'].includes(domain) && ids.length > 0 && !isVague;
  return isTargeted ? ids : [...ids, ANYTHING];
}

const isUnsure = (text: string) => TEMPLATE.test(text) || text.trim() === 'all' || /^[0-9a-f]{32}$/.test(text);

const idsIn = (texts: readonly string[]) => texts.flatMap((text) => text.toLowerCase().match(AN_ID) ?? []);

/** All keys and texts in what a service is given. */
function textsIn(value: unknown): { texts: string[]; keys: string[]; isWhole: boolean } {
  const [texts, keys]: [string[], string[]] = [[], []];
  const open: unknown[] = [value];
  for (let nodes = 0; open.length > 0; nodes++) {
    if (nodes > MAX_NODES) return { texts, keys, isWhole: false };
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (Array.isArray(next)) open.push(...next.slice(0, MAX_NODES));
    else if (typeof next === 'object' && next !== null) {
      for (const [key, one] of Object.entries(next)) {
        keys.push(key);
        open.push(one);
      }
    }
  }
  return { texts, keys, isWhole: true };
}
