/** What the main thread and a worker that hears many streams say to each other (`stream-client.ts`, `stream-server.ts`). */
export type ToWorker =
  | { type: 'open' | 'close'; id: number }
  | { type: 'sound'; id: number; samples: Int16Array }
  | { type: 'stop' };

export type FromWorker<Result> =
  | { type: 'ready' }
  | { type: 'failed'; code: string | undefined; message: string }
  | { type: 'results'; results: StreamResult<Result>[] };

/** One step of one stream. */
export interface StreamResult<Result> {
  id: number;
  value: Result;
  /** Samples this step took, those dropped before it included. */
  taken: number;
  /** Samples dropped before this step because the worker was behind. */
  dropped: number;
}
