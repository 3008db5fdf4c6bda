import { randomUUID } from 'node:crypto';
import { Trace, type TraceRecord } from '../../turn/trace.js';

/** Work of the memory's own, by what begins it: the quiet, a turn that ended, a person. */
type Work = 'maintenance' | 'rolling' | 'upkeep';

interface ToRecord {
  /** Where it was said that is worked on; all of the house when not given. */
  site?: string | undefined;
  signal: AbortSignal;
  /** Where the time went; not told of work that asked no model. */
  onTrace?: ((record: TraceRecord) => void) | undefined;
}

/** Does work with a trace, which is told however it ends. */
export async function recorded<Done>(
  work: Work,
  { site = 'memory', signal, onTrace }: ToRecord,
  run: (trace: Trace) => Promise<Done>,
): Promise<Done> {
  const trace = new Trace(`${work}-${randomUUID()}`, site, 'text');
  try {
    return await run(trace);
  } finally {
    // What ended it may have been an erase.
    if (signal.aborted) trace.forgetWords();
    const record = trace.record();
    if (record.spans.length > 0) onTrace?.(record);
  }
}
