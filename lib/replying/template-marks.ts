/**
 * Calls between the marks that some chat templates put around them, when a server has left them in the text: DeepSeek and
 * Kimi (`<|tool_call_begin|>…`), gpt-oss (`to=functions.name … <|call|>`).
 */
export const TEMPLATE_CALLS =
  /<\|tool_calls?(?:_section)?_begin\|>[\s\S]*?(?:<\|tool_calls(?:_section)?_end\|>|$)|(?:<\|start\|>\s*assistant\s*)?(?:<\|channel\|>\s*\w+\s+)?\bto=functions\.[\s\S]*?(?:<\|(?:call|end)\|>|$)/gi;

/** gpt-oss thinks aloud between these. */
export const TEMPLATE_THOUGHTS =
  /(?:<\|start\|>\s*assistant\s*)?<\|channel\|>\s*(?:analysis|commentary)\b(?![^<\n]{0,40}to=functions)[\s\S]*?(?:<\|(?:end|call)\|>|(?=<\|start\|>)|$)/gi;

/** Marks of chat templates in one spelling: DeepSeek's wide bars, Gemma's quotes and tags. */
export function oneSpelling(text: string): string {
  return text
    .replace(/<｜([^｜<>\n]{1,40})｜>/g, (_, mark: string) => `<|${mark.replaceAll('▁', '_')}|>`)
    .replace(/<\|"\|>|<escape>/g, '"')
    .replace(/\bfunctools\s*(?=\[)/g, '<|python_tag|>')
    .replace(/<start_function_call>|<\|tool_call_start\|>/g, '<tool_call>')
    .replace(/<end_function_call>|<\|tool_call_end\|>|<tool_call\|>/g, '</tool_call>')
    .replace(/<\|start\|>\s*assistant\s*(?=<\|channel\|>\s*final)|<\|channel\|>\s*final\s*(?=<\|)/gi, '');
}

/** Where a model goes on with what others might say. */
const NEXT_TURN = /(?:<\|(?:im_start|start_header_id)\|>|<start_of_turn>)\s*(?:user|system)\b/i;
const TURN =
  /(?:<\|(?:im_start|start_header_id|start)\|>|<start_of_turn>)\s*(?:(?:assistant|model)\b\s*(?:<\|end_header_id\|>)?)?/gi;
const MARK = /<\|[^|<>\n]{0,40}\|>|<\/?s>|<end_of_turn>|<[be]os>|<\/?(?:final_)?answer>|\[\/?INST\]/gi;
const ROLE = /^\s*(?:assistant[ \t]*:|assistant[ \t]*(?=\n|$))[ \t]*/;

/** Words without the marks of a chat template around them, and without the role they are given to. */
export function withoutMarks(text: string): string {
  const next = text.search(NEXT_TURN);
  const own = next > 0 ? text.slice(0, next) : text;
  return own
    .replace(TURN, '')
    .replace(MARK, '')
    .replace(ROLE, '')
    .replace(/^\s*Assistant:[ \t]*/, '');
}

/** A call between marks as `name {"key": "value"}`. */
export function unmarked(body: string): string {
  return body
    .replace(/:\d+\s*(?=<\|tool_call_argument_begin\|>)/g, '')
    .replace(/<\|(?:constrain|channel)\|>[\w \t]*/g, ' ')
    .replace(/<\|[\w ]{0,40}\|>|`{3,}\w*/g, ' ');
}
