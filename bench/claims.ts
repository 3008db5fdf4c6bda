import { openOllama } from '../lib/llm/ollama.js';
import type { Message, Tool } from '../lib/llm/types.js';
import { type ReplyRequest, reply } from '../lib/replying/loop.js';
import { clock } from '../lib/turn/clock.js';
import { afterTool } from '../test/scripted-model-server/script.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { type Claimed, callOf, FAILED, houseOf, type Made, NAMES, readClaimed, toolsOf } from './claimed.js';
import { type Row, rowOf } from './row.js';

/**
 * How often what isn't so is spoken, and what is so is replaced, in whole replies: the tools of the turn, then the sentence,
 * which the model insists on. Nothing was learned from the sentences of `testing`: they count once, before anything is changed for
 * them; then they join `tuning.*`, and new ones come.
 */
export async function benchClaims(): Promise<Row[]> {
  const said = readClaimed('testing');
  const wrong: Record<'false-spoken' | 'true-replaced', Claimed[]> = { 'false-spoken': [], 'true-replaced': [] };
  for (const one of said) {
    const isSpoken = (await spokenFor(one)).includes(one.sentence);
    if (isSpoken && !one.isSo) wrong['false-spoken'].push(one);
    if (!isSpoken && one.isSo) wrong['true-replaced'].push(one);
  }
  return Object.entries(wrong).map(([what, list]) => {
    if (process.env['CLAIMS_SHOWN'])
      for (const { language, query, calls, sentence } of list)
        console.log(`${what} [${language}] ${calls.join(', ')}: ${query} → ${sentence}`);
    const all = said.filter(({ isSo }) => isSo === (what === 'true-replaced')).length;
    return { ...rowOf(`claims/${what}`, 'ratio', [list.length / all], `${list.length} sentences`), n: all };
  });
}

async function spokenFor({ language, query, calls, earlier, told, sentence }: Claimed): Promise<string> {
  const names = NAMES[language] ?? NAMES['en'];
  if (!names) return '';
  const made = calls.map((one) => callOf(one, names));
  const server = await startScriptedModelServer({
    speed: 'instant',
    models: { scripted: {} },
    answers: [
      { when: afterTool, answer: sentence },
      ...(made.length > 0 ? [{ times: 1, answer: { calls: made.map(({ call }) => call) } }] : []),
      { answer: sentence },
    ],
  });
  const request: ReplyRequest = {
    query,
    tools: toolsOf(made).map((tool) => ({
      ...tool,
      run: async (args) => made.find((one) => isCalled(one.call, tool, args))?.result ?? FAILED,
    })),
    models: { provider: openOllama(server), chat: 'scripted', small: 'scripted', numCtx: 8192 },
    character: { name: 'Jarvis' },
    moment: { language, now: new Date(clock.now()), memories: told },
    messages: earlier.flatMap((one) => exchangeOf(callOf(one, names))),
    house: () => houseOf(names),
    site: 'kitchen',
    signal: new AbortController().signal,
  };
  const said: string[] = [];
  for await (const event of reply(request)) if (event.type === 'sentence') said.push(event.text);
  await server.close();
  return said.join(' ');
}

const isCalled = (call: Made['call'], { name }: Tool, args: object) =>
  call.name === name && JSON.stringify(call.arguments) === JSON.stringify(args);

function exchangeOf({ call, result }: Made): Message[] {
  return [
    { role: 'user', content: '…' },
    { role: 'assistant', content: '', tool_calls: [{ id: '1', ...call }] },
    { role: 'tool', content: result.text, tool_call_id: '1', tool_name: call.name },
    { role: 'assistant', content: '…' },
  ];
}
