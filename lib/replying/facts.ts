import { words } from '../language/fold.js';
import type { Tool, ToolCall, ToolResult } from '../llm/types.js';

/** A call of this reply and how it ended. */
export interface Outcome {
  call: ToolCall;
  result: ToolResult;
}

/** What the results of a reply say for certain, for the check of what is spoken. */
export interface Facts {
  /** Devices with the state that was read last. */
  states: { name: string; state: string }[];
  /** Names of devices that an acting tool could not do anything with. */
  failed: string[];
  /** Calls of acting tools that ended well, and that did not. */
  acted: number;
  notActed: number;
  /** Calls of acting tools, with the words of their arguments and results. */
  acts: { tool: Tool; ok: boolean; about: readonly string[] }[];
  /** Every number in a result or an argument. */
  numbers: number[];
  /** Results of whatever tool. */
  results: number;
  /** Words of the calls that were to find something out and did nothing. */
  lookedUp: string[];
  /** Words of what they found. */
  found: string[];
  /** Tools that aren't acting ones and have said in words of their own what they did: a change of humour. */
  told: Tool[];
}

const DONE = /^Done: (.+) is now (.+)\.$/;
const NOT_DONE = /^Not done: ([^:]+):/;
const LINE = /^([^|]+) \| [^|]* \| ([^|]+)$/;

/** Reads the results; only tools that are made for it tell states, whatever the text of another looks like. */
export function factsOf(outcomes: readonly Outcome[], tools: readonly Tool[]): Facts {
  const states = new Map<string, string>();
  const failed = new Set<string>();
  const facts: Facts = {
    states: [],
    failed: [],
    acted: 0,
    notActed: 0,
    acts: [],
    numbers: [],
    results: outcomes.length,
    lookedUp: [],
    found: [],
    told: [],
  };
  for (const { call, result } of outcomes) {
    const tool = tools.find(({ name }) => name === call.name);
    facts.numbers.push(...numbersIn(result.text), ...numbersIn(JSON.stringify(call.arguments)));
    if (tool?.acts) facts[result.ok ? 'acted' : 'notActed']++;
    else if (tool && result.ok && result.told !== undefined) facts.told.push(tool);
    // A device that was looked at is none that was switched.
    const looked = tool?.tellsStates ? [] : Object.values(call.arguments).flat();
    if (!tool?.acts) facts.lookedUp.push(...words([call.name, ...looked].join(' ')));
    if (!tool?.acts && result.ok) facts.found.push(...words(result.text));
    const isPart = !result.ok && result.text.split('\n').some((line) => tool?.tellsStates && DONE.test(line));
    if (tool?.acts) {
      const about = words(
        `${call.name.replaceAll('_', ' ')} ${Object.values(call.arguments).flat().join(' ')} ${result.ok ? result.text : ''}`,
      );
      facts.acts.push({ tool, ok: result.ok || isPart, about });
    }
    const lines = tool?.tellsStates ? result.text.split('\n') : [];
    for (const line of lines) {
      const [, name = '', state = ''] = DONE.exec(line) ?? (result.ok ? LINE.exec(line) : null) ?? [];
      const refused = NOT_DONE.exec(line)?.[1];
      if (refused !== undefined) failed.add(refused.trim());
      if (name === '') continue;
      states.set(name.trim(), state.trim());
      // Done on the second try.
      if (DONE.test(line)) failed.delete(name.trim());
      // Some of several were done.
      if (DONE.test(line) && !result.ok) facts.acted++;
    }
    if (tool?.acts && !result.ok && !lines.some((line) => DONE.test(line) || NOT_DONE.test(line))) {
      for (const name of namesIn(call.arguments)) if (!states.has(name)) failed.add(name);
    }
  }
  facts.states = [...states].map(([name, state]) => ({ name, state }));
  facts.failed = [...failed];
  return facts;
}

/** The devices that a call names. */
function namesIn(args: Record<string, unknown>): string[] {
  const given = args['names'] ?? args['name'];
  return [given].flat().filter((name) => typeof name === 'string');
}

export function numbersIn(text: string): number[] {
  return (text.match(/-?\d+(?:[.,]\d+)?/g) ?? []).map((number) => Number(number.replace(',', '.')));
}
