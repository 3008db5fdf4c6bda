import type { GuardedHome } from '../home/guard.js';
import { fold } from '../language/fold.js';
import type { Turn } from '../turn/turn.js';
import { answersQuestion, offeredIn } from './asking-back.js';
import { agrees, answersIn, refuses, replyIn } from './confirming.js';
import { likelyChoices } from './likely-commands.js';

/**
 * By how much an answer may be less likely than the transcript, which is none, and has to be likelier than another answer. Of
 * 234 short answers by 26 of Kokoro's voices in a living room and in pink noise 10 dB softer 225 are taken so and 182 without it,
 * none for another; of 210 other short sentences six are taken for an answer, four of them without it. A no does nothing: "Snow!" is
 * one, 2.7 behind.
 */
const BEHIND: Record<string, number> = { yes: 1.5, no: 3 };
const AHEAD = 1;

/** The question that waits in a room for an answer in a language (BCP 47 tag). */
export interface Waiting {
  home: GuardedHome;
  site: string;
  language: string;
}

/** What likely answers the question that waits in a room: what was offered, yes and no in their words; undefined where none waits. */
export function likelyAnswers({ home, site, language }: Waiting): readonly string[] | undefined {
  const offered = offeredIn(site);
  if (!offered && !home.confirmations.held(site)) return undefined;
  return [...likelyChoices(offered ?? [], language), ...answersIn(language)];
}

/** Whether words answer the question that waits in a room. */
export function isAnswer(words: string, waiting: Waiting): boolean {
  return answersQuestion(waiting.site, words) || meaningOf(words, waiting) !== undefined;
}

/**
 * The words that were heard, or where a question waits and they are no answer: the one that sounds nearly the same.
 * @param isOrder whether words are an order of their own
 */
export function answerHeard(
  words: string,
  { source, heard }: Pick<Turn, 'source' | 'heard'>,
  waiting: Waiting,
  isOrder: (words: string) => boolean,
): string {
  if (source !== 'voice' || isAnswer(words, waiting)) return words;
  const answers = (heard?.alternatives ?? []).flatMap((one) => {
    const meaning = meaningOf(one.text, waiting);
    return meaning === undefined ? [] : { ...one, meaning };
  });
  const [best] = answers;
  const rival = answers.find(({ meaning }) => meaning !== best?.meaning);
  if (!best || isOrder(words) || best.behind > (BEHIND[best.meaning] ?? Number.POSITIVE_INFINITY)) return words;
  return rival && rival.behind - best.behind < AHEAD ? words : best.text;
}

/** What a short answer means: "yes", "no" or what was offered. */
function meaningOf(words: string, { home, site, language }: Waiting): string | undefined {
  const held = home.confirmations.held(site);
  const reply = held && replyIn(words, { held, house: home.house(), language, understand: () => null });
  if (held) return reply === 'unclear' ? undefined : reply;
  const offered = offeredIn(site);
  if (!offered) return undefined;
  const named = offered.find((name) => fold(words).endsWith(fold(name)));
  if (named !== undefined || !answersQuestion(site, words)) return named ?? (refuses(words) ? 'no' : undefined);
  return agrees(words) ? 'yes' : undefined;
}
