import { within } from '../turn/wait.js';
import { type ModelSize, modelSize } from './size.js';
import type { Provider } from './types.js';

/** The server's own word on a model isn't worth a longer wait, in milliseconds. */
const INFO_MS = 2_000;

/**
 * Whether a model is small or large, from the number of parameters its server gives (the provider keeps what it has
 * asked), or else from its name.
 * @throws AbortError only.
 */
export async function sizeOf(provider: Provider, model: string, signal: AbortSignal): Promise<ModelSize> {
  try {
    const limit = { ms: INFO_MS, what: `The model server at ${provider.url}`, signal };
    const { parameters } = await within(limit, (ending) => provider.info(model, ending));
    return modelSize(model, parameters);
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    return modelSize(model);
  }
}
