import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { apology } from '../lib/turn/apologies.js';
import { openPage, type Page } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { startScriptedModelServer } from './scripted-model-server/server.js';
import { until } from './until.js';

/** Nobody listens there. */
const NOWHERE = 'http://127.0.0.1:9';

/** Types a sentence, and gives everything that is shown of the answer once it was played. */
async function answered(page: Page, text: string): Promise<string> {
  const from = page.messages.length;
  const sound = page.sound();
  const since = () => page.messages.slice(from);
  await page.type(text);
  await until(
    () => since().some(({ type, kind, last }) => type === 'show' && kind !== 'heard' && last),
    () => `an answer to "${text}": ${JSON.stringify(since())}`,
  );
  await until(() => since().some(({ type }) => type === 'play-end') && page.sound() > sound, `the sound of "${text}"`);
  await until(() => since().findLast(({ type }) => type === 'stage')?.['stage'] === 'idle', `silence after "${text}"`);
  const shown = since().filter(({ type, kind }) => type === 'show' && kind !== 'heard');
  assert.deepEqual([...new Set(shown.map(({ kind }) => kind))], ['reply'], `"${text}" is answered, not apologised for`);
  return shown.flatMap((message) => (message['text'] ? [String(message['text'])] : [])).join(' ');
}

describe('the first words of somebody who has no model server', () => {
  let runtime: Runtime;
  let page: Page;
  before(async () => {
    // 23:05 in Berlin on the 22nd is tomorrow, and another hour, where the house stands.
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: NOWHERE, TZ: 'Pacific/Auckland' } });
    page = await openPage(runtime.url);
  });
  after(async () => {
    await page?.close();
    await runtime?.stop();
  });

  const answers: [string, RegExp][] = [
    ['hello', /^Good (?:morning|afternoon|evening)\.$/],
    ['thank you', /^You’re welcome\.$/],
    ['what can you do?', /“turn on the kitchen light”, “what is on\?”.*time and the date/],
    ['help', /“turn on the kitchen light”/],
    ['stop', /^All right\. Nothing is running\.$/],
  ];
  for (const [said, answer] of answers) {
    test(`"${said}"`, async () => assert.match(await answered(page, said), answer));
  }

  test('time and date are those of the house', async () => {
    const clock = () =>
      new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit', timeZone: 'Pacific/Auckland' }).format();
    const around = [clock(), await answered(page, 'what time is it?'), clock()];
    assert.ok(around[1] === `It’s ${around[0]}.` || around[1] === `It’s ${around[2]}.`, around.join());
    const day = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'Pacific/Auckland' });
    assert.match(
      await answered(page, 'what day is it today?'),
      new RegExp(`^It’s ${day.format()}, \\w+ \\d+, \\d{4}\\.$`),
    );
  });

  test('what was told is said back, and what was not is not made up', async () => {
    assert.match(await answered(page, 'what should I not eat?'), /^You haven’t told me about that\./);
    assert.equal(await answered(page, "remember that I can't eat nuts"), "I’ll remember that you can't eat nuts.");
    assert.equal(await answered(page, 'what should I not eat?'), "You told me that you can't eat nuts.");
    assert.equal(await answered(page, "remember that I don't eat pork"), "I’ll remember that you don't eat pork.");
    assert.match(await answered(page, 'what should I not eat?'), /^You told me that you .* and that you .*\.$/);
    assert.equal(await answered(page, 'what did I tell you about Bob?'), 'You haven’t told me about that.');
    assert.match(await answered(page, 'what do you know about me?'), /nuts/);
    assert.match(await answered(page, "forget that I don't eat pork"), /^I no longer remember this: I don't eat pork/);
    assert.equal(await answered(page, 'what should I not eat?'), "You told me that you can't eat nuts.");
  });

  test('what is told with a day is known on that day, and a secret is not kept', async () => {
    assert.equal(await answered(page, 'remember that tomorrow is bin day'), 'I’ll remember that tomorrow is bin day.');
    const inAuckland = { timeZone: 'Pacific/Auckland', weekday: 'long', month: 'long', day: 'numeric' } as const;
    const tomorrow = new Intl.DateTimeFormat('en', inAuckland).format(Date.now() + 86_400_000);
    for (const asked of ['when is bin day?', 'what is tomorrow?']) {
      assert.equal(await answered(page, asked), `${tomorrow}: bin day.`);
    }
    const refused = /^I don’t keep secrets .*haven’t stored/;
    assert.match(await answered(page, 'remember that the alarm code is 4711'), refused);
    assert.match(await answered(page, 'remember my wifi password moonbeam'), refused);
    assert.doesNotMatch(await answered(page, 'what do you know about me?'), /alarm|moonbeam/);
  });

  test('everything else gets one helpful answer, and once that the server is away', async () => {
    const answer = await answered(page, 'how tall is the Eiffel tower?');
    assert.match(answer, /I understand .*“turn on the kitchen light”/);
    assert.doesNotMatch(answer, /nuts/);
    const others = [await answered(page, 'who wrote Hamlet?'), await answered(page, 'why is the sky blue?')];
    for (const other of others) {
      assert.match(other, /^I need a language model to answer that\. I understand .*“turn on the kitchen light”/);
    }
    const away = apology('model-unreachable', 'en');
    assert.equal(page.messages.filter(({ type, text }) => type === 'show' && text === away).length, 1);
    assert.equal(runtime.output().match(/\[warn\].*No model server answers at/g)?.length, 1, 'the log has it once');
    assert.doesNotMatch(runtime.output(), /\[error\]|\[debug:errors\]/);
  });

  const elsewhere: Record<string, [string, RegExp][]> = {
    de: [
      ['Guten Tag', /^Guten (?:Morgen|Tag|Abend)\.$/],
      ['Wie spät ist es?', /^Es ist \d{1,2}(?::\d\d)? Uhr\.$/],
      ['Welcher Tag ist heute?', /^Heute ist \p{L}+tag|^Heute ist Mittwoch/u],
      ['Was kannst du?', /„schalte das Küchenlicht ein“/],
      ['Danke', /^Gern geschehen\.$/],
      ['Stopp', /Es läuft gerade nichts\.$/],
      ['Merk dir, dass ich keine Eier esse', /^Ich merke mir, dass du keine Eier isst\.$/],
      ['Merk dir, dass der Code für die Garage 4711 ist', /behalte ich nicht/],
      ['Merk dir, dass übermorgen Müllabfuhr ist', /Ich merke mir|Das merke ich mir/],
      ['Wann ist Müllabfuhr?', /^\p{L}+tag, \d+\. \p{L}+: Müllabfuhr\.$|^Mittwoch/u],
      ['Darf ich Eier essen?', /^Du hast mir gesagt, dass du keine Eier isst\.$/],
      ['Wie hoch ist der Eiffelturm?', /Sprachmodell.*„schalte das Küchenlicht ein“/],
    ],
    fr: [
      ['Bonjour', /^Bon(?:jour|soir)\.$/],
      ['Quelle heure est-il ?', /^Il est \d{1,2} h(?: \d\d)?\.$/],
      ['Quel jour sommes-nous ?', /^Nous sommes le \p{L}+ \d+ /u],
      ['Que sais-tu faire ?', /« allume la lumière de la cuisine »/],
      ['Merci beaucoup', /^Je t’en prie\.$/],
      ['Stop', /Rien n’est en cours\.$/],
      ['Retiens que je ne mange pas de fromage', /« je ne mange pas de fromage »/],
      ['Retiens que le code du portail est 4711', /Je ne garde ni secrets/],
      ['Retiens que demain est le jour des poubelles', /C’est retenu/],
      ['Quand est le jour des poubelles ?', /^\p{L}+di \d+ \p{L}+: le jour des poubelles\.$|^Dimanche/u],
      ['Est-ce que je mange du fromage ?', /^Tu m’as dit : « je ne mange pas de fromage »\.$/],
      ['Quelle est la hauteur de la tour Eiffel ?', /modèle de langage.*« allume la lumière de la cuisine »/],
    ],
    es: [
      ['Hola', /^Buen[oa]s (?:días|tardes|noches)\.$/],
      ['¿Qué hora es?', /^(?:Es la|Son las) \d{1,2}:\d\d\.$/],
      ['¿Qué día es hoy?', /^Hoy es \p{L}+, \d+ de /u],
      ['¿Qué puedes hacer?', /«enciende la luz de la cocina»/],
      ['Gracias', /^De nada\.$/],
      ['Para', /No hay nada en marcha\.$/],
      ['Recuerda que no como carne', /«no como carne»/],
      ['Recuerda que el código de la alarma es 4711', /No guardo secretos/],
      ['Recuerda que pasado mañana viene el fontanero', /Lo recordaré/],
      ['¿Cuándo viene el fontanero?', /^\p{L}+, \d+ de \p{L}+: viene el fontanero\.$/u],
      ['¿Como carne?', /^Me dijiste: «no como carne»\.$/],
      ['¿Cuánto mide la torre Eiffel?', /modelo de lenguaje.*«enciende la luz de la cocina»/],
    ],
  };
  for (const [language, said] of Object.entries(elsewhere)) {
    test(`in ${language}`, async () => {
      const other = await openPage(runtime.url, `browser-0000000${language.charCodeAt(0) % 10}`, null, { language });
      for (const [text, answer] of said) assert.match(await answered(other, text), answer, text);
      await other.close();
    });
  }
});

test('a model server without a model: how to add one is said, and its command is on the page', async (t) => {
  const server = await startScriptedModelServer({ speed: 'instant', models: {} });
  t.after(() => server.close());
  const runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url } });
  t.after(() => runtime.stop());
  const page = await openPage(runtime.url);
  const answer = await answered(page, 'how tall is the Eiffel tower?');
  assert.match(
    answer,
    /^I need a language model to answer that\. To add one, install Ollama and pull a model\. I understand/,
  );
  assert.match(answer, /https:\/\/ollama\.com → ollama pull qwen3:4b$/);
  await page.close();
});
