import { fold, words } from '../../language/fold.js';

/** What a slot matches in a folded sentence in which every word has one space before it. */
export type Slots = Readonly<Record<string, string>>;

/**
 * Compiles a template to a regular expression over a folded sentence with a space before every word.
 * Every repetition starts with that space, so that matching stays polynomial in a bounded sentence.
 * @throws Error when the template is malformed: a mistake in a language table, found by its test.
 */
export function compile(template: string, macros: Readonly<Record<string, string>>, slots: Slots): RegExp {
  let pattern = '';
  const open: string[] = [];
  for (const part of partsOf(template, macros)) {
    if (part === '(' || part === '[') {
      open.push(part);
      pattern += '(?:';
    } else if (part === ')' || part === ']') {
      if (open.pop() !== (part === ')' ? '(' : '[')) throw new Error(`Unbalanced ${part} in "${template}"`);
      pattern += part === ')' ? ')' : ')?';
    } else if (part === '|') pattern += '|';
    else if (part.startsWith('{')) pattern += found(slots, part.slice(1, -1), template);
    else pattern += fold(part).replace(/^|(?: )/g, ' ');
  }
  if (open.length > 0) throw new Error(`Unbalanced ${open.join('')} in "${template}"`);
  return new RegExp(`^${pattern}$`, 'u');
}

/**
 * The words without which a well-formed template matches nothing: of each group a sentence has at least one. Tells quickly,
 * and before the regular expression is ever compiled, that most templates don't match.
 */
export function wordsNeeded(template: string, macros: Readonly<Record<string, string>>): string[][] {
  const parts = partsOf(template, macros);
  const alternatives = (): string[][] => {
    const needs: string[][][] = [[]];
    for (let part = parts.shift(); part !== undefined && part !== ')' && part !== ']'; part = parts.shift()) {
      const last = needs.at(-1);
      if (part === '|') needs.push([]);
      else if (part === '(') last?.push(...alternatives());
      else if (part === '[') alternatives();
      else if (!part.startsWith('{')) last?.push(...words(part).map((word) => [word]));
    }
    const [only = [], ...others] = needs;
    if (others.length === 0) return only;
    return needs.every((some) => some.length > 0) ? [needs.flatMap(([first = []]) => first)] : [];
  };
  return alternatives();
}

function partsOf(template: string, macros: Readonly<Record<string, string>>): string[] {
  const source = template.replace(/<(\w+)>/g, (_, name: string) => `(${found(macros, name, template)})`);
  return source.match(/[()[\]|]|\{\w+\}|[^()[\]|{}\s]+/g) ?? [];
}

function found(of: Readonly<Record<string, string>>, name: string, template: string): string {
  const value = of[name];
  if (value === undefined) throw new Error(`"${name}" in "${template}" is unknown`);
  return value;
}
