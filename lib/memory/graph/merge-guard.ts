import { contexts } from '../../llm/contexts.js';
import { withoutDuplicates } from './dedupe.js';
import { DATES, isFunctionWord } from './fact-words.js';
import { foldLine, type LineWords, meaningKey, shared, wordsOf } from './line-words.js';

/** What a model made of a node's lines and the new facts, or why it isn't taken. */
export interface GuardedMerge {
  accepted: boolean;
  reason?: MergeRefusal;
  /** What the node is to hold: the rewrite, and new facts it forgot; where it was refused, the old lines and the new. */
  lines: string[];
  /** Which of the new facts stand in `lines` in their own words, by index. */
  incorporated: number[];
}

export type MergeRefusal =
  /** No list of facts in it. */
  | 'unreadable'
  /** Nothing left of something. */
  | 'empty'
  /** More than the old and new lines and two. */
  | 'runaway'
  /** A line that nobody said. */
  | 'invented'
  /** An old line that is neither kept, nor taken up, nor contradicted by a new fact. */
  | 'lost';

/** Lines that a rewrite may have beyond those that went in. */
export const MAX_EXTRA_LINES = contexts.graphMerge.limits.mostExtraLines;
/** From so many lines on that only differ in their date, they are one habit, and a line without dates stands for them. */
const HABIT = 3;
/** Words of a new wording that stand in none of the lines it was made of. */
const MAX_NEW_WORDS = 1;
/** As many more where a line stands for HABIT lines or more: how often it is ("several times a week"). */
const MAX_HABIT_WORDS = 2;
/** Share of a line's words that another line must hold to stand for it. */
const TAKEN_UP = 0.5;

/** A first word and what makes it a name. */
const SUBJECT =
  /^(\p{L}{2,30})(?:'s(?!\p{L})| (?:is|isn't|was|has|had|likes|loves|hates|prefers|wants|lives|works|plays|goes|eats|drinks|does|ist|war|hat|mag|liebt|wohnt|lebt|arbeitet|heißt|heisst|spielt|isst|trinkt|est|n'est|a (?:un|une|des|deux|trois)|aime|n'aime|habite|travaille|joue|es|tiene|vive|trabaja|juega|è|ha|abita|lavora|ama)(?!\p{L}))/u;

interface Read {
  text: string;
  folded: string;
  words: LineWords;
  /** Its numbers, without those of the dates of a habit. */
  numbers: string[];
  /** Those of its words that no other line had: what would be lost with it. */
  own: Set<string>;
}

/**
 * Whether the rewrite of a node may be written: nothing runs away, nothing is made up, and nothing vanishes but what a
 * new fact contradicts or another line already says. What the guard refuses is appended instead: a contradiction that
 * stands there can be mended, a fact that is gone can't.
 * @param existing The node's lines.
 * @param added New facts, newer than all of them.
 * @param response The lines of the rewrite; undefined when the answer couldn't be read.
 */
export function guardMerge(
  existing: readonly string[],
  added: readonly string[],
  response: readonly string[] | undefined,
): GuardedMerge {
  const lines = withoutDuplicates([], (response ?? []).map(cleaned));
  const { reason, forgotten } = response ? judged(existing, added, lines, response.length) : UNREADABLE;
  const kept = reason
    ? [...existing, ...withoutDuplicates(existing, added)]
    : [...lines, ...withoutDuplicates(lines, forgotten)];
  const there = new Set(kept.map(foldLine));
  const incorporated = added.flatMap((line, index) => (there.has(foldLine(line)) ? [index] : []));
  return { accepted: reason === undefined, ...(reason && { reason }), lines: kept, incorporated };
}

const UNREADABLE: Judged = { reason: 'unreadable', forgotten: [] };

interface Judged {
  reason?: MergeRefusal | undefined;
  /** New facts that are in none of the lines. */
  forgotten: string[];
}

function judged(
  existing: readonly string[],
  added: readonly string[],
  lines: readonly string[],
  count: number,
): Judged {
  const written = [...existing, ...added].filter((text) => foldLine(text) !== '').length;
  // Before its words are read: nobody knows how much ran away.
  if (count > written + MAX_EXTRA_LINES) return { reason: 'runaway', forgotten: [] };
  if (lines.length === 0 && written > 0) return { reason: 'empty', forgotten: [] };
  const before = readAll([...existing, ...added]);
  const old = before.slice(0, existing.length).filter(({ folded }) => folded !== '');
  const fresh = before.slice(existing.length).filter(({ folded }) => folded !== '');
  const rewritten = readAll(lines);
  const forgotten = fresh.filter((line) => !standsIn(line, rewritten)).map(({ text }) => text);
  if (rewritten.some((line) => isInvented(line, before))) return { reason: 'invented', forgotten };
  const lost = old.some((line) => !standsIn(line, rewritten) && !isContradicted(line, fresh));
  return { ...(lost && { reason: 'lost' as const }), forgotten };
}

/** Its words, or one of its numbers, come from nowhere. */
function isInvented(line: Read, before: readonly Read[]): boolean {
  if (before.some(({ folded }) => folded === line.folded)) return false;
  const numbers = new Set(before.flatMap(({ folded }) => folded.match(/\d+/g) ?? []));
  if ((line.folded.match(/\d+/g) ?? []).some((number) => !numbers.has(number))) return true;
  const { content, slot } = line.words;
  if (content.size === 0) return !before.some(({ words }) => slot !== undefined && words.slot === slot);
  if (!before.some(({ words }) => shared(content, words.content) > 0)) return true;
  const known = new Set(before.flatMap(({ words }) => [...words.content]));
  const takenUp = before.filter(({ words }) => {
    const common = shared(content, words.content);
    return common > 0 && common >= TAKEN_UP * words.content.size;
  });
  const allowed = MAX_NEW_WORDS + (takenUp.length >= HABIT ? MAX_HABIT_WORDS : 0);
  return content.size - shared(content, known) > allowed;
}

/** Kept as it is, or its words are taken up by one line of the rewrite, those that are only its own among them. */
function standsIn({ folded, words, own, numbers }: Read, rewritten: readonly Read[]): boolean {
  const subject = subjectOf(folded);
  return rewritten.some((line) => {
    if (line.folded === folded) return true;
    if (words.content.size === 0 || words.denies !== line.words.denies) return false;
    // "Likes dogs" isn't taken up by "is allergic to dogs".
    if (words.likes && !line.words.likes) return false;
    // "Anna is allergic" isn't taken up by "Ben is allergic", nor by a line that no longer says who.
    if (subject !== undefined && !line.folded.includes(subject)) return false;
    const { content } = line.words;
    const takesUp = (of: ReadonlySet<string>) => shared(of, content) >= TAKEN_UP * of.size;
    return numbers.every((number) => line.numbers.includes(number)) && takesUp(words.content) && takesUp(own);
  });
}

/** Who a line is about, where it begins with a name: "anna" of "anna is allergic" and of "anna's sister". */
function subjectOf(folded: string): string | undefined {
  const name = SUBJECT.exec(folded)?.[1];
  return name === undefined || isFunctionWord(name) ? undefined : name;
}

/** A new fact is about the same thing, or of a kind of which there is one at a time. */
function isContradicted({ words }: Read, fresh: readonly Read[]): boolean {
  return fresh.some(({ words: newer }) => {
    const common = shared(words.content, newer.content);
    if (words.slot !== undefined && words.slot === newer.slot) return sameOwner(words, newer);
    // What isn't about liking leaves a liking as it was.
    if (words.likes && !newer.likes && !newer.denies) return false;
    if (common > TAKEN_UP * words.content.size) return true;
    return newer.changes && newer.content.size > 0 && common >= TAKEN_UP * newer.content.size;
  });
}

function sameOwner(a: LineWords, b: LineWords): boolean {
  return shared(a.owner, b.owner) === a.owner.size && shared(b.owner, a.owner) === b.owner.size;
}

function readAll(texts: readonly string[]): Read[] {
  const habits = habitsIn(texts);
  const all = texts.map((text) => {
    const folded = foldLine(text);
    const said = habits.get(text) ?? folded;
    return { text, folded, words: wordsOf(said), numbers: said.match(/\d+/g) ?? [] };
  });
  return all.map((line) => {
    const others = new Set(all.flatMap((other) => (other.folded === line.folded ? [] : [...other.words.content])));
    const own = [...line.words.content].filter((word) => shared(new Set([word]), others) === 0);
    return { ...line, own: new Set(own) };
  });
}

/** The lines of a habit ("walked the dog on May 1", "… on May 2", …), each with what it says without its date. */
function habitsIn(texts: readonly string[]): Map<string, string> {
  const dated = new Map<string, [text: string, undated: string][]>();
  for (const text of texts) {
    const folded = foldLine(text);
    const undated = folded.replace(DATES, ' ');
    if (undated === folded) continue;
    const key = meaningKey(undated);
    dated.set(key, [...(dated.get(key) ?? []), [text, undated]]);
  }
  return new Map([...dated.values()].filter((lines) => lines.length >= HABIT).flat());
}

/** A line of a model without its bullet. */
function cleaned(line: string): string {
  return line
    .replace(/\s+/g, ' ')
    .replace(/^\s*(?:[-*•·]|\d{1,2}[.)])\s+/, '')
    .trim();
}
