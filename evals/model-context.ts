import type { z } from 'zod';
import type { Models } from '../lib/llm/gateway.js';
import type { Trace } from '../lib/turn/trace.js';

/** What a model context runs with. */
export interface ModelRun {
  models: Models;
  trace: Trace;
  signal: AbortSignal;
}

/** A context that asks a model, unless its fast path answers. */
export interface ModelEvalContext {
  name: string;
  input: z.ZodType;
  output: z.ZodType;
  /** @throws ZodError when the input doesn't fit. */
  run(input: unknown, run: ModelRun): Promise<unknown>;
}

export function modelContext<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  input: Input,
  output: Output,
  run: (input: z.output<Input>, run: ModelRun) => Promise<z.input<Output>>,
): ModelEvalContext {
  return { name, input, output, run: async (raw, of) => output.parse(await run(input.parse(raw), of)) };
}
