import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Where the house stands. */
export const HERE = { location_name: 'Villa Kiwi', country: 'NZ', latitude: -36.8485, longitude: 174.7633 };

/**
 * What a real Home Assistant doesn't do on demand: hang, answer nonsense, drop a connection in the middle. Everything
 * else is tested against the real one (test/peers-tests).
 */
export class Double {
  readonly server: WebSocketServer;
  sockets = new Set<WebSocket>();
  running = true;
  token = 'good';
  silent = false;
  aliases: string[] = [];
  lamp = { s: 'off', a: { friendly_name: 'Lamp', brightness: null } as Record<string, unknown> };
  /** What a service call does besides reporting success. */
  onCall: (service: string, socket: WebSocket) => 'success' | 'nothing' = () => 'success';
  subscriptions: { socket: WebSocket; id: number; type: string }[] = [];
  connections = 0;
  /** Entities of the first event besides the lamp. */
  more: Record<string, unknown> = {};
  /** Rows of the registries besides the lamp's. */
  rows: { entities: object[]; devices: object[] } = { entities: [], devices: [] };
  /** Answers a message in the double's place; returns whether it did. */
  instead: (message: { id: number; type: string; [key: string]: unknown }, socket: WebSocket) => boolean = () => false;

  constructor(port = 0) {
    this.server = new WebSocketServer({ port, host: '127.0.0.1' });
    this.server.on('connection', (socket) => {
      this.connections++;
      this.sockets.add(socket);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('error', () => undefined);
      socket.on('message', (data) => this.answer(socket, JSON.parse(String(data))));
      this.send(socket, { type: 'auth_required', ha_version: '2024.3.3' });
    });
  }

  get url() {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  send(socket: WebSocket, message: object) {
    if (!this.silent) socket.send(JSON.stringify(message));
  }

  emit(type: string, event: object) {
    for (const each of this.subscriptions) {
      if (each.type === type) this.send(each.socket, { id: each.id, type: 'event', event });
    }
  }

  setLamp(state: string) {
    this.lamp = { ...this.lamp, s: state };
    this.emit('subscribe_entities', { c: { 'light.lamp': { '+': { s: state } } } });
  }

  answer(socket: WebSocket, message: { id: number; type: string; [key: string]: unknown }) {
    if (this.instead(message, socket)) return;
    const { id, type } = message;
    const result = (value: unknown) => this.send(socket, { id, type: 'result', success: true, result: value });
    switch (type) {
      case 'auth':
        if (message['access_token'] === this.token)
          return this.send(socket, { type: 'auth_ok', ha_version: '2024.3.3' });
        this.send(socket, { type: 'auth_invalid', message: 'Invalid access token or password' });
        return socket.close();
      case 'supported_features':
        return;
      case 'ping':
        return this.send(socket, { id, type: 'pong' });
      case 'get_config':
        return result({ state: this.running ? 'RUNNING' : 'NOT_RUNNING', time_zone: 'Pacific/Auckland', ...HERE });
      case 'config/area_registry/list':
        return result([{ area_id: 'hall', name: 'Hall', aliases: ['Flur'], floor_id: 'ground' }, { broken: true }]);
      case 'config/floor_registry/list':
        return result([{ floor_id: 'ground', name: 'Ground Floor', aliases: ['Erdgeschoss'] }, 7]);
      case 'config/entity_registry/list':
        return result([{ entity_id: 'light.lamp', device_id: 'd1' }, null, 7, ...this.rows.entities]);
      case 'config/device_registry/list':
        return result([{ id: 'd1', area_id: 'hall' }, ...this.rows.devices]);
      case 'homeassistant/expose_entity/list':
        return this.send(socket, {
          id,
          type: 'result',
          success: false,
          error: { code: 'unauthorized', message: 'Unauthorized' },
        });
      case 'homeassistant/expose_new_entities/get':
        return result({ expose_new: true });
      case 'config/entity_registry/get_entries':
        return result({ 'light.lamp': { aliases: [null, ...this.aliases] } });
      case 'subscribe_entities':
      case 'subscribe_events':
        this.subscriptions.push({ socket, id, type: String(message['event_type'] ?? type) });
        result(null);
        if (type === 'subscribe_entities') {
          const a = { 'light.lamp': this.lamp, 'sensor.clock': { s: '12:00', a: {} }, 'light.broken': 3, ...this.more };
          this.send(socket, { id, type: 'event', event: { a } });
        }
        return;
      case 'call_service':
        if (this.onCall(String(message['service']), socket) === 'success') result({ context: {} });
        return;
      default:
        this.send(socket, {
          id,
          type: 'result',
          success: false,
          error: { code: 'unknown_command', message: 'Unknown command.' },
        });
    }
  }

  async close() {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
