import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** An entity as Home Assistant has it. */
export interface ServedEntity {
  name: string;
  state: string;
  attributes?: Record<string, unknown>;
  area?: string;
  labels?: string[];
  /** The days of a weather's forecast. */
  forecast?: object[];
}

/** A Home Assistant at the network's edge that does what it is told, and notes it. */
export interface HouseServer {
  url: string;
  /** Services that were called, oldest first: "lock.unlock lock.front_door". */
  calls: string[];
  /** Paths of the cameras' pictures that were asked for with its token. */
  pictures: string[];
  /** Sentences its own recogniser was given; it acts on each of them, unless it is a greeting. */
  sentences: string[];
  close(): Promise<void>;
}

/** State after a service; scripts and scenes change theirs with every start. */
const STATES: Record<string, string> = {
  unlock: 'unlocked',
  lock: 'locked',
  open_cover: 'open',
  close_cover: 'closed',
  turn_off: 'off',
};

const NOT_UNDERSTOOD = {
  response: { response_type: 'error', speech: {}, data: { code: 'no_intent_match' } },
};

/** Starts it on loopback, with areas by id; every entity is exposed. */
export async function startHouseServer(
  entities: Record<string, ServedEntity>,
  areas: Record<string, string> = {},
  labels: Record<string, string> = {},
  cameras: Record<string, Buffer> = {},
): Promise<HouseServer> {
  const pictures: string[] = [];
  const web = http.createServer(({ url = '', headers }, outgoing) => {
    const picture = cameras[url.replace('/api/camera_proxy/', '')];
    if (!headers.authorization?.startsWith('Bearer ')) return void outgoing.writeHead(401).end('401: Unauthorized');
    pictures.push(url);
    if (!picture) return void outgoing.writeHead(500).end('500 Internal Server Error');
    outgoing.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture);
  });
  const server = new WebSocketServer({ server: web });
  web.listen(0, '127.0.0.1');
  await once(web, 'listening');
  const calls: string[] = [];
  const sentences: string[] = [];
  const watching: { socket: WebSocket; id: number }[] = [];
  const states = new Map(Object.entries(entities).map(([id, { state }]) => [id, state]));
  let starts = 0;

  const forecastOf = (id: string) => ({ response: { [id]: { forecast: entities[id]?.forecast ?? [] } } });
  const call = (message: Record<string, unknown>) => {
    if (message['service'] === 'get_forecasts')
      return forecastOf((message['target'] as { entity_id: string }).entity_id);
    const { domain, service, target } = message as { domain: string; service: string; target: { entity_id: string[] } };
    calls.push(`${domain}.${service} ${target.entity_id.join(' ')}`);
    for (const id of target.entity_id) {
      const isStarted = /^(?:script|scene|button)\./.test(id);
      const s = isStarted ? new Date(++starts).toISOString() : (STATES[service] ?? 'on');
      states.set(id, s);
      const event = { c: { [id]: { '+': { s } } } };
      for (const { socket, id: of } of watching) socket.send(JSON.stringify({ id: of, type: 'event', event }));
    }
    return { context: {} };
  };

  const answers: Record<string, (message: Record<string, unknown>) => unknown> = {
    get_config: () => ({ state: 'RUNNING' }),
    'config/area_registry/list': () => Object.entries(areas).map(([area_id, name]) => ({ area_id, name, aliases: [] })),
    'config/label_registry/list': () => Object.entries(labels).map(([label_id, name]) => ({ label_id, name })),
    'config/device_registry/list': () => [],
    'config/entity_registry/list': () =>
      Object.entries(entities).map(([entity_id, { area, labels: own }]) => ({
        entity_id,
        area_id: area,
        labels: own ?? [],
        options: { conversation: { should_expose: true } },
      })),
    'config/entity_registry/get_entries': () => ({}),
    subscribe_events: () => null,
    subscribe_entities: () => null,
    call_service: call,
    'conversation/process': ({ text }) => {
      sentences.push(String(text));
      if (/^good /i.test(String(text))) return NOT_UNDERSTOOD;
      return {
        response: {
          response_type: 'action_done',
          speech: { plain: { speech: 'Home Assistant did it' } },
          data: { success: [], failed: [] },
        },
      };
    },
  };

  server.on('connection', (socket) => {
    const send = (message: object) => socket.send(JSON.stringify(message));
    socket.on('error', () => {});
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as { id: number; type: string; [field: string]: unknown };
      const { id, type } = message;
      if (type === 'auth') return send({ type: 'auth_ok', ha_version: '2025.1.0' });
      if (type === 'supported_features') return;
      if (type === 'ping') return send({ id, type: 'pong' });
      const answer = answers[type];
      if (!answer)
        return send({ id, type: 'result', success: false, error: { code: 'unknown_command', message: type } });
      send({ id, type: 'result', success: true, result: answer(message) });
      if (type !== 'subscribe_entities') return;
      watching.push({ socket, id });
      const a = Object.fromEntries(
        Object.entries(entities).map(([each, { name, attributes }]) => [
          each,
          { s: states.get(each), a: { friendly_name: name, ...attributes } },
        ]),
      );
      send({ id, type: 'event', event: { a } });
    });
    send({ type: 'auth_required', ha_version: '2025.1.0' });
  });

  return {
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    calls,
    pictures,
    sentences,
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
}
