import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WyomingEvent } from '../lib/audio/wyoming.js';
import { heyJarvis } from '../lib/listening/samples.test.helper.js';
import { wyomingServer } from '../lib/listening/wyoming.test.helper.js';
import { openBilingualRoom } from './bilingual-room.js';

test('a room of English and German answers in the language of the words, where a server heard them in no certain one', async () => {
  const asked: WyomingEvent[] = [];
  const texts = ['Hey Jarvis, turn on the kitchen light.', 'Hey Jarvis, schalte das Licht in der Küche aus.'];
  const stt = await wyomingServer((event, send) => {
    if (event.type === 'describe') send({ type: 'info', data: { asr: [{ name: 'told', models: [] }] } });
    if (event.type === 'transcribe') asked.push(event);
    if (event.type === 'audio-stop') send({ type: 'transcript', data: { text: texts[asked.length - 1] ?? '' } });
  });
  const room = await openBilingualRoom({ JARVIS_STT: 'wyoming', JARVIS_STT_URL: stt.url });
  try {
    assert.equal(await room.answered(heyJarvis), 'Turned on the kitchen light.');
    assert.match(await room.answered(heyJarvis), /^Das Küchenlicht .* aus\.$/);
    assert.deepEqual(
      asked.map(({ data }) => data),
      [{}, {}],
    );
  } finally {
    await room.close();
    await stt.close();
  }
});
