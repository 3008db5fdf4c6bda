// No import: the form of the editor reads it too.

/** Letters of one template, and templates of one node. */
export const MAX_TEMPLATE = 500;
export const MAX_TEMPLATES = 50;
/** Parts of a permutation: each more would multiply the ways to say it. */
const MAX_PARTS = 6;

/** Lists that the house fills. */
export const HOUSE_LISTS: readonly string[] = ['name', 'area', 'floor'];

/** Why a template can't be used. */
export type Why =
  | 'unclosed'
  | 'unopened'
  | 'list'
  | 'rule'
  | 'mixed'
  | 'permutation'
  | 'anything'
  | 'long'
  | 'many'
  | 'values';

/** What is wrong in a form's text, and where: both counted from 1. */
export interface Problem {
  line: number;
  at: number;
  why: Why;
}

/** A way to say a template that means something already. */
export interface Conflict {
  line: number;
  said: string;
  /** A stop comes before every sentence; anything else the sentence takes over. */
  means: 'stop' | 'built-in';
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' };
/** `{list}` or `{list:slot}`. */
const SLOT = /^[\p{L}\p{N}_]+(?::[\p{L}\p{N}_]+)?$/u;

interface Group {
  sign: string;
  at: number;
  separator?: string;
  parts: number;
}

/** The templates of a form, a line each; empty lines are left out and counted. */
export function templateLines(text: string): { line: number; template: string }[] {
  return text
    .split('\n')
    .map((template, index) => ({ line: index + 1, template: template.trimEnd() }))
    .filter(({ template }) => template.trim() !== '');
}

/** The names of lists that a template without a problem asks for. */
export function listsIn(template: string): string[] {
  return [...template.matchAll(/\\.|\{([^}:]+)/gs)].flatMap(([, list]) => list ?? []);
}

/** What is wrong with a template of hassil's syntax, and where. */
export function problemIn(template: string): Omit<Problem, 'line'> | undefined {
  if (template.length > MAX_TEMPLATE) return { at: MAX_TEMPLATE + 1, why: 'long' };
  const groups: Group[] = [{ sign: '', at: 0, parts: 1 }];
  for (let at = 0; at < template.length; at++) {
    const sign = template.charAt(at);
    const group = groups.at(-1);
    const wrong = (why: Why) => ({ at: at + 1, why });
    if (sign === '\\') at += 1;
    else if (sign === '<') return wrong('rule');
    else if (sign === '{') {
      const end = template.indexOf('}', at);
      if (end < 0) return wrong('unclosed');
      if (!SLOT.test(template.slice(at + 1, end))) return wrong('list');
      at = end;
    } else if (sign === '(' || sign === '[') groups.push({ sign, at, parts: 1 });
    else if (')]}>'.includes(sign)) {
      if (CLOSING[group?.sign ?? ''] !== sign) return wrong('unopened');
      groups.pop();
    } else if (group && (sign === '|' || sign === ';')) {
      group.separator ??= sign;
      group.parts += 1;
      if (group.separator !== sign) return wrong('mixed');
      if (sign === ';' && group.parts > MAX_PARTS) return wrong('permutation');
    }
  }
  const open = groups.at(-1);
  return open?.sign ? { at: open.at + 1, why: 'unclosed' } : undefined;
}

/** What is wrong with a form's templates, each at its line. @param lists names of the lists that have values */
export function problemsIn(text: string, lists: readonly string[]): Problem[] {
  return templateLines(text).flatMap(({ line, template }, index): Problem[] => {
    if (index >= MAX_TEMPLATES) return index === MAX_TEMPLATES ? [{ line, at: 1, why: 'many' }] : [];
    const problem = problemIn(template);
    if (problem) return [{ line, ...problem }];
    const [only, ...more] = listsIn(template);
    const isWhole = /^\s*\{[^}]*\}\s*$/.test(template);
    const isAnything = isWhole && more.length === 0 && only !== undefined && ![...lists, ...HOUSE_LISTS].includes(only);
    return isAnything ? [{ line, at: 1, why: 'anything' }] : [];
  });
}
