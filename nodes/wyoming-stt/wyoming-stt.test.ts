import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { wavOf } from '../../lib/audio/wav.js';
import type { WyomingEvent } from '../../lib/audio/wyoming.js';
import { noise } from '../../lib/listening/samples.test.helper.js';
import { bench, caught, completed, counts, must, sent, unload } from '../node.test.helper.js';
import { againstHanging, againstHostile, server } from '../wyoming.test.helper.js';

const STT = { type: 'wyoming-stt', outputs: 1 };

/** A server that tells how much it heard; the first answer takes longest. */
async function listener() {
  const got: WyomingEvent[] = [];
  let bytes = 0;
  let answers = 0;
  const opened = await server((event, send) => {
    got.push(event);
    if (event.type === 'audio-start') bytes = 0;
    bytes += event.payload?.length ?? 0;
    const text = ` ${bytes} bytes `;
    const tell = () => send({ type: 'transcript', data: { text, language: 'de' } });
    if (event.type === 'audio-stop') setTimeout(tell, answers++ === 0 ? 30 : 0);
  });
  return { url: opened.url, got };
}

describe('the node for speech to text by Wyoming', () => {
  afterEach(unload);

  test('gives the text of a WAV or of bare samples, one after another, and keeps the rest of the message', async () => {
    const { url, got } = await listener();
    const stt = await bench({ ...STT, server: url, language: 'de-DE' });
    const samples = noise(0.5, 1000);
    stt.send({ payload: wavOf({ samples, rate: 8_000 }), topic: 'den', mine: 7 });
    stt.send({ payload: samples, language: 'fr' });
    await completed(stt, 2);
    const [first, second] = must(stt.out[0]);
    assert.deepEqual([first?.payload, first?.topic, first?.['mine']], ['32000 bytes', 'den', 7]);
    assert.deepEqual([second?.payload, second?.['language']], ['16000 bytes', 'de']);
    assert.deepEqual(counts(stt), { out: [2], caught: 0, completed: 2 });
    const asked = got.filter(({ type }) => type === 'transcribe').map(({ data }) => data);
    assert.deepEqual(asked, [{ language: 'de' }, { language: 'de' }]);
    await stt.stop();
    assert.deepEqual(stt.statuses.at(-1), {});
  });

  test('the language is the message’s where none is entered', async () => {
    const { url, got } = await listener();
    const stt = await bench({ ...STT, server: url });
    stt.send({ payload: noise(0.1, 1000), language: 'fr' });
    await sent(stt, 0);
    stt.send({ payload: noise(0.1, 1000), language: 7 });
    await sent(stt, 0, 2);
    const asked = got.filter(({ type }) => type === 'transcribe').map(({ data }) => data);
    assert.deepEqual(asked, [{ language: 'fr' }, {}]);
  });

  test('says what it needs instead of what is no recording', async () => {
    const { url } = await listener();
    const stt = await bench({ ...STT, server: url });
    for (const payload of ['words', Buffer.alloc(0), Buffer.from('RIFF nonsense'), noise(61, 10)])
      stt.send({ payload });
    await caught(stt, 4);
    assert.deepEqual(
      stt.caught.map(({ error }) => error?.code),
      ['bad-audio', 'bad-audio', 'bad-audio', 'bad-audio'],
    );
    assert.deepEqual(counts(stt), { out: [0], caught: 4, completed: 0 });
  });

  test('tells once what a hostile server does', () =>
    againstHostile(STT, noise(0.1, 1000), ['stt-failed', 'stt-unreachable', 'not-configured']));

  test('more than may wait is refused; a server that hangs is given up when the flow is stopped', () =>
    againstHanging(STT, noise(0.1, 1000)));
});
