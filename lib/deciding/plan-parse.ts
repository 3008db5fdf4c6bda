import { MAX_PLAN_STEPS } from '../llm/context-schemas.js';
import { readWhole } from '../llm/lenient.js';
import { ownWords } from '../llm/own-words.js';
import { headOf } from '../turn/shorten.js';

const MAX_LETTERS = 20_000;
const MAX_STEP = 200;
/** Of a step as it is written, with marks and spaces that are taken away. */
const MAX_RAW_LETTERS = 1_000;
const STEP = 'step|schritt|étape|etape|paso|passo|stap|adım|krok';
/** A number, a dot, "Step 2:" in front of a step, in the languages models fall into. */
const MARKER = new RegExp(
  `^(?:(?:[-*•–—+]|[([]?\\d{1,2}[.):\\]]|\\(?[a-e]\\)|\\d{1,2}\\s+-|(?:${STEP})\\s*(?:\\d{1,2}|one|two|three|four|five)\\s*[.:)-]?)\\s+|[①-⑳➊-➓]\\s*)`,
  'iu',
);
const LABEL = /^(?:action |the )?plan\s*:\s*(?=\S)/i;
/** Where a step may begin within a line: "1. … 2. …", "… → …"; the number of "Step 2. …" belongs to its word. */
const WITHIN_LINE = new RegExp(`(?<!(?:^|\\s)(?:${STEP}))\\s+(?=\\d{1,2}[.)]\\s+\\p{L})|\\s*(?:→|->|=>)\\s*`, 'iu');
/** The start of JSON that broke off: half a plan is none. */
const BROKEN_JSON = /^(?:\[\s*["{]|\{\s*")/;
const NOTHING =
  /^[([{"']*(?:none|no plan|no steps?|nothing|n\/a|null|empty|keine[nrs]?|aucune?|ninguno?|\[\]|\{\}|-+)[)\]}"'.]*$/i;
const REFUSAL = /^(?:i(?:'|’)?m sorry|sorry|i can(?:no|')t|i am unable|as an ai|unfortunately)\b/i;
/** `name key=`, `name(`, `name {`: a step whatever stands around it. */
const CALL = /^[\w.:-]{2,64}\s*(?:\(|\{|\s[\w.-]{1,40}\s*=)/;

/**
 * The steps in a planner's answer: at most five, each on one line of at most 200 characters. Takes lists with and
 * without numbers, steps on one line, JSON, fences and thinking; lines that only talk about the plan are left out.
 * Empty when there is no plan.
 */
export function parsePlan(response: string): string[] {
  const text = ownWords(response.slice(0, MAX_LETTERS)).trim();
  const found = stepsOfJson(text) ?? (BROKEN_JSON.test(text) ? [] : stepsOfLines(text));
  const steps: string[] = [];
  for (const raw of found) {
    const step = tidy(raw.slice(0, MAX_RAW_LETTERS));
    if (step === '' || NOTHING.test(step) || steps.includes(step)) continue;
    steps.push(step);
    if (steps.length === MAX_PLAN_STEPS) break;
  }
  return steps;
}

/** The steps of a JSON array, of an object with one, or of objects on lines; undefined when it isn't JSON. */
function stepsOfJson(text: string): string[] | undefined {
  const bare = /```[a-z]*\s*([[{][^`]*)/i.exec(text)?.[1] ?? text;
  if (!/^[[{]/.test(bare)) return undefined;
  // words may follow, and some models write an object a line
  const end = Math.max(bare.lastIndexOf(']'), bare.lastIndexOf('}')) + 1;
  const value = readWhole(bare.slice(0, end)) ?? readWhole(`[${bare.slice(0, end).replace(/\}\s*\n\s*\{/g, '},{')}]`);
  if (value === undefined) return undefined;
  const list = listIn(value);
  return list ? list.flatMap(stepOfJson) : stepOfJson(value);
}

/** The list of steps, under whatever key it is; undefined in an object that is a step itself. */
function listIn(value: unknown): unknown[] | undefined {
  if (Array.isArray(value)) return value.length === 1 ? (listIn(value[0]) ?? value) : value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { steps, plan, tool, ...others } = value as Record<string, unknown>;
  const all = tool === undefined ? [steps, plan, ...Object.values(others)] : [steps, plan];
  return all.find((one) => Array.isArray(one));
}

function stepOfJson(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  if (typeof item !== 'object' || item === null) return [];
  const {
    step,
    tool,
    name,
    description,
    action,
    arguments: args,
    args: short,
    parameters,
  } = item as Record<string, unknown>;
  const called = [tool, name, action].find((word) => typeof word === 'string');
  const given = [args, short, parameters].find((value) => typeof value === 'object' && value !== null);
  if (called !== undefined) return [`${called}${given ? ` ${JSON.stringify(given)}` : ''}`];
  return [step, description].filter((word) => typeof word === 'string').slice(0, 1);
}

function stepsOfLines(text: string): string[] {
  const lines = text
    .split(/\r?\n/)
    .flatMap(onOneLine)
    .map((line) => line.trim().replace(/^(?:>\s*)+/, ''))
    .flatMap((line, index, all) => cellOf(line, all[index + 1]))
    .filter((line) => line !== '' && !/^(?:```|~~~|---+$|#{1,6}\s|<\/?[a-z][\w-]{0,30}>$)/i.test(line))
    .map((line) => line.replace(/\*\*|__(?=\w)|(?<=\w)__/g, ''));
  const marked = lines.map((line) => MARKER.test(line));
  const [first, last] = [marked.indexOf(true), marked.lastIndexOf(true)];
  return lines
    .filter((line, index) => {
      if (marked[index] || CALL.test(line)) return true;
      // A list is introduced and commented in prose; what stands between its items belongs to it.
      return first < 0 || (index > first && index < last);
    })
    .map((line) => line.replace(LABEL, '').replace(MARKER, ''))
    .filter((line) => !/:$/.test(line) && !REFUSAL.test(line));
}

/** "1. … 2. …", "… → …" and calls with ";" between them as lines. Quoted text is left alone. */
function onOneLine(line: string): string[] {
  const pieces = line.split(WITHIN_LINE);
  const calls = line.split(/;\s+(?=\p{L})/u);
  if (calls.length > 1 && CALL.test(line.trim()) && calls.every(isWhole)) return calls;
  return pieces.every(isWhole) ? pieces : [line];
}

function isWhole(piece: string): boolean {
  return (piece.match(/["']/g) ?? []).length % 2 === 0;
}

/** What a row of a table says beside its number; nothing for the row over the rule, and for the rule. */
function cellOf(line: string, next = ''): string[] {
  if (!/^\|.*\|$/.test(line)) return [line];
  if (isRule(line) || isRule(next)) return [];
  const cells = line.split('|').map((cell) => cell.trim());
  return cells.filter((cell) => cell !== '' && !/^\d{1,2}[.)]?$/.test(cell)).slice(0, 1);
}

function isRule(line: string): boolean {
  return /^\|[\s|:-]*-[\s|:-]*\|$/.test(line);
}

function tidy(step: string): string {
  const plain = step
    .replace(/\s+/g, ' ')
    .replace(/^[`"“]+(.*?)[`"”]+[,.]?$/, '$1')
    .replace(/`/g, '')
    .replace(MARKER, '')
    .trim();
  return headOf(plain, MAX_STEP);
}
