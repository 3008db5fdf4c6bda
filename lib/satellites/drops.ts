import type { LiveTurn } from '../conversation/turns.js';
import { IS_ECHO, judgementSchema } from '../turn/turn.js';
import type { Drop } from './list-types.js';

/** What was heard while nobody was, in dBFS: below the first a microphone is off, above the second speech would drown. */
const MUTED = -85;
const NOISE = -30;

/**
 * Why a turn that is over came to nothing; undefined where it was answered.
 * @param level mean loudness while it was listened to, in dBFS; undefined where no sound came
 */
export function dropOf({ trace }: LiveTurn, level: number | undefined): { why: Drop; detail?: string } | undefined {
  const { spans, texts } = trace.record();
  const broken = texts.error ?? spans.find(({ error, stage }) => error !== undefined && stage !== 'tool')?.error;
  const spanOf = (stage: string) => spans.find((span) => span.stage === stage);
  const outcome = spanOf('listen')?.['outcome'];
  if (outcome === 'no-speech') {
    if (level === undefined) return { why: 'no-sound' };
    return { why: level < MUTED ? 'muted' : level > NOISE ? 'noise' : 'no-speech' };
  }
  if (outcome === 'failed')
    return { why: level === undefined ? 'no-sound' : 'failed', ...(broken !== undefined && { detail: broken }) };
  const isAborted = spanOf('aborted') !== undefined;
  const { decisions } = trace.details();
  const judged = decisions.findLast(({ part }) => part === 'judgement');
  const judgement = judgementSchema.safeParse(judged?.value).data;
  if (judgement?.stop || texts.reply !== undefined)
    return broken === undefined ? undefined : { why: 'failed', detail: broken };
  if (judgement && !judgement.directed) return { why: judgement.reasoning === IS_ECHO ? 'echo' : 'not-addressed' };
  if (broken !== undefined && !isAborted) return { why: 'failed', detail: broken };
  if (isAborted) return { why: 'stopped' };
  return spanOf('stt') && texts.heard === undefined ? { why: 'unclear' } : undefined;
}
