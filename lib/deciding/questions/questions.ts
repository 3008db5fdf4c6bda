import { missed } from '../../conversation/missed.js';
import { turns } from '../../conversation/turns.js';
import type { House } from '../../home/types.js';
import { type Answer, type AskRequest, noAnswer, noSuchRoom, siteFor } from '../../satellites/questions.js';
import type { Hub, SayRequest, Site } from '../../satellites/types.js';
import { clock } from '../../turn/clock.js';
import { JarvisError, toJarvisError } from '../../turn/errors.js';
import { redact } from '../../turn/redaction.js';
import type { Turn } from '../../turn/turn.js';
import { withoutEcho } from '../judge-rules.js';
import { isStop } from '../stop-command.js';
import { findWakeWord, stripWakeWord } from '../wake-words.js';
import { type ExpectedAnswers, expectedAnswers } from './expected-answers.js';

/** Questions that somebody outside has rooms asked, one a room at a time. */
export interface Questions {
  /** Never throws; what came of it is told once. */
  ask(request: AskRequest, told: (answer: Answer) => void): void;
  /** Ends those that are open, as stopped. */
  close(): void;
}

interface QuestionsOptions {
  hub: Pick<Hub, 'sitesIn' | 'listen'>;
  /** Announces the question. @returns ids of the turns it is said in @throws JarvisError */
  say(request: SayRequest): readonly string[];
  /** What the assistant answers to. */
  name(): string;
  /** Its rooms and devices may be answers. */
  house(): House | undefined;
  failed(error: JarvisError): void;
}

/** A question that waits behind others for the loudspeaker is given up after this time. */
const SAYING_MS = 120_000;
/** The microphone is open for so long without the wake word. */
const MAX_LISTEN_MS = 60_000;

export function openQuestions(options: QuestionsOptions): Questions {
  const open = new Set<() => void>();
  return {
    ask(request, told) {
      const { id, site: room, answers } = request;
      const site = siteFor(options.hub, room);
      const refuse = (error: JarvisError) => {
        options.failed(error);
        told(noAnswer(id, site?.id ?? room, 'failed'));
      };
      if (!site) return refuse(noSuchRoom(room, 'was asked'));
      if (turns.conversation(site.id).taker) return told(noAnswer(id, site.id, 'busy'));
      const expected = expectedAnswers(answers);
      const [problem] = expected.problems;
      if (problem) return refuse(new JarvisError('bad-input', `An expected answer can't be used. ${problem}.`));
      const stop = askIn(site, request, expected, options, (answer) => {
        open.delete(stop);
        told(answer);
      });
      open.add(stop);
    },
    close() {
      for (const stop of [...open]) stop();
    },
  };
}

/** Asks in a room that is asked nothing else. @returns ends it @param told later than this returns, once */
function askIn(
  site: Site,
  { id, question, language, timeout }: AskRequest,
  expected: ExpectedAnswers,
  { hub, say, name, house, failed }: QuestionsOptions,
  told: (answer: Answer) => void,
): () => void {
  const conversation = turns.conversation(site.id);
  const askedAt = clock.now();
  let saidIn: readonly string[] = [];
  /** When the answer must be there; undefined until the question was heard. */
  let until: number | undefined;
  /** What ran already when the question was heard: its words are no answer. */
  let before: string | undefined;
  let isOver = false;
  let timer = clock.limit(SAYING_MS, () => finish('timeout'));

  function finish(reason: Answer['reason'], more: Partial<Answer> = {}): void {
    if (isOver) return;
    isOver = true;
    timer.cancel();
    turns.off('stop', onStop);
    if (reason === 'timeout') missed.unanswered(saidIn);
    if (conversation.taker === take) conversation.taker = undefined;
    // Half an answer is nothing to act upon.
    if (until !== undefined) endListening('the question is over');
    for (const turn of saidIn) turns.end(turn, 'the question is over');
    setImmediate(() => told({ ...noAnswer(id, site.id, reason), ...more }));
  }

  function onStop(where: string): void {
    if (where === site.id) finish('stopped');
  }

  /** The turn that listens without the wake word, for the answer or after a reply; it has understood nothing yet. */
  function endListening(why: string): void {
    conversation.await('answer', 0);
    const current = turns.current(site.id);
    if (current?.isSilent) turns.end(current.id, why);
  }

  function listen(): void {
    const left = (until ?? 0) - clock.now();
    if (turns.current(site.id) || left <= 0) return;
    conversation.await('answer', Math.min(left, MAX_LISTEN_MS));
    hub.listen(site.id);
  }

  function onHeard(ok: boolean): void {
    if (isOver) return;
    timer.cancel();
    timer = clock.after(timeout * 1000, () => finish('timeout'));
    until = clock.now() + timeout * 1000;
    endListening('a question is asked');
    before = turns.current(site.id)?.id;
    // Cut off by somebody who speaks: that is the answer. By a stop: that is told next.
    if (ok) listen();
  }

  function take(turn: Turn, words: string): boolean {
    const isEarlier = turn.id === before || turn.at < askedAt;
    if (until === undefined || turn.source === 'announcement' || isEarlier) return false;
    const said = saidBy(turn, words, name());
    // Only the wake word was heard: what it is for comes next.
    if (said === '') return false;
    turns.begin(turn, words);
    if (said === undefined) {
      turns.end(turn.id);
      listen();
    } else if (isStop(said, { speaking: false, language: turn.language, wake: name() })) turns.stop(site.id);
    else {
      const { answer = null, slots = {} } = expected.match(said, { language: turn.language, house: house() }) ?? {};
      finish('answered', { answer, text: redact(said), slots: withoutSecrets(slots) });
      turns.end(turn.id);
    }
    return true;
  }

  conversation.taker = take;
  turns.on('stop', onStop);
  try {
    saidIn = say({ text: question, rooms: [site.id], language, finished: onHeard });
    if (saidIn.length === 0) finish('busy');
  } catch (thrown) {
    failed(toJarvisError(thrown, 'failed', 'A question could not be asked'));
    finish('failed');
  }
  return () => finish('stopped');
}

/** What a person said, without the wake word; undefined where the microphone heard nothing but us. */
function saidBy({ site, source, heard, wake, language }: Turn, words: string, name: string): string | undefined {
  const named = { wake: name, language };
  if (wake?.word) return stripWakeWord(words, named);
  const spoken = source === 'voice' && turns.conversation(site).spokenBefore(heard?.to ?? clock.now());
  const segments = [{ ...heard, text: words }];
  const own = spoken ? withoutEcho(words, { segments, mode: 'answer', spoken }) : words;
  if (own === undefined) return undefined;
  const { woken, query } = findWakeWord(own, named);
  return woken ? query : own.trim();
}

/** Whoever listens to the broker may log and keep it. */
function withoutSecrets(slots: Answer['slots']): Answer['slots'] {
  return Object.fromEntries(
    Object.entries(slots).map(([slot, value]) => [slot, typeof value === 'string' ? redact(value) : value]),
  );
}
