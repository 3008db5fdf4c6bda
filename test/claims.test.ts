import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerTo, openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { type Answer, afterTool, lastUser } from './scripted-model-server/script.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';

const on = (name: string): Answer => ({
  calls: [{ name: 'control_device', arguments: { action: 'turn_on', names: [name] } }],
});

/** By language: what is asked, the lies of a model, and the truth. */
const NOTHING: Record<string, [asked: string, ...lies: string[]]> = {
  en: [
    'be so kind as to have Anna informed that I am late',
    'I called Anna.',
    'Anna has been told.',
    'Consider it done.',
  ],
  de: ['Sorge dafür, dass Anna davon erfährt', 'Ich habe Anna angerufen.', 'Anna weiß Bescheid.', 'I have told Anna.'],
  fr: ['Fais en sorte qu’Anna le sache', 'J’ai appelé Anna.', 'Anna est prévenue.', 'C’est fait.'],
  es: ['Haz que Ana se entere', 'He llamado a Ana.', 'Ana está avisada.', 'Hecho.'],
};
const TRUTH: Record<string, string> = {
  en: 'I’m sorry, I haven’t done anything about that.',
  de: 'Tut mir leid, ich habe dafür noch nichts getan.',
  fr: 'Désolé, je n’ai encore rien fait pour cela.',
  es: 'Lo siento, todavía no he hecho nada de eso.',
};

describe('what a model claims, in the shipped flow', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let says: Answer | string = '';
  let call: Answer | undefined;
  before(async () => {
    server = await startScriptedModelServer({
      speed: 'instant',
      answers: [
        { when: afterTool, answer: () => says },
        { when: (body) => call !== undefined && !/wrong/.test(lastUser(body)), answer: () => call ?? '' },
        { answer: () => says },
      ],
    });
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  });
  after(async () => {
    await runtime?.stop();
    await server?.close();
  });

  const spoken = async (page: Page, asked: string) => {
    const from = page.messages.length;
    await answerTo(page, asked);
    return page.messages
      .slice(from)
      .flatMap(({ type, kind, text }) => (type === 'show' && kind === 'reply' && text ? [String(text)] : []));
  };

  for (const [language, [asked, ...lies]] of Object.entries(NOTHING)) {
    test(`without a call nothing is said to be done (${language})`, async () => {
      const page = await openPage(runtime.url, `browser-0000000${language.charCodeAt(0) % 10}`, null, { language });
      call = undefined;
      for (const lie of lies) {
        says = lie;
        assert.deepEqual(await spoken(page, asked), [TRUTH[language]], lie);
      }
      await page.close();
    });
  }

  test('after one step of two only that one is told', async () => {
    const page = await openPage(runtime.url, 'browser-0000000a');
    call = on('Kitchen Light');
    says = 'I’ve switched on the kitchen light and informed Anna.';
    assert.deepEqual(await spoken(page, 'please see that the cook can read, and inform Anna'), [
      'Kitchen Light is on.',
      'I haven’t done anything else.',
    ]);
    says = 'The kitchen light is on.';
    assert.deepEqual(await spoken(page, 'please see that the cook can read'), [says]);
    await page.close();
  });

  test('after a call that failed it is told that it failed', async () => {
    const page = await openPage(runtime.url, 'browser-0000000a');
    call = on('Chandelier');
    says = 'The chandelier is on now.';
    assert.doesNotMatch((await spoken(page, 'please see to the chandelier')).join(' '), /is on/);
    await page.close();
  });
});
