import { jsonOf } from './hermes-messages.js';

/** A message at the broker, as far as rights go by it. */
export interface Message {
  topic: string;
  payload: string | Buffer;
}

const AUDIO_SERVER = 'hermes/audioServer/';
/** They name a session, whose id only its own site was told. */
const BY_SESSION = ['hermes/dialogueManager/continueSession', 'hermes/dialogueManager/endSession'];
/** Larger messages on topics that all rooms share are no one's. */
const MAX_JSON_BYTES = 64 * 1024;

/** True when a satellite's account may publish this: what its own site sends, but no command of the house. */
export function mayPublish(site: string, prefix: string, message: Message): boolean {
  // A microphone that a person has switched off doesn't switch itself on.
  if (message.topic.startsWith(`${prefix}/${site}/set/`)) return false;
  if (siteOfMessage(prefix, message) === site) return true;
  return BY_SESSION.includes(message.topic) && namedSite(message.payload) === undefined;
}

/** True when a satellite's account may be given this: what is for its own site. */
export function mayRead(site: string, prefix: string, message: Message): boolean {
  return siteOfMessage(prefix, message) === site;
}

/** True unless the filter asks for what another site alone is sent; of what wildcards cover, only its own is delivered. */
export function maySubscribe(site: string, prefix: string, filter: string): boolean {
  if (filter.startsWith('$')) return false;
  const named = filter.startsWith(`${prefix}/`)
    ? filter.slice(prefix.length + 1).split('/')[0]
    : /^hermes\/audioServer\/([^/]*)\//.exec(filter)?.[1];
  return named === undefined || named === site || named === '+' || named === '#';
}

/** True for what Jarvis is told to act on; sound is held to other limits. */
export function isEvent(prefix: string, topic: string): boolean {
  return (topic.startsWith('hermes/') && !topic.endsWith('/audioFrame')) || topic.startsWith(`${prefix}/`);
}

/** The one site that a message is from or for; undefined when it is for all or for none. */
function siteOfMessage(prefix: string, { topic, payload }: Message): string | undefined {
  if (topic.startsWith(`${prefix}/`)) {
    const [site, ...more] = topic.slice(prefix.length + 1).split('/');
    return more.length > 0 ? site : undefined;
  }
  if (topic.startsWith(AUDIO_SERVER) && topic.indexOf('/', AUDIO_SERVER.length) >= 0) {
    return topic.slice(AUDIO_SERVER.length, topic.indexOf('/', AUDIO_SERVER.length));
  }
  if (!topic.startsWith('hermes/')) return undefined;
  const value = readPayload(payload);
  // As Hermes has it: who names no site is the site "default".
  return typeof value === 'object' && value !== null ? (namedSite(payload) ?? 'default') : undefined;
}

function namedSite(payload: string | Buffer): string | undefined {
  const value = readPayload(payload);
  const named = typeof value === 'object' && value !== null && 'siteId' in value ? value.siteId : undefined;
  if (named === undefined || named === null) return undefined;
  // Anything but a string is nobody's.
  return typeof named === 'string' ? named : '';
}

/** Read once, although every subscriber asks. */
const read = new WeakMap<Buffer, { value: unknown }>();

function readPayload(payload: string | Buffer): unknown {
  if (payload.length > MAX_JSON_BYTES) return undefined;
  if (typeof payload === 'string') return jsonOf(payload);
  const before = read.get(payload);
  if (before) return before.value;
  const value = jsonOf(payload.toString('utf8'));
  read.set(payload, { value });
  return value;
}
