/** Lets through what is certainly speech and holds back what may turn out to be a tool call or data. */
export interface SpeechGate {
  /** More of the answer; returns what may be spoken now. */
  push(text: string): string;
  /** The end of the answer: what was held back, for `parseToolCalls`. */
  flush(): string;
}

/** The beginning of a line that may become one of the marks below. */
const LINE_MARK =
  /^[ \t*]*(?:f(?:i(?:n(?:al?)?)?)?(?:(?<=final) (?:answer)?)?|act(?:i(?:on?)?)?(?:(?<=action) (?:input)?)?|thought|tool(?: ?calls?)?|observation)[ \t*]*$/i;

/**
 * @param tools Names of the tools: one followed by a bracket begins a call.
 */
export function speechGate(tools: readonly string[]): SpeechGate {
  const names = tools.map((name) => name.replace(/[.*+?^${}()|[\]\\-]/g, '\\$&')).join('|') || '(?!)';
  const mark = new RegExp(
    [
      '```|~~~|\\{|<(?=[/|a-z])',
      '^[ \\t]*\\[|\\[(?=[{[]|TOOL)',
      '^[ \\t*]*(?:thought|action(?: input)?|observation|final answer|tool[_ ]?calls?)[ \\t*]*:',
      `(?<![\\w.])(?:${names})[ \\t]*[({:=]`,
    ].join('|'),
    'gim',
  );
  const toolAtEnd = new RegExp(`(?<![\\w.])(?:${names})\\s*$`, 'i');
  let all = '';
  let released = 0;
  let held = false;

  function release(to: number): string {
    const text = all.slice(released, to);
    released = Math.max(released, to);
    return text;
  }

  return {
    push: (text) => {
      all += text;
      if (held) {
        const answer = finalAnswer(all.slice(released));
        if (answer === undefined) return '';
        released += answer;
        held = false;
      }
      mark.lastIndex = released;
      const found = mark.exec(all);
      if (found) {
        held = true;
        return release(found.index);
      }
      // The last word may go on (where words have spaces between them), and so may a line that begins like a mark.
      const word = /[^\s\u3000-\u9fff\uff00-\uffef]*$/.exec(all)?.index ?? all.length;
      const tool = toolAtEnd.exec(all)?.index ?? word;
      const line = all.lastIndexOf('\n') + 1;
      const safe = LINE_MARK.test(all.slice(line, line + 40)) && all.length - line <= 40 ? line : Math.min(word, tool);
      return release(Math.max(released, safe));
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
