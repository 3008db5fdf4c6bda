import type { Models } from '../llm/gateway.js';
import { clock } from '../turn/clock.js';
import { within } from '../turn/wait.js';

/** Finds out which models there are; it may have to ask the server. @throws JarvisError model-… */
export type OpenModels = (signal: AbortSignal) => Promise<Models>;

/**
 * Does something with the models; finding them and the work share one budget.
 * @param work Gets the milliseconds that are left, at least 1.
 * @throws JarvisError "timeout" when finding them takes the whole budget, and what `open` and `work` throw; AbortError.
 */
export async function withModels<T>(
  open: OpenModels,
  budgetMs: number,
  signal: AbortSignal,
  work: (models: Models, leftMs: number) => Promise<T>,
): Promise<T> {
  const began = clock.steady();
  const models = await within({ ms: budgetMs, what: 'The model server', signal }, open);
  return await work(models, Math.max(1, Math.round(budgetMs - (clock.steady() - began))));
}
