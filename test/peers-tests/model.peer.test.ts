import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { z } from 'zod';
import { parseJudgement } from '../../lib/deciding/judge-parse.js';
import { contexts, MODEL_CONTEXTS } from '../../lib/llm/contexts.js';
import { ask, type Models, stream, warm } from '../../lib/llm/gateway.js';
import { openOllama } from '../../lib/llm/ollama.js';
import { openOpenAi } from '../../lib/llm/openai.js';
import { modelSize } from '../../lib/llm/size.js';
import { type ChatPart, NoNativeTools, type SchemaContext, type Tool } from '../../lib/llm/types.js';
import { type ReplyEvent, type ReplyRequest, reply, warmReply } from '../../lib/replying/loop.js';
import { contextOf, inContext, systemPrompt } from '../../lib/replying/prompt.js';
import { Trace } from '../../lib/turn/trace.js';

const url = process.env['OLLAMA_URL'] ?? '';
assert.ok(url, 'OLLAMA_URL is not set: bring the model server up with test/peers/model-server/up.sh');
const provider = openOllama({ url });
const signal = new AbortController().signal;
/** Long enough for a busy machine; nothing here depends on it. */
const patient = <Row extends { budgetMs: number }>(row: Row): Row => ({ ...row, budgetMs: 240_000 });

const weather: Tool = {
  name: 'get_weather',
  description: 'Says what the weather is.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  run: async ({ city }) => ({ ok: true, text: `In ${city} the answer is forty-two.` }),
};

function models(name: string, numCtx = 2048): Models {
  return { provider, chat: name, small: name, numCtx };
}

function request(model: string, query: string, more: Partial<ReplyRequest> = {}): ReplyRequest {
  return {
    query,
    tools: [],
    models: models(model),
    // A short persona: the small machine reads about forty tokens a second.
    character: { name: 'Jarvis', persona: 'You are Jarvis.' },
    moment: { language: 'en', now: new Date() },
    site: 'kitchen',
    signal,
    ...more,
  };
}

async function collect(of: ReplyRequest): Promise<ReplyEvent[]> {
  const events: ReplyEvent[] = [];
  for await (const event of reply(of)) events.push(event);
  return events;
}

test('says what the models can do and how big they are', async () => {
  const names = await provider.models(signal);
  for (const name of ['smollm2', 'smollm2-tools', 'script', 'embed']) assert.ok(names.includes(name), names.join());
  const plain = await provider.info('smollm2', signal);
  assert.equal(plain.tools, false);
  assert.equal(plain.thinking, false);
  assert.ok((plain.parameters ?? 0) > 1.3e8 && (plain.parameters ?? 0) < 1.4e8);
  assert.equal(modelSize('smollm2', plain.parameters), 'small');
  assert.equal((await provider.info('smollm2-tools', signal)).tools, true);
  const [vector] = await provider.embed('embed', ['tea'], signal);
  assert.equal(vector?.length, 32);
});

test('a model that is not there says how to get it', async () => {
  const parts = stream(models('no-such-butler'), contexts.reply, {
    messages: [{ role: 'user', content: 'hi' }],
    signal,
  });
  await assert.rejects(parts.next(), { code: 'model-missing', message: /ollama pull no-such-butler/ });
});

test('tools for a model without them is NoNativeTools', async () => {
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const parts = stream(models('smollm2'), contexts.reply, { messages, tools: [weather], signal });
  await assert.rejects(parts.next(), NoNativeTools);
});

test('thinking is not asked of a model that can’t', async () => {
  const row = { ...contexts.warmUp, think: true };
  const parts: ChatPart[] = [];
  const messages = [{ role: 'user' as const, content: 'hi' }];
  for await (const part of stream(models('script'), row, { messages, signal })) parts.push(part);
  assert.equal(parts.at(-1)?.type, 'done');
});

test('a native tool round trip, spoken', async () => {
  const trace = new Trace('t', 'kitchen', 'text');
  const events = await collect(request('script', 'what is the weather', { tools: [weather], trace }));
  const tool = events.find((event) => event.type === 'tool');
  assert.deepEqual(tool?.type === 'tool' && tool.call.arguments, { city: 'Paris' });
  const end = events.at(-1);
  assert.ok(end?.type === 'end');
  assert.equal(end.text, 'Sure, the answer is forty-two. Anything else?');
  assert.equal(end.question, true);
  const calls = trace.record().spans.filter(({ stage }) => stage === 'model');
  assert.equal(calls.length, 2);
  for (const span of calls) {
    assert.equal(span['context'], 'reply');
    assert.ok(Number(span['promptTokens']) > 0 && Number(span['answerTokens']) > 0 && Number(span['promptMs']) > 0);
  }
});

test('the first sentence comes before the model has finished', async () => {
  const parts: string[] = [];
  const watched: Models = {
    ...models('script'),
    provider: {
      ...provider,
      chat: async function* (of) {
        for await (const part of provider.chat(of)) {
          parts.push(part.type);
          yield part;
        }
      },
    },
  };
  let atFirst: string | undefined;
  for await (const event of reply(request('script', 'hello there', { models: watched }))) {
    if (event.type === 'sentence') atFirst ??= parts.at(-1);
  }
  assert.equal(atFirst, 'text');
  assert.equal(parts.at(-1), 'done');
});

for (const name of ['smollm2', 'smollm2-tools']) {
  test(`${name} answers in words, with tools at hand`, { timeout: 300_000 }, async () => {
    let first: string | undefined;
    for await (const event of reply(request(name, 'Say hello.', { tools: [weather] }))) {
      if (event.type !== 'sentence') continue;
      first = event.text;
      // So small a model may go on for minutes.
      break;
    }
    assert.ok(first);
    assert.doesNotMatch(first, /```|tool_call|<\|/);
  });
}

test('JSON after a schema from a real model', { timeout: 300_000 }, async () => {
  const mood: SchemaContext<{ mood: 'good' | 'bad'; note: string }> = {
    ...patient(contexts.judge),
    schema: z.object({ mood: z.enum(['good', 'bad']), note: z.string().max(40) }),
  };
  const messages = [{ role: 'user' as const, content: 'How are you? Answer as JSON with mood and note.' }];
  const answer = await ask(models('smollm2'), mood, { messages, signal });
  assert.match(answer.mood, /^(good|bad)$/);
  // A grammar holds no number below 1; what the judge node makes of such an answer does.
  const read = (text: string) => parseJudgement(text, { name: 'jarvis' });
  const judgement = await ask(models('smollm2'), patient(contexts.judge), { messages, signal, read });
  assert.equal(typeof judgement.directed, 'boolean');
});

test('every schema of the table is one that the server can hold a model to', { timeout: 300_000 }, async () => {
  for (const { name, schema } of MODEL_CONTEXTS) {
    if (!schema) continue;
    const format = z.toJSONSchema(schema) as Record<string, unknown>;
    const asked = { model: 'smollm2', messages: [{ role: 'user' as const, content: 'Hello.' }], format };
    const parts: ChatPart[] = [];
    for await (const part of provider.chat({ ...asked, temperature: 0, numCtx: 2048, maxTokens: 2, signal })) {
      parts.push(part);
    }
    assert.equal(parts.at(-1)?.type, 'done', name);
  }
});

test('an abort really ends the model’s work', { timeout: 300_000 }, async () => {
  // One slot: the second answer can only begin when the first call has left it.
  const endless = { ...contexts.reply, maxTokens: 4000 };
  for (let round = 0; round < 5; round++) {
    const stop = new AbortController();
    const messages = [{ role: 'user' as const, content: `Tell a very long story about number ${round}.` }];
    await assert.rejects(
      async () => {
        for await (const _ of stream(models('tiny'), endless, { messages, signal: stop.signal })) stop.abort();
      },
      { name: 'AbortError' },
    );
  }
  const parts: ChatPart[] = [];
  const messages = [{ role: 'user' as const, content: 'hi' }];
  const short = { ...contexts.reply, maxTokens: 5 };
  for await (const part of stream(models('tiny'), short, { messages, signal })) parts.push(part);
  assert.equal(parts.at(-1)?.type, 'done');
});

test('warming up spares the reply the head of the prompt', { timeout: 300_000 }, async () => {
  // A name that the server has never seen, so that nothing of the prompt is in its cache yet.
  const character = { name: `Jarvis ${randomUUID()}` };
  const { models: of, moment } = request('smollm2', '');
  const trace = new Trace('t', 'kitchen', 'text');
  await warmReply({ models: of, character, tools: [], signal, trace });
  // The machine may be busy with something else: the quickest of a few counts.
  for (let round = 0; round < 4; round++) {
    const messages = [
      { role: 'system' as const, content: systemPrompt(character, { size: 'small', protocol: 'native', tools: [] }) },
      inContext({ role: 'user', content: `Hello ${round}.`, context: contextOf(moment) }),
    ];
    const short = { ...patient(contexts.reply), maxTokens: 3 };
    for await (const _ of stream(of, short, { messages, signal, trace })) {
      // Only the time counts.
    }
  }
  const [warmed, ...asked] = trace.record().spans.filter(({ stage }) => stage === 'model');
  assert.equal(warmed?.['context'], 'warm-up');
  const quickest = Math.min(...asked.map((span) => Number(span['promptMs'])));
  const counts = JSON.stringify([warmed, ...asked]);
  assert.ok(Number(asked[0]?.['promptTokens']) > Number(warmed?.['promptTokens']), counts);
  assert.ok(quickest < Number(warmed?.['promptMs']) / 2, counts);
});

test('a warm-up that is no longer wanted lets go', async () => {
  const stop = new AbortController();
  const warming = warm(models('script'), { messages: [{ role: 'user', content: 'x' }], signal: stop.signal });
  stop.abort();
  await warming;
});

test('the same server as an OpenAI-compatible one', async () => {
  const openai: Models = { provider: openOpenAi({ url }), chat: 'script', small: 'script', numCtx: 2048 };
  const events = await collect(request('script', 'what is the weather', { tools: [weather], models: openai }));
  const end = events.at(-1);
  assert.ok(end?.type === 'end');
  assert.equal(end.calls.length, 1);
  assert.equal(end.text, 'Sure, the answer is forty-two. Anything else?');
  const plain: Models = { ...openai, chat: 'smollm2' };
  const messages = [{ role: 'user' as const, content: 'hi' }];
  await assert.rejects(stream(plain, contexts.reply, { messages, tools: [weather], signal }).next(), NoNativeTools);
  assert.ok((await openai.provider.models(signal)).some((name) => name.startsWith('script')));
});
