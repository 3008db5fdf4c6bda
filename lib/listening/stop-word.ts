import { turns } from '../conversation/turns.js';
import type { WakeEngine, WakeStream } from './types.js';

export interface StopWord {
  /** Sound of a site: 16 kHz mono PCM; looked at only while something is spoken there. */
  write(site: string, samples: Buffer): void;
  close(): void;
}

/**
 * Hears a bare "stop" where we speak, and ends what is spoken, its model and its tools. Our own words with "stop" in them
 * don't. @param engine hears that word and no other
 */
export function openStopWord(engine: WakeEngine, onError: (error: Error) => void): StopWord {
  const streams = new Map<string, WakeStream>();
  const quiet = ({ site }: { site: string }) => {
    if (turns.isSpeaking(site)) return;
    streams.get(site)?.close();
    streams.delete(site);
  };
  turns.on('end', quiet);
  let isTold = false;

  const open = (site: string): WakeStream => {
    const stream = engine.open(
      ({ word }) => {
        if (turns.isSpeaking(site) && !turns.isSaying(word)) turns.stop(site);
      },
      (error) => {
        if (!isTold) onError(error);
        isTold = true;
      },
    );
    streams.set(site, stream);
    return stream;
  };

  return {
    write(site, samples) {
      if (turns.isSpeaking(site)) (streams.get(site) ?? open(site)).write(samples);
      else quiet({ site });
    },
    close() {
      turns.off('end', quiet);
      for (const stream of streams.values()) stream.close();
      streams.clear();
    },
  };
}
