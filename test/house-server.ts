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
  aliases?: string[];
  /** The days of a weather's forecast. */
  forecast?: object[];
  /** What a script or an automation does, as Home Assistant tells it; it tells nothing where this is missing. */
  config?: object;
  /** It may not be spoken about. */
  isHidden?: boolean;
}

/** A Home Assistant at the network's edge that does what it is told, and notes it. */
export interface HouseServer {
  url: string;
  /** Services that were called, oldest first: "lock.unlock lock.front_door". */
  calls: string[];
  /** What they were given, in the same order. */
  data: Record<string, unknown>[];
  /** Is another house from now on: whoever is connected loses the connection. */
  become(entities: Record<string, ServedEntity>, areas?: Record<string, string>): void;
  /** Paths of the cameras' pictures that were asked for with its token. */
  pictures: string[];
  /** Sentences its own recogniser was given. */
  sentences: string[];
  /** Whether its recogniser acts on a sentence; on all but greetings unless it is set. */
  recognises(sentence: string): boolean;
  /** What its recogniser says of a sentence before; without one that it sets off an automation. Greetings it doesn't know. */
  readings: Record<string, object>;
  close(): Promise<void>;
}

/** A thing on a list. */
interface ListItem {
  uid: string;
  summary: string;
  status: string;
}

/** State after a service; scripts and scenes change theirs with every start. */
const STATES: Record<string, string> = {
  unlock: 'unlocked',
  lock: 'locked',
  open_cover: 'open',
  close_cover: 'closed',
  turn_off: 'off',
};

/** Attributes after a service, by the fields that it was given. */
const FIELDS: Record<string, (value: unknown) => Record<string, unknown>> = {
  brightness_pct: (value) => ({ brightness: Math.round(Number(value) * 2.55) }),
  color_temp_kelvin: (value) => ({ color_temp_kelvin: value, color_mode: 'color_temp' }),
  effect: (value) => ({ effect: value }),
  position: (value) => ({ current_position: value }),
  tilt_position: (value) => ({ current_tilt_position: value }),
  temperature: (value) => ({ temperature: value }),
  volume_level: (value) => ({ volume_level: value }),
  percentage: (value) => ({ percentage: value }),
};

const NOT_UNDERSTOOD = {
  response: { response_type: 'error', speech: {}, data: { code: 'no_intent_match' } },
};

/** Starts it on loopback, with areas by id; every entity is exposed. */
export async function startHouseServer(
  first: Record<string, ServedEntity>,
  areasAtFirst: Record<string, string> = {},
  labels: Record<string, string> = {},
  cameras: Record<string, Buffer> = {},
): Promise<HouseServer> {
  let entities = first;
  let areas = areasAtFirst;
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
  const given: Record<string, unknown>[] = [];
  const sentences: string[] = [];
  const readings: Record<string, object> = {};
  const watching: { socket: WebSocket; id: number }[] = [];
  const statesOf = () => new Map(Object.entries(entities).map(([id, { state }]) => [id, state]));
  let states = statesOf();
  let starts = 0;

  const forecastOf = (id: string) => ({ response: { [id]: { forecast: entities[id]?.forecast ?? [] } } });
  let items: ListItem[] = [];
  let added = 0;
  const itemsOf = (id: string, wanted: unknown) => ({
    response: { [id]: { items: items.filter(({ status }) => [wanted].flat().includes(status)) } },
  });
  /** What a service of lists does to the only one there is. */
  const changeList: Record<string, (data: Record<string, unknown>) => void> = {
    add_item: ({ item }) => void items.push({ uid: String(++added), summary: String(item), status: 'needs_action' }),
    update_item({ item, status }) {
      items = items.map((one) => (one.uid === item ? { ...one, status: String(status) } : one));
    },
    remove_item({ item }) {
      items = items.filter(({ uid }) => ![item].flat().includes(uid));
    },
    remove_completed_items() {
      items = items.filter(({ status }) => status !== 'completed');
    },
  };
  const call = (message: Record<string, unknown>) => {
    if (message['service'] === 'get_forecasts')
      return forecastOf((message['target'] as { entity_id: string }).entity_id);
    if (message['service'] === 'get_items') {
      const { status } = message['service_data'] as { status: unknown };
      return itemsOf((message['target'] as { entity_id: string }).entity_id, status);
    }
    const { domain, service, target } = message as {
      domain: string;
      service: string;
      target?: { entity_id: string[] };
    };
    const data = (message['service_data'] ?? {}) as Record<string, unknown>;
    const ids = [target?.entity_id ?? []].flat();
    calls.push(`${domain}.${service} ${ids.join(' ')}`.trim());
    given.push(data);
    changeList[service]?.(data);
    const a = Object.assign({}, ...Object.entries(data).map(([field, value]) => FIELDS[field]?.(value)));
    for (const id of ids) {
      const isStarted = /^(?:script|scene|button)\./.test(id);
      const s = isStarted ? new Date(++starts).toISOString() : (STATES[service] ?? 'on');
      states.set(id, s);
      const event = { c: { [id]: { '+': { s, a } } } };
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
      Object.entries(entities).map(([entity_id, { area, labels: own, isHidden = false }]) => ({
        entity_id,
        area_id: area,
        labels: own ?? [],
        options: { conversation: { should_expose: !isHidden } },
      })),
    'config/entity_registry/get_entries': () =>
      Object.fromEntries(Object.entries(entities).map(([id, { aliases = [] }]) => [id, { aliases }])),
    subscribe_events: () => null,
    subscribe_entities: () => null,
    call_service: call,
    'conversation/agent/homeassistant/debug': ({ sentences: asked }) => {
      const [text = ''] = asked as string[];
      const known = served.recognises(text) ? (readings[text] ?? { match: true, source: 'trigger' }) : null;
      return { results: [known] };
    },
    'conversation/process': ({ text }) => {
      sentences.push(String(text));
      if (!served.recognises(String(text))) return NOT_UNDERSTOOD;
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
      const { config } = /^(?:script|automation)\/config$/.test(type)
        ? (entities[String(message['entity_id'])] ?? {})
        : {};
      const answer = config ? () => ({ config }) : answers[type];
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

  const served: HouseServer = {
    url: `http://127.0.0.1:${(web.address() as AddressInfo).port}`,
    recognises: (sentence) => !/^good /i.test(sentence),
    calls,
    data: given,
    become(others, othersAreas = {}) {
      [entities, areas] = [others, othersAreas];
      states = statesOf();
      items = [];
      added = 0;
      calls.length = 0;
      given.length = 0;
      for (const socket of server.clients) socket.terminate();
    },
    pictures,
    sentences,
    readings,
    async close() {
      for (const socket of server.clients) socket.terminate();
      server.close();
      web.closeAllConnections();
      await new Promise((resolve) => web.close(resolve));
    },
  };
  return served;
}
