import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Answered } from '../deciding/decide-command.js';
import type { Confirmations } from '../home/confirmation.js';
import { refuseWhereNobodyIs } from '../home/guard.js';
import type { HeldCall, Tool, ToolContext, ToolResult } from '../llm/types.js';
import { shorten } from '../turn/shorten.js';
import { doorOf } from '../turn/turn.js';
import { checkReply } from './malformed.js';
import { phrasesFor } from './phrases.js';
import { runTool } from './run-tools.js';
import { sentencesOf } from './sentences.js';

/** A result up to this many characters can be said as it is; of a longer one so many are shown. */
const MAX_SAYABLE = 300;
const MAX_SHOWN = 2_000;

const WAITS =
  'Not done yet: only a person may have this done. They are asked now, and it is done when they say yes. Do not try again.';
const NOT_CONFIRMED: ToolResult = { ok: false, text: 'Not done: nobody has said yes to this call.' };

type Asker = Pick<ToolContext, 'site' | 'language' | 'trace' | 'turn'>;

/** Has a call wait until whoever is asked at a site has said yes to it. */
export function askingFirst(confirmations: Confirmations, { site, language, trace, turn }: Asker) {
  return (call: HeldCall): ToolResult => {
    const { tool, question } = call;
    refuseWhereNobodyIs({ confirmations }, turn);
    const put = () => {
      trace?.mark('asked-first', { tool });
      return confirmations.hold(site, call, { question, language, by: turn && doorOf(turn) });
    };
    return { ok: false, text: WAITS, asks: { question, put } };
  };
}

/**
 * Makes a call that a person has said yes to, once and with the arguments that they were asked about.
 * @param confirmed what `Confirmations.settle` gave; a copy of it is no yes
 * @returns what came of it, in words. @throws AbortError only
 */
export async function confirmedCall(
  confirmed: HeldCall,
  { tools, confirmations, context }: { tools: readonly Tool[]; confirmations: Confirmations; context: ToolContext },
): Promise<Answered> {
  const { tool: name, arguments: values } = confirmed;
  const isConfirmed = confirmations.redeem(confirmed);
  let isMade = false;
  const askFirst = (call: HeldCall) => {
    const isIt = isConfirmed && !isMade && call.tool === name && isDeepStrictEqual(call.arguments, values);
    isMade ||= isIt;
    return isIt ? undefined : NOT_CONFIRMED;
  };
  const call = { id: randomUUID(), name, arguments: { ...values } };
  const result = await runTool(call, tools, { ...context, askFirst });
  const command = {
    action: 'call',
    targets: [],
    value: { name, arguments: values },
    ok: result.ok,
    by: 'local' as const,
  };
  return { ...toldOf(result, context.language), command };
}

/** A result in words, as it is said where no model answers; what can't be said is shown. */
function toldOf({ ok, text, told }: ToolResult, language: string): Pick<Answered, 'text' | 'shown'> {
  const { done, toolsFailed } = phrasesFor(language);
  if (told !== undefined) return { text: told };
  if (!ok) return { text: toolsFailed, shown: shorten(text, MAX_SHOWN) };
  if (text === 'Done.') return { text: done };
  const spoken = text.length <= MAX_SAYABLE ? checkReply(text).spoken : undefined;
  return spoken ? { text: sentencesOf(spoken, language).join(' ') } : { text: done, shown: shorten(text, MAX_SHOWN) };
}
