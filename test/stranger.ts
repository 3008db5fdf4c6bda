// What a stranger does in the first hour, in a Node-RED that the packed package was installed into: test/stranger.sh runs it.
// node build/test/stranger.js NODE USER-DIR [chromium]
import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { wavOf } from '../lib/audio/wav.js';
import { heyJarvis, silence } from '../lib/listening/samples.test.helper.js';
import { type Browser, openBrowser } from './browser.js';
import { deploy } from './deploying.js';
import { freePort } from './free-port.js';
import { answerTo, openPage } from './page.js';
import { readmeSentences } from './readme-sentences.js';
import type { FlowNode } from './runtime.js';
import { openSatellite } from './satellite.js';
import { must, until } from './until.js';

const PACKAGE = '@jarvis-flow/node-red-jarvis';
const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$|unhandled|uncaught|Assertion failed|MaxListeners/im;

const [node = '', userDir = '', chromium] = process.argv.slice(2);

/** A version of Node.js for which SQLite comes with the package; an older one would fetch or build it. */
const remembers = Number(execFileSync(node, ['-p', 'process.versions.node.split(".")[0]'], { encoding: 'utf8' })) > 20;

/** What the README has people type; without SQLite nothing is remembered. */
const sentences = readmeSentences().filter((text) => remembers || !/remember|should I not eat/.test(text));

interface Started {
  url: string;
  mqttPort: number;
  output(): string;
  stop(): Promise<void>;
}

/** Starts Node-RED as its own documentation says, with no settings of ours. */
async function start(port: number, mqttPort: number): Promise<Started> {
  const child: ChildProcess = spawn(
    node,
    [path.join(userDir, 'node_modules/node-red/red.js'), '-u', userDir, '-p', String(port)],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, JARVIS_MQTT_PORT: String(mqttPort), JARVIS_MODEL_URL: 'http://127.0.0.1:9' },
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      output += text;
    });
  }
  // Node-RED opens its port beside starting the flows, and may finish either first.
  for (const line of ['Started flows', 'Server now running at']) {
    await until(
      () => output.includes(line) || child.exitCode !== null,
      () => `Node-RED to print "${line}":\n${output}`,
    );
  }
  assert.equal(child.exitCode, null, output);
  return {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    output: () => output,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      assert.doesNotMatch(output, STACK_TRACE);
    },
  };
}

async function theWholeAssistant({ url }: Started): Promise<FlowNode[]> {
  const library = `${url}/library/examples/flows/${PACKAGE}`;
  const [first] = (await (await fetch(library)).json()) as { fn: string }[];
  return (await (await fetch(`${library}/${encodeURIComponent(must(first).fn)}`)).json()) as FlowNode[];
}

/** Types sentences into the page, and gives the answers; none may be an apology. */
async function type({ url }: Started, sentences: readonly string[]): Promise<string[]> {
  // In a room, as the README asks for: "the lights" are that room's.
  const page = await openPage(url, 'browser-0000000a', 'kitchen');
  const answers: string[] = [];
  for (const text of sentences) {
    const answer = await answerTo(page, text);
    console.log(`  ${text}: ${answer.text}`);
    assert.equal(answer.kind, 'reply', `${text}: ${answer.text}`);
    answers.push(String(answer.text));
  }
  await page.close();
  return answers;
}

const says = async (red: Started, text: string) => must((await type(red, [text]))[0]);

/** A satellite's microphone hears "hey Jarvis", from a file, in real time. */
async function wakeSatellite({ mqttPort }: Started): Promise<void> {
  const satellite = await openSatellite(mqttPort);
  const sound = Buffer.concat([silence(0.5), heyJarvis, silence(2)]);
  for (let at = 0; at < sound.length; at += 2560) {
    const wav = wavOf({ rate: 16_000, samples: sound.subarray(at, at + 2560) });
    await satellite.say('hermes/audioServer/kitchen/audioFrame', wav);
    await new Promise((resolve) => setTimeout(resolve, 80));
  }
  const states = () =>
    satellite.heard.filter(({ topic }) => topic === 'jarvis/kitchen/state').map(({ payload }) => String(payload));
  await until(
    () => states().includes('listening'),
    () => `the wake word; states: ${states()}`,
  );
  await satellite.close();
}

/** The page in Chromium, whose microphone hears "hey Jarvis" from a file. */
async function openChromium({ url }: Started): Promise<Browser> {
  const microphone = path.join(userDir, 'microphone.wav');
  writeFileSync(microphone, wavOf({ rate: 16_000, samples: Buffer.concat([silence(1), heyJarvis, silence(30)]) }));
  const browser = await openBrowser({ microphone });
  // It only ends a test that would hang.
  browser.page.setDefaultTimeout(120_000);
  await browser.page.goto(`${url}/jarvis/`);
  await connected(browser);
  return browser;
}

const connected = ({ page }: Browser) => page.waitForSelector('#connection[data-state="open"]');

async function wakeChromium({ page }: Browser): Promise<void> {
  await page.locator('label.wake').click();
  await page.waitForSelector('#stage[data-stage="listening"]');
  await page.waitForSelector('#stage[data-stage="idle"]');
  await page.locator('label.wake').click();
  console.log('  "Hey Jarvis" into the microphone of Chromium woke it');
}

/** The page has found its way back, and what is typed into it is done. */
async function lampTo(state: 'on' | 'off', browser: Browser): Promise<void> {
  const { page } = browser;
  await connected(browser);
  await page.fill('#say', `turn ${state} the kitchen light`);
  await page.press('#say', 'Enter');
  await page.waitForSelector(`[data-entity="light.kitchen_light"][data-state="${state}"]`);
}

async function main(): Promise<void> {
  const [port, mqttPort] = [await freePort(), await freePort()];
  let red = await start(port, mqttPort);
  await until(() => red.output().includes('00 - The whole assistant'), 'the log to say what to import');
  assert.equal((await fetch(`${red.url}/jarvis/session`)).status, 409, 'the page says that there is no flow');
  const flows = await theWholeAssistant(red);
  await deploy(red, flows, 'full');
  await until(
    () => red.output().includes('[jarvis] Listening'),
    () => `it to listen:\n${red.output()}`,
  );
  await type(red, sentences);
  const browser = chromium === 'chromium' ? await openChromium(red) : undefined;
  if (browser) await wakeChromium(browser);
  else await wakeSatellite(red);

  console.log('deployed anew, everything and then one node:');
  await deploy(red, flows, 'full');
  assert.match(await says(red, 'turn on the kitchen light'), /kitchen light/i);
  if (browser) await lampTo('off', browser);
  const moved = flows.map((each) => (each.type === 'jarvis-command' ? { ...each, name: 'house commands' } : each));
  assert.notDeepEqual(moved, flows);
  await deploy(red, moved, 'nodes');
  assert.match(await says(red, 'turn on the kitchen light'), /kitchen light/i);
  if (browser) await lampTo('off', browser);

  console.log('started anew:');
  await red.stop();
  if (browser) await browser.page.waitForSelector('#connection[data-state="lost"]');
  red = await start(port, mqttPort);
  await until(() => red.output().includes('[jarvis] The page: http://'), 'the checklist');
  if (remembers) assert.match(await says(red, 'what should I not eat?'), /^You told me that you can't eat nuts/);
  await type(red, sentences);
  if (remembers) assert.match(await says(red, "forget that I can't eat nuts"), /^I no longer remember/);
  const sites = (await (await fetch(`${red.url}/jarvis/admin/sites`)).json()) as { id: string; area?: string }[];
  assert.equal(sites.find(({ id }) => id === 'kitchen')?.area, 'Kitchen');
  if (browser) {
    await lampTo('on', browser);
    // While nobody answered, asking was in vain; nothing else may have gone wrong.
    for (const error of browser.errors) assert.match(error, /ERR_CONNECTION|ERR_EMPTY_RESPONSE|503/);
    assert.deepEqual([...browser.outside], []);
    await browser.close();
  }
  await red.stop();
  const said = red
    .output()
    .split('\n')
    .filter((line) => line.includes('[jarvis]'));
  console.log(said.map((line) => line.replace(/^.*\[jarvis\]/, ' ')).join('\n'));
}

main().catch((thrown) => {
  console.error(thrown);
  process.exit(1);
});
