import { turns } from '../conversation/turns.js';
import { clock } from '../turn/clock.js';
import { type Trace, traced } from '../turn/trace.js';
import type { Judgement, Turn } from '../turn/turn.js';
import { type AskJudge, judge, judgeByModel } from './judge.js';
import type { JudgeMode } from './judge-rules.js';
import type { OpenModels } from './open-models.js';

export interface JudgeTurn {
  /** What the assistant answers to, and what else it does. */
  name: string;
  aliases: readonly string[];
  /** For what the rules leave open. */
  models?: OpenModels | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

/**
 * Judges what was said in a turn by what was heard and said in its room.
 * @returns `isIdle`: a stop meant for us while nothing runs, or a no to our question; it is answered. @throws AbortError only.
 */
export async function judgeTurn(
  turn: Turn,
  text: string,
  { name, aliases, models, signal, trace }: JudgeTurn,
): Promise<{ judgement: Judgement; isIdle: boolean }> {
  const { site, language, heard, wake } = turn;
  const conversation = turns.conversation(site);
  conversation.hear(text, turn);
  const segments = conversation.heardUntil(turn);
  const spoken = conversation.spokenBefore(heard?.to ?? heard?.from ?? clock.now());
  const mode = modeOf(turn);
  const askModel: AskJudge | undefined =
    models && (async (messages) => judgeByModel(await models(signal), { name, aliases }, { messages, signal, trace }));
  const judgement = await traced(trace, 'judge', () =>
    judge({ segments, mode, wake: wake && { at: wake.at }, spoken, name, aliases, language }, askModel),
  );
  trace?.decided({ judgement });
  return { judgement, isIdle: judgement.stop && ['typed', 'wake', 'answer'].includes(mode) && turns.isAlone(turn) };
}

/** Why we listen to this turn: what the judge's rules start from. */
function modeOf({ id, site, source, wake, heard }: Turn): JudgeMode {
  if (source !== 'voice') return 'typed';
  if (wake && wake.by !== 'follow-up') return 'wake';
  const conversation = turns.conversation(site);
  const { to = clock.now(), from = to } = heard ?? {};
  const current = turns.current(site);
  if (conversation.spokeWithin(from, to) || (current && current.id !== id && current.stage === 'speaking')) {
    return 'speaking';
  }
  const awaited = conversation.awaited(wake?.at ?? from, to);
  if (awaited) return awaited.what === 'follow-up' ? 'follow-up' : 'answer';
  return wake ? 'follow-up' : 'ambient';
}
