import { redact, tellsSecret } from '../../turn/redaction.js';
import type { Memory } from '../memory.js';
import { type Branch, ROOTS } from '../tables/graph-rows.js';
import { replaces } from './contradiction.js';
import { datedLine } from './dated.js';
import { splitIfTooBig } from './learn.js';
import { foldLine } from './line-words.js';
import { subjectOf } from './subject.js';

/** A sentence that a person asked to remember. */
export interface ToRemember {
  text: string;
  /** The turns it came from. */
  turns: readonly string[];
  /** When it was said, in milliseconds since the epoch. */
  at: number;
}

export type Remembered = { line: number; branch: Branch; changed: Branch[] } & (
  | { outcome: 'added' | 'known' }
  /** An older line that it contradicts; the history keeps it. */
  | { outcome: 'replaced'; before: string }
);

/** Lines among which an older version is looked for. */
const MAX_LINES = 500;

/**
 * Remembers what a person asked for: word for word (without secrets), at once, with no model. The same words aren't kept
 * twice; an older line that says otherwise of the same thing gives way to it. What has a subject ("the boiler's pressure …")
 * stands in the node of that name.
 * @returns undefined when nothing is left to remember, or it tells a secret.
 * @throws JarvisError store-failed.
 */
export async function rememberFact(memory: Memory, { text, turns, at }: ToRemember): Promise<Remembered | undefined> {
  if (tellsSecret(redact(text))) return undefined;
  const isWish = branchFor(text) === 'DIRECTIVES';
  const line = { text, at, turns, origin: 'said' as const };
  // What was told of a thing may stand with the people, where somebody has put it or a rule did before.
  const branches: Branch[] = isWish ? ['DIRECTIVES'] : ['USER', 'WORLD'];
  const known = await memory.graph.known(branches.map((branch) => ({ branch, text })));
  for (const [index, branch] of branches.entries()) {
    const same = known[index];
    if (!same || same === 'retired') continue;
    const confirmed = [{ id: same.id, at, turns }];
    const { changed } = await memory.graph.apply({ rewrites: [], additions: [], confirmed, why: 'asked' });
    return { outcome: 'known', line: same.id, branch, changed };
  }
  const lines = await Promise.all(branches.map((branch) => memory.graph.branchLines(branch, MAX_LINES)));
  // What is on one day says nothing against what is on another.
  const older = datedLine(text) ? undefined : lines.flat().find((one) => replaces(text, one.text));
  if (older) {
    const { changed } = await memory.graph.supersede({ line: older.id, by: line, why: 'asked' });
    const [branch] = changed;
    if (branch) return { outcome: 'replaced', before: older.text, line: older.id, branch, changed };
  }
  const { node, branch } = isWish ? AT_WISHES : await nodeFor(memory, text);
  const { ids, changed } = await memory.graph.addLines({ node, lines: [line], why: 'asked' });
  const [id] = ids;
  if (id === undefined) return undefined;
  await splitIfTooBig(memory, node);
  return { outcome: 'added', line: id, branch, changed };
}

interface Place {
  node: number;
  branch: Branch;
}

const AT_WISHES: Place = { node: ROOTS.DIRECTIVES, branch: 'DIRECTIVES' };
const AT_PEOPLE: Place = { node: ROOTS.USER, branch: 'USER' };

/** "The boiler" and "boiler" name the same, wherever a person has put it. */
const sameName = (name: string) => foldLine(name).replace(/^(?:the|der|die|das|le|la|les|el|los|las) |^l'/u, '');

/**
 * Where what a person told belongs: in the node of its subject, which is made where there is none; else with the people.
 * @throws JarvisError store-failed.
 */
export async function nodeFor(memory: Memory, text: string): Promise<Place> {
  const subject = subjectOf(redact(text));
  if (!subject) return AT_PEOPLE;
  const { nodes } = await memory.graph.tree();
  const there = nodes.find(
    ({ parent, branch, name }) =>
      parent !== null && branch !== 'DIRECTIVES' && sameName(name) === sameName(subject.name),
  );
  if (there) return { node: there.id, branch: there.branch };
  const parent = ROOTS[subject.branch];
  const { id = parent } = await memory.graph.addNode({ parent, name: subject.name });
  return { node: id, branch: subject.branch };
}

/** How a wish about the assistant's behaviour begins, in the five languages: with what it does, not with what people do. */
const WISH = new RegExp(
  `^(?:${[
    "(?:please,? )?(?:from now on,? )?(?:(?:never|always|don't|do not|only) )?(?:call me|address me|answer|reply|speak|talk|respond|say|tell me|use|ask|mention|interrupt|be (?:more|less|brief|short|quiet))",
    "you (?:should|must|may|shall)|(?:i want|i'd like|i would like) you to|i prefer (?:that )?you",
    '(?:bitte )?(?:ab jetzt |von nun an )?(?:(?:nie|niemals|immer|nur) )?(?:nenn|nenne|antworte|sprich|rede|sag|sage|duze|sieze|benutze|verwende|frag|frage|erwähne|unterbrich)',
    'du (?:sollst|musst|darfst)|ich (?:möchte|will|wünsche mir),? dass du',
    "(?:désormais,? )?(?:toujours |ne |n')?(?:m'|me )?(?:appelle|appelle-moi|réponds|réponds-moi|parle|parle-moi|dis|dis-moi|utilise|demande|mentionne|tutoie-moi|vouvoie-moi|tutoie|vouvoie|sois)",
    'tu (?:dois|devrais)|je (?:veux|voudrais|préfère) que tu',
    '(?:por favor,? )?(?:a partir de ahora,? )?(?:(?:no|nunca|siempre) )?(?:me )?(?:llámame|llames|responde|respondas|contesta|contestes|habla|háblame|hables|di|digas|usa|uses|pregunta|preguntes|menciones)',
    'debes|tienes que|quiero que (?:me )?(?:llames|respondas|hables|digas|uses|trates)',
    "(?:per favore,? )?(?:d'ora in poi,? )?(?:sempre )?(?:chiamami|rispondi|parla|parlami|dimmi|usa)",
    '(?:per favore,? )?(?:non|mai) (?:chiamarmi|rispondere|parlare|dire|usare|chiedere|nominare)',
    'devi|dovresti|(?:voglio|vorrei|preferisco) che tu',
  ].join('|')})(?!\\p{L})`,
  'iu',
);

/** The branch that a person's own sentence belongs in. */
export function branchFor(text: string): Branch {
  return WISH.test(text.trim().replace(/[’]/g, "'")) ? 'DIRECTIVES' : 'USER';
}
