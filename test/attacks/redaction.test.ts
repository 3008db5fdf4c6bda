import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { openPage, type Page } from '../page.js';
import { type Runtime, startRuntime } from '../runtime.js';
import { openSatellite, type Satellite } from '../satellite.js';
import { afterTool, lastUser } from '../scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from '../scripted-model-server/server.js';
import { until } from '../until.js';

/** What people say about lighthouses, and the secrets in it that nothing may keep. */
const SAID: [sentence: string, ...secrets: string[]][] = [
  ['tell me about lighthouses, my card is ４１１１ １１１１ １１１１ １１１１', '４１１１ １１１１', '4111 1111'],
  ['tell me about lighthouses, my card is 5555\u00A05555\u202F5555\n4444', '5555\u00A05555', '5555 5555'],
  ['tell me about lighthouses and use blue walrus as the wifi password', 'walrus'],
  ['what is a lighthouse? mein Passwort ist das Wort Apfelkuchen', 'Apfelkuchen'],
  ['what is a lighthouse? le digicode est 45B12', '45B12'],
  ['what is a lighthouse? mi contraseña es girasol azul', 'girasol'],
  ['what is a lighthouse? mi DNI es 12345678Z', '12345678Z'],
  ['what is a lighthouse? meine Steuer-ID ist 86 095 742 719', '742 719'],
  ['what is a lighthouse? my passport number is C01X00T47', 'C01X00T47'],
  ['what is a lighthouse? glpat-aBcDeFgHiJkLmNoPqRsT', 'aBcDeFgHiJkL'],
  ['what is a lighthouse? they texted me 482913', '482913'],
  ['what is a lighthouse? 593817 is your 2FA', '593817'],
  ['what is a lighthouse? oauth_token = moonbeam', 'moonbeam'],
  ['what is a lighthouse? moje hasło to niebieski7', 'niebieski7'],
  ['what is a lighthouse? die PIN von der Haustür lautet acht eins sieben neun', 'acht eins sieben'],
];
/** What people want kept, and the secret in it that isn't. */
const TO_KEEP: [sentence: string, secret: string, answer: RegExp][] = [
  ['remember that the alarm code is four seven one one', 'seven one one', /don’t keep secrets/],
  ['remember my wifi password moonbeam', 'moonbeam', /don’t keep secrets/],
  ['remember that 48291377 is my verification code', '48291377', /don’t keep secrets/],
];
/** What a model says and hands to tools by itself. */
const TOLD = ['hunter2hunter', 'xoxb-9876543210-abcdefABCDEF12'];

let data: string;
let server: ScriptedModelServer;
let runtime: Runtime;
let page: Page;
let satellite: Satellite;

before(async () => {
  data = mkdtempSync(path.join(tmpdir(), 'jarvis-redaction-'));
  server = await startScriptedModelServer({
    speed: 'instant',
    answers: (request) => {
      if (!/remember the router/.test(lastUser(request)) || !request.tools?.length) return 'A tower with a lamp.';
      if (afterTool(request)) return `Kept. The key is ${TOLD[1]}.`;
      return { calls: [{ name: 'remember', arguments: { text: `The router's password is ${TOLD[0]}` } }] };
    },
  });
  runtime = await startRuntime({ env: { JARVIS_DATA: data, JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  await runtime.warm();
  page = await openPage(runtime.url);
  satellite = await openSatellite(runtime.mqttPort);
});
after(async () => {
  await page?.close();
  await satellite?.close();
  await runtime?.stop();
  await server?.close();
  rmSync(data, { recursive: true, force: true });
});

/** Every byte of the files in the data folder, the store's log included. */
const stored = () =>
  readdirSync(data, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.startsWith('jarvis.db'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)).toString('utf8'))
    .join('\n');

/** No secret is where somebody or something could read it later. */
async function nowhere(secrets: readonly string[]): Promise<void> {
  const places = {
    prompts: server.requests.map(({ body }) => JSON.stringify(body)).join('\n'),
    traces: JSON.stringify(await runtime.turns()),
    log: runtime.output(),
    store: stored(),
    screens: satellite.heard
      .map(({ topic, payload }) => (/^jarvis\//.test(topic) ? `${topic} ${payload}` : ''))
      .join('\n'),
  };
  for (const [place, text] of Object.entries(places)) {
    for (const secret of secrets) {
      assert.ok(!text.includes(secret), `${secret} is in the ${place}`);
      assert.ok(!text.includes(JSON.stringify(secret).slice(1, -1)), `${secret} is in the ${place}`);
    }
  }
}

test('a typed secret reaches no prompt, trace, log or store', async () => {
  for (const [index, [sentence]] of SAID.entries()) {
    await page.type(sentence);
    await page.gets('show', { kind: 'reply', last: true }, index + 1);
    await page.gets('play-end', {}, index + 1);
  }
  await until(
    async () => (await runtime.turns()).filter(({ texts }) => texts.reply !== undefined).length >= SAID.length,
    'the traces',
  );
  assert.ok(server.requests.some(({ body }) => JSON.stringify(body).includes('lighthouse')));
  await until(() => stored().includes('lighthouse'), 'the store to have it');
  await nowhere(SAID.flatMap(([, ...secrets]) => secrets));
});

test('nor does one that is to be remembered, and the answer promises nothing', async () => {
  for (const [sentence, , answer] of TO_KEEP) {
    const known = page.messages.length;
    await page.type(sentence);
    const shown = () =>
      page.messages.slice(known).findLast(({ type, kind, text }) => type === 'show' && kind === 'reply' && text);
    const { text } = await until(shown, `an answer to "${sentence}"`);
    assert.match(String(text), answer);
  }
  await nowhere(TO_KEEP.map(([, secret]) => secret));
});

test('nor does one that the model says itself or hands to a tool', async () => {
  await page.type('please remember the router for me');
  const reply = await until(async () => {
    const replies = (await runtime.turns()).map(({ texts }) => texts.reply ?? '');
    return replies.find((text) => text.includes('The key is'));
  }, 'the reply in the trace');
  assert.equal(reply, 'Kept. The key is [token].');
  assert.ok(server.requests.some(({ body }) => body.messages?.some(({ role }) => role === 'tool')));
  await nowhere(TOLD);
});

test('nor do the screens of a room show one that was heard there', async () => {
  const text = 'Jarvis, what is a lighthouse? My card is 4111 1111 1111 1111';
  await satellite.say('hermes/asr/textCaptured', { siteId: 'kitchen', text, likelihood: 1, seconds: 1 });
  const heard = await satellite.hears('jarvis/kitchen/heard');
  assert.match(String(heard.payload), /My card is \[card\]/);
  await satellite.hears('jarvis/kitchen/spoken');
  await nowhere(['4111 1111 1111 1111']);
});

test('what is no secret is not touched', async () => {
  const text = 'what is a lighthouse? The dress code is black tie, dinner is at 19:30 for 12 people';
  await page.type(text);
  await until(async () => (await runtime.turns()).some(({ texts }) => texts.heard === text), 'the trace');
  await until(
    () => server.requests.some(({ body }) => JSON.stringify(body).includes('19:30 for 12 people')),
    'the prompt',
  );
});
