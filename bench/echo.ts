import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { soundOf, trimmed } from '../lib/audio/sounds.js';
import { parseWav } from '../lib/audio/wav.js';
import type { SpeechToText } from '../lib/listening/types.js';
import { openEmbeddedStopWord, openEmbeddedWake } from '../lib/listening/wake.js';
import { openWhisper } from '../lib/listening/whisper.js';
import { type Obeyed, playRoom, type RoomEars } from './echo-room.js';
import { type EchoHeard, type EchoScene, hearScene, type Line } from './echo-scene.js';
import { type Row, rowOf, shareRow } from './row.js';
import { whisperBase } from './whisper-base.js';

const WAKE = 'hey_jarvis';
const STOP = 'stop';
/** Where in the clips of `wake-clips.sh` what is: what each reply says of the words that are listened for. */
const REPLIES = ['', '', '', 'hey Jarvis', 'hey Jarvis', 'stop'];
const SHORT = { yes: 0, no: 1, stop: 2 };
const DELAYS = [0.05, 0.1, 0.2, 0.3, 0.4];
const LEVELS = [-5, -10, -15, -20, -25];
const DECAYS = [0.2, 0.35, 0.5];
const SPEECH = -26;
/** Scenes of each kind. */
const EACH = { silent: 200, wake: 50, stop: 50, other: 50, answer: 40 };
/** A word is noticed so much later than it ends at most, in samples. */
const LATE = 1 * MIC_RATE;
const HEARD = ['alone', 'raw', 'left'] as const;
const NAMES = { alone: 'without-reply', raw: 'before', left: 'after' } as const;
const signal = new AbortController().signal;

interface Clip extends Line {
  voice: string;
}

/**
 * How our own voice disturbs what is heard beside the loudspeaker, before and after the echo is taken out: what it wakes by
 * itself, and what is heard of somebody who speaks over it or right after it.
 */
export async function benchEcho(): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  if (!folder) throw new Error('JARVIS_WAKE_CLIPS names no folder: bench/wake-clips.sh FOLDER makes one.');
  const ears: RoomEars = {
    wake: openEmbeddedWake({ words: [WAKE] }),
    stopWord: openEmbeddedStopWord(),
    stt: openWhisper({ folder: whisperBase() }),
  };
  await Promise.all([ears.wake.warm(), ears.stopWord.warm(), ears.stt.warm()]);
  const from = (kind: string, isMeant?: (text: number) => boolean) => clipsOf(path.join(folder, kind), isMeant);
  const replies = from('reply', (text) => text < REPLIES.length).map((clip, index) => ({
    ...clip,
    text: REPLIES[index % REPLIES.length] ?? '',
  }));
  const rows = [
    ...(await silent(ears, replies)),
    ...(await spokenOver(ears, WAKE, replies, from('hear'))),
    ...(await spokenOver(
      ears,
      STOP,
      replies,
      from('short', (text) => text === SHORT.stop),
    )),
    ...(await talkedOver(ears, replies, from('other'))),
    ...(await answered(ears.stt, replies, path.join(folder, 'short'))),
  ];
  await Promise.all([ears.wake.close(), ears.stopWord.close(), ears.stt.close()]);
  return rows;
}

/** Nobody speaks: what woke or stopped us was our own voice. */
async function silent(ears: RoomEars, replies: readonly Clip[]): Promise<Row[]> {
  const saying = replies.filter(({ text }) => text !== '');
  const counts = { raw: 0, left: 0 };
  const softer: number[] = [];
  for (let count = 0; count < EACH.silent; count++) {
    // Half of them say the wake word or "stop".
    const scene = hearScene(sceneOf(count, replies, count % 2 === 0 ? saying : replies));
    for (const kind of ['raw', 'left'] as const) if (await obeyed(ears, scene, kind)) counts[kind]++;
    const [, { from }] = scene.ours;
    softer.push(powerOf(scene.raw, from) - powerOf(scene.left, from));
  }
  return [
    shareRow('echo/self-woken-before', counts.raw, EACH.silent, 'of replies that nobody spoke over'),
    shareRow('echo/self-woken-after', counts.left, EACH.silent, 'of them'),
    rowOf('echo/softer', 'dB', softer, 'by which a reply is taken out'),
  ];
}

/** Somebody says a word that is listened for while we speak. */
async function spokenOver(
  ears: RoomEars,
  word: string,
  replies: readonly Clip[],
  said: readonly Clip[],
): Promise<Row[]> {
  const name = word === STOP ? 'stop' : 'wake';
  const counts = { alone: 0, raw: 0, left: 0 };
  for (let count = 0; count < EACH[name]; count++) {
    const scene = sceneOver(count, replies, said);
    for (const kind of HEARD) {
      const first = await obeyed(ears, scene, kind);
      if (first?.word === word && first.at > scene.from && first.at < scene.to + LATE) counts[kind]++;
    }
  }
  return HEARD.map((kind) =>
    shareRow(`echo/${name}-over-${NAMES[kind]}`, counts[kind], EACH[name], 'said over a reply'),
  );
}

/** Others talk while we speak: none of it is meant for us. */
async function talkedOver(ears: RoomEars, replies: readonly Clip[], said: readonly Clip[]): Promise<Row[]> {
  const counts = { [WAKE]: 0, [STOP]: 0 };
  for (let count = 0; count < EACH.other; count++) {
    const first = await obeyed(ears, sceneOver(count, replies, said), 'left');
    if (first?.word === WAKE || first?.word === STOP) counts[first.word]++;
  }
  return [
    shareRow('echo/woken-by-others', counts[WAKE], EACH.other, 'of sentences said over a reply'),
    shareRow('echo/stopped-by-others', counts[STOP], EACH.other, 'of them'),
  ];
}

/** Somebody else's words over a reply without the words that are listened for. */
function sceneOver(count: number, replies: readonly Clip[], said: readonly Clip[]): EchoHeard {
  const clip = said[(count * 7) % said.length] as Clip;
  const others = replies.filter(({ voice }) => voice !== clip.voice);
  const harmless = others.filter(({ text }) => text === '');
  return hearScene({
    ...sceneOf(count, others, harmless),
    said: { words: clip.sound, into: 0.1 + 0.1 * (count % 5) },
  });
}

const obeyed = (ears: RoomEars, scene: EchoHeard, kind: (typeof HEARD)[number]): Promise<Obeyed | undefined> =>
  playRoom(scene[kind], kind === 'alone' ? [] : scene.ours, ears, kind === 'left' ? scene.erles : []);

/** Somebody answers as the reply ends. */
async function answered(stt: SpeechToText, replies: readonly Clip[], folder: string): Promise<Row[]> {
  const answers = {
    yes: clipsOf(folder, (text) => text === SHORT.yes),
    no: clipsOf(folder, (text) => text === SHORT.no),
  };
  const counts = { alone: 0, raw: 0, left: 0 };
  for (let count = 0; count < EACH.answer; count++) {
    const word = count % 2 === 0 ? 'yes' : 'no';
    const clip = answers[word][(count * 5) % answers[word].length] as Clip;
    const others = replies.filter(({ voice }) => voice !== clip.voice);
    const scene = hearScene({
      ...sceneOf(count, others, others),
      said: { words: clip.sound, after: 0.1 * (count % 4) - 0.1 },
    });
    for (const kind of HEARD) {
      const heard = await transcript(stt, scene, kind);
      if (new RegExp(`\\b${word}\\b`, 'i').test(heard)) counts[kind]++;
    }
  }
  return HEARD.map((kind) =>
    shareRow(`echo/answer-${NAMES[kind]}`, counts[kind], EACH.answer, '"yes" or "no" at the end of a reply'),
  );
}

async function transcript(stt: SpeechToText, scene: EchoHeard, kind: (typeof HEARD)[number]): Promise<string> {
  const bytes = (at: number) => Math.max(0, Math.round(at)) * SAMPLE_BYTES;
  const stream = stt.open({ language: 'en', signal });
  // As the room listens after a reply: with the breath before it.
  stream.write(scene[kind].subarray(bytes(scene.from - 0.3 * MIC_RATE), bytes(scene.to + MIC_RATE)));
  return (await stream.finish()).text;
}

/** Delay, level and room by turns, so that each goes with each. */
function sceneOf(count: number, first: readonly Clip[], second: readonly Clip[]): EchoScene {
  return {
    before: first[(count * 3) % first.length] as Clip,
    reply: second[(count * 5 + 1) % second.length] as Clip,
    delay: DELAYS[count % DELAYS.length] as number,
    level: SPEECH + (LEVELS[Math.floor(count / DELAYS.length) % LEVELS.length] as number),
    decay: DECAYS[count % DECAYS.length] as number,
    seed: count + 1,
  };
}

function clipsOf(folder: string, isMeant = (_text: number) => true): Clip[] {
  return readdirSync(folder)
    .filter((name) => isMeant(Number(/_(\d+)[^_]*\.wav$/.exec(name)?.[1])))
    .sort()
    .map((name) => {
      const { samples } = parseWav(readFileSync(path.join(folder, name)));
      return { voice: name.split('_100_')[0] ?? '', sound: trimmed(soundOf(samples)), text: '' };
    });
}

function powerOf(samples: Buffer, from: number): number {
  let power = 0;
  for (let at = from * SAMPLE_BYTES; at + 1 < samples.length; at += SAMPLE_BYTES) power += samples.readInt16LE(at) ** 2;
  return 10 * Math.log10(power + 1);
}
