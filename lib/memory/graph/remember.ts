import type { Memory } from '../memory.js';
import { type Branch, ROOTS } from '../tables/graph-rows.js';
import { replaces } from './contradiction.js';
import { withProfiles } from './editing.js';
import { splitIfTooBig } from './learn.js';

/** A sentence that a person asked to remember. */
export interface ToRemember {
  text: string;
  /** Where it belongs, when the caller knows; else a rule tells wishes about behaviour from facts about people. */
  branch?: Branch | undefined;
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
const MOST_LINES = 500;

/**
 * Remembers what a person asked for: word for word (without secrets), at once, with no model. The same words aren't kept
 * twice; an older line that says otherwise of the same thing gives way to it.
 * @returns undefined when nothing is left to remember.
 * @throws JarvisError store-failed.
 */
export async function rememberFact(
  memory: Memory,
  { text, branch: given, turns, at }: ToRemember,
): Promise<Remembered | undefined> {
  const branch = given ?? branchFor(text);
  const line = { text, at, turns, origin: 'said' as const };
  const older = (await memory.graph.branchLines(branch, MOST_LINES)).find((one) => replaces(text, one.text));
  const [same] = await memory.graph.known([{ branch, text }]);
  if (same && same !== 'retired') {
    const confirmed = [{ id: same.id, at, turns }];
    const { changed } = await memory.graph.apply({ rewrites: [], additions: [], confirmed, why: 'asked' });
    return { outcome: 'known', line: same.id, branch, changed };
  }
  if (older) {
    const superseding = memory.graph.supersede({ line: older.id, by: line, why: 'asked' });
    const { changed } = await withProfiles(superseding.then((branches) => ({ changed: branches })));
    if (changed.length > 0) return { outcome: 'replaced', before: older.text, line: older.id, branch, changed };
  }
  const { ids, changed } = await withProfiles(
    memory.graph.addLines({ node: ROOTS[branch], lines: [line], why: 'asked' }),
  );
  const [id] = ids;
  if (id === undefined) return undefined;
  await splitIfTooBig(memory, ROOTS[branch]);
  return { outcome: 'added', line: id, branch, changed };
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
