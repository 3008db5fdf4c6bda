import { WebSocket } from 'ws';
import { homeToken, peer } from './peers.js';

/** Calls a service of the real Home Assistant over REST, e.g. "light/turn_on". */
export async function atHomeAssistant(service: string, data: Record<string, unknown>): Promise<void> {
  const answer = await fetch(`${peer('HA_URL')}/api/services/${service}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${homeToken()}`, 'content-type': 'application/json' },
    body: JSON.stringify(data),
  });
  if (!answer.ok) throw new Error(`${service}: ${answer.status} ${await answer.text()}`);
}

/** The state of an entity as Home Assistant itself tells it; undefined while it can't be reached. */
export async function stateOf(entity: string): Promise<string | undefined> {
  try {
    const answer = await fetch(`${peer('HA_URL')}/api/states/${entity}`, {
      headers: { authorization: `Bearer ${homeToken()}` },
    });
    return answer.ok ? ((await answer.json()) as { state: string }).state : undefined;
  } catch {
    return undefined;
  }
}

/** Home Assistant's REST API, as its owner; what comes is parsed where it is JSON. */
export async function rest<T>(method: string, path: string, body?: object): Promise<{ status: number; result: T }> {
  const answer = await fetch(`${peer('HA_URL')}/api/${path}`, {
    method,
    headers: { authorization: `Bearer ${homeToken()}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    result: (text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text) as T,
  };
}

/** One command over a WebSocket of its own, as the settings pages send it; gives its result. */
export async function askHomeAssistant<T>(message: Record<string, unknown>): Promise<T> {
  const [result] = await askAllOfHomeAssistant<T>([message]);
  return result as T;
}

/** Several commands over one WebSocket; gives their results in the same order. */
export async function askAllOfHomeAssistant<T>(messages: readonly Record<string, unknown>[]): Promise<T[]> {
  if (messages.length === 0) return [];
  const socket = new WebSocket(`${peer('HA_URL').replace(/^http/, 'ws')}/api/websocket`);
  const results: T[] = [];
  let left = messages.length;
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const { type, id, success, error, result } = JSON.parse(String(data));
        if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: homeToken() }));
        if (type === 'auth_ok') {
          messages.forEach((message, at) => {
            socket.send(JSON.stringify({ id: at + 1, ...message }));
          });
        }
        if (type === 'auth_invalid') reject(new Error('the token is refused'));
        if (type !== 'result') return;
        if (!success) return reject(new Error(JSON.stringify(error)));
        results[id - 1] = result;
        left -= 1;
        if (left === 0) resolve(results);
      });
    });
  } finally {
    socket.terminate();
  }
}

/** Tells each change of state from now on, as Home Assistant does. @returns ends it */
export async function followStates(changed: (entity: string, state: string) => void): Promise<() => void> {
  const socket = new WebSocket(`${peer('HA_URL').replace(/^http/, 'ws')}/api/websocket`);
  await new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const { type, event } = JSON.parse(String(data));
      if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: homeToken() }));
      if (type === 'auth_invalid') reject(new Error('the token is refused'));
      if (type === 'auth_ok')
        socket.send(JSON.stringify({ id: 1, type: 'subscribe_events', event_type: 'state_changed' }));
      if (type === 'result') resolve();
      if (type === 'event' && event.data.new_state) changed(event.data.entity_id, event.data.new_state.state);
    });
  });
  return () => socket.terminate();
}

/** One run of a pipeline, to its end; gives its events. */
export async function runAtHomeAssistant(run: Record<string, unknown>): Promise<{ type: string; data: unknown }[]> {
  const socket = new WebSocket(`${peer('HA_URL').replace(/^http/, 'ws')}/api/websocket`);
  const events: { type: string; data: unknown }[] = [];
  try {
    return await new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('message', (data) => {
        const { type, success, error, event } = JSON.parse(String(data));
        if (type === 'auth_required') socket.send(JSON.stringify({ type: 'auth', access_token: homeToken() }));
        if (type === 'auth_ok') socket.send(JSON.stringify({ id: 1, type: 'assist_pipeline/run', ...run }));
        if (type === 'result' && !success) reject(new Error(JSON.stringify(error)));
        if (type !== 'event') return;
        events.push(event);
        if (event.type === 'run-end') resolve(events);
      });
    });
  } finally {
    socket.terminate();
  }
}
