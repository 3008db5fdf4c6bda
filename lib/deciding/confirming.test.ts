import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { must } from '../../test/until.js';
import { wordFor } from '../home/confirmation.js';
import { openDemoHome } from '../home/demo.js';
import { guarded } from '../home/guard.js';
import { LANGUAGES } from '../language/folders.js';
import type { HeldCall } from '../llm/types.js';
import { clock } from '../turn/clock.js';
import { newTurn } from '../turn/turn.js';
import { decideCommand } from './decide-command.js';

const UNLOCK: Record<string, string> = {
  en: 'unlock the front door',
  de: 'entsperre die Haustür',
  fr: "déverrouille la porte d'entrée",
  es: 'desbloquea la puerta principal',
};

/** A room in which the front door was asked about. */
async function asked(language: string) {
  const home = guarded(openDemoHome());
  const says = async (text: string, site = 'hall') =>
    await decideCommand(text, {
      home,
      turn: newTurn({ site, source: 'text', language }),
      signal: new AbortController().signal,
      memories: [],
    });
  const isOpen = () => home.house().entities.find(({ id }) => id === 'lock.front_door')?.state === 'unlocked';
  const stateOf = (wanted: string) => home.house().entities.find(({ id }) => id === wanted)?.state;
  assert.equal((await says(UNLOCK[language] ?? ''))?.question, true);
  return { home, says, isOpen, stateOf };
}

/** A room in which a call of a tool was asked about. */
function askedOfCall(question: string, language = 'en') {
  const home = guarded(openDemoHome());
  const made: HeldCall[] = [];
  home.confirmations.hold('hall', { tool: 'open_gate', arguments: { side: 'left' }, question }, { question, language });
  const says = async (text: string, site = 'hall') =>
    await decideCommand(text, {
      home,
      turn: newTurn({ site, source: 'text', language }),
      signal: new AbortController().signal,
      memories: [],
      call: async (call) => {
        made.push(call);
        return { text: 'It is open.' };
      },
    });
  return { home, made, says };
}

const YES: Record<string, string[]> = {
  en: [
    'Yes.',
    'yes please',
    'Yeah, do it!',
    'ok',
    'go ahead',
    'please do',
    'of course',
    'sure',
    'sure, go ahead',
    'do it',
    'yes unlock the front door',
    'yes, unlock it',
    'yes, the front door',
    'go ahead and unlock it',
    'yes open the door please',
    'yes, open it',
    'unlock it',
    'open it',
    'yes I am sure',
    "that's right",
    'absolutely',
    'yes yes yes',
    'Yes, Jarvis.',
    'by all means',
    'yes, open the front door',
  ],
  de: [
    'Ja, bitte',
    'Ja, mach das',
    'mach das',
    'ja bitte mach auf',
    'na klar',
    'sicher',
    'ja, sperr sie auf',
    'ja entsperre die Haustür',
    'ja, mach sie auf',
    'ja gerne',
    'mach auf',
    'natürlich',
    'auf jeden Fall',
    'nur zu',
    'ja, die Haustür',
    'ja, bitte aufsperren',
    'ja, schließ auf',
  ],
  fr: [
    'Oui',
    "Oui, s'il te plaît",
    'vas-y',
    'bien sûr',
    'oui, ouvre-la',
    'oui déverrouille la porte',
    "d'accord",
    'oui, vas-y, ouvre',
    'ouvre-la',
    'allez-y',
    'fais-le',
    "oui, la porte d'entrée",
    'tout à fait',
    "oui, déverrouille la porte d'entrée",
  ],
  es: [
    'Sí, por favor',
    'vale',
    'sí, ábrela',
    'ábrela',
    'claro que sí',
    'adelante',
    'por supuesto',
    'sí, desbloquéala',
    'hazlo',
    'sí, desbloquea la puerta',
    'sí, la puerta principal',
    'venga, ábrela',
    'de acuerdo',
  ],
};

const NO: Record<string, string[]> = {
  en: [
    'No',
    'no thanks',
    "No, don't do it",
    "don't",
    'cancel',
    'stop',
    'yes but not now',
    'no yes',
    'rather not',
    'not now',
    'never mind',
    "I don't want that",
    "no, don't unlock it",
    'leave it',
    'forget it',
    "don't unlock the front door",
    'wait',
    'later',
    'no, leave it locked',
  ],
  de: [
    'Nein danke',
    'nein, doch nicht',
    'abbrechen',
    'lieber nicht',
    'auf keinen Fall',
    'ja, aber nicht jetzt',
    'lass es',
    'bloß nicht',
    'jetzt nicht',
    'später',
    'nein, lass sie zu',
    'ja aber erst später am Abend',
  ],
  fr: [
    'Non merci',
    'annule',
    'surtout pas',
    'pas maintenant',
    "non, ne l'ouvre pas",
    'laisse tomber',
    'oui mais pas maintenant',
  ],
  es: ['no, gracias', 'mejor no', 'ahora no', 'cancela', 'sí, pero ahora no', 'déjalo', 'no la abras'],
};

/** Asked about once more, and a yes to that is one. */
const UNCLEAR: Record<string, string[]> = {
  en: [
    'I said yes to him',
    'maybe',
    'yes but tell me a joke first',
    'hm',
    'please',
    'yesterday',
    'yes?',
    'I think so',
    'yes, the back door',
    'okay then maybe',
    'banana',
    '',
  ],
  de: ['vielleicht', 'ich habe ja gesagt dass er kommt', 'wie bitte?', 'bitte', 'glaub schon'],
  fr: ['peut-être', 'il a dit oui hier', 'je crois que oui'],
  es: ['quizás', 'creo que sí', 'dijo que sí ayer'],
};

describe('the answer to whether the house shall be opened', () => {
  const now = clock.now;
  afterEach(() => {
    clock.now = now;
  });

  for (const language of LANGUAGES) {
    test(`a yes, with the command or without, opens (${language})`, async () => {
      for (const yes of [...(YES[language] ?? []), wordFor(true, language)]) {
        const { says, isOpen } = await asked(language);
        const answered = await says(yes);
        assert.ok(isOpen(), `${yes}: ${answered?.text}`);
        assert.equal(answered?.question, undefined, yes);
      }
    });

    test(`a no is answered, and opens nothing later (${language})`, async () => {
      for (const no of [...(NO[language] ?? []), wordFor(false, language)]) {
        const { says, isOpen } = await asked(language);
        const answered = await says(no);
        assert.ok(answered && !answered.question && !isOpen(), `${no}: ${answered?.text}`);
        await says(YES[language]?.[0] ?? '');
        assert.ok(!isOpen(), no);
      }
    });

    test(`unclear words are asked about once, and then let go (${language})`, async () => {
      for (const unclear of UNCLEAR[language] ?? []) {
        const again = await asked(language);
        const first = await again.says(unclear);
        assert.ok(first?.question && !again.isOpen(), `${unclear}: ${first?.text}`);
        await again.says(YES[language]?.[0] ?? '');
        assert.ok(again.isOpen(), unclear);
        const gone = await asked(language);
        await gone.says(unclear);
        const second = await gone.says(unclear);
        assert.ok(second && !second.question, `${unclear} twice: ${second?.text}`);
        await gone.says(YES[language]?.[0] ?? '');
        assert.ok(!gone.isOpen(), `${unclear} twice`);
      }
    });
  }

  test('another command is done, a question answered, and the door stays shut, also later', async () => {
    for (const [other, entity, state] of [
      ['turn on the kitchen light', 'light.kitchen_light', 'on'],
      ['no, turn on the hall light', 'light.hall_light', 'on'],
      ['yes lock the front door', 'lock.front_door', 'locked'],
      ['lock it', 'lock.front_door', 'locked'],
      ['is the garage door open?', 'cover.garage_door', 'closed'],
      ['what time is it?', 'lock.front_door', 'locked'],
      ['how tall is the Eiffel tower', 'lock.front_door', 'locked'],
      ['tell me a joke about a door that is not a jar', 'lock.front_door', 'locked'],
      ['Shall I really unlock the front door?', 'lock.front_door', 'locked'],
    ] as const) {
      const { says, isOpen, stateOf } = await asked('en');
      await says(other);
      assert.equal(stateOf(entity), state, other);
      await says('yes');
      assert.ok(!isOpen(), other);
    }
  });

  test('the command again is asked about again: it may be our own question that was heard', async () => {
    const { says, isOpen } = await asked('en');
    assert.equal((await says('unlock the front door'))?.question, true);
    assert.ok(!isOpen());
    await says('yes');
    assert.ok(isOpen());
  });

  test('the yes of another room, and one that comes late, open nothing', async () => {
    const { says, isOpen, home } = await asked('en');
    assert.equal(await says('yes', 'garden'), undefined);
    const asking = now();
    clock.now = () => asking + 31_000;
    assert.equal(await says('yes'), undefined);
    assert.ok(!isOpen());
    assert.equal(home.confirmations.held('hall'), undefined);
  });

  test('no text of any kind opens unless it has a word for a yes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (text) => {
        // a house of its own for each: "ok" may be among them
        const { home, says, isOpen } = await asked('en');
        home.confirmations.hold('hall', { action: 'unlock', targets: ['lock.front_door'] });
        await says(text);
        if (isOpen()) assert.match(text, /[a-z]/i);
      }),
    );
  });
});

describe('a call of a tool that waits for a yes', () => {
  const GATE = 'Shall I open the left gate?';
  const QUESTIONS: Record<string, string> = {
    en: GATE,
    de: 'Soll ich das linke Tor öffnen?',
    fr: 'Dois-je ouvrir le portail de gauche ?',
    es: '¿Abro la puerta izquierda?',
  };

  for (const language of LANGUAGES)
    test(`is made after a yes, dropped after a no, and asked about once more after neither, in ${language}`, async () => {
      const question = QUESTIONS[language] ?? '';
      const yes = askedOfCall(question, language);
      assert.equal((await yes.says(wordFor(true, language)))?.text, 'It is open.');
      assert.deepEqual(yes.made, [{ tool: 'open_gate', arguments: { side: 'left' }, question }]);
      assert.equal(yes.home.confirmations.redeem(must(yes.made[0])), true);
      await yes.says(wordFor(true, language));
      assert.equal(yes.made.length, 1);
      const no = askedOfCall(question, language);
      assert.ok((await no.says(wordFor(false, language)))?.text);
      await no.says(wordFor(true, language));
      assert.deepEqual(no.made, []);
      const unclear = askedOfCall(question, language);
      assert.equal((await unclear.says('hm'))?.question, true);
      assert.equal((await unclear.says(wordFor(true, language)))?.text, 'It is open.');
    });

  test('is made where its own words are said again with a yes, though a device has such a name', async () => {
    for (const said of ['yes, open the left gate', 'yes please, the left gate', 'go ahead, open it', 'sure, do it']) {
      const { says, made } = askedOfCall(GATE);
      await says(said);
      assert.equal(made.length, 1, said);
    }
    const { says, made } = askedOfCall('Shall I open the garage door from outside?');
    await says('yes, open the garage door');
    assert.equal(made.length, 1);
  });

  test('is not made by its words without a yes, by another yes, a but, or another order', async () => {
    const others = [
      'open the left gate',
      'yes, the right gate',
      'yes but wait',
      'yes?',
      'no, yes',
      'turn on the light',
    ];
    for (const said of [...others, 'yes and delete everything', 'what time is it?', GATE, '']) {
      const { says, made } = askedOfCall(GATE);
      await says(said);
      assert.deepEqual(made, [], said);
    }
    const { says, made } = askedOfCall(GATE);
    await says('yes', 'kitchen');
    assert.deepEqual(made, []);
    await says('turn on the kitchen light');
    await says('yes');
    assert.deepEqual(made, [], 'another order ends the wait');
  });

  test('no text of any kind makes it unless it has a word for a yes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 30 }), async (text) => {
        const { says, made } = askedOfCall(GATE);
        await says(text);
        if (made.length > 0) assert.match(text, /[a-z]/i);
      }),
    );
  });
});
