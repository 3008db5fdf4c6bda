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

/** By language: orders for which there is no tool, with what nobody has done and what may be said. */
const ORDERS: Record<string, [asked: string, false: string[], free: string[]][]> = {
  en: [
    [
      'email my boss that I’m sick',
      ['Your boss knows that you’re sick.'],
      ['No mailbox is set up here.', 'Which address should I use?', 'You could call the office.'],
    ],
    [
      'have the hedge trimmed on Friday',
      ['The gardener comes on Friday.', 'The hedge won’t bother you any more.', 'Trimmed and tidy.'],
      ['I can’t hire anybody or call a gardener.', 'Gardeners usually cost forty euros an hour.'],
    ],
    ['water the plants', ['The plants have been watered.'], ['If you connect a pump, I’ll water them.']],
  ],
  de: [
    [
      'Maile meinem Chef, dass ich krank bin',
      ['Dein Chef weiß es jetzt.'],
      ['Ein Postfach ist hier nicht eingerichtet.', 'Du könntest im Büro anrufen.'],
    ],
    ['Gieß die Pflanzen', ['Die Erde ist feucht.'], ['Eine Pumpe sehe ich nicht.']],
  ],
  fr: [
    [
      'Écris à mon chef que je suis malade',
      ['Votre chef le sait.', 'Le mot est parti.'],
      ['Aucune messagerie n’est configurée.', 'Vous pourriez appeler le bureau.'],
    ],
    ['Arrose les plantes', ['Les plantes ont été arrosées.'], ['Je ne vois pas de pompe ici.']],
  ],
  es: [
    [
      'Escribe a mi jefe que estoy enfermo',
      ['Tu jefe ya lo sabe.'],
      ['No hay ningún buzón configurado.', 'Podrías llamar a la oficina.'],
    ],
    ['Riega las plantas', ['Las plantas tienen agua.', 'La tierra está húmeda.'], ['No veo ninguna bomba aquí.']],
  ],
};
/** What is asked for with the verbs of orders, or without one, and said without a claim. */
const WORDS: Record<string, [asked: string, said: string][]> = {
  en: [
    ['write me a poem about a lamp', 'The lamps were lit, the guests had come.'],
    ['a haiku about the rain', 'Rain sings on the roof, the garden drinks.'],
    ['that was a long day', 'The evening is yours.'],
    ['use the word serendipity in a sentence', 'Finding that cafe was pure serendipity.'],
    ['put together a workout for beginners', 'Ten squats and a short run.'],
    ['translate “the door is closed” into Italian', 'La porta è chiusa.'],
  ],
  de: [
    ['Erzähl mir eine Geschichte von einem Ritter', 'Der Ritter hatte das Tor geöffnet.'],
    ['ein Gedicht über den Herbst', 'Die Blätter sind gefallen, die Felder geräumt.'],
    ['Das war ein langer Tag', 'Der Abend gehört dir.'],
    ['Entwirf eine Packliste für den Strand', 'Handtuch, Sonnencreme, Hut.'],
  ],
  fr: [
    ['Raconte-moi une histoire de roi', 'Le vieux roi avait fermé toutes les portes.'],
    ['un haïku sur la pluie', 'La pluie chante, le jardin boit.'],
    ['Fais une phrase avec le mot mer', 'La mer était calme ce matin.'],
  ],
  es: [
    ['Cuéntame un cuento de gigantes', 'El gigante había cerrado la puerta.'],
    ['un haiku sobre la lluvia', 'La lluvia canta, el jardín bebe.'],
    ['Pon esta frase en pasado: voy', 'Fui.'],
  ],
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

  for (const [language, orders] of Object.entries(ORDERS)) {
    test(`behind an order that nobody has carried out what speaks of it is a claim, and what denies it isn’t (${language})`, async () => {
      const page = await openPage(runtime.url, `browser-1000000${language.charCodeAt(0) % 10}`, null, { language });
      call = undefined;
      for (const [asked, lies, free] of orders) {
        for (says of lies) assert.deepEqual(await spoken(page, asked), [TRUTH[language]], `${says}`);
        for (says of free) assert.deepEqual(await spoken(page, asked), [says], `${says}`);
      }
      await page.close();
    });
  }

  for (const [language, asked] of Object.entries(WORDS)) {
    test(`who asks for words is given them (${language})`, async () => {
      const page = await openPage(runtime.url, `browser-2000000${language.charCodeAt(0) % 10}`, null, { language });
      call = undefined;
      for (const [query, text] of asked) {
        says = text;
        assert.deepEqual(await spoken(page, query), [text], query);
      }
      await page.close();
    });
  }

  test('what stands in quotation marks is the model’s own behind an order, and a story’s where one is asked for', async () => {
    const page = await openPage(runtime.url, 'browser-0000000a');
    call = undefined;
    for (says of ['"The invoice is paid."', '“I’ve paid it.”', 'Sure: "Your invoice was paid."'])
      assert.doesNotMatch((await spoken(page, 'pay the invoice')).join(' '), /paid/, `${says}`);
    says = 'The king said: “I’ve paid the invoice.”';
    assert.deepEqual(await spoken(page, 'tell us a story about a king'), [says]);
    await page.close();
  });

  test('after one step of two only that one is told', async () => {
    const page = await openPage(runtime.url, 'browser-0000000a');
    call = on('Kitchen Light');
    says = 'I’ve switched on the kitchen light and informed Anna.';
    assert.deepEqual(await spoken(page, 'please see that the cook can read, and inform Anna'), [
      'Kitchen Light is on.',
      'I haven’t done anything else.',
    ]);
    for (says of ['The kitchen light is on, and Anna knows.', 'Anna won’t wait for you any more.', 'Both are done.'])
      assert.doesNotMatch(
        (await spoken(page, 'switch on the kitchen light and inform Anna')).join(' '),
        /Anna|Both/,
        `${says}`,
      );
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
