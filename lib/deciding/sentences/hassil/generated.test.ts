import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Block, intentLanguages, type LanguageData, languageData } from './data.js';
import { type Expression, parse } from './expression.js';
import { compileGrammar } from './grammar.js';
import { type HouseNames, type Named, namesOf } from './match.js';
import { normalise } from './normalise.js';
import { intentsOf } from './recognise-intent.js';

const MIN_INTENTS = 20;
const SENTENCES_PER_INTENT = 6;
const MIN_RIGHT = 0.95;

const AREAS: Named[] = ['Qorfu', 'Wexlan'].map((name) => ({ id: name, name }));
const FLOORS: Named[] = [{ id: 'Yondor', name: 'Yondor' }];
const asNames = (all: Named[]) => namesOf(all.map((one) => [normalise(one.name), one]));

/** A device of each kind that templates tell apart, with a name that no template has. */
function devicesFor(blocks: readonly Block[]): Named[] {
  const kinds = blocks.flatMap(({ domains = [], classes = [''], slots }) =>
    [...domains, ...[slots?.['domain'] ?? 'light'].flat()].flatMap((domain) =>
      classes.map((one) => `${domain}/${one}`),
    ),
  );
  return [...new Set(kinds)].map((kind, at) => {
    const [domain = '', deviceClass = ''] = kind.split('/');
    return { id: `${domain}.${at}`, name: `Zyx${at}q`, domain, deviceClass };
  });
}

/** Numbers from 0 to 1, the same ones in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

/** Says what a template means, one of its ways. */
function sayer({ rules, lists }: LanguageData, devices: readonly Named[], chance: () => number) {
  const any = <Item>(items: readonly Item[]): Item => {
    const item = items[Math.floor(chance() * items.length)];
    assert.ok(item !== undefined, 'there is something to choose from');
    return item;
  };
  const say = (expression: Expression, block: Block): string => {
    switch (expression.kind) {
      case 'text':
        return expression.text;
      case 'rule':
        return say(parse(rules[expression.rule] ?? ''), block);
      case 'alternative':
        return say(any(expression.items), block);
      case 'permutation':
        return expression.items
          .map((item) => ({ at: chance(), said: say(item, block) }))
          .sort((a, b) => a.at - b.at)
          .map(({ said }) => said)
          .join(' ');
      case 'sequence':
        return expression.items.map((item) => say(item, block)).join('');
      default:
        return fill(expression.list, block);
    }
  };
  const fill = (name: string, block: Block): string => {
    if (name === 'name') return any(devices.filter((one) => fits(one, block))).name;
    if (name === 'area') return any(AREAS).name;
    if (name === 'floor') return any(FLOORS).name;
    const list = lists[name];
    assert.ok(list, name);
    if ('values' in list) return say(parse(any(list.values).in), block);
    if ('wildcard' in list) return 'vubrek';
    const { from, to, step = 1 } = list.range;
    return String(from + step * Math.floor(chance() * (Math.floor((to - from) / step) + 1)));
  };
  return { any, say: (template: string, block: Block) => say(parse(template), block) };
}

function fits({ domain = '', deviceClass = '' }: Named, block: Block): boolean {
  const meant = block.slots?.['domain'];
  return (
    (meant === undefined || [meant].flat().includes(domain)) &&
    block.domains?.includes(domain) !== false &&
    block.classes?.includes(deviceClass) !== false &&
    !block.notDomains?.includes(domain) &&
    !block.notClasses?.includes(deviceClass)
  );
}

for (const language of intentLanguages()) {
  const all = languageData(language);
  const intents = new Set(all.flatMap(({ intents }) => Object.keys(intents)));
  if (intents.size < MIN_INTENTS) continue;
  test(`${language}: what its templates say is understood`, () => {
    const grammars = all.map(compileGrammar);
    const devices = devicesFor(all.flatMap(({ intents }) => Object.values(intents).flat()));
    const house: HouseNames = { name: asNames(devices), area: asNames(AREAS), floor: asNames(FLOORS) };
    const wrong: string[] = [];
    let said = 0;
    for (const [at, data] of all.entries()) {
      const { any, say } = sayer(data, devices, random(at + 1));
      for (const [intent, blocks] of Object.entries(data.intents)) {
        for (let n = 0; n < SENTENCES_PER_INTENT; n++) {
          const block = any(blocks);
          const text = say(any(block.sentences), block);
          const [found] = intentsOf(text, grammars, house, 'Qorfu');
          said += 1;
          if (found?.intent !== intent) wrong.push(`"${text}" is ${intent}, not ${found?.intent}`);
        }
      }
    }
    assert.ok(wrong.length <= said * (1 - MIN_RIGHT), `${wrong.length} of ${said}:\n${wrong.join('\n')}`);
  });
}
