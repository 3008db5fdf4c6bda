import { z } from 'zod';
import { spoken } from '../../language/spoken.js';
import { MANUFACTURER } from './ours.js';
import { assistantTopic, deviceId, roomTopics, statusTopic } from './topics.js';

/** What of a room there is to show. */
export interface Room {
  site: string;
  /** Name of the area it stands in. */
  area?: string | undefined;
  /** Names of the languages that may be chosen for it; of one there is nothing to choose. */
  languages: readonly string[];
  /** Wake words that may be chosen for it. */
  wakeWords: readonly string[];
  /** Something in the flow speaks what comes from outside. */
  canSay: boolean;
}

/** What there is to show of the assistant itself. */
export interface Assistant {
  hasModel: boolean;
  hasMemory: boolean;
}

/** Where the topics begin, and in which language entities are named. */
export interface Naming {
  prefix: string;
  /** BCP 47 tag */
  language: string;
}

const NAMES = z.object({
  room: z.string(),
  assistant: z.string(),
  state: z.string(),
  heard: z.string(),
  said: z.string(),
  turn: z.string(),
  mute: z.string(),
  volume: z.string(),
  wakeWord: z.string(),
  anyWord: z.string(),
  language: z.string(),
  stop: z.string(),
  say: z.string(),
  nextTimer: z.string(),
  model: z.string(),
  memories: z.string(),
  health: z.string(),
});

/** What a room's event can be. */
export const ROOM_EVENTS = ['wake_word', 'utterance_end', 'heard'] as const;
export type RoomEvent = (typeof ROOM_EVENTS)[number];

/** Stages of a turn, as `state` tells them. */
const STATES = ['idle', 'listening', 'thinking', 'speaking'];

type Component = { p: string; [option: string]: unknown };

/** A device as Home Assistant's MQTT discovery takes it: device-based, all components in one message (2024.11 and newer). */
export interface Device {
  /** Its id, which the topic names. */
  id: string;
  payload: Record<string, unknown>;
}

/** A room as a device. Only what does something is among its components; an option that was there and isn't any more is taken away. */
export function roomDevice({ site, area, languages, wakeWords, canSay }: Room, { prefix, language }: Naming): Device {
  const names = entityNames(language);
  const topics = roomTopics(prefix, site);
  const id = deviceId(prefix, site);
  const word = (name: 'heard' | 'said', icon: string) => ({
    p: 'sensor',
    name: names[name],
    icon,
    state_topic: topics.words,
    value_template: `{{ value_json.${name} }}`,
  });
  const trigger = (event: RoomEvent, type: string, subtype: string) => ({
    p: 'device_automation',
    automation_type: 'trigger',
    type,
    subtype,
    topic: topics.event,
    payload: event,
    value_template: '{{ value_json.event_type }}',
  });
  const choice = (of: 'language' | 'wake_word', icon: string, name: string, options: readonly string[]) =>
    option('select', options.length > 1, {
      name,
      icon,
      entity_category: 'config',
      options,
      command_topic: topics.set(of),
      state_topic: topics.settings,
      value_template: `{{ value_json.${of} }}`,
    });
  const components: Record<string, Component> = {
    state: {
      p: 'sensor',
      name: names.state,
      icon: 'mdi:account-voice',
      device_class: 'enum',
      options: STATES,
      state_topic: topics.state,
    },
    heard: word('heard', 'mdi:ear-hearing'),
    said: word('said', 'mdi:bullhorn'),
    turn: {
      p: 'event',
      name: names.turn,
      icon: 'mdi:chat-processing',
      event_types: ROOM_EVENTS,
      state_topic: topics.event,
    },
    mute: {
      p: 'switch',
      name: names.mute,
      icon: 'mdi:microphone-off',
      // Not exposed to Assist, and not meant by "turn off everything".
      entity_category: 'config',
      command_topic: topics.set('mute'),
      state_topic: topics.settings,
      value_template: '{{ value_json.mute }}',
    },
    volume: {
      p: 'number',
      name: names.volume,
      icon: 'mdi:volume-high',
      min: 0,
      max: 100,
      unit_of_measurement: '%',
      command_topic: topics.set('volume'),
      state_topic: topics.settings,
      value_template: '{{ value_json.volume }}',
    },
    language: choice('language', 'mdi:translate', names.language, languages),
    wake_word: choice('wake_word', 'mdi:account-tie-voice', names.wakeWord, wakeWords),
    next_timer: {
      p: 'sensor',
      name: names.nextTimer,
      icon: 'mdi:timer-outline',
      device_class: 'timestamp',
      state_topic: topics.timers,
      value_template: '{{ value_json.next }}',
      json_attributes_topic: topics.timers,
      json_attributes_template: "{{ {'timers': value_json.timers} | tojson }}",
    },
    stop: { p: 'button', name: names.stop, icon: 'mdi:stop-circle', command_topic: topics.set('stop') },
    say: option('notify', canSay, { name: names.say, icon: 'mdi:message-text', command_topic: topics.set('say') }),
    wake_word_heard: trigger('wake_word', 'wake_word', 'heard'),
    utterance_ended: trigger('utterance_end', 'utterance', 'ended'),
  };
  const suggested = area === undefined ? {} : { sa: area };
  return device(id, prefix, { name: names.room.replace('{room}', site), ...suggested }, components);
}

/** What entities are called; `anyWord` is to be chosen where any wake word will do. @param language BCP 47 tag */
export const entityNames = (language: string) => spoken(language, 'devices', NAMES);

/** The assistant itself as a device. */
export function assistantDevice({ hasModel, hasMemory }: Assistant, { prefix, language }: Naming): Device {
  const names = entityNames(language);
  const id = deviceId(prefix);
  const told = (name: 'model' | 'memories' | 'health') => ({
    name: names[name],
    entity_category: 'diagnostic',
    state_topic: assistantTopic(prefix),
    value_template: `{{ value_json.${name} }}`,
  });
  return device(
    id,
    prefix,
    { name: names.assistant },
    {
      model: option('binary_sensor', hasModel, { ...told('model'), device_class: 'connectivity' }),
      memories: option('sensor', hasMemory, {
        ...told('memories'),
        icon: 'mdi:brain',
        state_class: 'measurement',
      }),
      health: { p: 'sensor', ...told('health'), icon: 'mdi:heart-pulse' },
    },
  );
}

/** What isn't there is named with its platform alone, which takes away what was announced before. */
function option(p: string, isThere: boolean, options: Record<string, unknown>): Component {
  return isThere ? { p, ...options } : { p };
}

function device(
  id: string,
  prefix: string,
  named: { name: string; sa?: string },
  components: Record<string, Component>,
): Device {
  const withIds = Object.entries(components).map(([key, component]) => {
    const isEntity = Object.keys(component).length > 1 && component.p !== 'device_automation';
    return [key, isEntity ? { ...component, unique_id: `${id}_${key}` } : component];
  });
  return {
    id,
    payload: {
      dev: { ids: [id], mf: MANUFACTURER, ...named },
      o: { name: MANUFACTURER },
      availability_topic: statusTopic(prefix),
      cmps: Object.fromEntries(withIds),
    },
  };
}
