import { MOST_PLAN_STEPS } from '../llm/context-schemas.js';

const MOST_LETTERS = 20_000;
const LONGEST_STEP = 200;
/** A number, a dot, "Step 2:" in front of a step, in the languages models fall into. */
const MARKER =
  /^(?:[-*•–—+]|\(?\d{1,2}[.):]|\d{1,2}\s+-|(?:step|schritt|étape|etape|paso|passo|stap|adım)\s*\d{1,2}\s*[.:)-]?)\s+/iu;
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
  const text = response
    .slice(0, MOST_LETTERS)
    .replace(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/gi, '')
    .trim();
  const found = stepsOfJson(text) ?? stepsOfLines(text);
  const steps: string[] = [];
  for (const raw of found) {
    const step = tidy(raw);
    if (step === '' || NOTHING.test(step) || steps.includes(step)) continue;
    steps.push(step);
    if (steps.length === MOST_PLAN_STEPS) break;
  }
  return steps;
}

/** The steps of a JSON array, or of an object with one; undefined when it isn't JSON. */
function stepsOfJson(text: string): string[] | undefined {
  const bare = text.replace(/^```[a-z]*\s*|\s*```$/gi, '').trim();
  if (!/^[[{]/.test(bare)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(bare);
  } catch {
    return undefined;
  }
  const holder = value as { steps?: unknown; plan?: unknown } | null;
  const list = Array.isArray(value) ? value : (holder?.steps ?? holder?.plan);
  return Array.isArray(list) ? list.flatMap(stepOfJson) : [];
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
    .filter((line) => line !== '' && !/^(?:```|~~~|---+$|#{1,6}\s)/.test(line))
    .map((line) => line.replace(/\*\*|__(?=\w)|(?<=\w)__/g, ''));
  const marked = lines.map((line) => MARKER.test(line));
  const [first, last] = [marked.indexOf(true), marked.lastIndexOf(true)];
  return lines
    .filter((line, index) => {
      if (marked[index] || CALL.test(line)) return true;
      // A list is introduced and commented in prose; what stands between its items belongs to it.
      return first < 0 || (index > first && index < last);
    })
    .map((line) => line.replace(MARKER, ''))
    .filter((line) => !/:$/.test(line) && !REFUSAL.test(line));
}

/** "1. … 2. …" and "… → …" as lines. Quoted text is left alone. */
function onOneLine(line: string): string[] {
  const pieces = line.split(/\s+(?=\d{1,2}[.)]\s+\p{L})|\s*(?:→|->|=>)\s*/u);
  return pieces.every((piece) => (piece.match(/["']/g) ?? []).length % 2 === 0) ? pieces : [line];
}

function tidy(step: string): string {
  const plain = step
    .replace(/\s+/g, ' ')
    .replace(/^[`"“]+(.*?)[`"”]+[,.]?$/, '$1')
    .replace(/`/g, '')
    .replace(MARKER, '')
    .trim();
  return plain.length > LONGEST_STEP ? plain.slice(0, LONGEST_STEP).replace(/[\ud800-\udbff]$/, '') : plain;
}
