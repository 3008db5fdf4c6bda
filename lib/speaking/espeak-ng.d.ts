declare module '@echogarden/espeak-ng-emscripten' {
  export interface EspeakWorker {
    /** 0 when the voice exists; the voice before stays otherwise. */
    set_voice(name: string): number;
    list_voices(): { languages: { name: string }[] }[];
    get_samplerate(): number;
    /** Synchronous; the callback gets 16-bit samples, and stops the synthesis by returning true. */
    synthesize(text: string, callback: (samples: Int16Array | null, events: unknown[]) => boolean): void;
    /** A pointer to a string that ends with a zero byte: clauses joined by " | ", phonemes by "_". */
    convert_to_phonemes(text: string, ipa: boolean): { ptr: number };
  }
  /** A file or folder of the module's own; a file's bytes are a part of the package's data. */
  export interface EspeakFile {
    contents: Uint8Array | Record<string, EspeakFile>;
  }
  export interface EspeakModule {
    FS: { root: EspeakFile };
    eSpeakNGWorker: new () => EspeakWorker;
    /** The module's memory; taken anew after each call, since it may have grown. */
    HEAPU8: Uint8Array;
  }
  /** @param given.getPreloadedPackage gives the data instead of reading the file */
  export default function init(given: {
    getPreloadedPackage(file: string, bytes: number): ArrayBuffer;
  }): Promise<EspeakModule>;
}
