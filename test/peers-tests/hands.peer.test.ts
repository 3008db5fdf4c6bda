import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CALLS, type Hands, openHands, TOLD, wishFor } from '../hands.js';
import { openPage } from '../page.js';
import { must } from '../until.js';
import { peer, until } from './peers.js';

/** Its letters are a token each: the prompt is as long as that of a model that reads four letters at a time in 8,192. */
const WINDOW = '32768';
/** Seconds: the first prompt is read by one thread beside everything else. */
const PATIENCE = 120;

describe('every kind of tool, called by the real model server in the shipped flow', () => {
  let hands: Hands;
  before(async () => {
    hands = await openHands({
      env: { JARVIS_MODEL_URL: peer('OLLAMA_URL'), JARVIS_MODEL: 'script' },
      numCtx: WINDOW,
    });
  });
  after(() => hands?.close());

  for (const [index, name] of Object.keys(CALLS).entries()) {
    test(name, async () => {
      // A page each: what was said in one is no dialogue of the next.
      const page = await openPage(hands.runtime.url, `browser-000000${(16 + index).toString(16)}`, 'Kitchen');
      const said = wishFor(name);
      await page.type(said);
      // The automaton says that the answer is forty-two, which few of the tools bear out.
      const answered = () => page.messages.find(({ kind, text }) => kind === 'reply' && text);
      await until(answered, 'the answer', PATIENCE);
      await page.gets('play-end', {});
      const { turn } = must(page.messages.find(({ kind }) => kind === 'heard'));
      const { id, spans } = must((await hands.runtime.turns()).find((one) => one.id === turn));
      const [call, ...others] = spans.filter(({ stage }) => stage === 'tool');
      assert.equal(call?.['tool'], name);
      assert.equal(others.length, 0);
      // The automaton sees no pictures.
      if (name === 'look' || name === 'fetch_page') assert.match(call?.error ?? '', /\w/);
      else assert.equal(call?.error, undefined);
      const trace = await fetch(`${hands.runtime.url}/jarvis/admin/trace/${id}`);
      const told = (await trace.text()).replaceAll('\\n', '\n').replaceAll(/\\+"/g, '"');
      // The trace of what is forgotten holds no words.
      if (name !== 'look' && name !== 'memory_forget') assert.match(told, TOLD[name] ?? /^$/);
      await page.close();
    });
  }
});
