import { createFramer, MIC_RATE } from './pcm.js';
import { createResampler } from './resampler.js';

// The audio thread's globals, which the DOM library leaves out.
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Brings the microphone to 16 kHz mono and posts it frame by frame. */
class Capture extends AudioWorkletProcessor {
  readonly #resampler = createResampler(sampleRate, MIC_RATE);
  readonly #frame = createFramer();
  #open = true;

  constructor() {
    super();
    // Any message closes it: a processor that goes on returning true is never collected.
    this.port.onmessage = () => {
      this.#open = false;
    };
  }

  process(inputs: Float32Array[][]): boolean {
    const mono = inputs[0]?.[0];
    if (mono) {
      for (const frame of this.#frame(this.#resampler.push(mono))) this.port.postMessage(frame, [frame.pcm]);
    }
    return this.#open;
  }
}

registerProcessor('jarvis-capture', Capture);
