import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { freePort } from '../test/free-port.js';
import { assistantName } from './entered-once.js';
import { houseLanguage } from './languages.js';
import { bench, configs, sent, turnIn, unload } from './node.test.helper.js';
import { first } from './running.js';

const VOICE = { id: 'a-voice', type: 'jarvis-voice' };
const satellites = async (language: string) => ({
  id: 'some-satellites',
  type: 'jarvis-satellites',
  port: String(await freePort()),
  language,
});

describe('what is entered once', () => {
  afterEach(unload);

  test('the language is that of the satellites, whatever an older voice node has saved', async () => {
    await configs([{ ...VOICE, language: 'fr' }, await satellites('de')]);
    assert.deepEqual([houseLanguage(), first('voice')?.language], ['de', 'de']);
  });

  test('without satellites an older voice node keeps its language', async () => {
    await configs([{ ...VOICE, language: 'fr' }]);
    assert.equal(first('voice')?.language, 'fr');
    assert.equal(houseLanguage(), 'en');
  });

  test('the name is the one entered in the voice node', async () => {
    await configs([{ ...VOICE, assistant: ' Hello Kitty ', wakeWords: 'alexa' }]);
    assert.deepEqual([assistantName(), assistantName('computer')], ['Hello Kitty', 'Hello Kitty']);
  });

  test('without one it is that of the first wake word', async () => {
    await configs([{ ...VOICE, wakeWords: '/words/hey_butler_v1.2.onnx, alexa' }]);
    // "jarvis" was the default of judge and agent: nobody chose it.
    assert.deepEqual([assistantName(), assistantName('jarvis')], ['Butler', 'Butler']);
    assert.equal(assistantName('hey_computer'), 'Computer', 'what somebody chose in an older flow stays');
  });

  test('a judge answers to that name, and one of an older flow to its own as well', async () => {
    const judge = await bench({ type: 'jarvis-judge', outputs: 3, wakeWord: 'computer' }, [
      { ...VOICE, assistant: 'Alfred' },
    ]);
    for (const name of ['Alfred', 'Computer']) {
      judge.send({ payload: `${name}, turn on the light`, topic: 'den' });
    }
    for (const query of [await sent(judge, 0, 1), await sent(judge, 0, 2)]) {
      assert.match(String(query.payload), /^turn on the light$/i);
      assert.equal(turnIn(query).judgement?.by, 'rule');
    }
  });

  test('a flow without a voice is Jarvis', () => {
    assert.deepEqual([assistantName(), assistantName('')], ['Jarvis', 'Jarvis']);
  });
});
