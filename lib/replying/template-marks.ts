/**
 * Calls between the marks that some chat templates put around them, when a server has left them in the text: DeepSeek and
 * Kimi (`<|tool_call_begin|>…`), gpt-oss (`to=functions.name … <|call|>`).
 */
export const TEMPLATE_CALLS =
  /<\|tool_calls?(?:_section)?_begin\|>[\s\S]*?(?:<\|tool_calls(?:_section)?_end\|>|$)|(?:<\|start\|>\s*assistant\s*)?(?:<\|channel\|>\s*\w+\s+)?\bto=functions\.[\s\S]*?(?:<\|(?:call|end)\|>|$)/gi;

/** Marks of calls in one spelling: DeepSeek's wide bars, Gemma's quotes and tags. */
export function oneSpelling(text: string): string {
  return text
    .replace(/<(\/?)(?:｜DSML｜|[a-z]+[:_](?=(?:tool_call|arg_key|arg_value)>))/g, '<$1')
    .replace(/<｜([^｜<>\n]{1,40})｜>/g, (_, mark: string) => `<|${mark.replaceAll('▁', '_')}|>`)
    .replace(/<\|"\|>|<escape>/g, '"')
    .replace(/\bfunctools\s*(?=\[)/g, '<|python_tag|>')
    .replace(/<start_function_call>|<\|tool_call_start\|>/g, '<tool_call>')
    .replace(/<end_function_call>|<\|tool_call_end\|>|<tool_call\|>/g, '</tool_call>');
}

/** Where a model goes on with what others might say, as a script. */
const OTHERS =
  'user|human|you|person|benutzer(?:in)?|nutzer(?:in)?|mensch|utilisateur|utilisatrice|humain|usuari[oa]|humano';
const ANSWER = 'response|answer|output|a|antwort|réponse|respuesta';
const OWN = `assistant|assistent|assistente|asistente|ai(?: assistant)?|jarvis|bot|${ANSWER}`;
/** Alone it may be what the answer asks; before a line with its answer it is the next turn. */
const QUESTION = 'q|question|frage|pregunta';
const NEXT_TURN = new RegExp(
  `(?:^|\\n)[ \\t]{0,8}#{2,6} *(?:instruction|input|question|(?:${OTHERS}))\\b|(?:^|\\n[ \\t]{0,8}|(?<=[.!?…"”»]\\s))(?:\\*\\*|\\[)?(?:${OTHERS})(?:\\*\\*|\\])?\\s?:|(?:^|\\n)[ \\t]{0,8}<(?:user|human)>|(?:^|\\n)[ \\t]*user[ \\t]*(?=\\n|$)|(?<=[.!?…"”»)])(?:assistant|user)[ \\t]*(?=\\n|$)|(?:^|\\n)[ \\t]*(?:\\*\\*)?(?:${QUESTION})(?:\\*\\*)?\\s?:(?=[\\s\\S]*\\n[ \\t]*(?:\\*\\*)?(?:${ANSWER})(?:\\*\\*)?\\s?:)`,
  'i',
);
/** Marks of templates that no words are, and those that are left of calls. */
const MARK =
  /<\|[^|<>\n]{0,40}\|>|<<SYS>>[^<]*<<\/SYS>>|<<\/?SYS>>|\[(TOOL\w*)\][^[\n]*\[\/\1\]|\[\/?(?:BOS|EOS|SYSTEM_PROMPT|AVAILABLE_TOOLS|(?:TOOL|tool)(?![a-z])[^\]\n]{0,40})\]|^[ \t]{0,8}#{2,6}[ \t]{0,8}$/gm;
const ROLE = new RegExp(
  `^\\s*(?:(?:#{2,6} *)?(?:\\*\\*)?(?:${OWN})(?:\\*\\*)?\\s?:(?:\\*\\*)?|#{2,6} *(?:${OWN})(?=\\s*\\n)|assistant[ \\t]*(?=\\n|$))[ \\t]*`,
  'i',
);

/** Words without marks of a chat template, without the role they are given to and what others say. */
export function withoutMarks(text: string): string {
  let own = text;
  const next = NEXT_TURN.exec(own);
  if (next && own.slice(0, next.index).replace(MARK, '').trim() === '') {
    // A script from its first line: the first turn of its own is the answer.
    const answer = new RegExp(`\\n[ \\t]*(?:\\*\\*)?(?:${OWN})(?:\\*\\*)?\\s?:`, 'i').exec(own.slice(next.index));
    own = answer ? own.slice(next.index + answer.index) : own.slice(0, next.index);
    own = own.slice(0, new RegExp(`\\n[ \\t]*(?:\\*\\*)?(?:${QUESTION})(?:\\*\\*)?\\s?:`, 'i').exec(own)?.index);
  }
  return withoutRole(ownPart(own, hasWords).replace(MARK, ''));
}

const hasWords = (text: string) => /[\p{L}\p{N}]/u.test(text.replace(MARK, ''));

/** What stands before the next turn; all of it where `isPart` says that this is no part. */
export function ownPart(text: string, isPart = (_: string) => true): string {
  const before = text.slice(0, NEXT_TURN.exec(text)?.index);
  return isPart(before) ? before : text;
}

/** "Assistant:" in front of words. */
export function withoutRole(text: string): string {
  return text.replace(ROLE, '');
}

/** A call between marks as `name {"key": "value"}`. */
export function unmarked(body: string): string {
  return body
    .replace(/^[\s\S]{0,80}?\bto=(?=functions\.)/, '')
    .replace(/\s+json\s*(?=\{)/, ' ')
    .replace(/:\d+\s*(?=<\|tool_call_argument_begin\|>)/g, '')
    .replace(/<\|(?:constrain|channel)\|>[\w \t]*/g, ' ')
    .replace(/<\|[\w ]{0,40}\|>|`{3,}\w*/g, ' ');
}
