import { callsIn, callsOfContainer, knownTool, looksLikeCall, type ParsedCall, readNamed } from './call-shapes.js';
import { readKeywords, readValue } from './lenient.js';

export type { ParsedCall } from './call-shapes.js';

/** Longer answers are no speech; what comes after is dropped. */
const LONGEST = 20_000;
const MOST_CALLS = 16;
/** Stands for what was taken out, so that positions stay the same until the end. */
const GONE = '\u0000';

/**
 * Finds the tool calls that a model has written as text, in any of the usual shapes: fences, XML-like tags, plain JSON,
 * `Action:` / `Action Input:`, `name(key="value")`. A call counts only when its tool is known and its arguments are
 * clear; whatever else looks like a call is left out of `content`, the words that may be spoken.
 */
export function parseToolCalls(content: string, tools: readonly string[]): { calls: ParsedCall[]; content: string } {
  const found: { at: number; call: ParsedCall }[] = [];
  let text = content.slice(0, LONGEST).replaceAll(GONE, ' ');
  const take = (from: number, to: number, calls: readonly ParsedCall[]) => {
    text = text.slice(0, from) + GONE.repeat(to - from) + text.slice(to);
    for (const call of calls) found.push({ at: from, call });
  };

  takeMatches(/<think>[\s\S]*?(?:<\/think>|$)/gi, () => []);
  takeMatches(
    /<\|?(tool_calls?|function_calls?|tool|function|invoke)\b([^>]{0,300})>([\s\S]*?)(?:<\|?\/\s*\1\b[^>]*>|$)/gi,
    (match) => callsOfTag(match[2] ?? '', match[3] ?? '', tools),
  );
  takeFences();
  takeReAct();
  takeJson();
  takeMarked();
  takeLines();
  takeMentions();

  found.sort((a, b) => a.at - b.at);
  return { calls: found.slice(0, MOST_CALLS).map(({ call }) => call), content: tidy(text, tools) };

  /** Takes every match out; `calls` undefined leaves it. */
  function takeMatches(pattern: RegExp, calls: (match: RegExpExecArray) => ParsedCall[] | undefined): void {
    for (const match of text.matchAll(pattern)) {
      const taken = calls(match);
      if (taken) take(match.index, match.index + match[0].length, taken);
    }
  }

  function takeFences(): void {
    takeMatches(/(`{3,}|~{3,})[ \t]*([\w+-]*)[ \t]*\n?([\s\S]*?)(?:\1|$)/g, (match) => {
      const language = (match[2] ?? '').toLowerCase();
      // "```get_weather(…)```": what looks like the fence's language is the tool.
      const body = knownTool(language, tools) ? `${match[2]}${match[3]}` : (match[3] ?? '');
      const calls = callsOfContainer(body, tools);
      if (calls.length > 0 || /^(tool|function)/.test(language)) return calls;
      const value = readValue(body, 0);
      return value && looksLikeCall(value.value) ? [] : undefined;
    });
  }

  /** `[TOOL_CALLS] …`, `<|python_tag|>…`, `tool_calls: …`: the value that follows is a call or nothing. */
  function takeMarked(): void {
    const mark = /(?:\[TOOL_CALLS?\]|<\|python_tag\|>|^[ \t>*"'-]*tool[_ ]?calls?["']?[ \t]*[:=])\s*/gim;
    for (const match of text.matchAll(mark)) {
      const from = match.index + match[0].length;
      const read = readValue(text, from) ?? readNamed(text, from, tools);
      const end = read?.end ?? lineEnd(text, from);
      take(match.index, end, callsOfContainer(text.slice(from, end), tools));
    }
  }

  function takeReAct(): void {
    const action = /^[ \t*]*action[ \t*]*:[ \t*]*(.*)(?:\n+[ \t*]*action[ _]input[ \t*]*:[ \t]*([\s\S]*))?/im.exec(
      text,
    );
    const mark = /^[ \t*]*(?:thought|observation|action(?:[ _]input)?|final answer)[ \t*]*:/gim;
    if (action) {
      const input = (action[2] ?? '').split(/^[ \t*]*(?:observation|thought|action|final answer)[ \t*]*:/im)[0] ?? '';
      const call = callOfAction(action[1] ?? '', input.trim(), tools);
      // What comes after an action was made up before the tool has answered.
      if (call) {
        take(startOfReAct(action.index), text.length, [call]);
        return;
      }
    }
    const answer = [...text.matchAll(/^[ \t*]*final answer[ \t*]*:[ \t*]*/gim)].at(-1);
    if (answer) {
      take(0, answer.index + answer[0].length, []);
      return;
    }
    const first = mark.exec(text);
    if (first && /thought|action|observation/i.test(first[0]) && isReAct(text)) take(first.index, text.length, []);
  }

  function startOfReAct(action: number): number {
    const thought = /^[ \t*]*thought[ \t*]*:/im.exec(text);
    return thought && thought.index < action ? thought.index : action;
  }

  /** Calls that stand alone on their line: `name(key="value")`, `[a(x=1), b()]`, `name {"key": "value"}`. */
  function takeLines(): void {
    for (const match of text.matchAll(/^[ \t`*>[(-]*(?:print\()?(?=[A-Za-z_][\w.-]*[ \t]*[({:=])/gm)) {
      const from = match.index;
      const calls: ParsedCall[] = [];
      let at = from + match[0].length;
      for (;;) {
        const read = readNamed(text, at, tools);
        if (!read) break;
        calls.push(...callsIn(read.value, tools));
        at = read.end + (/^[ \t]*[,;][ \t]*/.exec(text.slice(read.end, read.end + 20))?.[0].length ?? 0);
      }
      const tail = /^[ \t`\])*;.]*(?=\n|$)/.exec(text.slice(at, at + 40));
      if (calls.length > 0 && tail && from < at) take(from, at + tail[0].length, calls);
    }
  }

  function takeJson(): void {
    for (let at = text.search(/[{[]/); at >= 0; ) {
      const read = readValue(text, at);
      const rest = text.slice(at, at + 200);
      if (read && read.end > at) {
        const calls = callsIn(read.value, tools);
        if (calls.length > 0 || looksLikeCall(read.value)) take(at, read.end, calls);
        at = read.end;
      } else if (/^[[{\s]*["']?(?:name|tool|tool_name|function|tool_calls?|action)["']?\s*:\s*["'{[]/.test(rest)) {
        // A call that was cut off.
        take(at, text.length, []);
      } else {
        at++;
      }
      const next = text.slice(at).search(/[{[]/);
      at = next < 0 ? -1 : at + next;
    }
  }

  /** A call in the middle of prose may be an example or a question: not run, and its sentence not spoken. */
  function takeMentions(): void {
    const names = tools.filter((tool) => /^[\w.-]+$/.test(tool));
    if (names.length === 0) return;
    const mention = new RegExp(`(?<![\\w.])(?:${names.map(escaped).join('|')})\\(`, 'gi');
    for (const match of text.matchAll(mention)) {
      const open = match.index + match[0].length;
      const end = readKeywords(text, open)?.end ?? lineEnd(text, open);
      const before = text.slice(0, match.index);
      const from = Math.max(before.lastIndexOf('\n') + 1, lastEnd(before));
      const after = /^[^\n.!?]*[.!?]*[ \t]*/.exec(text.slice(end, end + 500))?.[0].length ?? 0;
      if (text.charAt(match.index) !== GONE) take(from, end + after, []);
    }
  }
}

function callsOfTag(attributes: string, body: string, tools: readonly string[]): ParsedCall[] {
  const nested = [
    ...body.matchAll(/<(?:function|invoke|tool)\b([^>]{0,300})>([\s\S]*?)(?:<\/(?:function|invoke|tool)\s*>|$)/gi),
  ];
  if (nested.length > 0) return nested.flatMap((inner) => callsOfTag(inner[1] ?? '', inner[2] ?? '', tools));
  const given = /(?:^=|\bname\s*=)\s*["']?([\w.-]+)/.exec(attributes)?.[1];
  const named = knownTool(given, tools);
  if (given !== undefined && named === undefined) return [];
  return callsOfContainer(body, tools, named);
}

/** The call of `Action:` and `Action Input:`, when both are clear. */
function callOfAction(action: string, input: string, tools: readonly string[]): ParsedCall | undefined {
  const [inline] = callsOfContainer(action, tools);
  if (inline) return inline;
  const name = knownTool(action.replace(/[`*"'[\]]/g, '').replace(/[.:]\s*$/, ''), tools);
  if (name === undefined) return undefined;
  const plain = input.replace(/^```\w*\s*|```\s*$/g, '').trim();
  if (plain === '' || /^(none|null|n\/a|\{\})$/i.test(plain)) return { name, arguments: {} };
  const value = readValue(plain, 0)?.value;
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return callsIn(value, tools)[0] ?? callsIn({ name, arguments: value }, tools)[0];
  }
  const keywords = readKeywords(`${plain})`, 0);
  return keywords ? { name, arguments: keywords.value } : undefined;
}

/** "Thought:" alone may be somebody's sentence; with a second mark, or at the very start, it is the protocol. */
function isReAct(text: string): boolean {
  const marks = text.match(/^[ \t*]*(?:thought|observation|action(?:[ _]input)?)[ \t*]*:/gim) ?? [];
  return marks.length > 1 || /^\s*\**(?:thought|action)/i.test(text);
}

/** What is left as words: no marks of any protocol, no bare tool name, no stray blank lines. */
function tidy(text: string, tools: readonly string[]): string {
  const words = text
    .replaceAll(GONE, '')
    .replace(
      /<\/?\|?(?:tool_calls?|function_calls?|tool|function|invoke|parameter|tool_response|think)\b[^>\n]*>?/gi,
      '',
    )
    .replace(/<\|[^|>\n]{0,40}\|>/g, '')
    .replace(/^[ \t]*[`[\]]*[a-z]+(?:_[a-z0-9]+)+\([^\n]*\)[`\]]*[ \t]*$/gim, '')
    .replace(/```[ \t]*```/g, '')
    .replace(/^[ \t]*[,;[\]]+[ \t]*$/gm, '')
    .replace(/`{3,}[ \t]*tool_?calls?\w*/gi, '')
    .replace(/^((?:(?!```)[\s\S])*)```\s*$/, '$1')
    .replace(/[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return knownTool(words.replace(/[`*"'.()]/g, ''), tools) === undefined ? words : '';
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&');
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function lastEnd(before: string): number {
  return before.search(/(?<=[.!?:]\s)[^.!?\n]*$/);
}
