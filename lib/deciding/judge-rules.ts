import { fold } from '../language/fold.js';
import { IS_ECHO, type Judgement } from '../turn/turn.js';
import { detectEcho } from './echo.js';
import { goesOnAsking, goesOnChoosing, goesOnCommanding } from './following.js';
import { asksAbout } from './refers-back.js';
import { isStop } from './stop-command.js';
import { findWakeWord, stripWakeWord } from './wake-words.js';

/** Something that was heard; times in milliseconds on one clock. */
export interface Segment {
  text: string;
  from?: number | undefined;
  to?: number | undefined;
}

/**
 * Why we listen: `typed` on the page; `wake` after the wake word; `answer` after our own question; `follow-up` after a
 * reply; `speaking` while the assistant speaks; `ambient` without any sign that we are meant.
 */
export const JUDGE_MODES = ['typed', 'wake', 'answer', 'follow-up', 'speaking', 'ambient'] as const;
export type JudgeMode = (typeof JUDGE_MODES)[number];

export interface JudgeInput {
  /** What was heard in the last two minutes, oldest first; the last one is judged, the others are its context. */
  segments: readonly Segment[];
  mode: JudgeMode;
  /** When the wake word was heard, in milliseconds. */
  wake?: { at?: number | undefined } | undefined;
  /** What the assistant said last, and when its playback began and ended; without `to` it goes on. */
  spoken?: { text: string; from?: number | undefined; to?: number | undefined } | undefined;
  /** Whether words certainly go on with what the house was told or asked last; undefined when it was something else. */
  goesOn?: ((words: string) => boolean | undefined) | undefined;
  /** The assistant's wake phrase, e.g. "jarvis". */
  name: string;
  aliases?: readonly string[] | undefined;
  /** BCP 47 tag. */
  language?: string | undefined;
}

/** A wake word is recognised this long after its last sound, at the most. */
const SLACK_MS = 500;

/** The judgement where the case is clear, undefined where a model should be asked. Without a sign that we are meant, it is no. */
export function judgeByRules(given: JudgeInput): Judgement | undefined {
  const input = { ...given, mode: modeOf(given) };
  const { mode, name, aliases, language } = input;
  const wakeWord = { wake: name, aliases, language };
  const heard = wordsToJudge(input);
  if (mode === 'typed') {
    if (isStop(heard, { speaking: false, language, wake: name, aliases })) return stopped();
    return directed(stripTyped(heard, input), 1, 'It was typed.');
  }
  if (heard === '') {
    return mode === 'wake' ? directed('', 0.9, 'Only the wake word was heard.') : ignored('Nothing was said.', 1);
  }
  const called = findWakeWord(heard, wakeWord);
  const stops = (words: string, speaking: boolean) =>
    (mode !== 'ambient' || called.woken) && isStop(words, { speaking, language, wake: name, aliases });
  if (stops(heard, false)) return stopped();
  // Nobody who has just called us is an echo, however much a repeated command is like the answer to the last one.
  const said = withoutEcho(heard, input) ?? (mode === 'wake' ? heard : undefined);
  if (said === undefined) return ignored(IS_ECHO, 0.95);
  // "Okay" ends our speech unless that is how it began; a stop may also follow words of ours
  if (stops(said, mode === 'speaking')) return stopped();
  if (mode === 'wake') {
    const query = stripWakeWord(said, wakeWord);
    return directed(query, 0.95, query === '' ? 'Only the wake word was heard.' : 'The wake word was just heard.');
  }
  const now = said === heard ? called : findWakeWord(said, wakeWord);
  if (now.woken) return directed(now.query, 0.9, 'It calls us by name.');
  if (mode === 'answer' || (mode === 'follow-up' && isQuestion(input))) {
    return directed(said, 0.85, 'We had asked something.');
  }
  if (mode === 'ambient') return ignored('Nobody called us.', 0.9);
  if (mode === 'follow-up') {
    if (goesOnCommanding(said, language)) return directed(said, 0.85, 'It commands the house.');
    const goesOn = input.goesOn?.(said);
    if (goesOn) return directed(said, 0.85, 'It goes on with what the house was asked.');
    if (isOnlyTalk(input) && goesOnChoosing(said, language))
      return directed(said, 0.8, 'It says what is different from our reply.');
    if (goesOn === undefined && isOnlyTalk(input) && asksAbout(said, language))
      return directed(said, 0.75, 'It asks about what we said.');
  }
  return undefined;
}

/** The judgement where a model should be asked and none answers: the name in the words, or a reply that is gone on with. */
export function judgeWithoutModel(input: JudgeInput): Judgement {
  const { segments, spoken, name, aliases, language } = input;
  const heard = segments.at(-1)?.text ?? '';
  const { woken, query } = findWakeWord(heard, { wake: name, aliases, language });
  if (woken) return directed(query, 0.7, 'It calls us by name.');
  const said = withoutEcho(heard, input) ?? '';
  if (modeOf(input) === 'follow-up' && spoken && (goesOnAsking(said, language) || asksAbout(said, language))) {
    return directed(said, 0.6, 'It goes on with what we said.');
  }
  return ignored('Nobody called us, and no model could be asked.', 0.5);
}

/** Why we listen: who begins a moment before we have ended, and says most of it after that, answers or goes on. */
function modeOf(input: JudgeInput): JudgeMode {
  const { mode, segments, spoken } = input;
  const { from, to = from } = segments.at(-1) ?? {};
  if (mode !== 'speaking' || from === undefined || to === undefined || spoken?.to === undefined) return mode;
  if ((from + to) / 2 <= spoken.to) return mode;
  return isQuestion(input) ? 'answer' : 'follow-up';
}

/** What was said after the wake word; what is judged is heard last. */
function wordsToJudge({ segments, mode, wake }: JudgeInput): string {
  const at = mode === 'wake' ? wake?.at : undefined;
  const last = segments.length - 1;
  const after = segments.filter(
    ({ to }, i) => i === last || (at !== undefined && to !== undefined && to >= at - SLACK_MS),
  );
  return after
    .map(({ text }) => text.trim())
    .join(' ')
    .trim();
}

function stripTyped(text: string, { name, aliases, language }: JudgeInput): string {
  const { woken, query } = findWakeWord(text, { wake: name, aliases, language });
  return woken && query !== '' ? query : text;
}

/** What remains without our own voice; undefined when nothing does. */
export function withoutEcho(
  heard: string,
  { segments, mode, spoken }: Pick<JudgeInput, 'segments' | 'mode' | 'spoken'>,
): string | undefined {
  if (!spoken || spoken.text === '') return heard;
  const { from, to } = segments.at(-1) ?? {};
  const isTimed = from !== undefined && (spoken.from ?? spoken.to) !== undefined;
  // nobody goes on by saying every word of ours again
  if (!isTimed && mode === 'follow-up') return fold(heard) === fold(spoken.text) ? undefined : heard;
  const wasPlaying = isTimed && (spoken.to === undefined || (mode !== 'answer' && from < spoken.to));
  const { verdict, text } = detectEcho({
    heard,
    spoken: spoken.text,
    speaking: mode === 'speaking' || wasPlaying,
    sinceSpoken: isTimed && spoken.to !== undefined ? Math.max(0, from - spoken.to) : undefined,
    heardFrom: from,
    heardTo: to,
    spokenFrom: spoken.from,
    spokenTo: spoken.to,
    answerWindow: mode === 'answer',
  });
  return verdict === 'echo' ? undefined : text;
}

/** Whether nobody has spoken since our reply began: who speaks now speaks to us, if to anybody. */
function isOnlyTalk({ segments, spoken }: JudgeInput): boolean {
  const from = spoken?.from;
  return from !== undefined && segments.slice(0, -1).every(({ to }) => to !== undefined && to <= from);
}

function isQuestion({ spoken }: JudgeInput): boolean {
  return /\?["'»”\s]*$/.test(spoken?.text ?? '');
}

function directed(query: string, confidence: number, reasoning: string): Judgement {
  return { directed: true, query, stop: false, confidence, reasoning, by: 'rule' };
}

function stopped(): Judgement {
  return { directed: true, query: '', stop: true, confidence: 1, reasoning: 'It is a stop.', by: 'rule' };
}

function ignored(reasoning: string, confidence: number): Judgement {
  return { directed: false, query: '', stop: false, confidence, reasoning, by: 'rule' };
}
