import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { resampled } from '../lib/audio/resample.js';
import { soundOf, trimmed } from '../lib/audio/sounds.js';
import { wavOf } from '../lib/audio/wav.js';
import { openEspeak } from '../lib/speaking/espeak.js';
import { openPage } from '../test/page.js';
import { startRuntime } from '../test/runtime.js';
import { openSatellite, type Satellite } from '../test/satellite.js';
import { startScriptedModelServer } from '../test/scripted-model-server/server.js';
import { until } from '../test/until.js';
import { type Scene, sceneUnder } from './conditions.js';
import { soundIn } from './hearing.js';
import { type Row, rowOf } from './row.js';
import { whisperBase } from './whisper-base.js';

const SITE = 'kitchen';
const FRAME_MS = 64;
const FRAME_BYTES = (FRAME_MS / 1000) * MIC_RATE * SAMPLE_BYTES;
const VOICES = ['piper-joe', 'piper-joe+300', 'piper-joe-300', 'flite-slt'];
/** By their place in hearing/commands.txt: what changes, and the words that undo it. */
const COMMANDS = [
  { index: 0, entity: 'light.kitchen_light', undo: 'turn off the kitchen light' },
  { index: 2, entity: 'switch.coffee_machine', undo: 'turn off the coffee machine' },
  { index: 5, entity: 'light.office_light', undo: 'turn off the office light' },
];
/** For the model, which answers each with the same two sentences. */
const QUESTIONS = [
  'Who wrote the Magic Flute?',
  'Why is the sky blue in the evening?',
  'What is the difference between a violin and a viola?',
  'How do I get a red wine stain out of a carpet?',
  'Tell me something about the history of tea.',
  'What makes bread rise in the oven?',
  'How far away is the moon?',
  'Who was the first woman in space?',
  'What can I cook with leftover rice?',
  'Why do cats purr when they are happy?',
  'How does a heat pump work?',
  'What is the capital of Mongolia?',
];
const ANSWER = 'That is a good question, sir. I shall tell you what I know of it.';
/** What has not happened by then doesn't. */
const MISSED_S = 8;

/**
 * End of a spoken command → what it asks for has changed in the house, and → the first sound of the reply reaches the satellite:
 * microphone, broker, wake word, voice activity, Whisper, command and voice, all of the running flow, all embedded.
 * And end of a spoken question → first sound, where the model server takes the time of a small model (800 prompt tokens/s, 25 answer tokens/s);
 * the satellite wakes by itself there.
 * One core is kept busy by something else. The clips are those of `wake-clips.sh`; the voice is Piper's where JARVIS_VOICE names one.
 */
export async function benchSpoken(): Promise<Row[]> {
  const folder = process.env['JARVIS_WAKE_CLIPS'];
  if (!folder) throw new Error('JARVIS_WAKE_CLIPS names no folder: bench/wake-clips.sh FOLDER makes one.');
  const voice = process.env['JARVIS_VOICE'];
  const server = await startScriptedModelServer({ answers: [{ answer: ANSWER }] });
  const runtime = await startRuntime({
    env: {
      JARVIS_MODEL_URL: server.url,
      JARVIS_MODEL: 'scripted',
      JARVIS_STT: 'whisper',
      JARVIS_STT_MODEL: whisperBase(),
      ...(voice && { JARVIS_TTS: 'piper', JARVIS_VOICE: voice }),
    },
  });
  const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  try {
    return await measured(runtime, folder, voice ? 'Piper' : 'espeak-ng', busy);
  } finally {
    busy.kill();
    await runtime.stop();
    await server.close();
  }
}

async function measured(
  runtime: Awaited<ReturnType<typeof startRuntime>>,
  folder: string,
  voice: string,
  busy: ChildProcess,
): Promise<Row[]> {
  await runtime.warm();
  const page = await openPage(runtime.url);
  const satellite = await openSatellite(runtime.mqttPort);
  const changed: number[] = [];
  const heard: number[] = [];
  let missed = 0;
  for (const name of VOICES) {
    for (const { index, entity, undo } of COMMANDS) {
      const scene = sceneUnder(
        {},
        trimmed(soundIn(path.join(folder, 'hear', `${name}_100_${index}.wav`))),
        [],
        index + 1,
      );
      const before = satellite.sounds(SITE);
      const played = speak(scene, satellite);
      const first = until(() => satellite.sounds(SITE) > before && performance.now(), 'the reply', MISSED_S + 6);
      const light = page.sees(entity, 'on').then(() => performance.now());
      const [at, sound] = await Promise.all([Promise.race([light, sleep(14_000)]), first.catch(() => undefined)]);
      const { end } = played;
      if (typeof at === 'number' && sound) {
        changed.push(at - end);
        heard.push(sound - end);
      } else missed++;
      await played.done;
      await tellPlayed(satellite);
      await page.type(undo);
      await page.sees(entity, 'off');
    }
  }
  const answered = await questions(satellite);
  await Promise.all([page.close(), satellite.close()]);
  const note = `${VOICES.length * COMMANDS.length} commands, ${missed} of them missed; one of two cores busy: ${busy.exitCode === null}; voice ${voice}`;
  return [
    rowOf('spoken/changed', 'ms', changed, note),
    rowOf('spoken/first-sound', 'ms', heard, note),
    rowOf('spoken/question', 'ms', answered, `first sound; of ${QUESTIONS.length}`),
  ];
}

/** How long each question waits for the first sound, in ms. */
async function questions(satellite: Satellite): Promise<number[]> {
  const tts = openEspeak();
  const times: number[] = [];
  for (const [index, text] of QUESTIONS.entries()) {
    const spoken = await resampled(await tts.speak(text, { language: 'en', signal: new AbortController().signal }));
    const scene = sceneUnder({}, trimmed(soundOf(spoken.samples)), [], index + 1);
    await satellite.say('hermes/hotword/hey_jarvis/detected', { siteId: SITE, modelId: 'hey_jarvis' });
    const before = satellite.sounds(SITE);
    const played = speak(scene, satellite);
    const sound = until(() => (satellite.sounds(SITE) > before ? performance.now() : undefined), 'the answer', 20);
    times.push((await sound) - played.end);
    await played.done;
    await tellPlayed(satellite);
  }
  await tts.close();
  return times;
}

/** Tells that the reply has been played. */
async function tellPlayed(satellite: Satellite): Promise<void> {
  const last = satellite.heard.findLast(({ topic }) => topic.includes('/playBytes/'));
  if (last) await satellite.played(SITE, last.topic.split('/').at(-1) ?? '');
}

/** Sends a scene at the pace of a microphone. @returns when its words end, in ms of `performance.now()`, and when all is sent */
function speak({ sound, to }: Scene, satellite: Satellite) {
  const started = performance.now();
  const done = (async () => {
    for (let at = 0, count = 1; at < sound.length; at += FRAME_BYTES, count++) {
      const early = started + count * FRAME_MS - performance.now();
      if (early > 0) await sleep(early);
      const frame = wavOf({ rate: MIC_RATE, samples: sound.subarray(at, at + FRAME_BYTES) });
      await satellite.say(`hermes/audioServer/${SITE}/audioFrame`, frame);
    }
  })();
  return { end: started + (to / MIC_RATE) * 1000, done };
}
