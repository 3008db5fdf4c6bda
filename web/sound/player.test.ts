import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPlayer } from './player.js';

/** A browser's loudspeaker: what is scheduled ends when it is told to. */
function loudspeaker() {
  const sources: { onended: (() => void) | null }[] = [];
  const context = {
    state: 'running',
    sampleRate: 16_000,
    currentTime: 0,
    destination: {},
    createBuffer: (_: number, length: number) => ({
      duration: length / 16_000,
      getChannelData: () => new Float32Array(length),
    }),
    createBufferSource: () => {
      const source = { onended: null, buffer: null, connect() {}, disconnect() {}, start() {}, stop() {} };
      sources.push(source);
      return source;
    },
  };
  return {
    context: context as unknown as AudioContext,
    end() {
      for (const { onended } of sources.splice(0)) onended?.();
    },
  };
}

test('a clip that was heard to its end is said to be played, one that was stopped is not', () => {
  const { context, end } = loudspeaker();
  const played: string[] = [];
  const playing: boolean[] = [];
  const player = createPlayer(() => context, {
    onPlayed: (id) => played.push(id),
    onPlaying: (now) => playing.push(now),
    onBlocked() {},
  });
  const begin = (id: string) => {
    player.start(id, 16_000);
    player.frame(new ArrayBuffer(3_200));
    player.end(id);
  };
  begin('heard');
  end();
  begin('stopped');
  player.stop();
  begin('cut');
  player.stop('cut');
  assert.deepEqual(played, ['heard']);
  assert.equal(playing.at(-1), false);
});
