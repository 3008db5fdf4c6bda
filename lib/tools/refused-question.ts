import { onlyAsks } from '../language/question.js';
import type { ToolContext, ToolResult } from '../llm/types.js';

/** What a tool that changes something gives back where the person has only asked; undefined where it may be run. */
export function refusedQuestion({
  said = '',
  language,
}: Pick<ToolContext, 'said' | 'language'>): ToolResult | undefined {
  if (!onlyAsks(said, language)) return undefined;
  return {
    ok: false,
    text: 'Not done: the person has asked, not ordered, and this tool changes something. Answer, and change nothing.',
  };
}
