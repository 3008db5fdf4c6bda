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
