import { onlyAsks } from '../language/question.js';
import type { ToolContext, ToolResult } from '../llm/types.js';
import { phrasesFor } from '../replying/phrases.js';
import { isGuest } from '../turn/turn.js';

/** Who a tool is for, and whether it changes something. */
interface Rules {
  acts?: boolean | undefined;
  /** False where it is closed to voices that aren't known. */
  guests?: boolean;
}

/** What a tool gives back where it may not be run; undefined where it may. */
export function refused({ acts, guests = true }: Rules, context: ToolContext): ToolResult | undefined {
  return (guests ? undefined : refusedGuest(context)) ?? (acts ? refusedQuestion(context) : undefined);
}

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

/** What a tool that is for the people of the house gives back to a voice that isn't known; undefined where it may be run. */
function refusedGuest({ turn, language }: Pick<ToolContext, 'turn' | 'language'>): ToolResult | undefined {
  if (!isGuest(turn)) return undefined;
  return {
    ok: false,
    text: 'Not done: it is for people whose voices are known here, and this one is not.',
    told: phrasesFor(language).notForGuests,
  };
}
