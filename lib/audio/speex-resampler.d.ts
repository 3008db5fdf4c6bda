/** What we use of the package, which ships no types. The functions are those of SpeexDSP, the numbers addresses in its memory. */
declare module '@echogarden/speex-resampler-wasm/simd' {
  export interface SpeexModule {
    readonly HEAP16: Int16Array;
    readonly HEAPU32: Uint32Array;
    _malloc(bytes: number): number;
    _free(address: number): void;
    _speex_resampler_init(channels: number, from: number, to: number, quality: number, error: number): number;
    _speex_resampler_process_int(
      state: number,
      channel: number,
      input: number,
      inputCount: number,
      output: number,
      outputCount: number,
    ): number;
    _speex_resampler_skip_zeros(state: number): number;
    _speex_resampler_get_input_latency(state: number): number;
    _speex_resampler_destroy(state: number): void;
  }
  export default function load(): Promise<SpeexModule>;
}
