import { fence } from '../llm/fence.js';
import type { ToolSpec } from '../llm/types.js';
import { primaryLanguage } from '../turn/language.js';
import { butler, RULES } from './persona.js';

/** The part of the prompt that stays the same from turn to turn, so that the server's cache holds it. */
export interface Character {
  /** What the assistant is called, e.g. "Jarvis". */
  name: string;
  /** Replaces the butler; the rules stay. */
  persona?: string | undefined;
}

/** What is known of this turn. */
export interface Moment {
  /** BCP 47 tag of the language to answer in. */
  language: string;
  now: Date;
  /** IANA time zone; default the machine's. */
  timeZone?: string | undefined;
  /** Where the house is, e.g. "Lyon, France". */
  place?: string | undefined;
  /** The room the person speaks from. */
  area?: string | undefined;
  /** Lines about the devices retrieved for this question. */
  devices?: readonly string[] | undefined;
}

const MOST_DEVICES = 40;

/**
 * The head of the system message: persona and rules, then the tools where they are described in words. Nothing in it
 * depends on the turn.
 * @param textTools Tools for a model that takes them as text only; sorted by name, so that their order is stable.
 */
export function promptHead(character: Character, textTools?: readonly ToolSpec[]): string {
  const parts = [
    character.persona?.trim() || butler(character.name),
    `Rules:\n${RULES.map((rule) => `- ${rule}`).join('\n')}`,
  ];
  if (textTools && textTools.length > 0) parts.push(toolsAsText(textTools));
  return parts.join('\n\n');
}

/** The whole system message: the head, then what was retrieved, then language, time and place. */
export function systemPrompt(character: Character, moment: Moment, textTools?: readonly ToolSpec[]): string {
  const parts = [promptHead(character, textTools)];
  const devices = (moment.devices ?? []).slice(0, MOST_DEVICES);
  if (devices.length > 0) parts.push(`Devices that may be meant:\n${fence('devices', devices.join('\n'))}`);
  parts.push(momentLine(moment));
  return parts.join('\n\n');
}

/** Tools in an order that doesn't depend on how they were found. */
export function inOrder<T extends ToolSpec>(tools: readonly T[]): T[] {
  return [...tools].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** How to call tools, for models without native tools. */
function toolsAsText(tools: readonly ToolSpec[]): string {
  const lines = inOrder(tools).map(
    ({ name, description, parameters }) => `- ${name}: ${description} Arguments: ${parametersAsText(parameters)}`,
  );
  return [
    `Tools:\n${lines.join('\n')}`,
    'To use a tool, write only this and stop:',
    '```tool_call\n{"name": "the tool", "arguments": {"argument": "value"}}\n```',
    'You then get its result. When no tool is needed, answer in words.',
  ].join('\n');
}

/** `city (string, required): the city; days (integer)`. */
function parametersAsText(schema: Record<string, unknown>): string {
  const properties = Object.entries(recordOf(schema['properties']));
  if (properties.length === 0) return 'none.';
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const texts = properties.map(([name, property]) => {
    const { type, description, enum: values } = recordOf(property);
    const kinds = [
      Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(' or ') : String(type ?? 'any'),
      ...(required.includes(name) ? ['required'] : []),
    ];
    return `${name} (${kinds.join(', ')})${typeof description === 'string' ? `: ${description}` : ''}`;
  });
  return `${texts.join('; ')}.`;
}

function momentLine({ language, now, timeZone, place, area }: Moment): string {
  const time = new Intl.DateTimeFormat('en-GB', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone && { timeZone }),
  }).format(now);
  return [
    `Answer in ${languageName(language)}.`,
    ...(area ? [`The person is in this room: ${area}. "The lights" means the lights of this room.`] : []),
    ...(place ? [`The house is in ${place}.`] : []),
    `It is ${time}.`,
  ].join(' ');
}

function languageName(tag: string): string {
  const primary = primaryLanguage(tag);
  const name = primary && new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(primary);
  return name || 'the language the person speaks';
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
