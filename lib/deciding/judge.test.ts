import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { growsLinearly, repeated } from '../../test/growth.js';
import type { Message } from '../llm/types.js';
import type { Judgement } from '../turn/turn.js';
import { judge, judgeMessages } from './judge.js';
import { parseJudgement } from './judge-parse.js';
import type { JudgeInput } from './judge-rules.js';
import { routeByKeywords } from './router-keyword.js';

const unclear: JudgeInput = {
  segments: [{ text: "It's cold in here." }, { text: 'and in the bedroom?' }],
  mode: 'follow-up',
  spoken: { text: "It's 21 degrees in the kitchen." },
  name: 'Jarvis',
};
const yes: Judgement = {
  directed: true,
  query: 'how warm is it in the bedroom?',
  stop: false,
  confidence: 0.9,
  reasoning: 'follow-up',
  by: 'model',
};

test('the model is asked only when the rules are undecided', async () => {
  const asked: Message[][] = [];
  const ask = async (messages: Message[]) => {
    asked.push(messages);
    return yes;
  };
  assert.equal((await judge({ ...unclear, mode: 'typed' }, ask)).by, 'rule');
  assert.equal((await judge({ ...unclear, mode: 'ambient' }, ask)).directed, false);
  assert.equal(asked.length, 0);
  assert.deepEqual(await judge(unclear, ask), yes);
  assert.equal(asked.length, 1);
});

const SILENT = [
  undefined,
  async () => {
    throw new Error('no server');
  },
  async () => undefined,
];

test('without a model, or with one that fails, the name or a reply that is gone on with decides', async () => {
  for (const ask of SILENT) {
    const follow = (text: string, language = 'en') => judge({ ...unclear, segments: [{ text }], language }, ask);
    for (const text of ['did you feed the cat yet honey', 'welcome back to the show', 'no I told him on Tuesday'])
      assert.equal((await follow(text)).directed, false, text);
    assert.equal((await judge({ ...unclear, spoken: undefined }, ask)).directed, false);
    assert.equal((await follow('and in the bedroom?')).query, 'and in the bedroom?');
    const said: [string, string][] = [
      ['and tomorrow?', 'en'],
      ['what about the attic', 'en'],
      ['und im Bad?', 'de'],
      ['wie spät ist es', 'de'],
      ['et demain ?', 'fr'],
      ['¿y en la cocina?', 'es'],
    ];
    for (const [text, language] of said) assert.equal((await follow(text, language)).query, text);
    assert.equal((await follow('and in the bedroom, Jarvis?')).query, 'and in the bedroom?');
  }
});

test('a command right after a reply is for us, also one that leaves out its device', async () => {
  const said: [string, string[]][] = [
    ['en', ['turn off the light', 'turn it off', 'and now back on', 'a bit brighter', 'louder', 'close them again']],
    [
      'de',
      [
        'mach es aus',
        'und jetzt wieder aus',
        'heller',
        'mach sie wieder zu',
        'etwas lauter bitte',
        'machst du das Licht aus?',
      ],
    ],
    ['fr', ['éteins-la', 'et maintenant éteins-la', 'moins fort', 'ferme les volets', 'tu éteins la lumière ?']],
    ['es', ['apágala', 'enciéndela otra vez', 'más fuerte', 'y ahora apágala', '¿apagas la luz?']],
  ];
  const others: [string, string[]][] = [
    [
      'en',
      ['come on', 'it is getting late', 'turn to page five', 'I am off to work', 'that was a good film', 'not now mum'],
    ],
    ['de', ['das ist schön', 'mach die Hausaufgaben', 'pass auf', 'das ist mir zu laut', 'komm wir gehen']],
    ['fr', ['il est parti', 'viens manger', 'à table', 'on y va']],
    ['es', ['ven a cenar', 'no me digas', 'está muy buena', 'mañana']],
  ];
  const asked: string[] = [];
  for (const [language, texts] of [...said, ...others]) {
    for (const text of texts) {
      const ask = async () => {
        asked.push(text);
        return { ...yes, directed: false };
      };
      const { directed } = await judge({ ...unclear, segments: [{ text }], language }, ask);
      assert.equal(
        directed,
        said.some(([, known]) => known.includes(text)),
        text,
      );
    }
  }
  assert.deepEqual(
    asked,
    others.flatMap(([, texts]) => texts),
  );
});

test('what was said before the wake word is asked about only where the words refer to it', async () => {
  const room = (query: string, before: string, language: string): JudgeInput => ({
    segments: [
      { text: before, from: 1_000, to: 4_000 },
      { text: `Jarvis, ${query}`, from: 9_000, to: 11_000 },
    ],
    mode: 'wake',
    wake: { at: 9_500 },
    name: 'Jarvis',
    language,
  });
  const tram = 'the new tram line opens on Monday they say';
  const refers: [string, string, string][] = [
    ['what does that cost?', tram, 'en'],
    ['how much is it?', tram, 'en'],
    ['when does it open?', tram, 'en'],
    ['how old is she?', 'Meryl Streep is in that film too', 'en'],
    ['how do I get there?', tram, 'en'],
    ['was kostet das?', 'am Montag macht die neue Straßenbahn auf', 'de'],
    ['was kostet die?', 'am Montag macht die neue Straßenbahn auf', 'de'],
    ['wie lange dauert das denn', 'wir fahren im Sommer nach Kreta', 'de'],
    ['was weißt du darüber?', 'die haben da jetzt ein Planetarium', 'de'],
    ['ça coûte combien ?', 'la nouvelle ligne de tram ouvre lundi', 'fr'],
    ['cuánto cuesta eso?', 'la nueva línea del tranvía abre el lunes', 'es'],
  ];
  const clear: [string, string, string][] = [
    ['what time is it?', tram, 'en'],
    ['is it going to rain?', tram, 'en'],
    ['turn it off', tram, 'en'],
    ['turn on the light', tram, 'en'],
    ['remind me that dinner is ready', tram, 'en'],
    ['is there any milk left?', tram, 'en'],
    ['what does that cost?', 'yes', 'en'],
    ['wie spät ist es?', 'wir fahren im Sommer nach Kreta', 'de'],
    ['mach das Licht an', 'wir fahren im Sommer nach Kreta', 'de'],
    ['wie wird das Wetter morgen?', 'wir fahren im Sommer nach Kreta', 'de'],
    ['comment ça va ?', 'la nouvelle ligne de tram ouvre lundi', 'fr'],
    ['quelle heure est-il ?', 'la nouvelle ligne de tram ouvre lundi', 'fr'],
    ['qué hora es?', 'la nueva línea del tranvía abre el lunes', 'es'],
  ];
  const carried = { ...yes, query: 'what does the new tram line cost?' };
  let calls = 0;
  const ask = async () => {
    calls++;
    return carried;
  };
  for (const [query, before, language] of refers) {
    assert.equal((await judge(room(query, before, language), ask)).query, carried.query, query);
    // without a model, and where it takes the words for somebody else's, they pass as they were said
    for (const other of [...SILENT, async () => ({ ...yes, directed: false, query: '' })])
      assert.equal((await judge(room(query, before, language), other)).query, query);
  }
  assert.equal(calls, refers.length);
  for (const [query, before, language] of clear)
    assert.equal((await judge(room(query, before, language), ask)).query, query);
  assert.equal(calls, refers.length);
  const one = {
    ...room('', '', 'en'),
    segments: [{ text: `${tram}. Jarvis, what does that cost?`, from: 0, to: 9_000 }],
  };
  assert.equal((await judge(one, ask)).query, carried.query);
  // what we said ourselves, and what came before it, is in the dialogue
  const replied = {
    ...room('what does that cost?', tram, 'en'),
    spoken: { text: 'On Monday.', from: 5_000, to: 6_000 },
  };
  assert.equal((await judge(replied, ask)).query, 'what does that cost?');
});

test('an abort is no failure of the model', async () => {
  const aborted = async () => {
    throw new DOMException('barge-in', 'AbortError');
  };
  await assert.rejects(judge(unclear, aborted), { name: 'AbortError' });
});

test('the prompt starts with what never changes and ends with the line that is judged', () => {
  const [system, user] = judgeMessages(unclear);
  assert.equal(system?.content, judgeMessages({ ...unclear, name: 'Nova', segments: [{ text: 'x' }] })[0]?.content);
  assert.match(
    user?.content ?? '',
    /Earlier lines:\n- "It's cold in here\."\nJarvis said: "[^"]+"\nLast line: "and in the bedroom\?"$/,
  );
  const long = judgeMessages({
    ...unclear,
    segments: Array.from({ length: 500 }, () => ({ text: 'word '.repeat(500) })),
  });
  assert.ok((long[1]?.content.length ?? 0) < 6000);
});

test('the prompt tells what was heard and said in its order, and how long ago', () => {
  const [, user] = judgeMessages({
    segments: [
      { text: 'the new tram line opens on Monday', from: 1_000, to: 4_000 },
      { text: 'Jarvis, and what does it cost?', from: 20_000, to: 22_000 },
    ],
    mode: 'wake',
    wake: { at: 20_500 },
    spoken: { text: 'It is nine.', from: 9_000, to: 10_000 },
    name: 'Jarvis',
  });
  assert.equal(
    user?.content,
    [
      'The assistant is called Jarvis. The wake word was just heard.',
      'Its name was heard 2 s ago.',
      'Earlier lines:',
      '- 18 s ago: "the new tram line opens on Monday"',
      'Jarvis said 12 s ago: "It is nine."',
      'Last line: "Jarvis, and what does it cost?"',
    ].join('\n'),
  );
});

test('any answer of a model is a judgement or null', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.array(fc.constantFrom(...'{}"\',:directed true')).map((all) => all.join('')),
      ),
      (response) => {
        const parsed = parseJudgement(response, { name: 'jarvis' });
        if (parsed) assert.ok(parsed.confidence >= 0 && parsed.confidence <= 1);
      },
    ),
  );
  assert.equal(parseJudgement('{'.repeat(20_000), { name: 'jarvis' }), null);
  const head = '{'.repeat(30);
  for (const piece of [": 'a", '{', '[', '"', '\\', '{"a":']) {
    const read = (letters: number) => {
      assert.equal(parseJudgement(head + repeated(piece, letters), { name: 'jarvis' }), null);
      assert.equal(parseJudgement(repeated(piece, letters), { name: 'jarvis' }), null);
    };
    growsLinearly(read, 2_000, piece);
  }
});

test('of two judgements the first counts, also with bare quotes in its reasoning', () => {
  const first = `{"directed": true, "query": "play\njazz", "confidence": 0,9, "reasoning": "he said "play" twice"}`;
  const both = `${first}\n{"directed": false, "query": "", "confidence": 1, "reasoning": "r"}`;
  const parsed = { directed: true, query: 'play jazz', stop: false, confidence: 0.9, reasoning: '' };
  assert.deepEqual(parseJudgement(both, { name: 'jarvis' }), parsed);
});

test('the router names only tools it was given, five at most', () => {
  const tool = fc.record({ name: fc.string(), description: fc.string() });
  fc.assert(
    fc.property(fc.string(), fc.array(tool, { maxLength: 30 }), (query, tools) => {
      const routed = routeByKeywords(query, tools);
      assert.ok(routed.length <= 5 && routed.every((name) => tools.some((each) => each.name === name)));
    }),
  );
});
