import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { resampled } from '../../lib/audio/resample.js';
import { spokenLanguage } from '../../lib/deciding/spoken-language.js';
import { command } from '../../lib/listening/samples.test.helper.js';
import { openEspeak } from '../../lib/speaking/espeak.js';
import { openBilingualRoom } from '../bilingual-room.js';
import { peer } from './peers.js';

test('a room of English and German hears each sentence in its own, with Whisper', async () => {
  const espeak = openEspeak();
  const { signal } = new AbortController();
  const text = 'Schalte alle Lichter aus.';
  const { samples: german } = await resampled(await espeak.speak(text, { language: 'de', signal }));
  await espeak.close();
  const room = await openBilingualRoom({
    JARVIS_STT_MODEL: path.resolve(peer('JARVIS_TEST_MODELS'), 'whisper-base'),
  });
  try {
    assert.equal(await room.answered(command), 'Turned on the kitchen light.');
    // Of the embedded voice Whisper base mishears a word now and then, but not the language.
    assert.equal(spokenLanguage(await room.answered(german), ['en', 'de'], 'en'), 'de');
  } finally {
    await room.close();
  }
});
