import type { Node, NodeAPI } from 'node-red';
import { announcement } from '../../lib/satellites/announcements.js';
import type { Hub, HubEvents, SayRequest } from '../../lib/satellites/types.js';
import { JarvisError } from '../../lib/turn/errors.js';
import { type Message, onClose, onEvents, optionalConfig, reportFailure } from '../adapter.js';
import type { HomeNode } from '../jarvis-home/jarvis-home.js';
import type { SatellitesNode } from '../jarvis-satellites/jarvis-satellites.js';

/** The announcement in a message; sent with the topic of a satellite it goes to that satellite. @throws JarvisError bad-input */
export function requestOf(msg: Message, hub: Pick<Hub, 'site'>): SayRequest {
  const given = typeof msg.payload === 'object' && msg.payload !== null ? msg.payload : { text: msg.payload };
  const here = typeof msg.topic === 'string' && hub.site(msg.topic) ? [msg.topic] : undefined;
  const parsed = announcement.safeParse({ rooms: msg['rooms'] ?? here, ...given });
  if (parsed.success) return { ...parsed.data, rooms: parsed.data.rooms ?? [] };
  const [issue] = parsed.error.issues;
  throw new JarvisError(
    'bad-input',
    `This isn't an announcement (${issue?.path.join('.')}: ${issue?.message}). Send words, or {"text": "…", "rooms": ["kitchen"]}.`,
  );
}

/** Takes announcements that come over MQTT or as a Home Assistant event, until the node closes: they have no input message. */
export function fromOutside(
  RED: NodeAPI,
  node: Node,
  { satellites, home: homeId }: { satellites?: string; home?: string },
  announce: (request: SayRequest) => void,
): void {
  const say = (request: SayRequest) => {
    try {
      announce(request);
    } catch (thrown) {
      request.finished?.(false);
      reportFailure(node, thrown, { payload: request.text });
    }
  };
  const hub = optionalConfig<SatellitesNode>(RED, satellites)?.hub;
  if (hub) onEvents<HubEvents>(node, hub, { say });
  const home = optionalConfig<HomeNode>(RED, homeId);
  const stop = home?.home.onEvent(home.sayEvent, (data) => {
    const parsed = announcement.safeParse(data);
    if (parsed.success) return say({ ...parsed.data, rooms: parsed.data.rooms ?? [] });
    reportFailure(node, new JarvisError('bad-input', `The event ${home.sayEvent} needs a "text" in its data.`), {});
  });
  if (stop) onClose(node, stop);
}
