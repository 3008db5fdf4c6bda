import { must } from '../until.js';
import { askHomeAssistant, rest } from './home-assistant.js';

/** A step of the dialogue by which an integration is added. */
export interface Step {
  type: string;
  flow_id: string;
  step_id?: string;
  title?: string;
  errors?: Record<string, string>;
  result?: { entry_id: string };
}

/** Begins such a dialogue, or answers the step of an `id`. */
export const flow = (body: object, id = '') => rest<Step>('POST', `config/config_entries/flow${id && `/${id}`}`, body);

/** Takes an integration's entry out again. */
export const removeEntry = (id: string) => rest('DELETE', `config/config_entries/entry/${id}`);

/** A row of Home Assistant's list of entities. */
export interface EntityRow {
  entity_id: string;
  unique_id: string;
  device_id: string;
  config_entry_id: string;
}

/** The entity of an integration's entry whose id or unique id is like that, if it is there. */
export async function entityOf(entry: string, like: RegExp): Promise<EntityRow | undefined> {
  const rows = await askHomeAssistant<EntityRow[]>({ type: 'config/entity_registry/list' });
  return rows.find((row) => row.config_entry_id === entry && like.test(`${row.entity_id} ${row.unique_id}`));
}

/** Adds a voice pipeline that differs from the usual one in these fields. @returns both ids, and takes it out again */
export async function addPipeline(
  change: Record<string, unknown>,
): Promise<{ id: string; usual: string; remove(): Promise<void> }> {
  const { pipelines, preferred_pipeline: usual } = await askHomeAssistant<{
    pipelines: Record<string, unknown>[];
    preferred_pipeline: string;
  }>({ type: 'assist_pipeline/pipeline/list' });
  const { id: _, ...fields } = must(pipelines.find(({ id }) => id === usual));
  const own = { type: 'assist_pipeline/pipeline/create', ...fields, ...change };
  const { id } = await askHomeAssistant<{ id: string }>(own);
  return {
    id,
    usual,
    remove: () => askHomeAssistant({ type: 'assist_pipeline/pipeline/delete', pipeline_id: id }),
  };
}

/** From now on this pipeline is the one of whoever has chosen none. */
export const preferPipeline = (id: string) =>
  askHomeAssistant({ type: 'assist_pipeline/pipeline/set_preferred', pipeline_id: id });
