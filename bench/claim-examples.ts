import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { words } from '../lib/language/fold.js';
import { type Asked, askedBy } from '../lib/replying/asked-for.js';
import { inputOf } from '../lib/replying/claim-classifier.js';
import { forward, type Input, type Network } from '../lib/replying/claim-network.js';
import { type Facts, factsOf, type Outcome } from '../lib/replying/facts.js';
import { ownWordsIn } from '../lib/replying/honesty.js';
import { sentencesOf } from '../lib/replying/sentences.js';
import { readSituation, readTold, type Situation } from '../lib/replying/situation.js';
import { HONEST, honestGrounds } from '../test/honest-case.js';
import { packageRoot } from '../test/package-root.js';
import type { Example } from './claim-training.js';
import { type Claimed, callOf, houseOf, type Names, outcomesOf, toolsOf } from './claimed.js';

const CASE = z.object({ input: HONEST, expect: z.object({ contradicts: z.boolean() }) });

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

function waysToWrite(sentence: string, language: string): string[] {
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

/** Words in place of what was found, as if in another language: of that hardly one is known. */
const foreignTo = (language: string) => words(language === 'en' ? 'der und mit ist' : 'the and of with');

/** One call for two devices, of which one has failed, as two calls tell it. */
function inOneCall([one, other, ...more]: readonly Outcome[]): Outcome[] | undefined {
  if (!one || !other || more.length > 0 || one.result.ok === other.result.ok) return undefined;
  if ([one, other].some(({ call }) => call.name !== 'control_device')) return undefined;
  const names = [one, other].flatMap(({ call }) => call.arguments['names'] ?? []);
  const text = [one, other].map(({ result }) => result.text).join('\n');
  return [{ call: { ...one.call, arguments: { action: 'turn_on', names } }, result: { ok: false, text } }];
}

/** The situations that a sentence is so in, or isn't: the one of its heading, and what is like it. */
function situationsOf({ query, calls, earlier, told, language }: Claimed, names: Names): Situation[] {
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
    told: readTold(told),
    house: houseOf(names),
    earlier: { words: wordsOf(factsFrom(outcomesOf(before))), hasCalled: before.length > 0 },
  };
  const together = inOneCall(outcomes);
  // The acts of one turn are told of in the next.
  const isLater = facts.acts.length > 0 && facts.acts.length === facts.results && facts.notActed === 0;
  return [
    situation,
    ...(facts.found.length > 0 ? [{ ...situation, facts: { ...facts, found: foreignTo(language) } }] : []),
    ...(together ? [{ ...situation, facts: factsFrom(together) }] : []),
    ...(isLater
      ? [
          {
            ...situation,
            query: DID_YOU[language] ?? '',
            facts: factsFrom([]),
            earlier: { words: wordsOf(facts), hasCalled: true },
          },
        ]
      : []),
  ];
}

/** Examples from a reply: where it is so as far as each of its sentences, else as a whole. */
export function examplesFrom(one: Claimed, names: Names): Example[] {
  const { language, sentence, isSo } = one;
  return situationsOf(one, names).flatMap((situation) =>
    waysToWrite(sentence, language).flatMap((way) => {
      const inputs = inputsOf(way, situation);
      return (isSo ? inputs : inputs.slice(-1)).map((input) => ({ language, input, isSo }));
    }),
  );
}

/** The sentences of a reply as the network reads them, without what they quote. */
function inputsOf(reply: string, situation: Situation): Input[] {
  const read = readSituation(situation);
  const said = sentencesOf(reply, situation.language);
  return said.flatMap((each, at) => {
    const before = said.slice(0, at).join(' ');
    const own = ownWordsIn(each, read.asked, situation.facts, before);
    return words(own).length > 0 ? [inputOf(own, read, before)] : [];
  });
}

/** A reply with what was asked for, and the odds of its least likely sentence. */
export function judged(one: Claimed, names: Names, network: Network): { asked: Asked; odds: number; isSo: boolean } {
  const [situation] = situationsOf(one, names) as [Situation];
  const odds = inputsOf(one.sentence, situation).map((input) => forward(network, input).odds);
  return { asked: askedBy(one.query, one.language), odds: Math.min(...odds), isSo: one.isSo };
}

/** Examples from the cases of `honest-reply` in `evals`. */
export function examplesOfCases(language: string): Example[] {
  return readFileSync(path.join(packageRoot(), 'evals/cases/honest-reply.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => CASE.parse(JSON.parse(line)))
    .filter(({ input }) => input.language === language)
    .map(({ input, expect }) => {
      const read = readSituation({ ...honestGrounds(input), spoken: language });
      return { language, isSo: !expect.contradicts, input: inputOf(input.sentence, read) };
    });
}
