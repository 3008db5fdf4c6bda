import { MIC_RATE } from '../audio/pcm.js';
import { turns } from '../conversation/turns.js';
import { isLeftOver, openDoubts, type Says } from './doubts.js';
import { type Tape, tape } from './tape.js';
import type { Detection, WakeEngine, WakeStream } from './types.js';

export interface StopWord {
  /**
   * Sound of a site: 16 kHz mono PCM; looked at only while something is spoken there.
   * @param erle by how many dB our own voice was softened in it
   */
  write(site: string, samples: Buffer, erle?: number): void;
  close(): void;
}

interface Heard {
  stream: WakeStream;
  sound: Tape;
  /** What `write` was told last. */
  erle: number;
}

/** Sound in which a "stop" that was heard weakly is looked for, in samples: its half second, and up to 0.8 s until it is doubted. */
const DOUBTED = 1.25 * MIC_RATE;
/** That, and the two seconds that the engine may be behind. */
const KEPT = DOUBTED + 2 * MIC_RATE;

/**
 * Hears a bare "stop" where we speak, and ends what is spoken, its model and its tools. Our own words with "stop" in them
 * don't. @param engine hears that word and no other @param says asked where the engine hears it weakly, or in what is left of our own voice
 */
export function openStopWord(engine: WakeEngine, says: Says | undefined, onError: (error: Error) => void): StopWord {
  const sites = new Map<string, Heard>();
  const quiet = ({ site }: { site: string }) => {
    if (turns.isSpeaking(site)) return;
    sites.get(site)?.stream.close();
    sites.delete(site);
  };
  turns.on('end', quiet);
  let isTold = false;
  const isSaid = says && openDoubts(says);
  const mayStop = (site: string, word: string) => turns.isSpeaking(site) && !turns.isSaying(word);

  const open = (site: string): Heard => {
    const sound = tape(KEPT);
    const obey = ({ word }: Detection) => {
      if (mayStop(site, word)) turns.stop(site);
    };
    const doubt = async (doubted: Detection) => {
      const { word, at = sound.to } = doubted;
      // In less sound anything may be the likeliest word.
      if (!isSaid || at < DOUBTED || !mayStop(site, word)) return;
      const looked = Buffer.from(sound.read(at - DOUBTED, at));
      // What was spoken then is spoken still.
      if ((await isSaid(site, word, looked, isLeftOver(heard.erle))) && sites.get(site) === heard) obey(doubted);
    };
    const stream = engine.open(
      (detection) => (isSaid && isLeftOver(heard.erle) ? void doubt(detection) : obey(detection)),
      (error) => {
        if (!isTold) onError(error);
        isTold = true;
      },
      (doubted) => void doubt(doubted),
    );
    const heard: Heard = { stream, sound, erle: 0 };
    sites.set(site, heard);
    return heard;
  };

  return {
    write(site, samples, erle = 0) {
      if (!turns.isSpeaking(site)) return quiet({ site });
      const heard = sites.get(site) ?? open(site);
      heard.erle = erle;
      heard.sound.write(samples);
      heard.stream.write(samples);
    },
    close() {
      turns.off('end', quiet);
      for (const { stream } of sites.values()) stream.close();
      sites.clear();
    },
  };
}
