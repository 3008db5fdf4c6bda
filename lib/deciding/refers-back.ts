import { words } from '../language/fold.js';
import type { Judgement } from '../turn/turn.js';
import { everyday } from './everyday/everyday.js';
import { beginsAsking, goesOnCommanding, hasReference, spokenIn } from './following.js';
import type { JudgeInput } from './judge-rules.js';

/** Until then what was said in the room is what "that" means. */
const RECENT_MS = 45_000;
/** Fewer name nothing that could be meant; "hey Jarvis" has two. */
const MIN_WORDS = 4;
/** Of a question about a reply. */
const MAX_WORDS = 10;

/**
 * Whether what we are asked, having been called, refers to what was said in the room just before: then a model has to say
 * what "that" is. Not what we said ourselves, nor what came before it: the dialogue has that.
 */
export function refersBack(input: JudgeInput, { query, stop, directed }: Judgement): boolean {
  const { mode, language } = input;
  if (mode === 'typed' || mode === 'answer' || stop || !directed || query === '') return false;
  if (!spokenIn(language).some((known) => hasReference(query, known) && !isClear(query, known))) return false;
  return wasTalkedBefore(input, query);
}

/** Whether words, said right after a reply, ask about what it told: "where was he born". */
export function asksAbout(text: string, language: string | undefined): boolean {
  const count = words(text).length;
  if (count < MIN_WORDS || count > MAX_WORDS) return false;
  return spokenIn(language).some((known) => beginsAsking(text, known) && hasReference(text, known));
}

function wasTalkedBefore({ segments, wake, spoken }: JudgeInput, query: string): boolean {
  const last = segments.at(-1);
  const at = wake?.at ?? last?.from;
  const before = last?.text.slice(0, Math.max(0, last.text.indexOf(query))) ?? '';
  if (words(before).length >= MIN_WORDS) return true;
  if (at === undefined) return false;
  return segments.some(
    ({ text, to }) =>
      to !== undefined && to < at && to > at - RECENT_MS && to > (spoken?.to ?? 0) && words(text).length >= MIN_WORDS,
  );
}

/** "What time is it?", "turn it off": understood without what was said before. */
function isClear(query: string, language: string): boolean {
  return everyday(query, language) !== undefined || goesOnCommanding(query, language);
}
