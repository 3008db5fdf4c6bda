import { openMemory } from '../lib/memory/memory.js';
import type { NewEntry } from '../lib/memory/tables/entry-kinds.js';
import type { TraceRecord } from '../lib/turn/trace.js';
import { must } from './until.js';

const DAY_MS = 86_400_000;

/** A household nobody lives in: what was done on some days, and its topics. */
const DAYS: readonly [back: number, source: string, text: string, topics: string[]][] = [
  [
    0,
    'kitchen',
    'Ada asked how long a lasagne takes and was told 40 minutes at 180 degrees. She wants it with less garlic.',
    ['cooking', 'lasagne'],
  ],
  [
    1,
    'living room',
    'Ada and Ben planned the birthday of their daughter Mia: twelve children, a treasure hunt, a cake with strawberries. Ben buys the balloons on Friday.',
    ['birthday', 'Mia', 'cake'],
  ],
  [1, 'kitchen', 'Ben asked for the shopping list: milk, bread, strawberries, candles.', ['shopping']],
  [
    4,
    'garden',
    'The garden hose leaks at the tap. Ada wants to buy a new washer. The tomatoes were watered for twenty minutes.',
    ['garden', 'hose', 'tomatoes'],
  ],
  [11, 'study', 'Ben’s passport runs out in March; he asked to be reminded in January.', ['passport', 'travel']],
  [
    26,
    'living room',
    'They watched a film about whales. Mia asked how deep whales dive: sperm whales to about 2,000 metres.',
    ['whales', 'film'],
  ],
  [38, 'kitchen', 'The dishwasher showed error E24; cleaning the filter solved it.', ['dishwasher', 'repair']],
  [65, 'garden', 'The hedgehog under the shed came back. Ada puts out water every evening.', ['hedgehog', 'garden']],
];

const TREE: readonly [path: string, lines: string[]][] = [
  ['USER/Ada', ['Ada likes little garlic.', 'Ada gets up at half past six on weekdays.']],
  ['USER/Ben', ['Ben drinks his coffee without sugar.', 'Ben’s passport runs out in March.']],
  ['USER/Mia', ['Mia turns seven on the third of May.', 'Mia is afraid of thunder.']],
  ['USER/Mia/School', ['Mia has swimming on Tuesdays.']],
  ['USER/Home', ['The house has two floors and a cellar.']],
  [
    'USER/Home/Garden',
    ['The hose leaks at the tap.', 'A hedgehog lives under the shed.', 'The tomatoes stand by the south wall.'],
  ],
  ['USER/Home/Kitchen', ['The dishwasher’s filter must be cleaned when it shows E24.']],
  ['DIRECTIVES/Tone', ['Answer in two sentences at most.', 'Call Ada by her first name.']],
  ['DIRECTIVES/Quiet hours', ['Say nothing aloud after nine in the evening.']],
  ['WORLD/Animals', ['Sperm whales dive to about 2,000 metres.']],
  ['WORLD/Neighbours', ['The Okafors next door water the plants in the holidays.']],
];

const FACTS: readonly [category: string, key: string, value: string][] = [
  ['food', 'favourite_dish', 'lasagne with little garlic'],
  ['food', 'allergy', 'Mia: hazelnuts'],
  ['home', 'bin_day', 'paper on Thursdays'],
  ['home', 'wifi_name', 'Lighthouse'],
  ['family', 'daughter', 'Mia, born on 3 May'],
];

export interface FilledMemory {
  /** Ids of turns: one in which something was recalled, and one from which something was learned. */
  turns: { recalled: string; learned: string };
}

/**
 * Writes a small household's memory into a file that no Node-RED has open.
 * @param more Entries besides.
 */
export async function fillMemory(file: string, more: readonly NewEntry[] = []): Promise<FilledMemory> {
  const memory = openMemory({ file });
  const now = Date.now();
  const turns = { recalled: 'turn-recalled', learned: 'turn-learned' };
  try {
    const diary = DAYS.map(([back, source, text, topics]): NewEntry => {
      const at = new Date(now - back * DAY_MS).setUTCHours(12, 0, 0, 0);
      const key = `${new Date(at).toISOString().slice(0, 10)}/${source}`;
      const of = back === 4 ? [turns.learned] : [];
      return { kind: 'diary', key, at, source, site: source, text, topics, turns: of };
    });
    const note: NewEntry = {
      kind: 'note',
      at: now - 2 * DAY_MS,
      source: 'said',
      text: 'The spare key is with the Okafors.',
    };
    const ids = await memory.entries.putMany([...diary, note, ...more]);
    const nodes = new Map<string, number>([
      ['USER', 1],
      ['DIRECTIVES', 2],
      ['WORLD', 3],
    ]);
    for (const [path, lines] of TREE) {
      const names = path.split('/');
      const parent = must(nodes.get(names.slice(0, -1).join('/')));
      const { id } = await memory.graph.addNode({ parent, name: must(names.at(-1)) });
      nodes.set(path, must(id));
      await memory.graph.addLines({
        node: must(id),
        lines: lines.map((text, n) => ({ text, at: now - (n + 1) * DAY_MS, turns: [turns.learned] })),
        why: 'learned',
      });
    }
    for (const [category, key, value] of FACTS) {
      await memory.facts.put(
        { category, key, value, at: now - DAY_MS, source: 'session', turns: [turns.learned] },
        'taken from a conversation',
      );
    }
    const shown = [ids[3], ids[0]].map((id) => `${id} diary 2026-01-01 garden hose w1`).join('; ');
    const records: TraceRecord[] = [
      {
        id: turns.recalled,
        site: 'garden',
        source: 'voice',
        at: now - DAY_MS,
        spans: [{ stage: 'recall-search', start: 3, ms: 4, found: 2, entries: shown }],
        texts: {
          heard: 'what is wrong with the garden hose',
          reply: 'It leaks at the tap; you wanted to buy a new washer.',
        },
      },
      {
        id: turns.learned,
        site: 'kitchen',
        source: 'voice',
        at: now - 2 * DAY_MS,
        spans: [],
        texts: { heard: 'remember that I like little garlic', reply: 'I will.' },
      },
    ];
    await memory.traces.put(records);
    return { turns };
  } finally {
    await memory.close();
  }
}
