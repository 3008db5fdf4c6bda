import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Phones } from '../home/phones.js';
import { notifyPhones } from './notify.js';

const SERVICES = ['mobile_app_annas_iphone', 'mobile_app_ben_pixel'];
const [anna, ben] = SERVICES.map((service) => [service]);

/** What phones are told at a sentence, and the answer. */
async function said(query: string, language: string, isSetUp = true) {
  const told: { to: readonly string[]; message: string }[] = [];
  const phones: Phones = {
    services: SERVICES,
    tell: async (to, message) => void told.push({ to, message }),
    ask: () => assert.fail('nothing is asked'),
    takeBack: () => {},
    onAnswer: () => () => {},
  };
  const signal = new AbortController().signal;
  const answered = await notifyPhones(query, { language, phones: isSetUp ? phones : undefined, signal });
  return { told: told[0], answered };
}

test('a message is shown on the phones that are meant, as it was said', async () => {
  for (const [language, query, to, message] of [
    ['en', 'Send a notification to my phone: Dinner is ready.', SERVICES, 'Dinner is ready'],
    ['en', "send a notification to Anna's phone dinner is ready", anna, 'dinner is ready'],
    ['en', "Could you notify Ben that I'm late?", ben, "I'm late"],
    ['en', 'send Anna a message saying the washing is done', anna, 'the washing is done'],
    ['en', 'notify everyone: the guests are here', SERVICES, 'the guests are here'],
    ['de', 'Schick eine Nachricht an mein Handy: Das Essen ist fertig', SERVICES, 'Das Essen ist fertig'],
    ['de', 'Schicke eine Nachricht auf Annas Handy, dass Lisa da ist', anna, 'Lisa da ist'],
    ['de', 'benachrichtige Ben, dass ich später komme', ben, 'ich später komme'],
    ['fr', 'Envoie une notification à mon téléphone : le dîner est prêt', SERVICES, 'le dîner est prêt'],
    ['fr', 'Envoie un message au téléphone d’Anna', undefined, undefined],
    ['fr', 'préviens Ben que je suis en retard', ben, 'je suis en retard'],
    ['es', 'Envía una notificación a mi móvil: la cena está lista', SERVICES, 'la cena está lista'],
    ['es', 'avisa a Ben de que llego tarde', ben, 'llego tarde'],
  ] as const) {
    const { told } = await said(query, language);
    assert.deepEqual(told && [told.to, told.message], to && [to, message], query);
  }
});

test('nobody’s phone, and no phone, are said; nothing is sent', async () => {
  const { told, answered } = await said('notify Carla that dinner is ready', 'en');
  assert.deepEqual([told, answered?.text], [undefined, "I don't know whose phone that is: Carla."]);
  assert.equal((await said('notify Mo that dinner is ready', 'en')).told, undefined, 'no name is in "mobile_app_"');
  const bare = await said('Benachrichtige Anna, dass es Essen gibt', 'de', false);
  assert.match(bare.answered?.text ?? '', /kein Handy/);
});

test('questions, and what only speaks of messages, send nothing', async () => {
  for (const [language, query] of [
    ['en', "did you notify Ben that I'm late?"],
    ['en', "don't notify Ben that I'm late"],
    ['en', 'I sent a notification to my phone: it worked'],
    ['en', 'what is a notification'],
    ['de', 'hast du Ben benachrichtigt, dass ich komme?'],
    ['fr', 'as-tu envoyé un message à Ben ?'],
    ['es', '¿has avisado a Ben de que llego tarde?'],
  ] as const)
    assert.equal((await said(query, language)).answered, undefined, query);
});
