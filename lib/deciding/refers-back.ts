import { words } from '../language/fold.js';
import type { Language } from '../language/tags.js';
import type { Judgement } from '../turn/turn.js';
import { everyday } from './everyday/everyday.js';
import { goesOnCommanding, spokenIn } from './following.js';
import type { JudgeInput } from './judge-rules.js';

/** Until then what was said in the room is what "that" means. */
const RECENT_MS = 45_000;
/** Fewer name nothing that could be meant; "hey Jarvis" has two. */
const MIN_WORDS = 4;

/** Words that stand for what was said before: not "it" of the weather, nor "that" and "das" before what they belong to. */
const REFERENCES: Readonly<Record<Language, RegExp>> = {
  en: /\b(?:that|this|those|these)(?=[\s,]*(?:$|[.?!]|(?:is|are|was|were|does|do|did|will|would|can|costs?|means?|takes?|works?|happens?|one)\b))|\b(?:he|she|they|him|her|them|there(?=\W*$))\b|(?<!\b(?:is|was|it's|time|be|will) )\bit\b(?!['’]s\b)|\b(?:much|far|long|big|old|many|good|true) is it\b/iu,
  de: /\b(?:das|dies|dieses|diese)(?=[\s,]*(?:$|[.?!]|(?:ist|sind|war|kostet|kosten|heißt|geht|eigentlich|denn|genau|noch|auch|so|für|wirklich|mal|bitte|auf|nach|alles)(?!\p{L})))|(?<!\p{L})(?:da(?:von|zu|für|mit|ran|rin|rüber|bei|gegen|hin)|dort(?:hin)?|ihn|ihm|ihr|er|sie|d(?:ie|er|en|em)(?=\W*$))(?!\p{L})/u,
  fr: /(?<!\p{L})(?:(?<!comment )ça(?! va(?!\p{L}))|cela|ceci|elles?|lui|eux|là-bas|(?<!quelle heure est-)(?<!\p{L})ils?(?= (?:a|est|joue|vit|habite|ont|sont|jouent)(?!\p{L})))(?!\p{L})/iu,
  es: /(?<!\p{L})(?:eso|esto|aquello|ellas?|ellos|él|allí|allá)(?!\p{L})/iu,
};

/**
 * Whether what we are asked, having been called, refers to what was said in the room just before: then a model has to say
 * what "that" is. Not what we said ourselves, nor what came before it: the dialogue has that.
 */
export function refersBack(input: JudgeInput, { query, stop, directed }: Judgement): boolean {
  const { mode, language } = input;
  if (mode === 'typed' || mode === 'answer' || stop || !directed || query === '') return false;
  if (!spokenIn(language).some((known) => REFERENCES[known].test(query) && !isClear(query, known))) return false;
  return wasTalkedBefore(input, query);
}

function wasTalkedBefore({ segments, wake, spoken }: JudgeInput, query: string): boolean {
  const last = segments.at(-1);
  const at = wake?.at ?? last?.from;
  const before = last?.text.slice(0, Math.max(0, last.text.indexOf(query))) ?? '';
  if (words(before).length >= MIN_WORDS) return true;
  if (at === undefined) return false;
  return segments.some(
    ({ text, to }) =>
      to !== undefined && to < at && to > at - RECENT_MS && to > (spoken?.to ?? 0) && words(text).length >= MIN_WORDS,
  );
}

/** "What time is it?", "turn it off": understood without what was said before. */
function isClear(query: string, language: Language): boolean {
  return everyday(query, language) !== undefined || goesOnCommanding(query, language);
}
