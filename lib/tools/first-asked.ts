import { z } from 'zod';
import { filled, spoken } from '../language/spoken.js';
import type { ToolContext, ToolResult } from '../llm/types.js';
import { oneLine, shorten } from '../turn/shorten.js';

/** Characters of a value in a question, and of all that is told in it. */
const MAX_VALUE = 100;
const MAX_QUESTION = 600;

const QUESTIONS = z.object({
  /** Whether {what} shall be run, and with which {values}. */
  run: z.string(),
  runWith: z.string(),
});

const NOBODY: ToolResult = {
  ok: false,
  text: 'Not done: a person has to say yes first, and nobody can be asked here: the agent node has no house chosen. Do not try again.',
};

export interface Asking {
  /** The tool's name. */
  tool: string;
  /** As they were read. */
  values: Record<string, unknown>;
  /** The owner's words, with names of values in braces; else what is run, and all values, are told. */
  question?: string | undefined;
  /** What is run, where that isn't the tool's name, and what of the values is told. */
  what?: { name: string; values: Record<string, unknown> } | undefined;
}

/** What a tool gives back where a person has to say yes to a call first; undefined where they have. */
export function firstAsked({ tool, values, question, what }: Asking, context: ToolContext): ToolResult | undefined {
  const { name, values: told } = what ?? { name: tool, values };
  const asked = question ? ownQuestion(question, told) : usualQuestion(name, told, context.language);
  return context.askFirst ? context.askFirst({ tool, arguments: values, question: asked }) : NOBODY;
}

function ownQuestion(template: string, values: Record<string, unknown>): string {
  const words = Object.entries(values).map(([name, value]) => [name, inWords(value)]);
  return oneLine(filled(template, Object.fromEntries(words)), MAX_QUESTION);
}

function usualQuestion(name: string, values: Record<string, unknown>, language: string): string {
  const { run, runWith } = spoken(language, 'asking', QUESTIONS);
  const asWords = (key: string) => oneLine(key.replaceAll('_', ' '), MAX_VALUE);
  const told = Object.entries(values).map(([key, value]) => `${asWords(key)}: ${inWords(value)}`);
  return filled(told.length > 0 ? runWith : run, {
    what: asWords(name),
    values: shorten(told.join(', '), MAX_QUESTION),
  });
}

const inWords = (value: unknown) =>
  oneLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), MAX_VALUE);
