import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ERROR, WAKE } from '../audio/chimes.js';
import { type Pcm, secondsOf } from '../audio/pcm.js';
import { turns } from '../conversation/turns.js';
import { newTurn, type Wake } from '../turn/turn.js';
import { playCues } from './cues.js';
import type { Site } from './types.js';

test('the tone of the wake word is over before anybody speaks', () => assert.ok(secondsOf(WAKE) <= 0.15));

test('a room is told that it listens, and that nobody spoke; where a satellite chimes itself it is not', async (t) => {
  const played: [site: string, sound: Pcm][] = [];
  const vias: Record<string, Site['via']> = { den: 'mqtt', page: 'browser', board: 'esphome' };
  const failures: unknown[] = [];
  const stop = playCues(
    {
      site: (id) => ({ id, via: vias[id] ?? 'wyoming', lastSeen: 0 }),
      async play(site, sound) {
        played.push([site, sound]);
        throw new Error('The loudspeaker is gone.');
      },
    },
    (why) => failures.push(why),
  );
  t.after(stop);
  const ends = (site: string, by: Wake['by'], outcome: string) => {
    const turn = newTurn({ site, source: 'voice', language: 'en', wake: { word: 'hey_jarvis', by } });
    turns.begin(turn).trace.open('listen').end({ outcome });
    turns.end(turn.id);
  };
  ends('den', 'audio', 'no-speech');
  assert.deepEqual(played.splice(0), [
    ['den', WAKE],
    ['den', ERROR],
  ]);
  ends('page', 'audio', 'speech');
  assert.deepEqual(played.splice(0), [['page', WAKE]]);
  ends('board', 'audio', 'no-speech');
  ends('den', 'follow-up', 'no-speech');
  ends('den', 'satellite', 'no-speech');
  assert.deepEqual(played, []);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(failures.length, 3);
});
