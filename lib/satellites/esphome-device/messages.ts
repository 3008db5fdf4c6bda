import type { Fields } from './protobuf.js';

/** A message of ESPHome's native API: its number on the wire, and its fields (api.proto of aioesphomeapi, MIT). */
export interface MessageType<F extends Fields = Fields> {
  readonly id: number;
  readonly fields: F;
}

function type<const F extends Fields>(id: number, fields: F): MessageType<F> {
  return { id, fields };
}

const none = {};

export const helloRequest = type(1, { client: [1, 'string'], major: [2, 'uint'], minor: [3, 'uint'] });
export const helloResponse = type(2, {
  major: [1, 'uint'],
  minor: [2, 'uint'],
  server: [3, 'string'],
  name: [4, 'string'],
});
export const authenticationRequest = type(3, none);
export const authenticationResponse = type(4, none);
export const disconnectRequest = type(5, none);
export const disconnectResponse = type(6, none);
export const pingRequest = type(7, none);
export const pingResponse = type(8, none);
export const deviceInfoRequest = type(9, none);
export const deviceInfoResponse = type(10, {
  name: [2, 'string'],
  mac: [3, 'string'],
  version: [4, 'string'],
  model: [6, 'string'],
  projectName: [8, 'string'],
  projectVersion: [9, 'string'],
  manufacturer: [12, 'string'],
  friendlyName: [13, 'string'],
  suggestedArea: [16, 'string'],
  voiceFlags: [17, 'uint'],
  isEncrypted: [19, 'bool'],
});
export const listEntitiesRequest = type(11, none);
export const switchEntity = type(17, {
  objectId: [1, 'string'],
  key: [2, 'fixed32'],
  name: [3, 'string'],
  icon: [5, 'string'],
  category: [8, 'uint'],
});
export const listEntitiesDone = type(19, none);
export const subscribeStatesRequest = type(20, none);
export const switchState = type(26, { key: [1, 'fixed32'], state: [2, 'bool'] });
export const switchCommand = type(33, { key: [1, 'fixed32'], state: [2, 'bool'] });

const soundFormat = {
  format: [1, 'string'],
  rate: [2, 'uint'],
  channels: [3, 'uint'],
  purpose: [4, 'uint'],
  sampleBytes: [5, 'uint'],
} as const satisfies Fields;
export const mediaPlayerEntity = type(63, {
  objectId: [1, 'string'],
  key: [2, 'fixed32'],
  name: [3, 'string'],
  formats: [9, soundFormat, 'many'],
  features: [11, 'uint'],
});
export const mediaPlayerState = type(64, {
  key: [1, 'fixed32'],
  state: [2, 'uint'],
  volume: [3, 'float'],
  muted: [4, 'bool'],
});
export const mediaPlayerCommand = type(65, {
  key: [1, 'fixed32'],
  hasCommand: [2, 'bool'],
  command: [3, 'uint'],
  hasVolume: [4, 'bool'],
  volume: [5, 'float'],
  hasUrl: [6, 'bool'],
  url: [7, 'string'],
  hasAnnouncement: [8, 'bool'],
  announcement: [9, 'bool'],
});

export const subscribeVoice = type(89, { subscribe: [1, 'bool'], flags: [2, 'uint'] });
export const voiceRequest = type(90, {
  start: [1, 'bool'],
  conversation: [2, 'string'],
  flags: [3, 'uint'],
  wakeWord: [5, 'string'],
});
export const voiceResponse = type(91, { port: [1, 'uint'], error: [2, 'bool'] });
const eventData = { name: [1, 'string'], value: [2, 'string'] } as const satisfies Fields;
export const voiceEvent = type(92, { event: [1, 'uint'], data: [2, eventData, 'many'] });
export const voiceAudio = type(106, { data: [1, 'bytes'], end: [2, 'bool'] });
export const timerEvent = type(115, {
  event: [1, 'uint'],
  id: [2, 'string'],
  name: [3, 'string'],
  totalSeconds: [4, 'uint'],
  secondsLeft: [5, 'uint'],
  isActive: [6, 'bool'],
});
export const announceRequest = type(119, {
  media: [1, 'string'],
  text: [2, 'string'],
  preannounce: [3, 'string'],
  startConversation: [4, 'bool'],
});
export const announceFinished = type(120, { success: [1, 'bool'] });
const wakeWord = { id: [1, 'string'], word: [2, 'string'], languages: [3, 'string', 'many'] } as const satisfies Fields;
export const configurationRequest = type(121, none);
export const configurationResponse = type(122, {
  available: [1, wakeWord, 'many'],
  active: [2, 'string', 'many'],
  maxActive: [3, 'uint'],
});
export const setConfiguration = type(123, { active: [1, 'string', 'many'] });

/** What a server tells of its pipeline (`voiceEvent.event`). */
export const VOICE = {
  error: 0,
  runStart: 1,
  runEnd: 2,
  sttStart: 3,
  sttEnd: 4,
  intentStart: 5,
  intentEnd: 6,
  ttsStart: 7,
  ttsEnd: 8,
  wakeWordStart: 9,
  wakeWordEnd: 10,
  vadStart: 11,
  vadEnd: 12,
  streamStart: 98,
  streamEnd: 99,
  intentProgress: 100,
} as const;
/** What became of a timer (`timerEvent.event`). */
export const TIMER = { started: 0, updated: 1, cancelled: 2, finished: 3 } as const;
