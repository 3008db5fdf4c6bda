import { z } from 'zod';
import { JarvisError } from '../turn/errors.js';
import { headOf } from '../turn/shorten.js';
import type { Listed } from './catalogue.js';
import { isOurDevice } from './discovery/ours.js';
import { exposedByDefault } from './ha-exposure.js';
import type { Session } from './ha-link.js';
import { readScripts } from './ha-scripts.js';
import type { Area } from './types.js';

const CHUNK = 200;
/** Entities whose aliases are asked for. */
const MAX_ASKED = 20_000;

/** Names for one device or area, and letters of a name: more than anybody says. */
const MAX_NAMES = 20;
const MAX_NAME = 100;
const MAX_AREAS = 500;

/** A name as it can be said and shown: one line without control characters, of bounded length. */
export function oneLine(name: string): string {
  return headOf(name, 10 * MAX_NAME)
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim()
    .slice(0, MAX_NAME);
}

const names = z
  .array(z.unknown())
  .catch([])
  .transform((list) =>
    list
      .slice(0, MAX_NAMES)
      .flatMap((name) => (typeof name === 'string' ? oneLine(name) : []))
      .filter((name) => name !== ''),
  );
const optional = z.string().nullish().catch(undefined);

const areaRow = z.object({
  area_id: z.string().max(255),
  name: z.string(),
  aliases: names.default([]),
  floor_id: optional,
  temperature_entity_id: optional,
  humidity_entity_id: optional,
});
const floorRow = z.object({ floor_id: z.string().max(255), name: z.string(), aliases: names.default([]) });
const deviceRow = z.object({
  id: z.string().max(255),
  name: optional,
  name_by_user: optional,
  area_id: optional,
  labels: names.default([]),
  manufacturer: optional,
});
const labelRow = z.object({ label_id: z.string().max(255), name: z.string() });
const entityRow = z.object({
  entity_id: z.string(),
  area_id: optional,
  device_id: optional,
  labels: names.default([]),
  hidden_by: optional,
  config_entry_id: optional,
  entity_category: optional,
  options: z
    .object({ conversation: z.object({ should_expose: z.boolean().optional() }).optional() })
    .catch({})
    .optional(),
});
const aliasRow = z.object({ aliases: names });
const exposedRow = z.object({ conversation: z.boolean().optional() }).catch({});

/** What Home Assistant knows of entities besides their states. */
export interface Registry {
  areas: Area[];
  floors: Listed[];
  labels: Listed[];
  /** Devices that aren't our own rooms. */
  devices: Listed[];
  /** Id of the device that an entity belongs to. */
  deviceOf(entityId: string): string | undefined;
  /** Id of the area an entity is in, itself or through its device; a device's by its id. */
  areaOf(id: string): string | undefined;
  /** Id of a device in an area; none of a voice satellite, which would run timers of its own. */
  deviceIn(area: string): string | undefined;
  aliasesOf(entityId: string): string[];
  /** Whether an entity tells of a device and not of the house. */
  isDiagnostic(entityId: string): boolean;
  /** What a script or an automation moves, and what a scene of a bridge may: see `Entity.members`. Undefined where nothing is known. */
  membersOf(entityId: string): readonly string[] | undefined;
  /** Names of the labels of an entity and of its device. */
  labelsOf(entityId: string): string[];
  /** Whether an entity may be spoken about (exposed to Assist). */
  isExposed(entityId: string, deviceClass: unknown): boolean;
}

/**
 * Asks for areas, floors, devices, entities, exposure and aliases. Rows that don't look right are left out; lists that only an
 * administrator may read are done without.
 * @param scripts ids of scripts and automations, which are read too
 * @throws JarvisError home-unreachable when the connection drops.
 */
export async function readRegistry(session: Session, scripts: readonly string[] = []): Promise<Registry> {
  const [areas, floors, devices, entities, labels, exposure, exposeNew, written] = await Promise.all([
    rows(session, 'config/area_registry/list', areaRow),
    rows(session, 'config/floor_registry/list', floorRow),
    rows(session, 'config/device_registry/list', deviceRow),
    rows(session, 'config/entity_registry/list', entityRow),
    rows(session, 'config/label_registry/list', labelRow),
    asked(session, { type: 'homeassistant/expose_entity/list' }),
    asked(session, { type: 'homeassistant/expose_new_entities/get', assistant: 'conversation' }),
    readScripts(session, scripts),
  ]);
  const floorNames = new Map(floors.map(({ floor_id, name, aliases }) => [floor_id, [oneLine(name), ...aliases]]));
  const areaOfDevice = new Map(devices.map(({ id, area_id }) => [id, area_id ?? undefined]));
  const ours = new Set(devices.filter(isOurDevice).map(({ id }) => id));
  const labelsOfDevice = new Map(devices.map((device) => [device.id, device.labels]));
  const labelNames = new Map(labels.map(({ label_id, name }) => [label_id, name]));
  const satellites = new Set(
    entities.flatMap((row) => (row.entity_id.startsWith('assist_satellite.') && row.device_id) || []),
  );
  const byId = new Map(entities.map((row) => [row.entity_id, row]));
  const ofEntry = new Map<string, string[]>();
  for (const { entity_id, config_entry_id: entry } of entities) {
    if (!entry) continue;
    const known = ofEntry.get(entry);
    if (known) known.push(entity_id);
    else ofEntry.set(entry, [entity_id]);
  }
  const decided = new Map<string, boolean>();
  for (const row of entities) {
    const flag = row.options?.conversation?.should_expose;
    if (flag !== undefined) decided.set(row.entity_id, flag);
  }
  const listed = z.object({ exposed_entities: z.record(z.string(), exposedRow) }).safeParse(exposure);
  for (const [id, { conversation }] of Object.entries(listed.data?.exposed_entities ?? {})) {
    if (conversation !== undefined) decided.set(id, conversation);
  }
  const newAreExposed = z.object({ expose_new: z.boolean() }).safeParse(exposeNew).data?.expose_new ?? true;
  const aliases = await readAliases(
    session,
    entities
      .map(({ entity_id }) => entity_id)
      .filter((id) => decided.get(id) ?? newAreExposed)
      .slice(0, MAX_ASKED),
  );

  return {
    areas: areas.slice(0, MAX_AREAS).map(({ area_id, name, aliases, floor_id, ...chosen }) => {
      const floor = floorNames.get(floor_id ?? '');
      const { temperature_entity_id: temperature, humidity_entity_id: humidity } = chosen;
      return {
        ...{ id: area_id, name: oneLine(name), aliases },
        ...(floor && { floor }),
        ...(temperature && { temperature }),
        ...(humidity && { humidity }),
      };
    }),
    floors: floors.map(({ floor_id, name }) => ({ id: floor_id, name: oneLine(name) })),
    labels: labels.map(({ label_id, name }) => ({ id: label_id, name: oneLine(name) })),
    devices: devices
      .filter(({ id }) => !ours.has(id))
      .map(({ id, name, name_by_user, area_id }) => ({
        id,
        name: oneLine(name_by_user || name || '') || id,
        area: area_id ?? undefined,
      })),
    deviceOf: (id) => byId.get(id)?.device_id ?? undefined,
    areaOf(id) {
      const row = byId.get(id);
      return row?.area_id ?? areaOfDevice.get(row?.device_id ?? id);
    },
    deviceIn: (area) => devices.find(({ id, area_id }) => area_id === area && !satellites.has(id))?.id,
    aliasesOf: (id) => aliases.get(id) ?? [],
    membersOf(id) {
      const entry = id.startsWith('scene.') ? byId.get(id)?.config_entry_id : undefined;
      // a bridge's scene moves what the bridge has, which it doesn't list
      return entry ? ofEntry.get(entry)?.filter((other) => !other.startsWith('scene.')) : written.get(id);
    },
    labelsOf(id) {
      const row = byId.get(id);
      const own = [...(row?.labels ?? []), ...(labelsOfDevice.get(row?.device_id ?? '') ?? [])];
      return [...new Set(own)].map((label) => labelNames.get(label) ?? label);
    },
    isDiagnostic: (id) => byId.get(id)?.entity_category === 'diagnostic',
    isExposed(id, deviceClass) {
      const row = byId.get(id);
      // A room's own switches are no devices of the house, whatever somebody has exposed.
      if (ours.has(row?.device_id ?? '')) return false;
      const flag = decided.get(id);
      if (flag !== undefined) return flag;
      return newAreExposed && !row?.hidden_by && !row?.entity_category && exposedByDefault(id, deviceClass);
    },
  };
}

/** Aliases by entity id: the list of entities has none, only the single entries do. */
async function readAliases(session: Session, ids: string[]): Promise<Map<string, string[]>> {
  const aliases = new Map<string, string[]>();
  for (let start = 0; start < ids.length; start += CHUNK) {
    const entries = await asked(session, {
      type: 'config/entity_registry/get_entries',
      entity_ids: ids.slice(start, start + CHUNK),
    });
    for (const [id, row] of Object.entries(z.record(z.string(), z.unknown()).safeParse(entries).data ?? {})) {
      const found = aliasRow.safeParse(row).data?.aliases ?? [];
      if (found.length > 0) aliases.set(id, found);
    }
  }
  return aliases;
}

async function rows<Row>(session: Session, type: string, row: z.ZodType<Row>): Promise<Row[]> {
  const list = await asked(session, { type });
  return Array.isArray(list) ? list.flatMap((each) => row.safeParse(each).data ?? []) : [];
}

/** The answer, or undefined where Home Assistant refuses: an older version, or a user who isn't an administrator. */
async function asked(session: Session, message: { type: string; [key: string]: unknown }): Promise<unknown> {
  try {
    return await session.ask<unknown>(message);
  } catch (thrown) {
    if (thrown instanceof JarvisError && thrown.code === 'home-refused') return undefined;
    throw thrown;
  }
}
