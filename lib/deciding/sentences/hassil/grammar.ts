import type { Block, LanguageData, ListData, Range, SlotValue } from './data.js';
import { type Expression, parse } from './expression.js';
import { joinSigns, normalise, normalisePiece, type SkipWords, skipWordsOf } from './normalise.js';

/** What a list may hold, ready to be matched. */
export type List =
  | { kind: 'values'; values: { node: Node; out: SlotValue }[] }
  | { kind: 'range'; range: Range }
  | { kind: 'wildcard' }
  | { kind: 'names'; names: NameList };

/** Lists that the house fills. */
export type NameList = 'name' | 'area' | 'floor';

/** A template as it is matched; rules are shared, so that each is matched once at each place of a sentence. */
export type Node = TextNode | GroupNode | SlotNode;

export interface TextNode {
  id: number;
  kind: 'text';
  text: string;
  /** As it stands where a word begins. */
  trimmed: string;
  /** Letters that count as the template's own. */
  literal: number;
  endsWord: boolean;
}

export interface GroupNode {
  id: number;
  kind: 'sequence' | 'alternative';
  items: Node[];
}

export interface SlotNode {
  id: number;
  kind: 'slot';
  slot: string;
  list: List;
  /** A space follows it. */
  endsWord: boolean;
}

export interface Sentence {
  /** Its place among the language's. */
  at: number;
  intent: string;
  block: Block;
  needs: readonly (readonly number[])[];
  /** Compiled when it is first asked for. */
  readonly node: Node;
  readonly edge: Edge;
}

/** Where a wildcard opens or ends a template, words without meaning stay there; `whole` where it is nothing else. */
export type Edge = 'none' | 'start' | 'end' | 'whole';

/** The sentences of a language, compiled. */
export interface Grammar {
  language: string;
  ignoreWhitespace: boolean;
  sentences: readonly Sentence[];
  /** Pieces of words that sentences need, by number. */
  fragments: readonly string[];
  /** Spoken numbers, with their values. */
  numbers: ReadonlyMap<string, number>;
  skipWords: SkipWords | undefined;
  responses: LanguageData['responses'];
}

const NAME_LISTS: readonly string[] = ['name', 'area', 'floor'] satisfies NameList[];

/** Reads a language: a few milliseconds, as its templates are compiled when they are first tried. */
export function compileGrammar(data: LanguageData): Grammar {
  const ignoreWhitespace = data.ignoreWhitespace === true;
  const rules = new Map<string, Node>();
  const lists = new Map<string, List>();
  const texts = new Map<string, TextNode>();
  let nodes = 0;

  const text = (said: string): Node => {
    const known = texts.get(said);
    if (known) return known;
    const folded = ignoreWhitespace ? joinSigns(normalise(said)) : normalisePiece(said);
    const node: TextNode = {
      id: nodes++,
      kind: 'text',
      text: folded,
      trimmed: folded.trimStart(),
      literal: folded.trim().length,
      endsWord: folded.endsWith(' '),
    };
    texts.set(said, node);
    return node;
  };

  const compile = (expression: Expression): Node => {
    switch (expression.kind) {
      case 'text':
        return text(expression.text);
      case 'rule':
        return rule(expression.rule);
      case 'list': {
        const { slot, endsWord } = expression;
        return { id: nodes++, kind: 'slot', slot, list: list(expression.list), endsWord };
      }
      case 'permutation':
        return permutation(expression.items.map(compile));
      default:
        return { id: nodes++, kind: expression.kind, items: expression.items.map(compile) };
    }
  };

  /** Any order of the items: one of them, and then any order of the others. */
  const permutation = (items: Node[], made = new Map<string, Node>()): Node => {
    const [only] = items;
    if (only && items.length === 1) return only;
    const key = items.map(({ id }) => id).join();
    const known = made.get(key);
    if (known) return known;
    const orders = items.map((item, at): Node => {
      const others = permutation(items.toSpliced(at, 1), made);
      return { id: nodes++, kind: 'sequence', items: [item, others] };
    });
    const node: Node = { id: nodes++, kind: 'alternative', items: orders };
    made.set(key, node);
    return node;
  };

  const rule = (name: string): Node => {
    const known = rules.get(name);
    if (known) return known;
    const body = data.rules[name];
    if (body === undefined) throw new Error(`${data.language}: rule <${name}> is unknown`);
    const node = compile(parse(body));
    rules.set(name, node);
    return node;
  };

  const list = (name: string): List => {
    const known = lists.get(name);
    if (known) return known;
    const given = data.lists[name];
    if (!given && !isNameList(name)) throw new Error(`${data.language}: list {${name}} is unknown`);
    const made: List = isNameList(name)
      ? { kind: 'names', names: name }
      : readList(given, (said) => compile(parse(said)));
    lists.set(name, made);
    return made;
  };

  let count = 0;
  const sentences = Object.entries(data.intents).flatMap(([intent, blocks]) =>
    blocks.flatMap((block) =>
      block.sentences.map((template, at): Sentence => {
        let compiled: Node | undefined;
        let edge: Edge | undefined;
        return {
          at: count++,
          intent,
          block,
          needs: block.needs[at] ?? [],
          get node() {
            compiled ??= compile(parse(template));
            return compiled;
          },
          get edge() {
            edge ??= edgeOf(this.node);
            return edge;
          },
        };
      }),
    ),
  );
  const numbers = spokenNumbers(data.numbers);
  return {
    language: data.language,
    ignoreWhitespace,
    sentences,
    fragments: data.fragments.map((fragment) => joinSigns(normalise(fragment))),
    numbers,
    skipWords: skipWordsOf(data.skipWords, ignoreWhitespace),
    responses: data.responses,
  };
}

function isNameList(name: string): name is NameList {
  return NAME_LISTS.includes(name);
}

function readList(data: ListData | undefined, compile: (template: string) => Node): List {
  if (data && 'values' in data) {
    return { kind: 'values', values: data.values.map((value) => ({ node: compile(value.in), out: value.out })) };
  }
  return data && 'range' in data ? { kind: 'range', range: data.range } : { kind: 'wildcard' };
}

function edgeOf(node: Node): Edge {
  const isWildcard = (item: Node | undefined) => item?.kind === 'slot' && item.list.kind === 'wildcard';
  if (isWildcard(node)) return 'whole';
  if (node.kind !== 'sequence') return 'none';
  if (isWildcard(node.items[0])) return 'start';
  return isWildcard(node.items.at(-1)) ? 'end' : 'none';
}

function spokenNumbers(data: LanguageData['numbers']): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [value, spoken] of Object.entries(data)) {
    for (const words of spoken) numbers.set(normalise(words), Number(value));
  }
  return numbers;
}
