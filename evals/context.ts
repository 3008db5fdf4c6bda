import { z } from 'zod';

/** A rule or model context that cases can be run through. */
export interface EvalContext {
  name: string;
  input: z.ZodType;
  output: z.ZodType;
  /** The output, or a promise of it. @throws ZodError when the input doesn't fit. */
  run(input: unknown): unknown;
}

export function context<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  input: Input,
  output: Output,
  run: (input: z.output<Input>) => z.input<Output>,
): EvalContext {
  return { name, input, output, run: (raw) => output.parse(run(input.parse(raw))) };
}

/** A context that takes its time. */
export function asyncContext<Input extends z.ZodType, Output extends z.ZodType>(
  name: string,
  input: Input,
  output: Output,
  run: (input: z.output<Input>) => Promise<z.input<Output>>,
): EvalContext {
  return { name, input, output, run: async (raw) => output.parse(await run(input.parse(raw))) };
}

const callArguments = z.record(z.string(), z.unknown());
const call = z.object({ id: z.string().optional(), name: z.string(), arguments: callArguments.default({}) });
/** The same as OpenAI's API nests it. */
const nestedCall = z.object({ id: z.string().optional(), function: call.omit({ id: true }) });

/** A message of a dialogue; calls may be written flat or nested under "function". */
export const messageSchema = z
  .object({
    role: z.enum(['system', 'user', 'assistant', 'tool']),
    content: z.string().default(''),
    tool_calls: z.array(z.union([call, nestedCall])).optional(),
    tool_call_id: z.string().optional(),
    tool_name: z.string().optional(),
    tool_failed: z.boolean().optional(),
  })
  .transform(({ tool_calls, tool_call_id, tool_name, tool_failed, ...message }) => ({
    ...message,
    ...(tool_calls && {
      tool_calls: tool_calls
        .map((one) => ({ id: one.id ?? '', ...('function' in one ? one.function : one) }))
        .map(({ id, name, arguments: given }) => ({ id, name, arguments: given })),
    }),
    ...(tool_call_id !== undefined && { tool_call_id }),
    ...(tool_name !== undefined && { tool_name }),
    ...(tool_failed !== undefined && { tool_failed }),
  }));

/** A message as it comes out. */
export const messageOutput = z.object({
  role: z.string(),
  content: z.string(),
  tool_calls: z.array(z.object({ id: z.string(), name: z.string(), arguments: callArguments })).optional(),
  tool_call_id: z.string().optional(),
  tool_name: z.string().optional(),
  tool_failed: z.boolean().optional(),
});
