import { hasFeature } from './features.js';
import type { Action, Command, Domain, Entity } from './types.js';

/** What is done to a kind of device, and Home Assistant's service that does it. */
interface Act {
  service: string;
  /** The field that takes a list of the command's value. */
  field?: string;
  /** It is called for the command's value, and takes the devices as this. */
  leads?: string;
  /** Of `supported_features`, without which a device can't. */
  feature?: number;
  /** The states of a device to which it was done, or is being done; any where none are given. */
  reached?: readonly string[];
}

const GROUPS = 524_288;
const OPEN = ['open', 'opening'];
const CLOSED = ['closed', 'closing'];

/** A service, what it takes, and the device it is called for where that takes the others as a field. */
export interface Served {
  service: string;
  data: Record<string, unknown>;
  led?: { by: string; as: string };
}

/** By action and kind of device, with what is done instead where a device can't. */
const ACTS: Partial<Record<Action, Partial<Record<Domain, readonly Act[]>>>> = {
  turn_on: {
    vacuum: [{ service: 'start', reached: ['cleaning'] }],
    lawn_mower: [{ service: 'start_mowing', reached: ['mowing'] }],
  },
  turn_off: {
    vacuum: [{ service: 'stop', feature: 8 }, { service: 'pause' }],
    lawn_mower: [{ service: 'pause' }],
  },
  open: {
    cover: [
      { service: 'open_cover', feature: 1, reached: OPEN },
      { service: 'open_cover_tilt', feature: 16 },
    ],
    valve: [{ service: 'open_valve', reached: OPEN }],
    lock: [{ service: 'open', feature: 1, reached: [...OPEN, 'unlocked'] }],
  },
  close: {
    cover: [
      { service: 'close_cover', feature: 2, reached: CLOSED },
      { service: 'close_cover_tilt', feature: 32 },
    ],
    valve: [{ service: 'close_valve', reached: CLOSED }],
  },
  lock: { lock: [{ service: 'lock', reached: ['locked'] }] },
  unlock: { lock: [{ service: 'unlock', reached: ['unlocked', 'open'] }] },
  arm_home: { alarm_control_panel: [{ service: 'alarm_arm_home', feature: 1, reached: ['armed_home', 'arming'] }] },
  arm_away: { alarm_control_panel: [{ service: 'alarm_arm_away', feature: 2, reached: ['armed_away', 'arming'] }] },
  arm_night: { alarm_control_panel: [{ service: 'alarm_arm_night', feature: 4, reached: ['armed_night', 'arming'] }] },
  disarm: { alarm_control_panel: [{ service: 'alarm_disarm', reached: ['disarmed'] }] },
  play: { media_player: [{ service: 'media_play', reached: ['playing', 'buffering'] }] },
  pause: {
    cover: [
      { service: 'stop_cover', feature: 8 },
      { service: 'stop_cover_tilt', feature: 64 },
    ],
    valve: [{ service: 'stop_valve', feature: 8 }],
    media_player: [{ service: 'media_pause', reached: ['paused', 'idle'] }],
    vacuum: [{ service: 'pause', reached: ['paused', 'idle', 'docked'] }],
    lawn_mower: [{ service: 'pause', reached: ['paused', 'idle', 'docked'] }],
  },
  next: { media_player: [{ service: 'media_next_track', feature: 32 }] },
  previous: { media_player: [{ service: 'media_previous_track', feature: 16 }] },
  join: { media_player: [{ service: 'join', feature: GROUPS, leads: 'group_members' }] },
  unjoin: { media_player: [{ service: 'unjoin', feature: GROUPS }] },
  dock: {
    vacuum: [{ service: 'return_to_base', reached: ['docked', 'returning'] }],
    lawn_mower: [{ service: 'dock', reached: ['docked', 'returning'] }],
  },
  locate: { vacuum: [{ service: 'locate', feature: 512 }] },
  clean_area: {
    vacuum: [{ service: 'clean_area', field: 'cleaning_area_id', feature: 16_384, reached: ['cleaning'] }],
  },
  press: { button: [{ service: 'press' }] },
};

/** The kinds of devices that an action is done to. */
export function domainsOf(action: Action): readonly Domain[] {
  return Object.keys(ACTS[action] ?? {}) as Domain[];
}

/** What does an action to a device; null where it can't be done to this one, undefined where it is no such action. */
export function actOf(entity: Entity, action: Action): Act | null | undefined {
  const ways = ACTS[action]?.[entity.domain];
  return ways && (ways.find(({ feature }) => feature === undefined || hasFeature(entity, feature)) ?? null);
}

/** The service that does it to a device, and what with; undefined for what is no such action. */
export function actService(entity: Entity, { action, value }: Command): Served | undefined {
  const act = actOf(entity, action);
  if (!act) return undefined;
  const { service, field, leads } = act;
  return {
    ...{ service, data: field === undefined ? {} : { [field]: [value] } },
    ...(leads !== undefined && { led: { by: String(value), as: leads } }),
  };
}

/** Whether an action was done to a device by its state; undefined where that doesn't tell. */
export function isDone(entity: Entity, action: Action): boolean | undefined {
  return actOf(entity, action)?.reached?.includes(entity.state);
}
