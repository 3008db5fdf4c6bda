// Types only, with no import: the editor and the page read them too.

/** One stage of a turn; times in milliseconds since the turn began. */
export interface Span {
  stage: string;
  start: number;
  /** Missing while the stage runs. */
  ms?: number;
  error?: string;
  /** Id of the node that did it. */
  node?: string;
  [attribute: string]: string | number | boolean | undefined;
}

export type TraceText = 'heard' | 'reply' | 'error';

export interface TraceRecord {
  id: string;
  site: string;
  source: 'voice' | 'text' | 'announcement';
  /** The area that the site stood in: its name or its id. */
  area?: string | undefined;
  /** Milliseconds since the epoch. */
  at: number;
  spans: Span[];
  /** What was heard, answered and apologised for, without secrets and cut. */
  texts: Partial<Record<TraceText, string>>;
}

/** What a stage decided: one part of `msg.turn`. */
export interface Decision {
  part: string;
  /** Milliseconds since the turn began. */
  at: number;
  /** Id of the node that decided it. */
  node?: string;
  /** As in `msg.turn`, without secrets; the beginning of its JSON where it is longer than 8,000 characters. */
  value: unknown;
}

/** One message of a prompt, without secrets and cut. */
export interface PromptMessage {
  role: string;
  content: string;
}

/** What a model was asked and what it answered. */
export interface CallTexts {
  prompt: PromptMessage[];
  /** Names of the tools it was offered. */
  tools: string[];
  answer: string;
}

/** What was decided and asked in a turn. Held in this process only, never stored: see `KeptTraces` for its bounds. */
export interface TraceDetails {
  decisions: Decision[];
  /** By the place of the call among the trace's spans. */
  calls: Record<number, CallTexts>;
}

/** A trace as the routes give it. */
export interface ShownTrace extends TraceRecord {
  /** Where it still runs: for how many milliseconds, and what the person sees of it. */
  running?: { ms: number; stage: 'idle' | 'listening' | 'thinking' | 'speaking' };
}

/** What `GET jarvis/admin/trace?since=…` gives. */
export interface TraceChanges {
  /** For the next request. */
  cursor: string;
  /** These are all there are: others are gone. */
  whole: boolean;
  /** Newest first. */
  traces: ShownTrace[];
}

/** What `GET jarvis/admin/trace/<id>` gives; null where nothing is held of that turn any more. */
export type ShownDetails = TraceDetails | null;
