import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerTo, openPage } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';
import { until } from './until.js';

/** What is asked on a page in the living room, and devices that the model is told of. */
const ASKED: Record<string, [query: string, ...devices: string[]][]> = {
  en: [
    ['How long do I have to cook lamb?'],
    ['What would be a good light dinner?'],
    ['Who was it that invented the light bulb?'],
    ['Please make it really cosy in here', 'Living Room Light', 'Floor Lamp'],
    ['Which of the windows would you shut when it rains?', 'Kitchen Window'],
  ],
  de: [
    ['Wie lange muss Lamm wohl kochen?'],
    ['Was wäre ein leichtes Rezept bei Licht betrachtet?'],
    ['Mach es hier mal richtig gemütlich', 'Living Room Light', 'Floor Lamp'],
  ],
  fr: [
    ['Comment fait-on cuire un bon agneau pour le dîner ?'],
    ['Rends la pièce un peu plus chaleureuse', 'Living Room Light', 'Floor Lamp'],
  ],
  es: [
    ['¿Cuánto tiempo hay que cocer el cordero?'],
    ['Haz que esto sea más acogedor', 'Living Room Light', 'Floor Lamp'],
  ],
};

describe('what a model is told of the house, in the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  before(async () => {
    server = await startScriptedModelServer({ speed: 'instant', answers: [{ answer: 'As you say.' }] });
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
    await runtime.warm();
  });
  after(async () => {
    await runtime?.stop();
    await server?.close();
  });

  for (const [language, queries] of Object.entries(ASKED)) {
    test(`are the devices that a question is about, and none beside: ${language}`, async () => {
      const page = await openPage(
        runtime.url,
        `browser-0000000${Object.keys(ASKED).indexOf(language)}`,
        'Living Room',
        { language },
      );
      for (const [query, ...devices] of queries) {
        const from = server.requests.length;
        await answerTo(page, query);
        const prompts = () =>
          server.requests
            .slice(from)
            .map(({ body }) => body.messages?.findLast(({ role }) => role === 'user')?.content ?? '')
            .filter((content) => / Answer in \w+\.\]/.test(content));
        await until(() => prompts().length > 0, `the prompt of "${query}"`);
        const told = /<data from="devices">\n([\s\S]*?)\n<\/data>/.exec(prompts()[0] ?? '')?.[1] ?? '';
        if (devices.length === 0) assert.equal(told, '', query);
        for (const device of devices) assert.ok(told.includes(`${device} |`), `${query}: ${told}`);
      }
      await page.close();
    });
  }
});
