import type { Situation } from '../lib/replying/claim-classifier.js';
import { type Facts, factsOf, type Outcome } from '../lib/replying/facts.js';
import { type Claimed, callOf, houseOf, type Names, outcomesOf, toolsOf } from './claimed.js';

/** English as it is written in full, too: models do both. */
const IN_FULL: [RegExp, string][] = [
  [/can['’]t\b/gi, 'cannot'],
  [/won['’]t\b/gi, 'will not'],
  [/n['’]t\b/gi, ' not'],
  [/['’]ve\b/gi, ' have'],
  [/['’]ll\b/gi, ' will'],
  [/['’]re\b/gi, ' are'],
  [/\bI['’]m\b/gi, 'I am'],
];

export function waysToWrite(sentence: string, language: string): string[] {
  const full =
    language === 'en' ? IN_FULL.reduce((text, [short, long]) => text.replace(short, long), sentence) : sentence;
  return [...new Set([sentence, full])];
}

/** A question whether what was ordered has been done. */
const DID_YOU: Record<string, string> = {
  en: 'Did you?',
  de: 'Hast du das gemacht?',
  fr: 'Tu l’as fait ?',
  es: '¿Lo has hecho?',
};

/** One call for two devices, of which one has failed, as two calls tell it. */
function inOneCall([one, other, ...more]: readonly Outcome[]): Outcome[] | undefined {
  if (!one || !other || more.length > 0 || one.result.ok === other.result.ok) return undefined;
  if ([one, other].some(({ call }) => call.name !== 'control_device')) return undefined;
  const names = [one, other].flatMap(({ call }) => call.arguments['names'] ?? []);
  const text = [one, other].map(({ result }) => result.text).join('\n');
  return [{ call: { ...one.call, arguments: { action: 'turn_on', names } }, result: { ok: false, text } }];
}

/** The situations that a sentence is so in, or isn't: the one of its heading, and what is like it. */
export function situationsOf({ query, calls, earlier, language }: Claimed, names: Names): Situation[] {
  const made = calls.map((call) => callOf(call, names));
  const before = earlier.map((call) => callOf(call, names));
  const factsFrom = (outcomes: readonly Outcome[]) => factsOf(outcomes, toolsOf([...made, ...before]));
  const [outcomes, facts] = [outcomesOf(made), factsFrom(outcomesOf(made))];
  const wordsOf = ({ acts }: Facts) => acts.flatMap(({ about }) => about);
  const situation = {
    language,
    spoken: language,
    query,
    facts,
    house: houseOf(names),
    earlier: wordsOf(factsFrom(outcomesOf(before))),
  };
  const together = inOneCall(outcomes);
  // The acts of one turn are told of in the next.
  const isLater = facts.acts.length > 0 && facts.acts.length === facts.results && facts.notActed === 0;
  return [
    situation,
    // What was found may stand there in another language.
    ...(facts.found.length > 0 ? [{ ...situation, facts: { ...facts, found: [] } }] : []),
    ...(together ? [{ ...situation, facts: factsFrom(together) }] : []),
    ...(isLater
      ? [{ ...situation, query: DID_YOU[language] ?? '', facts: factsFrom([]), earlier: wordsOf(facts) }]
      : []),
  ];
}
