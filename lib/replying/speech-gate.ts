/** Lets through what is certainly speech and holds back what may turn out to be a tool call or data. */
export interface SpeechGate {
  /** More of the answer; returns what may be spoken now. */
  push(text: string): string;
  /** The end of the answer: what was held back, for `parseToolCalls`. */
  flush(): string;
}

/** What a line of the text protocol begins with, before its colon. */
const LINE_MARKS = ['final answer', 'action', 'action input', 'thought', 'observation', 'tool calls', 'tool_calls'];
const LONGEST_MARK = 20;

/**
 * @param tools Names of the tools: one followed by a bracket begins a call.
 * @param answerOnly Lets nothing through before "Final Answer:".
 */
export function speechGate(tools: readonly string[], answerOnly = false): SpeechGate {
  const names = tools.map((name) => name.toLowerCase());
  const anyName = tools.map((name) => name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')).join('|') || '(?!)';
  const mark = new RegExp(
    [
      '```|~~~|\\{|<(?=[/|｜a-z])',
      '^[ \\t]*\\[|\\[(?=[{[]|TOOL)',
      `^[ \\t*]*(?:${LINE_MARKS.join('|')}|tool[ _]call)[ \\t*]*:`,
      `(?<![\\w.])(?:${anyName})[ \\t]*[({:=]`,
    ].join('|'),
    'gim',
  );
  let all = '';
  let released = 0;
  let held = answerOnly;

  function release(to: number): string {
    const text = all.slice(released, to);
    released = Math.max(released, to);
    return text;
  }

  /** Index of what is at the end of the text and may become a mark with the next letters. */
  function undecided(): number {
    const line = all.lastIndexOf('\n') + 1;
    const words = all
      .slice(line, line + LONGEST_MARK + 1)
      .replace(/^[ \t*]+|[ \t*]+$/g, '')
      .toLowerCase();
    if (all.length - line <= LONGEST_MARK && LINE_MARKS.some((start) => start.startsWith(words))) return line;
    const tail = /[`~<[][^\s]*$|[\w.-]+[ \t]*$/.exec(all.slice(-100));
    if (!tail) return all.length;
    const word = tail[0].trim().toLowerCase();
    const open = /^[`~<[]/.test(word) || names.some((name) => name.startsWith(word));
    return open ? all.length - tail[0].length : all.length;
  }

  return {
    push: (text) => {
      all += text;
      let spoken = '';
      for (;;) {
        if (held) {
          const answer = finalAnswer(all.slice(released));
          if (answer === undefined) return spoken;
          released += answer;
          held = false;
        }
        mark.lastIndex = released;
        const found = mark.exec(all);
        spoken += release(found ? found.index : undecided());
        if (!found) return spoken;
        held = true;
      }
    },
    flush: () => release(all.length),
  };
}

/** Index after "Final Answer:" when nothing before it can be a call. */
function finalAnswer(held: string): number | undefined {
  const mark = /^[ \t*]*final answer[ \t*]*:[ \t*]*(?=\S)/im.exec(held);
  if (!mark) return undefined;
  return /[{<`([]|^[ \t*]*action/im.test(held.slice(0, mark.index)) ? undefined : mark.index + mark[0].length;
}
