/** Where Home Assistant says that it has started: everything is announced again. */
export const BIRTH_TOPIC = 'homeassistant/status';
/** What Home Assistant takes for a device, each on a topic of its own. */
export const EVERY_DEVICE = 'homeassistant/device/+/config';

/** Topics that a room's device is made of, beside its `state`. */
export const roomTopics = (prefix: string, site: string) => ({
  state: `${prefix}/${site}/state`,
  words: `${prefix}/${site}/words`,
  event: `${prefix}/${site}/event`,
  settings: `${prefix}/${site}/settings`,
  timers: `${prefix}/${site}/timers`,
  set: (name: string) => `${prefix}/${site}/set/${name}`,
});

/** What the broker keeps of a room beside its device and its state. */
export const keptOf = (prefix: string, site: string) => {
  const { settings, timers } = roomTopics(prefix, site);
  return [settings, timers];
};

/** Whether we are connected; its will is the connection's. */
export const statusTopic = (prefix: string) => `${prefix}/status`;
/** How the assistant itself does. */
export const assistantTopic = (prefix: string) => `${prefix}/assistant`;

/** The topic on which a device of this id is announced. */
export const deviceTopic = (id: string) => EVERY_DEVICE.replace('+', id);

/**
 * The id of a device in Home Assistant: of a room, or without a site of the assistant itself. No two sites have the same,
 * although such an id has letters, digits, "_" and "-" only.
 */
export function deviceId(prefix: string, site?: string): string {
  return site === undefined ? plain(prefix) : `${plain(prefix)}_${plain(site)}`;
}

const plain = (name: string) =>
  name.replace(/[^A-Za-z0-9_]/gu, (sign) => (sign === '-' ? '--' : `-${sign.codePointAt(0)?.toString(16)}-`));

/** True for the topic of a device that was announced under this prefix. */
export function isOurTopic(prefix: string, topic: string): boolean {
  const own = deviceTopic(deviceId(prefix));
  return topic === own || (topic.startsWith(own.replace(/\/config$/, '_')) && topic.endsWith('/config'));
}

/** The site of a room's `deviceTopic`; undefined for any other topic. */
export function siteOf(prefix: string, topic: string): string | undefined {
  const [before = '', after = ''] = deviceTopic(`${deviceId(prefix)}_ `).split(' ');
  const site = topic.slice(before.length, -after.length).replace(/--|-2e-/g, (sign) => (sign === '--' ? '-' : '.'));
  return site !== '' && deviceTopic(deviceId(prefix, site)) === topic ? site : undefined;
}
