import type { z } from 'zod';
import type { Trace } from '../turn/trace.js';
import type { Turn, TurnProfile } from '../turn/turn.js';

export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** One call of a tool as the model asked for it. */
export interface ToolCall {
  /** Unique within the reply; made up where the server gives none. */
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  /** What the model gave as arguments was no object: the call must fail, not run without any. */
  unreadable?: true;
}

/** One message of a chat. */
export interface Message {
  role: Role;
  content: string;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
  tool_name?: string;
  tool_failed?: boolean;
  /** Pictures in base64, for models that see (`ModelInfo.vision`). */
  images?: readonly string[];
  /** What stood before the words in the prompt: time, place, devices. Kept, so that the next prompt begins the same. */
  context?: string;
  /** True for notes that stand for older messages (`lib/memory/conversation.ts`). */
  is_summary?: boolean;
}

/** What a model is told of a tool. */
export interface ToolSpec {
  name: string;
  /** One sentence for the model. */
  description: string;
  /** JSON Schema of the arguments, an object. */
  parameters: Record<string, unknown>;
}

/** What a tool gives back. `ok: false` means it could not be done; the text then says why, for the model to mend. */
export interface ToolResult {
  ok: boolean;
  text: string;
  /** What the person is told where no model puts it into words, in their language. */
  told?: string | undefined;
  /** True where `told` ends the reply, word for word: no model puts it differently. */
  ends?: true;
  /** What is no longer remembered because of it, in its words: the person is told, whatever the model says. */
  taken?: readonly string[] | undefined;
  /** The reply goes on in this profile: its prompt, tools and model hold from the next call of the model on. */
  profile?: TurnProfile;
  /** What the person has to be asked before it is done: the reply ends with it, word for word. */
  asks?: Asks;
}

/** A call of a tool that waits for a person's yes. */
export interface HeldCall {
  tool: string;
  /** As they were read, and as they are told in the question. */
  arguments: Readonly<Record<string, unknown>>;
  /** In the person's language. */
  question: string;
}

/** A question that a tool has put to the person; a yes to it does what the call wanted. */
export interface Asks {
  /** In the person's language. */
  question: string;
  /** Called when the question is put: from now on a yes counts. Gives the way to take the question back. */
  put(): () => void;
}

export interface ToolContext {
  site: string;
  /** The turn that it is called in, where there is one. Not to be changed. */
  turn?: Turn | undefined;
  /** What the person said in this turn, word for word; missing where nobody did. Never a model's words. */
  said?: string | undefined;
  area?: string | undefined;
  language: string;
  signal: AbortSignal;
  trace?: Trace | undefined;
  /**
   * What a call gives back that a person has to say yes to first; undefined where it may be made: they have said it. Missing
   * where nobody can be asked.
   */
  askFirst?(call: HeldCall): ToolResult | undefined;
}

/** A tool that the agentic loop can run. */
export interface Tool extends ToolSpec {
  /** True when it changes something, so that its success is checked before it is claimed. */
  acts?: boolean;
  /** True when its results say states of devices, a line each: "name | room | state" or "Done: name is now state." */
  tellsStates?: boolean;
  /** Longest run, in milliseconds; 20 seconds when not given. */
  ms?: number;
  /** True when nothing more is said after it. */
  ends?: boolean;
  /**
   * The arguments of the call that a request certainly asks for, by rule: it is made before the model is asked, which
   * then only answers. Undefined when a model has to decide. A tool that acts does so only on plain orders to itself.
   */
  ahead?(query: string, asked: { language: string; area?: string | undefined }): Record<string, unknown> | undefined;
  /** @throws anything: the loop turns it into a failed result. */
  run(args: Record<string, unknown>, context: ToolContext): Promise<ToolResult>;
}

export interface ChatRequest {
  model: string;
  messages: readonly Message[];
  tools?: readonly ToolSpec[];
  /** JSON Schema the answer must follow. */
  format?: Record<string, unknown>;
  temperature: number;
  /** Window in tokens; the same for every context of a model, or the server reloads it. */
  numCtx: number;
  /** Most tokens of the answer. Always set: a model that never stops would run for minutes. */
  maxTokens: number;
  think?: boolean;
  signal: AbortSignal;
}

/** A piece of a streamed answer. */
export type ChatPart =
  | { type: 'text'; text: string }
  /** What came as text before was reasoning: the answer begins now. */
  | { type: 'afresh' }
  /** Internal reasoning: never spoken. */
  | { type: 'thinking'; text: string }
  | { type: 'calls'; calls: ToolCall[] }
  | {
      type: 'done';
      promptTokens?: number;
      /** Of them, those the server's cache held, where it says so. */
      reusedTokens?: number;
      answerTokens?: number;
      /** Milliseconds spent on the prompt: few when the cache held it. */
      promptMs?: number;
      cut: boolean;
    };

export interface ModelInfo {
  /** Number of parameters, when the server says. */
  parameters?: number;
  tools?: boolean;
  thinking?: boolean;
  /** Sees pictures. */
  vision?: boolean;
}

/** A model server. Every call ends when its signal fires and throws JarvisError ("model-…") on failure. */
export interface Provider {
  /** Where the server is, for messages to people. */
  readonly url: string;
  chat(request: ChatRequest): AsyncIterable<ChatPart>;
  /** Names of the models the server has. */
  models(signal: AbortSignal): Promise<string[]>;
  info(model: string, signal: AbortSignal): Promise<ModelInfo>;
  embed(model: string, texts: readonly string[], signal: AbortSignal): Promise<number[][]>;
  /** Loads the model without asking anything, where the server can. Cancelling it cancels the loading. */
  load?(model: string, numCtx: number, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** Thrown by `chat` when the model has no native tools; the loop then falls back to fenced calls. */
export class NoNativeTools extends Error {
  override name = 'NoNativeTools';
}

/** Which model of the chain answers a context: the chat model, or the small one where there is one. */
export type ModelTier = 'chat' | 'small';

/** A row of the table of model contexts (`contexts.ts`). */
export interface ModelContext<Output = unknown> {
  name: string;
  /** What the call is for, one line. */
  purpose: string;
  tier: ModelTier;
  /** What the prompt is made of, one line. */
  inputs: string;
  /** Default 0. */
  temperature?: number;
  /** Default false. */
  think?: boolean;
  maxTokens: number;
  /** Milliseconds for the whole context, retries included; then it fails open. */
  budgetMs: number;
  /** Attempts after the first; default 0. */
  retries?: number;
  /** Other limits that the stage around the call keeps to; the names say the unit. */
  limits?: Readonly<Record<string, number>>;
  schema?: z.ZodType<Output>;
  /** The answer is sentences: JSON or a tool call in their place is no answer. */
  prose?: true;
  /** What happens when it fails, one line. */
  failOpen: string;
  /** When it is answered without the model, one line. */
  fastPath?: string;
}

/** A context whose answer is JSON after a schema. */
export type SchemaContext<Output> = ModelContext<Output> & { schema: z.ZodType<Output> };
