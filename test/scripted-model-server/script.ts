/** One message as the server receives it. */
export interface SentMessage {
  role: string;
  content: string;
  tool_calls?: { id?: string; function: { name: string; arguments: Record<string, unknown> } }[];
  tool_name?: string;
}

/** A chat request as the server receives it. */
export interface ChatBody {
  model: string;
  messages: SentMessage[];
  stream?: boolean;
  tools?: { type: string; function: { name: string; description?: string; parameters?: unknown } }[];
  format?: unknown;
  think?: boolean;
  keep_alive?: string | number;
  options?: { num_ctx?: number; num_predict?: number; temperature?: number };
}

/** What goes wrong in an answer. */
export type Fault =
  /** Never sends headers. */
  | 'hang'
  /** The model never sends headers again until it is unloaded (`messages: []`, `keep_alive: 0`). */
  | 'wedge'
  /** The connection is cut after half of the text. */
  | 'cut'
  /** An error line after half of the text, under HTTP 200. */
  | 'error-line'
  /** The body ends properly, but without a line that says done. */
  | 'unfinished'
  /** A line that is no JSON in the middle; the rest is right. */
  | 'garbage-line'
  | 'no-tools'
  | 'no-thinking'
  | 'missing'
  | 'bad-request'
  | 'crashed'
  | 'busy'
  /** 100 kB of text. */
  | 'huge';

/** What the model says. */
export interface Answer {
  /** Whole, or in pieces; a promise among them holds the stream until it resolves. */
  text?: string | (string | Promise<unknown>)[];
  /** All of the text in one chunk. */
  whole?: true;
  thinking?: string;
  calls?: { name: string; arguments: Record<string, unknown> }[];
  fault?: Fault;
  doneReason?: 'stop' | 'length';
}

export interface Rule {
  /** Tested against the last message of the person, or asked about the whole request. Left out, it fits everything. */
  when?: RegExp | ((request: ChatBody) => boolean);
  answer: Answer | string | ((request: ChatBody) => Answer | string);
  /** How often the rule may answer. */
  times?: number;
}

/** Text of the last message with the role "user". */
export function lastUser(request: ChatBody): string {
  return request.messages.findLast(({ role }) => role === 'user')?.content ?? '';
}

/** True when the last message is the result of a tool. */
export function afterTool(request: ChatBody): boolean {
  return request.messages.at(-1)?.role === 'tool';
}

/** Answers by the first rule that fits; counts how often each has. */
export function script(rules: readonly Rule[]): (request: ChatBody) => Answer {
  const used = new Map<Rule, number>();
  return (request) => {
    const rule = rules.find((candidate) => {
      if ((used.get(candidate) ?? 0) >= (candidate.times ?? Number.POSITIVE_INFINITY)) return false;
      if (candidate.when === undefined) return true;
      return candidate.when instanceof RegExp ? candidate.when.test(lastUser(request)) : candidate.when(request);
    });
    if (!rule) return { text: 'This is what the script says.' };
    used.set(rule, (used.get(rule) ?? 0) + 1);
    const answer = typeof rule.answer === 'function' ? rule.answer(request) : rule.answer;
    return typeof answer === 'string' ? { text: answer } : answer;
  };
}
