import { fetchLinks } from '../links.js';
import { tokenOf } from '../memory/api.js';

/** A row of GET jarvis/admin/models. */
export interface Model {
  name: string;
  licence: string;
  /** Size of the download. */
  bytes: number;
  state: 'missing' | 'pulling' | 'ready' | 'failed';
  /** Bytes that have arrived. */
  done?: number;
  error?: string;
}

/**
 * Asks the editor's route for speech models, with the editor's login of this browser: who may not there, may not here.
 * @param pull the name of a model to pull
 * @returns undefined when nobody who may is logged in, or there is no editor
 */
async function ask(pull?: string): Promise<unknown> {
  const { admin } = await fetchLinks(location.href);
  if (!admin) return undefined;
  const root = new URL(admin, location.href);
  const token = tokenOf(root);
  const login: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
  const path = `jarvis/admin/models${pull === undefined ? '' : `/${encodeURIComponent(pull)}`}`;
  const sent = { method: 'POST', body: '{}', headers: { ...login, 'Content-Type': 'application/json' } };
  try {
    const answer = await fetch(new URL(path, root), pull === undefined ? { headers: login } : sent);
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}

/** A model that can be pulled from here; undefined when it can't. */
export async function modelNamed(name: string): Promise<Model | undefined> {
  const models = await ask();
  return Array.isArray(models) ? models.find((model: Model) => model.name === name) : undefined;
}

/** Begins a download. @returns whether it was allowed */
export async function pullModel(name: string): Promise<boolean> {
  return (await ask(name)) !== undefined;
}
