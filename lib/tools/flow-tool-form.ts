/**
 * What a tool node's form holds and what can be wrong with it. Read by the editor, too: it has no schema library.
 */

export const KINDS = ['text', 'number', 'integer', 'boolean', 'choice'] as const;
type Kind = (typeof KINDS)[number];

/** An argument of a tool that is a flow. */
export interface Parameter {
  name: string;
  kind: Kind;
  /** For the model. */
  description: string;
  /** What a choice may be. */
  choices: string[];
  required: boolean;
}

export const MAX_PARAMETERS = 20;
export const MAX_DESCRIPTION = 500;
const MAX_CHOICES = 100;
/** Shortest and longest time that a flow may have for a result, and the usual one, in seconds. */
export const MIN_SECONDS = 1;
export const MAX_SECONDS = 120;
export const USUAL_SECONDS = 20;

/** What model servers take as the name of a tool, and of an argument. */
const NAME = /^[a-z][a-z0-9_]{0,39}$/i;
/** Names of tools that are built in, and of steps of a plan. */
export const BUILT_IN: readonly string[] = [
  ...['get_state', 'control_device', 'call_service', 'memory_search', 'remember', 'memory_forget', 'stop'],
  ...['todo_items', 'todo', 'play_music', 'log_meal', 'meals', 'missed'],
  ...['calculate', 'time_in', 'weather', 'web_search', 'fetch_page', 'news'],
  ...['look', 'device_status', 'read_file', 'list_folder', 'find_in_files', 'write_file'],
  ...['run_command', 'http_request', 'http_post', 'run_code'],
  ...['toolSearchTool', 'switch_profile', 'set_humour', 'searchMemory', 'reply'],
];

export type NameProblem = 'name' | 'built-in' | 'taken';
export type ParametersProblem = 'unreadable' | 'many' | 'parameter' | 'twice' | 'choices';

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** What is wrong with the name of a tool. @param others names of the other tools that are flows */
export function nameProblem(name: string, others: readonly string[] = []): NameProblem | undefined {
  if (!NAME.test(name)) return 'name';
  if (BUILT_IN.some((one) => isSame(one, name))) return 'built-in';
  return others.some((one) => isSame(one, name)) ? 'taken' : undefined;
}

/** The parameters as the form keeps them, in JSON; undefined where it is none. */
export function parametersIn(json: string | undefined): Parameter[] | undefined {
  try {
    const rows: unknown = JSON.parse(json || '[]');
    return Array.isArray(rows) ? rows.map(parameterOf) : undefined;
  } catch {
    return undefined;
  }
}

function parameterOf(row: unknown): Parameter {
  const { name, kind, description, choices, required } = Object(row) as Record<keyof Parameter, unknown>;
  const texts = Array.isArray(choices) ? choices.map((one) => String(one).trim()).filter(Boolean) : [];
  return {
    name: String(name ?? ''),
    kind: KINDS.find((one) => one === kind) ?? 'text',
    description: String(description ?? '').slice(0, MAX_DESCRIPTION),
    choices: [...new Set(texts)],
    required: required !== false,
  };
}

/** What is wrong with the parameters, and with which. */
export function parametersProblem(json: string | undefined): { why: ParametersProblem; name: string } | undefined {
  const parameters = parametersIn(json);
  if (!parameters) return { why: 'unreadable', name: '' };
  if (parameters.length > MAX_PARAMETERS) return { why: 'many', name: '' };
  for (const [at, { name, kind, choices }] of parameters.entries()) {
    if (!NAME.test(name)) return { why: 'parameter', name };
    if (parameters.slice(0, at).some((other) => isSame(other.name, name))) return { why: 'twice', name };
    if (kind === 'choice' && (choices.length === 0 || choices.length > MAX_CHOICES)) return { why: 'choices', name };
  }
  return undefined;
}

/** How a call that was tried in the form went. */
export interface Trial {
  ok: boolean;
  /** As the model gets to see it. */
  text: string;
  /** Milliseconds that the call took. */
  ms: number;
  /** What a model is told of the tool: name, description, JSON Schema of the parameters. */
  told: { name: string; description: string; parameters: Record<string, unknown> };
}
