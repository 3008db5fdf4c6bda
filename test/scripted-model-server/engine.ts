import type { ChatBody } from './script.js';

/** How fast the pretended model is; tokens per second and milliseconds. */
export interface Speed {
  promptTokens: number;
  answerTokens: number;
  loadMs: number;
}

/** A small model on a small machine. */
export const SMALL_MACHINE: Speed = { promptTokens: 800, answerTokens: 25, loadMs: 2000 };
/** For tests: no waiting at all. */
export const INSTANT: Speed = {
  promptTokens: Number.POSITIVE_INFINITY,
  answerTokens: Number.POSITIVE_INFINITY,
  loadMs: 0,
};

/** Prompts whose evaluation the real server keeps in memory. */
const KEPT_PROMPTS = 10;

/** What one request cost. */
export interface Evaluation {
  tokens: number;
  /** Tokens that had to be evaluated; the rest was a prefix of an earlier prompt. */
  evaluated: number;
  evaluationMs: number;
  loadMs: number;
}

/**
 * The pretended runner of one model: one request at a time, a prefix cache that remembers the last ten prompts, and is
 * empty after unloading or a change of the window.
 */
export class Runner {
  loaded = false;
  numCtx = 0;
  wedged = false;
  #prompts: string[][] = [];
  #queue: Promise<void> = Promise.resolve();

  constructor(readonly speed: Speed) {}

  /** Waits for the slot; call the result when done with it. */
  async slot(): Promise<() => void> {
    const before = this.#queue;
    let free: () => void = () => {};
    this.#queue = before.then(() => new Promise<void>((resolve) => (free = resolve)));
    await before;
    return free;
  }

  /** Loads the model where needed and returns how long that took. */
  async load(numCtx: number, signal: AbortSignal): Promise<number> {
    if (this.loaded && (numCtx === this.numCtx || numCtx === 0)) return 0;
    this.unload();
    await wait(this.speed.loadMs, signal);
    this.loaded = true;
    this.numCtx = numCtx || 4096;
    return this.speed.loadMs;
  }

  unload(): void {
    this.loaded = false;
    this.wedged = false;
    this.#prompts = [];
  }

  /** Evaluates a prompt, the cached prefix for nothing. What was evaluated before an abort stays in the cache. */
  async evaluate(prompt: string[], signal: AbortSignal): Promise<Omit<Evaluation, 'loadMs'>> {
    const reused = Math.max(0, ...this.#prompts.map((known) => sharedPrefix(known, prompt)));
    // The last token is always evaluated: the first answer token comes from it.
    const evaluated = Math.max(1, prompt.length - reused);
    const evaluationMs = (evaluated / this.speed.promptTokens) * 1000;
    const begun = performance.now();
    try {
      await wait(evaluationMs, signal);
    } catch (thrown) {
      const share = Math.min(1, (performance.now() - begun) / Math.max(1, evaluationMs));
      this.#keep(prompt.slice(0, reused + Math.floor(evaluated * share)));
      throw thrown;
    }
    this.#keep(prompt);
    return { tokens: prompt.length, evaluated, evaluationMs };
  }

  #keep(prompt: string[]): void {
    // A prompt that goes on where a kept one ends takes its place.
    const others = this.#prompts.filter((known) => sharedPrefix(known, prompt) < known.length);
    this.#prompts = [...others, prompt].slice(-KEPT_PROMPTS);
  }
}

/** How the prompt looks to the model: as smollm2-tools and Qwen do it, tools stand at the end of the system message. */
export function render(request: Pick<ChatBody, 'messages' | 'tools'>): string {
  const system = request.messages.filter(({ role }) => role === 'system').map(({ content }) => content);
  const tools = (request.tools ?? []).map((tool) => JSON.stringify(tool));
  const parts = ['<|im_start|>system', ...system, ...(tools.length > 0 ? ['Functions:', ...tools] : []), '<|im_end|>'];
  for (const { role, content, tool_calls } of request.messages) {
    if (role === 'system') continue;
    const calls = (tool_calls ?? []).map((call) => `<tool_call>${JSON.stringify(call.function)}</tool_call>`);
    parts.push(`<|im_start|>${role}\n${content}${calls.join('')}<|im_end|>`);
  }
  return `${parts.join('\n')}\n<|im_start|>assistant\n`;
}

/** Text as about as many tokens as a real tokeniser makes of it: short words one, long ones several. */
export function tokens(text: string): string[] {
  return text.match(/ ?\p{L}{1,6}|\s?\d{1,3}|\s?[^\s\p{L}\d]|\s+/gu) ?? [];
}

/** Resolves after `ms`; rejects when the signal fires. Zero means the next turn of the event loop. */
export function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(new Error('closed'));
    const settle = () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    };
    const timer = setTimeout(settle, ms);
    const onAbort = () => {
      clearTimeout(timer);
      reject(new Error('closed'));
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

/** How many tokens two prompts begin with alike. */
export function sharedPrefix(a: readonly string[], b: readonly string[]): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at++;
  return at;
}
