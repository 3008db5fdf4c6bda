import { MIC_RATE, SAMPLE_BYTES } from '../lib/audio/pcm.js';
import { randomFrom } from '../lib/audio/random.js';
import { type Sound, soundOf } from '../lib/audio/sounds.js';
import { overheard } from '../lib/language/overheard.js';
import { programmeOf, type Spoken, surroundings } from '../lib/listening/training/scenes.js';
import { openManyVoices } from '../lib/speaking/many-voices.js';
import { textOf } from './memory-texts.js';
import { type Row, rowOf } from './row.js';
import { type Ears, playClips, STREAMS } from './wake-heard.js';

const PROGRAMME_SECONDS = 60;
/** Sentences that are spoken anew for each round of programmes, by as many voices as there are. */
const SENTENCES = 60;
/** Of so many programmes one is music, noise or babble alone. */
const WORDLESS = 4;

/**
 * How often a room wakes in hours of generated sound without the wake word: sentences by all embedded voices in rooms,
 * over noise, music and other people, and each of those alone; at many levels.
 */
export async function benchHours(prefix: string, ears: Ears, hours: number): Promise<Row[]> {
  const speaker = await openManyVoices('', 'en');
  const random = randomFrom(14);
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const { signal } = new AbortController();
  const everyday = overheard('en');
  const programmes = Math.ceil((hours * 3600) / PROGRAMME_SECONDS);
  let woken = 0;
  for (let from = 0; from < programmes; from += STREAMS) {
    const spoken: Spoken[] = [];
    for (let count = 0; count < SENTENCES; count++) {
      const voice = pick(speaker.voices);
      const text = random() < 0.5 ? pick(everyday) : textOf(Math.floor(random() * 100_000));
      spoken.push({ voice, sound: soundOf(await speaker.speak(voice, text, signal)) });
    }
    const sounds = Array.from({ length: Math.min(STREAMS, programmes - from) }, (_, index) =>
      (from + index) % WORDLESS === 0
        ? surroundings(PROGRAMME_SECONDS, spoken, random)
        : programmeOf(spoken, PROGRAMME_SECONDS, random),
    );
    const heard = await playClips(ears, sounds.map(pcmOf));
    woken += heard.reduce((sum, times) => sum + times, 0);
  }
  await speaker.close();
  const played = (programmes * PROGRAMME_SECONDS) / 3600;
  const note = `${woken} in ${played.toFixed(2)} h of speech, music and noise`;
  return [rowOf(`${prefix}accepts-hours`, 'per hour', [woken / played], note)];
}

function pcmOf(sound: Sound): Buffer {
  const samples = Buffer.alloc(Math.floor((PROGRAMME_SECONDS * MIC_RATE) / 1280) * 1280 * SAMPLE_BYTES);
  for (let at = 0; at < samples.length / SAMPLE_BYTES; at++)
    samples.writeInt16LE(Math.round(Math.max(-1, Math.min(1, sound[at] ?? 0)) * 32_767), at * SAMPLE_BYTES);
  return samples;
}
