import { detectEcho } from '../lib/deciding/echo.js';
import { findWakeWord } from '../lib/deciding/wake-words.js';
import type { Message } from '../lib/llm/types.js';
import { shouldRecall } from '../lib/recall/recall-gate.js';
import { speechText } from '../lib/speaking/speech-text.js';
import { redact } from '../lib/turn/redaction.js';
import { type Row, rowOf } from './row.js';

const RUNS = 2_000;
const LONG_RUNS = 200;

/** Prose of a household with what has to be found in it: some secrets, many numbers that are none. */
const PROSE =
  'Yesterday Anna cooked pasta for the whole family, and afterwards they watched a film about a lighthouse keeper. ' +
  'The bill was 45.90 euros, the train left at 17:42 from platform 3, and on 2026-11-21 it was 21.5 °C outside. ' +
  'Write to anna@example.com or call +49 170 1234567. My wifi password is blue elephant, and the server is 192.168.1.10. ';

const SPOKEN = 'The weather tomorrow will be sunny with a high of twenty degrees, and a light wind from the west.';
const REPLY =
  '## Today\n\n**Rain** until 14:30, then 21.5 °C. See [the forecast](https://example.org/x).\n\n1. Take an umbrella\n2. Leave at 8:15\n\n| day | high |\n|---|---|\n| Mon | 18 °C |';
const RECENT: Message[] = Array.from({ length: 5 }, (_, index): Message[] => [
  { role: 'user', content: `Question ${index}: who sings the most famous song of that year?` },
  { role: 'assistant', content: '', tool_calls: [{ id: 'c', name: 'webSearch', arguments: { query: 'song' } }] },
  { role: 'tool', content: PROSE.repeat(4).slice(0, 2000), tool_call_id: 'c', tool_name: 'webSearch' },
  { role: 'assistant', content: 'A Canadian singer, in 2010.' },
]).flat();

/** What the rules cost that run in every turn, on the event loop. */
export async function benchRules(): Promise<Row[]> {
  const kilobyte = PROSE.repeat(4).slice(0, 1024);
  const fifty = PROSE.repeat(200).slice(0, 50 * 1024);
  return [
    timed('redaction-1kB', RUNS, () => redact(kilobyte)),
    timed('redaction-50kB', LONG_RUNS, () => redact(fifty)),
    timed('wake-words', RUNS, () =>
      findWakeWord('hey jarvis, what is the weather in Paris tomorrow', { wake: 'jarvis' }),
    ),
    timed('echo', RUNS, () =>
      detectEcho({ heard: 'the weather tomorrow will be sunny', spoken: SPOKEN, speaking: false, sinceSpoken: 300 }),
    ),
    timed('recall-gate', RUNS, () => shouldRecall('and who wrote the most famous song of them', RECENT)),
    timed('speech-text', RUNS, () => speechText(REPLY, 'en')),
  ];
}

function timed(what: string, runs: number, work: () => unknown): Row {
  // The first runs are slower: the engine compiles what is used often.
  for (let run = 0; run < runs / 2; run++) work();
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const began = performance.now();
    work();
    times.push(performance.now() - began);
  }
  return rowOf(`rules/${what}`, 'ms', times);
}
