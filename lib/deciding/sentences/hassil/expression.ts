/** A sentence template of hassil, parsed: what may stand at one place of a sentence. */
export type Expression =
  | { kind: 'text'; text: string }
  | { kind: 'sequence' | 'alternative' | 'permutation'; items: Expression[] }
  | { kind: 'list'; list: string; slot: string; endsWord: boolean }
  | { kind: 'rule'; rule: string };

const CLOSING = { '(': ')', '[': ']', '{': '}', '<': '>' } as const;
/** Nothing or a space, perhaps behind optional words that a space comes before: "{name}[ (to|at)] {level}". */
const WORD_ENDS = /^(?:\[ (?:[^()[\]|;]|\([^()[\]]*\))*\])*(?:\s|$)/;
const NOTHING: Expression = { kind: 'text', text: '' };

/**
 * Parses a template: `(one|other)`, `[optional]`, `(in;any;order)`, `{list}` or `{list:slot}`, `<rule>`, `\` before a
 * sign that is meant as itself.
 * @throws Error when a bracket has no other half.
 */
export function parse(template: string): Expression {
  return parseGroup(template.trim());
}

function parseGroup(template: string): Expression {
  let kind: 'sequence' | 'alternative' | 'permutation' = 'sequence';
  const parts: Expression[][] = [[]];
  for (let at = 0; at < template.length; ) {
    const sign = template.charAt(at);
    if (sign === '|' || sign === ';') {
      // a group is one or the other, as its first separator says
      if (kind === 'sequence') kind = sign === '|' ? 'alternative' : 'permutation';
      parts.push([]);
      at += 1;
      continue;
    }
    const end = sign in CLOSING ? closingOf(template, at) : endOfText(template, at);
    const inner = template.slice(at + 1, end - 1);
    parts.at(-1)?.push(parseChunk(sign, sign in CLOSING ? inner : template.slice(at, end), template.slice(end)));
    at = end;
  }
  const items = parts.map((part): Expression => {
    const [only, ...more] = part;
    if (kind === 'permutation')
      return { kind: 'sequence', items: [{ kind: 'text', text: ' ' }, ...part, { kind: 'text', text: ' ' }] };
    return only && more.length === 0 ? only : { kind: 'sequence', items: part };
  });
  const [first = NOTHING] = items;
  return kind === 'sequence' ? first : { kind, items };
}

function parseChunk(sign: string, text: string, next: string): Expression {
  switch (sign) {
    case '(':
      return parseGroup(text);
    case '[':
      return { kind: 'alternative', items: [parseGroup(text), NOTHING] };
    case '{': {
      const [list = '', slot = list] = text.split(':');
      return { kind: 'list', list, slot, endsWord: WORD_ENDS.test(next) };
    }
    case '<':
      return { kind: 'rule', rule: text };
    default:
      return { kind: 'text', text: text.replace(/\\(.)/g, '$1') };
  }
}

function closingOf(template: string, from: number): number {
  const open = template.charAt(from);
  const close = CLOSING[open as keyof typeof CLOSING];
  let depth = 0;
  for (let at = from; at < template.length; at++) {
    const sign = template.charAt(at);
    if (sign === '\\') at += 1;
    else if (sign === open) depth += 1;
    else if (sign === close && --depth === 0) return at + 1;
  }
  throw new Error(`"${open}" at ${from} of "${template}" is never closed`);
}

/** Where the words end that begin here: one word with the spaces after it. */
function endOfText(template: string, from: number): number {
  let spaced = false;
  for (let at = from; at < template.length; at++) {
    const sign = template.charAt(at);
    if (sign === '\\') at += 1;
    else if ('()[]{}<>|;'.includes(sign)) {
      if (')]}>'.includes(sign)) throw new Error(`"${sign}" at ${at} of "${template}" was never opened`);
      return at;
    } else if (at > from && sign === ' ') spaced = true;
    else if (spaced) return at;
  }
  return template.length;
}
