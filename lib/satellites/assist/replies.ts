import { type LiveTurn, turns, type Words } from '../../conversation/turns.js';
import { JarvisError } from '../../turn/errors.js';
import { abortError } from '../../turn/wait.js';

/** So much of a reply as is there: a sentence, what is only shown, or an apology. */
export interface Piece {
  /** With what stands between it and the piece before it. */
  text: string;
  /** It tells what went wrong. */
  failed: boolean;
}

/** Home Assistant gives a pipeline five minutes: it is to hear of a slow answer before that. */
const ANSWER_MS = 4 * 60_000;
/** Characters of one reply that are given out. */
const MAX_REPLY = 100_000;

/**
 * What a site is answered in text, piece by piece as it is said. Whoever stops reading, or fires the signal, before the
 * reply is whole ends the turn.
 * @param say hands the words to the flow; their turn begins in it
 * @throws JarvisError not-configured when nothing takes the words, timeout after four minutes; AbortError.
 */
export async function* replyOf(
  site: string,
  say: () => void,
  signal: AbortSignal,
): AsyncGenerator<Piece, void, undefined> {
  const late = AbortSignal.timeout(ANSWER_MS);
  const stopped = AbortSignal.any([signal, late]);
  const pieces: Piece[] = [];
  let letters = 0;
  let turn: LiveTurn | undefined;
  let isWhole = false;
  let wake = () => {};

  const onBegin = (live: LiveTurn) => {
    if (live.site === site && live.source === 'text') turn ??= live;
  };
  const onWords = ({ site: where, turn: id, kind, text, last }: Words) => {
    // An apology is a turn of its own.
    if (where !== site || kind === 'heard' || !(id === turn?.id || kind === 'error') || isWhole) return;
    if (text !== '' && letters < MAX_REPLY) {
      const between = letters > 0 && !text.startsWith('\n') ? ' ' : '';
      letters += text.length;
      pieces.push({ text: between + text, failed: kind === 'error' });
    }
    isWhole = last;
    wake();
  };
  const onEnd = (live: LiveTurn) => {
    if (live !== turn) return;
    // Its apology is said right behind its end.
    setImmediate(() => {
      isWhole = true;
      wake();
    });
  };
  const onStopped = () => wake();

  turns.on('begin', onBegin);
  turns.on('words', onWords);
  turns.on('end', onEnd);
  stopped.addEventListener('abort', onStopped, { once: true });
  try {
    if (signal.aborted) throw abortError(signal);
    say();
    if (!turn) throw noListener();
    for (;;) {
      for (let piece = pieces.shift(); piece; piece = pieces.shift()) yield piece;
      if (isWhole) return;
      if (signal.aborted) throw abortError(signal);
      if (late.aborted) throw new JarvisError('timeout', `No answer came within ${ANSWER_MS / 60_000} minutes.`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    turns.off('begin', onBegin);
    turns.off('words', onWords);
    turns.off('end', onEnd);
    stopped.removeEventListener('abort', onStopped);
    if (!isWhole) turns.end(turn?.id, late.aborted ? 'nobody waits that long' : 'nobody waits for the answer');
  }
}

function noListener(): JarvisError {
  return new JarvisError(
    'not-configured',
    'Home Assistant asks, and no flow listens: wire a satellite in node of these satellites.',
  );
}
