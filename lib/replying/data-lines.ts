import { isSeparator } from './tables.js';

const SHELL =
  'sudo|apt|apt-get|dnf|brew|npm|npx|pip3?|docker(?:-compose)?|systemctl|journalctl|curl|wget|ssh|scp|git|chmod|chown|mkdir|mosquitto_pub|mosquitto_sub';
const SHELL_TOO =
  'rm|mv|cp|ls|cd|cat|echo|export|grep|ping|kill|python3?|node|bash|sh|sed|awk|tar|tail|source|service|ha';
const SQL =
  'SELECT|INSERT INTO|UPDATE|DELETE FROM|(?:CREATE|ALTER|DROP) (?:TABLE|VIEW|INDEX|DATABASE|OR REPLACE)|FROM|WHERE|(?:LEFT |RIGHT |INNER |OUTER )?JOIN|GROUP BY|ORDER BY|HAVING|LIMIT \\d|VALUES|UNION';

/** A line that is no language: each alternative is what some kind of data or program has and no sentence. */
const DATA = [
  // "temperature_2m: 12.3", "\"wind\": 4," – but not "Tea: at four".
  /^(?:["'][\w .-]+["']|(?=[a-z\d]*_)\w+(?!\w)|[A-Za-z]+\.[A-Za-z]\w*)\s*[:=]\s*\S/i,
  /^[a-z]{2,}(?:[A-Z][a-z]+)+\s*[:=]\s*\S/,
  /^[a-z]\w{2,40}=\S{1,80}$/,
  /^[{}[\],]+$/,
  // Rows of tables: "18,60,4" – but not "1,000,000".
  /^(?!\d{1,3}(?:,\d{3})+$)[^\s,]+(?:,[^\s,]*){2,}$/,
  /^\|.*\|$|\S +\| [^|]*\S +\| +\S/,
  /^(?=.*[|+])[\s|:+-]*-{2,}[\s|:+-]*$/,
  /^(?:HTTP\/\d|Traceback \(|File "|at \S+ \(\S+:\d+:\d+\)|\[?\d{4}-\d\d-\d\dT\d\d:)/,
  /^<(?:\?xml|!doctype|html|head|body|div|script|style|svg|template)\b/i,
  new RegExp(`^(?:${SQL})(?: +[^a-z\\s]|.*(?:[=*;,]| (?:FROM|SET|WHERE|VALUES|ON|AS) )|\\s+\\w+$)`),
  /^(?:select\s.*\sfrom\s.*|insert into\s.*values.*|update \S+ set\s.*=.*|delete from \S+.*|(?:create|drop|alter) table\s.*);?$/,
  new RegExp(`^(?:[$>#%] )?(?:${SHELL})\\s+\\S`),
  new RegExp(
    `^(?:[$>#%] )?(?:${SHELL_TOO})\\s+(?:\\S+\\s+)*(?:-{1,2}\\w|[~./]*/\\S|["'$|>&]|\\S+\\.\\w{1,4}(?:\\s|$))`,
  ),
  /^\$ \S/,
  /^(?:tool_(?:code|calls?|outputs?)|function_call|json|yaml|python|bash|sql)$/,
  // Programs.
  /^(?:#!\/|\/\/ |\/\*|@\w+\()/,
  /^(?:def|class|function|async function|export (?:default|const|function|class))\s+\w+\s*[({:=]/,
  /^(?:import \w[\w.]*|from [\w.]+ import\s.*|import\s.*\sfrom\s.*["'].*|#include\s.*|package [\w.]+;)$/,
  /^(?:const|let|var)\s+[\w{[][^=]*=/,
  /^(?:print|echo|return|await|yield|throw|raise)\b(?=.*[=()+*/"'[\]])/,
  /^(?:(?:if|for|while|elif|else if|switch|except|with|catch)\b.*[=()<>[\]].*|for \w+ in \S+|else|try|finally)\s*[:{]$/,
  /[=(){}].*[;{]$|^\}/,
  /^[a-zA-Z_][\w.]*\((?:[^)]*["'=,.\d][^)]*)?\)\s*;?$/,
];
/** A key as YAML has it; keys of prose are written large. */
const KEY = /^(?:- )?["']?[a-z_/$][^\s:]{0,60}:(?: |$)/;
const KEY_LINE = /^ *(?:- )?["']?[a-z_/$][^\s:]{0,60}:(?: |$)/;
const INLINE_SQL = /(?<!^|\n)\b(?:SELECT\s[^\n]{1,200}?\sFROM|INSERT INTO|DELETE FROM|UPDATE\s\S{1,60}\sSET)\s[^\n]*/g;
const MAX_INLINE = 200;

function isDataLine(line: string): boolean {
  const bare = line.trim().replace(/^(?:[-*]\s+|>\s*)/, '');
  return DATA.some((pattern) => pattern.test(bare));
}

/** Whether a line may begin data that only the lines below it show to be some. */
export function mayBeData(line: string): boolean {
  return KEY.test(line.trim()) || /\S *\| *\S/.test(line);
}

/**
 * Lines that are speech, without those that are data: tables, YAML, CSV, SQL, commands, programs.
 * @param take is given what stands together, and gives what stands in its place
 */
export function withoutData(text: string, take: (data: string) => string): string {
  const lines = text.split('\n');
  const isData = lines.map((line) => line.trim() !== '' && isDataLine(line));
  for (let from = 0; from < lines.length; from++) {
    let to = from;
    while (to < lines.length && KEY_LINE.test(lines[to] ?? '')) to++;
    if (isTree(lines.slice(from, to))) isData.fill(true, from, to);
    from = Math.max(from, to - 1);
  }
  lines.forEach((line, at) => {
    if (isSeparator(line) && lines[at - 1]?.includes('|')) {
      for (let row = at - 1; row === at || lines[row]?.includes('|'); row++) isData[row] = true;
    }
  });
  // What is indented under a line of a program belongs to it.
  lines.forEach((line, at) => {
    if (isData[at - 1] && /^(?: {2}|\t)\s*\S/.test(line)) isData[at] = true;
  });
  const speech: string[] = [];
  for (let at = 0; at < lines.length; at++) {
    const from = at;
    while (isData[at]) at++;
    const taken = at > from ? take(lines.slice(from, at).join('\n')) : '';
    if (taken !== '') speech.push(`${speech.pop() ?? ''}${taken}`);
    const line = lines[at];
    if (line !== undefined) speech.push(line);
  }
  return speech.join('\n');
}

/** YAML in two levels, or two keys that no dash makes a list. */
function isTree(lines: readonly string[]): boolean {
  const depth = (line: string | undefined) => /^ */.exec(line ?? '')?.[0].length ?? 0;
  const isNested = lines.some((line, at) => line.trimEnd().endsWith(':') && depth(lines[at + 1]) > depth(line));
  const isItem = lines.some(
    (line, at) => /^\s*- /.test(line) && /^\s*[^\s-]/.test(lines[at + 1] ?? '') && depth(lines[at + 1]) > depth(line),
  );
  return isNested || isItem || (lines.length > 1 && lines.every((line) => !/^\s*-/.test(line)));
}

/** Commands and queries within a line, behind a colon or in backticks, with what only leads up to them. */
export function withoutInlineCode(text: string, take: (code: string) => string): string {
  const plain = text.includes('`')
    ? text.replace(/[^.!?\n`]{0,200}`([^`\n]{2,200})`[^.!?\n]{0,200}[.!?]*/g, (all, code: string) => {
        if (!isDataLine(code)) return all;
        return take(code);
      })
    : text;
  const told = plain.replace(INLINE_SQL, take);
  return told.replace(new RegExp(`(?<=: )[^:\\n]{4,${MAX_INLINE}}$`, 'gm'), (code) => {
    return isDataLine(code) ? take(code) : code;
  });
}
