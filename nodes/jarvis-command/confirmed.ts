import type { GuardedHome } from '../../lib/home/guard.js';
import type { HeldCall } from '../../lib/llm/types.js';
import { confirmedCall } from '../../lib/replying/asked-first.js';
import { homeTools } from '../../lib/tools/home-tools.js';
import type { Trace } from '../../lib/turn/trace.js';
import type { Turn } from '../../lib/turn/turn.js';
import { broughtTools } from '../tools.js';

/** Makes the calls of tools that a person has said yes to in a turn. */
export function callsOf(home: GuardedHome, turn: Turn, signal: AbortSignal, trace: Trace) {
  const { site, area, language } = turn;
  const context = { site, turn, area, language, signal, trace };
  const { confirmations } = home;
  const tools = () => [...homeTools(home), ...broughtTools()];
  return (confirmed: HeldCall) => confirmedCall(confirmed, { tools: tools(), confirmations, context });
}
