/** What `whisper.ts` and `whisper.worker.ts` say to each other. */
export interface WhisperRequest {
  id: number;
  /** 16 kHz mono, at most 30 s. */
  samples: Int16Array;
  /** BCP 47 primary subtag; missing: the language is detected. */
  language: string | undefined;
  /** What the decoder takes as said just before. */
  prompt: string | undefined;
  /** An Int32 that is set to 1 when nobody waits for the answer any more. */
  cancelled: SharedArrayBuffer;
}

/** Sent last: the thread ends after the utterance it is in. */
export interface WhisperStop {
  type: 'stop';
}

export type WhisperAnswer =
  | { type: 'ready' }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'heard'; id: number; text: string; language: string | undefined; confidence: number; noSpeech: number }
  | { type: 'error'; id: number; message: string };
