import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { configs, must, unload } from './node.test.helper.js';
import { speakerRoutes } from './speaker-routes.js';

const VOICE = { id: 'a-voice', type: 'jarvis-voice', stt: 'openai', language: 'en' };

/** What the routes answer. */
function routes() {
  const opened = new Map<string, (body: unknown) => unknown>();
  speakerRoutes((method, path, answer) => opened.set(`${method} ${path}`, (body) => answer(body, {} as never)));
  return (route: string, body?: object) => must(opened.get(route))(body);
}

describe('the list of voices in the form', () => {
  afterEach(unload);

  test('learns and forgets for the voice node that tells voices apart', async () => {
    await configs([VOICE, { ...VOICE, id: 'another', speakers: true }]);
    const ask = routes();
    assert.deepEqual(ask('get speakers'), { isOn: true, names: [], learning: undefined });
    ask('post speakers/learn', { name: 'Anna', site: 'kitchen' });
    assert.deepEqual(ask('get speakers'), {
      isOn: true,
      names: [],
      learning: { name: 'Anna', site: 'kitchen', left: 4 },
    });
    ask('post speakers/forget', { name: 'Anna' });
    assert.deepEqual(ask('get speakers'), { isOn: true, names: [], learning: undefined });
    for (const body of [{}, { name: 'Anna' }, { name: 7, site: 'kitchen' }, { name: 'Anna', site: '' }])
      assert.throws(() => ask('post speakers/learn', body));
  });

  test('says what to do where no voice node tells them apart', async () => {
    await configs([VOICE]);
    const ask = routes();
    assert.deepEqual(ask('get speakers'), { isOn: false, names: [], learning: undefined });
    assert.throws(() => ask('post speakers/learn', { name: 'Anna', site: 'kitchen' }), {
      code: 'not-configured',
      message: /Tick the box/,
    });
  });
});
