import { announcesTool } from './announced.js';
import type { ParsedCall, SoleParameters } from './call-shapes.js';
import { mayBeData } from './data-lines.js';
import { listShape, type Said } from './list-shape.js';
import { checkReply } from './malformed.js';
import { sentenceCutter } from './sentences.js';
import { ownPart, withoutRole } from './template-marks.js';
import { namesOf, readCalls } from './tool-calls.js';

/** What the end of an answer brings. */
interface AnswerEnd {
  said: Said[];
  calls: ParsedCall[];
  /** A call was written, or announced, that can't be run. */
  unrun: boolean;
  /** All that was left is data or marks of a protocol. */
  malformed: boolean;
}

interface GateOptions {
  /** Names of the tools that may be called. */
  tools: readonly string[];
  /** By tool: the parameter that a value without a name is for. */
  sole?: SoleParameters | undefined;
  /** BCP 47 tag: decides where sentences end. */
  language?: string | undefined;
  /** Lets nothing through before "Final Answer:". */
  answerOnly?: boolean;
}

/** Begins a line of a text protocol, or what only a call, a program or a template has. */
const MARK =
  /```|~~~|\{|<[/|｜a-z]|^\s*\[|\[(?:[{[]|\/?[A-Z_]{3,}\])|^[ \t*#]*final answer[ \t*]*(?:\n|$)|^[ \t*]*(?:final answer|action|action input|thought|observation|tool(?:[ _]name|[ _]calls?)?|function(?:[ _]call)?|q|question|frage|pregunta|(?:calling|using|invoking) (?:tool|function))[ \t*]*:/im;

/**
 * Lets through the sentences that are certainly speech, and holds back all from the first on that may be none: `push`
 * takes more of the answer and returns what may be spoken now. That doesn't depend on how the text was cut into pieces.
 */
export function speechGate({ tools, sole, language, answerOnly = false }: GateOptions) {
  const cutter = sentenceCutter(language);
  const list = listShape();
  const names = namesOf(tools);
  const call = new RegExp(`(?<![\\w.])(?:${names})[ \\t]*[({:=[]|^[\\s*\`>-]*(?:${names})(?![\\w'’])`, 'i');
  let held: string | undefined = answerOnly ? '' : undefined;
  let isFirst = true;
  let unrun = false;

  function isSpeech(piece: string): boolean {
    if (!/[\p{L}\p{N}`{[<|]/u.test(piece)) return true;
    return !MARK.test(piece) && !call.test(piece) && !mayBeData(piece) && checkReply(piece).spoken === piece.trim();
  }

  function isSaid(piece: string): boolean {
    const announces = announcesTool(piece);
    unrun ||= announces;
    return !announces && checkReply(piece).spoken !== undefined;
  }

  function cleared(pieces: readonly string[]): string[] {
    const clear: string[] = [];
    for (const piece of pieces) {
      const own = isFirst ? withoutRole(piece) : piece;
      if (held !== undefined) held += piece;
      else if (isSpeech(own)) clear.push(own);
      else held = piece;
      isFirst &&= held !== undefined || own.trim() === '';
    }
    return clear.filter((piece) => piece.trim() === '' || isSaid(piece));
  }

  return {
    push(text: string): Said[] {
      const said: Said[] = [];
      for (let more: string | undefined = text; more !== undefined; ) {
        const wasHeld = held !== undefined;
        if (wasHeld) held += more;
        else said.push(...list.push(cleared(cutter.push(more))));
        if (!wasHeld && held !== undefined) held += cutter.rest();
        const answer: number | undefined = held === undefined ? undefined : finalAnswer(held);
        more = answer === undefined ? undefined : held?.slice(answer);
        if (more !== undefined) held = undefined;
      }
      return said;
    },
    end(): AnswerEnd {
      const whole = held ?? cutter.rest();
      const rest = isFirst ? whole : ownPart(whole);
      const { calls, content, lost } = readCalls(rest, tools, sole, isFirst);
      const { spoken = '', malformed, parts = [{ words: spoken }] } = checkReply(content);
      const space = /^\s*/.exec(rest)?.[0] ?? '';
      const said = parts.flatMap((part, index) => {
        if ('data' in part) return [...list.flush(), { text: '', data: part.data }];
        const last = sentenceCutter(language);
        const pieces = [...last.push(index === 0 ? space + part.words : part.words), ...last.flush()];
        return list.push(pieces.filter((piece) => piece.trim() === '' || isSaid(piece)));
      });
      return { said: [...said, ...list.flush()], calls, unrun: unrun || lost, malformed };
    },
  };
}

/** Index after "Final Answer:" when nothing before it can be a call. */
function finalAnswer(held: string): number | undefined {
  const mark = /^[ \t*]*final answer[ \t*]*:[ \t*]*(?=\S)/im.exec(held);
  if (!mark) return undefined;
  return /[{<`([]|^[ \t*]*action/im.test(held.slice(0, mark.index)) ? undefined : mark.index + mark[0].length;
}
