import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerTo, openPage } from './page.js';
import { type Runtime, startRuntime } from './runtime.js';
import { type ScriptedModelServer, startScriptedModelServer } from './scripted-model-server/server.js';

/** What is told to be remembered, what of it is looked for, what nothing is known of, and ways to have it forgotten. */
const LANGUAGES = {
  en: {
    told: 'remember that my dentist is Doctor Miller',
    word: 'Miller',
    gone: /^I no longer remember this: .*Miller/,
    unknown: ['forget what I told you about my submarine', 'I don’t remember anything in these words.'],
    claims: 'Forgotten.',
    ways: [
      'forget what I told you about my dentist',
      'forget everything I said about the dentist',
      'please forget what you know about my dentist',
      'can you forget about my dentist?',
      'forget the thing about my dentist',
      'erase what I told you about the dentist',
      'delete my dentist from your memory',
      'I want you to forget that my dentist is Doctor Miller',
      'you can forget what I mentioned about the dentist',
      'forget that I told you that my dentist is Doctor Miller',
      'stop remembering that my dentist is Doctor Miller',
    ],
  },
  de: {
    told: 'Merk dir, dass mein Zahnarzt Doktor Müller ist',
    word: 'Müller',
    gone: /^Das merke ich mir nicht mehr: .*Müller/,
    unknown: ['Vergiss, was ich dir über mein U-Boot erzählt habe', 'In diesen Worten habe ich mir nichts gemerkt.'],
    claims: 'Ich habe es vergessen.',
    ways: [
      'Vergiss das mit dem Zahnarzt',
      'Vergiss, was ich dir über meinen Zahnarzt erzählt habe',
      'Vergiss bitte, was ich dir von dem Zahnarzt gesagt habe',
      'Lösche alles, was du über meinen Zahnarzt weißt',
      'Vergiss die Sache mit dem Zahnarzt',
      'Streich den Zahnarzt aus deinem Gedächtnis',
      'Vergiss wieder, dass mein Zahnarzt Doktor Müller ist',
      'Kannst du bitte vergessen, was ich über den Zahnarzt gesagt habe?',
      'Merk dir nicht mehr, dass mein Zahnarzt Doktor Müller ist',
      'Ich möchte, dass du vergisst, dass mein Zahnarzt Doktor Müller ist',
      'Vergiss alles über meinen Zahnarzt',
    ],
  },
  fr: {
    told: 'Retiens que mon dentiste est le docteur Martin',
    word: 'Martin',
    gone: /^Je ne retiens plus ceci : .*Martin/,
    unknown: ['Oublie ce que je t’ai dit sur mon sous-marin', 'Je n’ai rien retenu dans ces mots.'],
    claims: 'C’est oublié.',
    ways: [
      'Oublie ce que je t’ai dit sur mon dentiste',
      "Oublie tout ce que je t'ai raconté à propos du dentiste",
      "Oublie l'histoire du dentiste",
      'Efface ce que tu sais sur mon dentiste',
      'Supprime mon dentiste de ta mémoire',
      'Peux-tu oublier que mon dentiste est le docteur Martin ?',
      'Ne te souviens plus que mon dentiste est le docteur Martin',
      "Oublie que je t'ai dit que mon dentiste est le docteur Martin",
      "Je veux que tu oublies ce que je t'ai dit de mon dentiste",
      'Efface tout sur le dentiste',
      'Oublie mon dentiste',
    ],
  },
  es: {
    told: 'Recuerda que mi dentista es el doctor López',
    word: 'López',
    gone: /^Ya no recuerdo esto: .*López/,
    unknown: ['Olvida lo que te dije de mi submarino', 'No recuerdo nada con esas palabras.'],
    claims: 'Olvidado.',
    ways: [
      'Olvida lo que te dije de mi dentista',
      'Olvida lo que te he contado sobre el dentista',
      'Olvida lo del dentista',
      'Olvídate de lo que te dije del dentista',
      'Borra lo que sabes de mi dentista',
      'Elimina a mi dentista de tu memoria',
      'Puedes olvidar que mi dentista es el doctor López',
      'Quiero que olvides que mi dentista es el doctor López',
      'Olvida que te dije que mi dentista es el doctor López',
      'Ya no recuerdes que mi dentista es el doctor López',
      'Olvida mi dentista',
    ],
  },
} as const;

describe('what is to be forgotten, by a model that only says so', () => {
  let server: ScriptedModelServer;
  let runtime: Runtime;
  let claims = '';
  before(async () => {
    server = await startScriptedModelServer({ speed: 'instant', answers: [{ answer: () => claims }] });
    runtime = await startRuntime({ env: { JARVIS_MODEL_URL: server.url, JARVIS_MODEL: 'scripted' } });
  });
  after(async () => {
    await runtime?.stop();
    await server?.close();
  });

  const remembered = async (word: string) => {
    const store = await (await fetch(`${runtime.url}/jarvis/admin/memory/search?q=${encodeURIComponent(word)}`)).text();
    return store.includes(word);
  };

  for (const [language, { told, word, gone, unknown, ways, ...said }] of Object.entries(LANGUAGES)) {
    test(`in ${language}`, async () => {
      claims = said.claims;
      const page = await openPage(runtime.url, `browser-0000000${language.charCodeAt(0) % 10}`, null, { language });
      for (const way of ways) {
        await answerTo(page, told);
        assert.ok(await remembered(word), `"${told}" is kept`);
        const from = page.messages.length;
        await answerTo(page, way);
        const shown = page.messages
          .slice(from)
          .flatMap(({ type, kind, text }) => (type === 'show' && kind === 'reply' ? [String(text)] : []));
        assert.match(shown.filter((text) => text !== said.claims).join(' '), gone, way);
        assert.equal(await remembered(word), false, way);
      }
      const { text } = await answerTo(page, unknown[0]);
      assert.equal(text, unknown[1]);
      await page.close();
    });
  }

  const dog = {
    en: {
      tells: ['remember that my dog eats rice', 'remember that my dog sleeps in the barn'],
      words: ['rice', 'barn'],
      several: 'forget about my dog',
      one: ['forget that my dog eats rice', 'take that back'],
      everything: ['forget everything', 'delete all my memories', 'forget everything since yesterday'],
    },
    de: {
      tells: ['Merk dir, dass mein Hund Reis frisst', 'Merk dir, dass mein Hund in der Scheune schläft'],
      words: ['Reis', 'Scheune'],
      several: 'Vergiss das mit dem Hund',
      one: ['Vergiss, dass mein Hund Reis frisst', 'Nimm das zurück'],
      everything: ['Vergiss alles', 'Lösche alles, was du über mich weißt'],
    },
    fr: {
      tells: ['Retiens que mon chien mange des lentilles', 'Retiens que mon chien dort dans la grange'],
      words: ['lentilles', 'grange'],
      several: "Oublie l'histoire du chien",
      one: ['Oublie que mon chien mange des lentilles', 'Reprends ça'],
      everything: ['Oublie tout', 'Efface tout ce que tu sais sur moi'],
    },
    es: {
      tells: ['Recuerda que mi perro come arroz', 'Recuerda que mi perro duerme en el granero'],
      words: ['arroz', 'granero'],
      several: 'Olvida lo del perro',
      one: ['Olvida que mi perro come arroz', 'Recupéralo'],
      everything: ['Olvida todo', 'Borra todo lo que sabes de mí'],
    },
  } as const;
  for (const [language, { tells, words, several, one, everything }] of Object.entries(dog))
    test(`in ${language}, one of several things, and never all`, async () => {
      claims = LANGUAGES[language as keyof typeof dog].claims;
      const page = await openPage(runtime.url, `browser-1000000${language.charCodeAt(0) % 10}`, null, { language });
      for (const told of tells) await answerTo(page, told);
      const { text } = await answerTo(page, several);
      for (const word of words) assert.ok(String(text).includes(word), `${several}: ${text}`);
      for (const all of everything) await answerTo(page, all);
      for (const word of words) assert.ok(await remembered(word), word);
      await answerTo(page, one[0]);
      assert.deepEqual(await Promise.all(words.map(remembered)), [false, true]);
      await answerTo(page, one[1]);
      assert.deepEqual(await Promise.all(words.map(remembered)), [true, true]);
      await page.close();
    });
});
