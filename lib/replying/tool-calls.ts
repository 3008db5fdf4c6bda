import { readKeywords, readValue } from '../llm/lenient.js';
import { ownWords } from '../llm/own-words.js';
import {
  callsIn,
  callsNamed,
  callsOfContainer,
  callsOfWhole,
  finalAnswerIn,
  knownTool,
  looksLikeCall,
  MAX_TRIES,
  type ParsedCall,
  quotedValues,
  readNamed,
  type SoleParameters,
  VAIN_TRY,
} from './call-shapes.js';
import { callsOfTag } from './tag-calls.js';
import { oneSpelling, TEMPLATE_CALLS, unmarked, withoutMarks } from './template-marks.js';

/** An answer has a few hundred words; what comes after is dropped. */
const MAX_LETTERS = 8_000;
const MAX_CALLS = 16;
/** Stands for what was taken out, so that positions stay the same until the end. */
const GONE = '\u0000';
/** What was taken out between two blanks, with the second. */
const BETWEEN_WORDS = new RegExp(`(?<=[^\\s][ \\t])${GONE}+[ \\t]`, 'g');
/** Stands for code that somebody asked for: it isn't looked into. */
const CODE = '\u0001';
/** What only a program has. */
const PROGRAM =
  /^\s*(?:def|class|function|import|from|for|while|if|const|let|var|return|export|async|#!|@)(?![\w.-]*[ \t]*[({:=])|^\s*(?:for|while|if)\s*\(|\)\s*\{\s*(?!["'}\s])|=>/m;
/** A line of the protocol beside the call and the answer. */
const ASIDE = /^[ \t*]*(?:thought|observation)[ \t*]*:(?:[ \t*]*\n)?[^\n]*(?:\n|$)/gim;
/** Stands before the answer, in the protocol or as a heading. */
export const FINAL_ANSWER =
  /^[ \t*#]*(?:final answer[ \t*]*(?::[ \t*]*|(?=\n))|action[ \t*]*:[ \t*]*final[ _]answer[ \t*]*\n[ \t*]*action[ _]input[ \t*]*:[ \t*]*)/gim;
/** Says what no tool has given: the answer itself, where there is no other. */
const OBSERVED = /^[ \t*]*observation[ \t*]*:[ \t*]*/gim;
/** Where a model plays the tool and makes up its answer. */
const MADE_UP =
  /<\|?tool_(?:response|result|output)s?\b|\[TOOL_RESULTS\]|^[ \t*]*observation[ \t*]*:|^\[(?:tool )?result(?: of\b|:)/im;

/** `name: get_weather`, then `arguments:` with JSON behind it or indented lines below it, or the arguments as lines. */
const LABELLED =
  /^[ \t*-]*(?:name|tool|tool[_ ]name|function|tool[_ ]call)[ \t*]*:[ \t*]*["'`]?([\w.-]{1,100})["'`]?[ \t]*(?:\n[ \t*]*(?:arguments|parameters|args|input|tool[_ ]input)[ \t*]*:[ \t*]*([^\n]*(?:\n[ \t]+[^\n]*|\n[{}][^\n]*)*)|((?:\n[ \t]*[\w.-]+[ \t]*[:=][^\n]*)*))/gim;

/**
 * Finds the tool calls that a model has written as text, in any of the usual shapes: fences, XML-like tags, plain JSON,
 * `Action:` / `Action Input:`, `name(key="value")`. A call counts only when its tool is known and its arguments are
 * clear; whatever else looks like a call is left out of `content`, the words that may be spoken, and `lost` tells of it.
 * @param sole By tool, the parameter that a value without a name is for.
 * @param isBegin nothing of the answer was said before
 */
export function readCalls(
  content: string,
  tools: readonly string[],
  sole: SoleParameters = {},
  isBegin = true,
): { calls: ParsedCall[]; content: string; lost: boolean } {
  const found: { at: number; call: ParsedCall }[] = [];
  let lost = false;
  let text = oneSpelling(ownWords(content.slice(0, MAX_LETTERS)).replaceAll(GONE, ' ').replaceAll(CODE, ' '));
  const take = (from: number, to: number, calls: readonly ParsedCall[], isCall = true) => {
    text = text.slice(0, from) + GONE.repeat(to - from) + text.slice(to);
    for (const call of calls) found.push({ at: from, call });
    lost ||= calls.length === 0 && isCall;
  };

  takeMatches(TEMPLATE_CALLS, ([body]) => callsOfContainer(unmarked(body), tools));
  takeMatches(
    /<(tool|action)>\s*([\w.-]+)\s*<\/\1>\s*<\1_input>([\s\S]*?)(?:<\/\1_input>|$)/gi,
    ([, , name = '', input = '']) => [callOfAction(name, input.trim(), tools, sole) ?? []].flat(),
  );
  takeMatches(
    /<\|?(tool_calls?|tool_use|function_calls?|functions?|tools?|invoke)\b([^>]{0,300})>([\s\S]*?)(?:<\|?\/\s*\1\b[^>]*>|$)/gi,
    ([whole, , attributes = '', body = '']) => {
      const calls = callsOfTag(attributes, body, tools, sole);
      return calls.length > 0 || !/<\|?\/[^>]*>$/.test(whole) ? calls : callsOfWhole(body, tools);
    },
  );
  takeNameTags();
  const programs = takePrograms();
  takeFinal();
  takeFences();
  takeReAct();
  takeMatches(LABELLED, ([, name = '', input, lines = '']) => callsNamed(name, input ?? lines, tools, sole));
  takeMatches(/^[ \t]*(\{[^{}\n]{1,300}(?:\{[^{}\n]{0,300}\}[^{}\n]{0,50})?\})[ \t]*$/gm, ([, object = '']) => {
    const call = readValue(object, 0) ? undefined : callOfAction(object, '', tools, sole);
    return call && [call];
  });
  takeJson();
  takeMarked();
  takeLines();
  takeNamed();
  takeMentions();
  takeMadeUp();

  found.sort((a, b) => a.at - b.at);
  const kept = [...programs].filter(([at]) => text.charAt(at) === CODE).map(([, code]) => code);
  return {
    calls: found.slice(0, MAX_CALLS).map(({ call }) => call),
    content: tidy(text, tools).replaceAll(CODE, () => kept.shift() ?? ''),
    lost: lost && found.length === 0,
  };

  /** Takes every match out; `calls` undefined leaves it. */
  function takeMatches(pattern: RegExp, calls: (match: RegExpExecArray) => ParsedCall[] | undefined): void {
    for (const match of text.matchAll(pattern)) {
      const taken = calls(match);
      if (taken) take(match.index, match.index + match[0].length, taken);
    }
  }

  /** `<get_weather><city>Paris</city></get_weather>`. */
  function takeNameTags(): void {
    const tag = new RegExp(`<(${namesOf(tools)})\\b([^<>]{0,300}?)(?:/>|>([\\s\\S]*?)(?:</\\1\\s*>|$))`, 'g');
    takeMatches(tag, ([, name, attributes = '', body = '']) =>
      callsNamed(name, body.trim() || attributes, tools, sole),
    );
  }

  /** What follows a call and gives itself out as its result, with all that is built on it. */
  function takeMadeUp(): void {
    const from = text.search(MADE_UP);
    if (from < 0 || !found.some(({ at }) => at < from)) return;
    take(from, text.length, []);
    found.splice(0, found.length, ...found.filter(({ at }) => at < from));
  }

  /** Fences of programs, by the index of the sign that stands for each. */
  function takePrograms(): Map<number, string> {
    const codes = new Map<number, string>();
    for (const match of text.matchAll(/```[ \t]*(?!json|xml|tool|function)[a-z+#]+[ \t]*\n([\s\S]*?)```/gi)) {
      const [code, body = ''] = match;
      if (!PROGRAM.test(body) || code.includes(GONE)) continue;
      const end = match.index + code.length;
      text = text.slice(0, match.index) + CODE + GONE.repeat(code.length - 1) + text.slice(end);
      codes.set(match.index, code);
    }
    return codes;
  }

  function takeFences(): void {
    takeMatches(/(`{3,}|~{3,})[ \t]*([\w+-]*)[ \t]*\n?([\s\S]*?)(?:\1|$)/g, (match) => {
      const language = (match[2] ?? '').toLowerCase();
      // "```get_weather(…)```": what looks like the fence's language is the tool.
      const body = knownTool(language, tools) ? `${match[2]}${match[3]}` : (match[3] ?? '');
      const calls = match[0].endsWith('```') ? callsOfWhole(body, tools) : callsOfContainer(body, tools);
      if (calls.length > 0 || /^(tool|function)/.test(language)) return calls;
      const value = readValue(body, 0);
      return value && looksLikeCall(value.value) ? [] : undefined;
    });
  }

  /** `[TOOL_CALLS] …`, `<|python_tag|>…`, `tool_calls: …`: the value that follows is a call or nothing. */
  function takeMarked(): void {
    const mark = /(?:\[TOOL(?:_CALLS?)?\]|<\|python_tag\|>|^[ \t>*"'-]*tool[_ ]?calls?["']?[ \t]*[:=])\s*/gim;
    for (const match of text.matchAll(mark)) {
      const from = match.index + match[0].length;
      if (text.charAt(match.index) === GONE) continue;
      const read = readValue(text, from) ?? readNamed(text, from, tools);
      // "[TOOL]" may stand before words.
      if (!read && /^\[TOOL\]/i.test(match[0])) continue;
      let end = read?.end ?? lineEnd(text, from);
      for (let next = end; next > 0; end = next || end) next = readNamed(text, end, tools)?.end ?? 0;
      take(match.index, end, callsOfContainer(text.slice(from, end), tools, sole));
    }
  }

  /** `{"action": "Final Answer", "action_input": "…"}`: the answer and nothing else. */
  function takeFinal(): void {
    const at = text.search(/\{\s*["']action["']\s*:\s*["']final[ _]answer["']/i);
    const read = at < 0 ? undefined : readValue(text, at);
    const answer = read && finalAnswerIn(read.value);
    if (answer === undefined) return;
    take(0, text.length, [], false);
    text = answer;
  }

  function takeReAct(): void {
    const action = /^[ \t*]*action[ \t*]*:[ \t*]*(.*)(?:\n+[ \t*]*action[ _]input[ \t*]*:[ \t]*([\s\S]*))?/im.exec(
      text,
    );
    if (action) {
      const input = (action[2] ?? '').split(/^[ \t*]*(?:observation|thought|action|final answer)[ \t*]*:/im)[0] ?? '';
      const call = callOfAction(action[1] ?? '', input.trim(), tools, sole);
      // What comes after an action was made up before the tool has answered.
      if (call) {
        take(startOfReAct(action.index), text.length, [call]);
        return;
      }
    }
    const answer = [...text.matchAll(FINAL_ANSWER)].at(-1);
    if (answer) {
      take(0, answer.index + answer[0].length, [], false);
      return;
    }
    const first = /^[ \t*]*(?:thought|observation|action(?:[ _]input)?)[ \t*]*:/im.exec(text);
    if (!first || !isReAct(text)) return;
    const isBeside = !isBegin || /[\p{L}\p{N}]/u.test(text.replace(ASIDE, ''));
    const observed = [...text.matchAll(OBSERVED)];
    // A thought after which nothing came.
    if (action || (!isBeside && observed.length === 0)) take(first.index, text.length, []);
    for (const { index, 0: aside } of isBeside ? text.matchAll(ASIDE) : observed)
      take(index, index + aside.length, [], false);
  }

  function startOfReAct(action: number): number {
    const thought = /^[ \t*]*thought[ \t*]*:/im.exec(text);
    return thought && thought.index < action ? thought.index : action;
  }

  /** Calls that stand alone on their line: `name(key="value")`, `[a(x=1), b()]`, `name {"key": "value"}`. */
  function takeLines(): void {
    for (const match of text.matchAll(
      /(?:^|(?<=[.!?…][ \t]))[ \t`*>[(-]*(?:(?:(?:calling|using|invoking) (?:tool|function)|(?:function|tool)[ _]?call|call)[ \t]*:[ \t]*)?(?:(?:(?:const|let|var) )?\w+ = )?(?:(?:await|return) )?(?:print\()?(?=[A-Za-z_][\w.-]*[ \t]*[({:=])/gim,
    )) {
      const from = match.index;
      const calls: ParsedCall[] = [];
      let at = from + match[0].length;
      for (;;) {
        const read = readNamed(text, at, tools, sole);
        if (!read) break;
        calls.push(...callsIn(read.value, tools));
        at = read.end + (/^[ \t]*[,;][ \t]*/.exec(text.slice(read.end, read.end + 20))?.[0].length ?? 0);
      }
      const tail = /^[ \t`\])*;.]*(?=\n|$)/.exec(text.slice(at, at + 40));
      if (calls.length > 0 && tail && from < at) take(from, at + tail[0].length, calls);
    }
  }

  /** `webSearch: the news`, `get_weather city=Rome`: a line that begins with a name that only programs have. */
  function takeNamed(): void {
    const names = namesOf(tools.filter(isProgramName));
    const line = new RegExp(`^[ \\t\`*>-]*(${names})\`?(?![\\w'’])[ \\t]*(:|=|->)?[ \\t]*([^\\n]*)$`, 'gim');
    takeMatches(line, ([, name, mark, words = '']) => {
      if (words.includes(GONE)) return undefined;
      // "get_weather Rome" may be a sentence about it.
      return words === '' ? [] : callsNamed(name, words, tools, mark || /^["']/.test(words) ? sole : {});
    });
  }

  function takeJson(): void {
    let tries = 0;
    for (let at = text.search(/[{[]/); at >= 0 && tries < MAX_TRIES; tries++) {
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
        tries += VAIN_TRY;
        at++;
      }
      const next = text.slice(at).search(/[{[]/);
      at = next < 0 ? -1 : at + next;
    }
  }

  /** A call in the middle of prose may be an example or a question: not run, and its sentence not spoken. */
  function takeMentions(): void {
    const programs = namesOf(tools.filter(isProgramName));
    const mention = new RegExp(`(?<![\\w.])(?:(?:${namesOf(tools)})[({]|(?:${programs})[ \\t]*:)`, 'gi');
    for (const match of text.matchAll(mention)) {
      if (text.charAt(match.index) === GONE) continue;
      const open = match.index + match[0].length;
      const end = readKeywords(text, open)?.end ?? lineEnd(text, open);
      const before = text.slice(0, match.index);
      const from = Math.max(before.lastIndexOf('\n') + 1, lastEnd(before));
      const after = /^[^\n.!?]*[.!?]*[ \t]*/.exec(text.slice(end, end + 500))?.[0].length ?? 0;
      take(from, end + after, []);
    }
  }
}

/** The call of `Action:` and `Action Input:`, when both are clear. */
function callOfAction(
  action: string,
  input: string,
  tools: readonly string[],
  sole: SoleParameters,
): ParsedCall | undefined {
  const [inline] = [action, quotedValues(action)].flatMap((text) => callsOfContainer(text, tools, sole));
  if (inline) return inline;
  // `get_weather[Rome]`
  const [, bare, inner = ''] = /^[\s`*]*([\w.-]+)\[([^\][]*)\][\s`*]*$/.exec(action) ?? [];
  const plain = action.replace(/[`*"'[\]]/g, '').replace(/[.:]\s*$/, '');
  return (callsNamed(bare, inner, tools, sole) ?? callsNamed(plain, input, tools, sole))?.[0];
}

/** "Thought:" alone may be somebody's sentence; with a second mark, or at the very start, it is the protocol. */
function isReAct(text: string): boolean {
  const marks = text.match(/^[ \t*]*(?:thought|observation|action(?:[ _]input)?)[ \t*]*:/gim) ?? [];
  return marks.length > 1 || /^\s*\**(?:thought|action|observation)[ \t*]*:/i.test(text);
}

/** What is left as words: no marks of any protocol, no bare tool name, no stray blank lines. */
function tidy(text: string, tools: readonly string[]): string {
  const told = text.replace(BETWEEN_WORDS, '').replaceAll(GONE, '');
  const words = withoutMarks(told)
    .replace(/<\|?(tool_(?:response|result|output)s?)\b[^>]{0,300}>[^<]*<\|?\/\1\|?>/gi, '')
    .replace(
      /<\/?\|?(?:tool_calls?|function_calls?|tool|function|invoke|parameter|tools|functions|tool_use|tool_(?:response|result|output)s?|think)\b[^>\n]*>?/gi,
      '',
    )
    .replace(/^\[(?:tool )?result(?: of|:)[^\]\n]{0,80}\]/gim, '')
    .replace(/^[ \t]*[`[\]]*[a-z]+(?:_[a-z0-9]+)+\([^\n]*\)[`\]]*[ \t]*$/gim, '')
    .replace(/```\w*\s*```/g, '')
    .replace(/^[ \t]*[,;[\]>]+[ \t]*$/gm, '')
    .replace(/`{3,}[ \t]*tool_?calls?\w*/gi, '')
    .replace(/^((?:(?!```)[\s\S])*)```\s*$/, '$1')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return knownTool(words.replace(/[`*"'.()]/g, ''), tools) === undefined ? words : '';
}

/** A name that isn't a word: get_weather, webSearch. */
function isProgramName(name: string): boolean {
  return /[a-z][A-Z]|[_.]/.test(name);
}

/** The tools' names as alternatives of a pattern. */
export function namesOf(tools: readonly string[]): string {
  const names = tools.filter((tool) => /^[\w.-]+$/.test(tool)).map((name) => name.replace(/[.-]/g, '\\$&'));
  return names.join('|') || '(?!)';
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function lastEnd(before: string): number {
  return before.search(/(?<=[.!?:]\s)[^.!?\n]*$/);
}
