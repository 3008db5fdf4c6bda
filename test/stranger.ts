// What a stranger does in the first hour, in a Node-RED that the packed package was installed into: test/stranger.sh runs it.
// node dist/test/stranger.js NODE USER-DIR
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { wavOf } from '../lib/audio/wav.js';
import { heyJarvis, silence } from '../lib/listening/samples.test.helper.js';
import { freePort } from './free-port.js';
import { packageRoot } from './package-root.js';
import { openPage } from './page.js';
import { openSatellite } from './satellite.js';
import { must, until } from './until.js';

const PACKAGE = '@jarvis-flow/node-red-jarvis';
/** The language each sentence of the README is in, in the order they stand there. */
const LANGUAGES = ['en', 'en', 'en', 'en', 'de', 'fr', 'es'];
const STACK_TRACE = /^\s+at .+:\d+:\d+\)?$|unhandled|uncaught|Assertion failed|MaxListeners/im;

const [node = '', userDir = ''] = process.argv.slice(2);

/** The sentences that the README says can be typed. */
function readmeSentences(): string[] {
  const readme = readFileSync(path.join(packageRoot(), 'README.md'), 'utf8');
  const paragraph = must(/type \*turn on the kitchen light\*.*?apaga las luces\*/s.exec(readme))[0];
  return [...paragraph.matchAll(/\*([^*]+?)\*/g)].map(([, sentence]) => must(sentence).replaceAll(/\s+/g, ' '));
}

interface Started {
  url: string;
  mqttPort: number;
  output(): string;
  stop(): Promise<void>;
}

/** Starts Node-RED as its own documentation says, with no settings of ours. */
async function start(): Promise<Started> {
  const [port, mqttPort] = [await freePort(), await freePort()];
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
  await until(
    () => output.includes('Started flows') || child.exitCode !== null,
    () => `Node-RED to start:\n${output}`,
  );
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

async function importTheWholeAssistant({ url }: Started): Promise<void> {
  const library = `${url}/library/examples/flows/${PACKAGE}`;
  const [first] = (await (await fetch(library)).json()) as { fn: string }[];
  const flows = await (await fetch(`${library}/${encodeURIComponent(must(first).fn)}`)).json();
  const { status } = await fetch(`${url}/flows`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'node-red-api-version': 'v2' },
    body: JSON.stringify({ flows }),
  });
  assert.equal(status, 200);
}

async function typeAll({ url }: Started): Promise<void> {
  // In a room, as the README asks for: "the lights" are that room's.
  const page = await openPage(url, 'browser-0000000a', 'kitchen');
  for (const [index, text] of readmeSentences().entries()) {
    const before = page.messages.length;
    const answer = () => page.messages.slice(before).find(({ kind }) => kind === 'reply' || kind === 'error');
    page.send({ type: 'language', language: LANGUAGES[index] });
    page.send({ type: 'text', text });
    await until(() => answer() !== undefined, `an answer to "${text}"`);
    console.log(`  ${text}: ${answer()?.['text']}`);
    assert.equal(answer()?.['kind'], 'reply');
  }
  await page.close();
}

/** A satellite's microphone hears "hey Jarvis", from a file, in real time. */
async function wake({ mqttPort }: Started): Promise<void> {
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

async function main(): Promise<void> {
  let red = await start();
  await until(() => red.output().includes('00 - The whole assistant'), 'the log to say what to import');
  assert.equal((await fetch(`${red.url}/jarvis/session`)).status, 409, 'the page says that there is no flow');
  await importTheWholeAssistant(red);
  await until(
    () => red.output().includes('[jarvis] Listening'),
    () => `it to listen:\n${red.output()}`,
  );
  await typeAll(red);
  await wake(red);
  await red.stop();
  red = await start();
  await until(() => red.output().includes('[jarvis] The page: http://'), 'the checklist');
  await typeAll(red);
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
