import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { turns } from '../../conversation/turns.js';
import { openDemoHome } from '../../home/demo.js';
import { guarded } from '../../home/guard.js';
import { LANGUAGES } from '../../language/folders.js';
import { oneRoom, tone } from '../../satellites/room.test.helper.js';
import { newTurn } from '../../turn/turn.js';
import { decideCommand } from '../decide-command.js';

const signal = new AbortController().signal;
const SAYS: Record<string, string> = {
  en: 'test the microphone',
  de: 'teste das Mikrofon',
  fr: 'teste le micro',
  es: 'prueba el micrófono',
};

afterEach(() => turns.close('the test is over'));

async function says(room: ReturnType<typeof oneRoom> | undefined, language: string, source: 'voice' | 'announcement') {
  const turn = newTurn({ site: 'kitchen', source, language });
  turns.begin(turn);
  const asked = { home: guarded(openDemoHome()), turn, signal, memories: [], satellites: room?.hub };
  const text = (await decideCommand(SAYS[language] ?? '', asked))?.text;
  turns.end(turn.id);
  return text;
}

describe('"test the microphone"', () => {
  test('tests the microphone of its room, and says in words how it does', async () => {
    for (const language of LANGUAGES) {
      const room = oneRoom(tone(0.1, 3));
      assert.match((await says(room, language, 'voice')) ?? '', /\b23 [Dd][eé][cz]i/, language);
      assert.equal(room.played.length, 2);
    }
    assert.match((await says(oneRoom(tone(3, 3)), 'en', 'voice')) ?? '', /too loud/);
    assert.match((await says(oneRoom(tone(0, 3)), 'de', 'voice')) ?? '', /sendet Stille/);
  });

  test('says so where there is none, and plays nothing for an announcement', async () => {
    assert.match((await says(undefined, 'en', 'voice')) ?? '', /no microphone here/);
    const off = oneRoom(tone(0.1, 3), { deaf: true });
    assert.match((await says(off, 'fr', 'voice')) ?? '', /pas ici de micro/);
    const room = oneRoom(tone(0.1, 3));
    await says(room, 'es', 'announcement');
    assert.equal(room.played.length, 0);
  });
});
