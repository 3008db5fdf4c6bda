import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { type Browser, openBrowser } from '../browser.js';
import { type ModelTap, openModelTap } from '../model-tap.js';
import { packageRoot } from '../package-root.js';
import { openPage } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { must } from '../until.js';
import { peer, until } from './peers.js';

const DAY_MS = 86_400_000;
const TOLD = 'My locker code is kept in the blue tin.';
const CORRECTED = 'My locker code is kept in the red box.';
/** Milliseconds; it only ends a test that would hang: the real model is slow to read its first prompt. */
const LONG = { timeout: 480_000 };

interface Found {
  kind: string;
  text: string;
  turns: string[];
}
interface Care {
  running: unknown;
  last: { task: string; outcome: string; message?: string } | null;
}

/** What is told one day is known the next: a real Node-RED over restarts, the real model, and the page in Chromium. */
describe('the whole loop of the memory', () => {
  let data: string;
  let tap: ModelTap;
  let runtime: Runtime | undefined;
  let browser: Browser;
  let turn = '';

  before(async () => {
    data = mkdtempSync(path.join(tmpdir(), 'jarvis-memory-loop-'));
    // The model that runs here is too small to write a diary: that one is written as told, and so is what is learned from it.
    tap = await openModelTap(peer('OLLAMA_URL'), ({ format }) => {
      const wanted = Object.keys(format?.properties ?? {});
      if (wanted.includes('summary'))
        return JSON.stringify({ summary: `The person said: ${TOLD}`, topics: ['locker'] });
      const isGraph = JSON.stringify(format ?? {}).includes('branch');
      return isGraph ? JSON.stringify({ facts: [{ branch: 'USER', fact: TOLD }] }) : undefined;
    });
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await runtime?.stop();
    await tap?.close();
    rmSync(data, { recursive: true, force: true });
  });
  afterEach(() => {
    assert.deepEqual(browser.errors, []);
    assert.deepEqual([...browser.outside], []);
  });

  /** Node-RED on a day after the first one, with the same store. */
  async function begin(day: number): Promise<Runtime> {
    await runtime?.stop();
    runtime = await startRuntime({
      env: {
        JARVIS_DATA: data,
        JARVIS_MODEL_URL: tap.url,
        JARVIS_MODEL: 'smollm2-tools',
        NODE_OPTIONS: `--require ${path.join(packageRoot(), 'test/later.js')}`,
        LATER_MS: String(day * DAY_MS),
      },
    });
    await runtime.warm();
    return runtime;
  }

  /** Says something on the page's socket and waits until the reply was heard; where that took too long, it is said again. */
  async function say(text: string): Promise<void> {
    const page = await openPage(must(runtime).url);
    const ended = () =>
      page.messages.findIndex(
        ({ type, kind, last }) => type === 'show' && /^(?:reply|error)$/.test(String(kind)) && last,
      );
    for (let times = 0; times < 4; times++) {
      page.messages.length = 0;
      page.send({ type: 'text', text });
      await until(
        () => ended() >= 0 && page.messages.slice(ended()).some(({ stage }) => stage === 'idle'),
        () => `the reply to "${text}"; got ${JSON.stringify(page.messages).slice(-1500)}`,
        100,
      );
      // The model has read some of the prompt by then, and goes on from there.
      if (!/took too long/.test(String(page.messages[ended()]?.text))) break;
    }
    await page.close();
  }

  const admin = async <T>(route: string, body?: object): Promise<T> => {
    const answer = await fetch(`${must(runtime).url}/jarvis/admin/memory/${route}`, {
      ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${route}: ${await answer.clone().text()}`);
    return (await answer.json()) as T;
  };
  const found = (words: string) => admin<Found[]>(`search?q=${encodeURIComponent(words)}&limit=20`);

  /** The system message that the last question about the locker was asked with. */
  const promptOf = (question: string): string => {
    const asked = must(tap.chats.findLast(({ messages }) => messages.at(-1)?.content.includes(question)));
    return must(asked.messages[0]).content;
  };

  test('what is told is kept at once, word for word, with the turn it came from', LONG, async () => {
    const { turns } = await begin(0);
    await say(`Remember that ${TOLD.toLowerCase().replace('.', '')}`);
    const [line] = (await found('locker code')).filter(({ kind }) => kind === 'graph');
    assert.match(must(line).text, /locker code is kept in the blue tin/i);
    turn = must(must(line).turns[0]);
    const trace = must((await turns()).find(({ id }) => id === turn));
    assert.match(trace.texts.heard ?? '', /locker code/);
    assert.ok(trace.spans.some(({ stage, tool }) => stage === 'call-ahead' && tool === 'remember'));
  });

  test('the next day it stands in the prompt', LONG, async () => {
    await begin(1);
    await say('Where is my locker code?');
    assert.match(promptOf('Where is my locker code?'), /locker code is kept in the blue tin/i);
  });

  test('the page shows it with its turn, and a person corrects it there', LONG, async () => {
    const { page } = browser;
    const url = `${must(runtime).url}/jarvis/memory.html`;
    await page.goto(`${url}#search`);
    await page.getByLabel('What are you looking for?').fill('locker code');
    await page.keyboard.press('Enter');
    const entry = page.locator('#results [data-kind="graph"]', { hasText: 'blue tin' });
    await entry.getByText('Where it came from (1)').click();
    await entry.getByRole('link', { name: 'Conversation 1' }).click();
    await page
      .getByText(/remember that my locker code is kept in the blue tin/i)
      .first()
      .waitFor();
    const nodes = await admin<{ nodes: { id: number; name: string; lines: number }[] }>('graph');
    const holder = must(nodes.nodes.find(({ lines }) => lines > 0));
    await page.goto(`${url}#graph`);
    await page.locator(`[data-node="${holder.id}"]`).click();
    const panel = page.locator('.panel');
    await panel.getByRole('button', { name: /^Correct: .*blue tin/i }).click();
    await panel.getByLabel('Text').fill(CORRECTED);
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByText(CORRECTED).waitFor();
  });

  test('the diary and what is learned from it leave the correction as it is', { timeout: 600_000 }, async () => {
    await admin('maintenance/start', { task: 'diary' });
    const care = await until(
      async () => {
        const state = await admin<Care>('maintenance');
        return state.running === null ? state.last : undefined;
      },
      'the diary to be written',
      540,
    );
    console.log(`the diary's run: ${JSON.stringify(care)}`);
    assert.equal(care.outcome, 'done', care.message);
    const lines = (await found('locker code')).filter(({ kind }) => kind === 'graph');
    assert.ok(lines.some(({ text }) => text === CORRECTED));
    assert.deepEqual(
      lines.filter(({ text }) => /blue tin/i.test(text)),
      [],
    );
  });

  test('and the day after, the prompt says what was corrected', LONG, async () => {
    await begin(2);
    await say('Where do I keep my locker code?');
    const prompt = promptOf('Where do I keep my locker code?');
    assert.match(prompt, /locker code is kept in the red box/);
    assert.doesNotMatch(prompt, /blue tin/i);
  });
});
