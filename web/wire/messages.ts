import type { Action, Area, Entity, HomeStatus } from '../../lib/home/types.js';
import type { PageTimer } from '../../lib/satellites/page-timers.js';

export type { Action, Area, Entity, HomeStatus, PageTimer };
export type Room = Pick<Area, 'id' | 'name'>;
export const STAGES = ['idle', 'listening', 'thinking', 'speaking'] as const;
export type Stage = (typeof STAGES)[number];
export const KINDS = ['heard', 'reply', 'error'] as const;
export type Kind = (typeof KINDS)[number];
export const LEVELS = ['info', 'warning', 'error'] as const;
export type Level = (typeof LEVELS)[number];

/** What the page sends as JSON; microphone frames go as binary between them. */
export type ClientMessage =
  | { type: 'hello'; site: string; language: string; area: string | null }
  | { type: 'text'; text: string }
  | { type: 'listen' }
  | { type: 'hush' }
  | { type: 'area'; area: string | null }
  | { type: 'language'; language: string }
  | { type: 'command'; action: Action; target: string; value: number | string | null }
  | { type: 'confirm'; id: string; yes: boolean }
  | { type: 'end-timer'; id: string }
  | { type: 'played'; id: string };

/** What the server sends as JSON; sound of the clip begun last comes as binary after its `play`. */
export type ServerMessage =
  | { type: 'welcome'; areas: Room[] }
  | { type: 'house'; kind: 'demo' | 'home-assistant'; status: HomeStatus; areas: Room[]; entities: Entity[] }
  | { type: 'entities'; entities: Entity[] }
  | { type: 'stage'; stage: Stage }
  | { type: 'show'; kind: Kind; text: string; turn: string; last: boolean }
  | { type: 'play'; id: string; rate: number }
  | { type: 'play-end'; id: string }
  | { type: 'stop'; id: string }
  | { type: 'confirm'; id: string; text: string }
  | { type: 'question'; id: string }
  | { type: 'settled'; id: string }
  | { type: 'history'; turns: PastTurn[] }
  | { type: 'ears'; ears: Ears | null }
  /** `now` is the server's clock, in milliseconds since the epoch. */
  | { type: 'timers'; now: number; timers: PageTimer[] }
  | { type: 'notice'; level: Level; text: string };

/** Why nobody would be heard: a code, and the speech model that isn't there. */
export interface Ears {
  code: string;
  model: string;
}

/** A turn of this page before it was opened anew. */
export interface PastTurn extends Partial<Record<Kind, string>> {
  turn: string;
}

const DOMAINS = [
  'light',
  'switch',
  'climate',
  'cover',
  'lock',
  'media_player',
  'sensor',
  'binary_sensor',
  'fan',
  'scene',
  'script',
] as const satisfies Entity['domain'][];
const HOME_STATES = ['connecting', 'connected', 'disconnected', 'unauthorised'] as const;

/** Reads a text frame of the server; null when this page doesn't know what it says. Never throws. */
export function parseMessage(text: string): ServerMessage | null {
  try {
    const message: unknown = JSON.parse(text);
    return isRecord(message) ? known(message) : null;
  } catch {
    return null;
  }
}

function known(message: Record<string, unknown>): ServerMessage | null {
  const { type, id } = message;
  switch (type) {
    case 'welcome':
      return { type, areas: rooms(message['areas']) };
    case 'house':
      return {
        type,
        kind: message['kind'] === 'demo' ? 'demo' : 'home-assistant',
        status: statusOf(message['status']),
        areas: rooms(message['areas']),
        entities: entities(message['entities']),
      };
    case 'entities':
      return { type, entities: entities(message['entities']) };
    case 'stage': {
      const stage = oneOf(STAGES, message['stage']);
      return stage ? { type, stage } : null;
    }
    case 'show': {
      const kind = oneOf(KINDS, message['kind']);
      if (!kind || typeof message['text'] !== 'string') return null;
      return { type, kind, text: message['text'], turn: string(message['turn']), last: message['last'] === true };
    }
    case 'play': {
      const rate = message['rate'];
      const playable = typeof rate === 'number' && Number.isInteger(rate) && rate >= 8000 && rate <= 96_000;
      return typeof id === 'string' && playable ? { type, id, rate } : null;
    }
    case 'history':
      return { type, turns: list(message['turns']).flatMap(pastTurn) };
    case 'question':
    case 'settled':
    case 'play-end':
    case 'stop':
      return typeof id === 'string' ? { type, id } : null;
    case 'confirm':
      return typeof id === 'string' && string(message['text']) ? { type, id, text: string(message['text']) } : null;
    case 'ears': {
      const ears = message['ears'];
      return { type, ears: isRecord(ears) ? { code: string(ears['code']), model: string(ears['model']) } : null };
    }
    case 'timers': {
      const { now } = message;
      return isTime(now) ? { type, now, timers: list(message['timers']).flatMap(timer) } : null;
    }
    case 'notice':
      return { type, level: oneOf(LEVELS, message['level']) ?? 'info', text: string(message['text']) };
    default:
      return null;
  }
}

function pastTurn(value: unknown): PastTurn[] {
  if (!isRecord(value) || !string(value['turn'])) return [];
  const words = KINDS.flatMap((kind) => (string(value[kind]) ? [[kind, string(value[kind])]] : []));
  return [{ ...Object.fromEntries(words), turn: string(value['turn']) }];
}

function timer(value: unknown): PageTimer[] {
  if (!isRecord(value) || !string(value['id'])) return [];
  const { due, paused } = value;
  const known = { id: string(value['id']), called: string(value['called']), when: string(value['when']) };
  if (value['ringing'] === true) return [{ ...known, ringing: true }];
  if (!isTime(due)) return [known];
  return [{ ...known, due, ...(isTime(paused) && { paused }) }];
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function statusOf(value: unknown): HomeStatus {
  const status = isRecord(value) ? value : {};
  return { state: oneOf(HOME_STATES, status['state']) ?? 'connecting', detail: string(status['detail']) };
}

function rooms(value: unknown): Room[] {
  return list(value).flatMap((room) =>
    isRecord(room) && typeof room['id'] === 'string'
      ? [{ id: room['id'], name: string(room['name']) || room['id'] }]
      : [],
  );
}

function entities(value: unknown): Entity[] {
  return list(value).flatMap((entity) => {
    if (!isRecord(entity) || typeof entity['id'] !== 'string') return [];
    const { id, area, attributes } = entity;
    return [
      {
        id,
        domain: oneOf(DOMAINS, entity['domain'] ?? id.split('.')[0]) ?? 'other',
        name: string(entity['name']) || id,
        aliases: [],
        ...(typeof area === 'string' ? { area } : {}),
        state: string(entity['state']) || 'unknown',
        attributes: isRecord(attributes) ? attributes : {},
      },
    ];
  });
}

function oneOf<T extends string>(choices: readonly T[], value: unknown): T | undefined {
  return choices.find((choice) => choice === value);
}

function string(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
