import { type LiveEvents, type LiveTurn, turns } from '../conversation/turns.js';
import type { OpenModels } from '../deciding/open-models.js';
import { stripWakeWord } from '../deciding/wake-words.js';
import type { GuardedHome } from '../home/guard.js';
import { noModels } from '../llm/gateway.js';
import type { Provider } from '../llm/types.js';
import { conversation } from '../memory/conversation.js';
import type { Dialogue } from '../memory/dialogue.js';
import type { Memory } from '../memory/memory.js';
import { clock } from '../turn/clock.js';
import { erasable } from '../turn/erasing.js';
import type { ErrorCode } from '../turn/errors.js';
import { type Trace, tracedParts } from '../turn/trace.js';
import { ownWords, type Turn } from '../turn/turn.js';
import { beginReply, type ReplyRequest, reply, warmReply } from './loop.js';
import type { Character } from './prompt.js';

/** What an agent works with. */
interface Parts extends Pick<ReplyRequest, 'tools' | 'protocol' | 'maxTurns'> {
  server: { provider: Provider; models: OpenModels };
  memory?: { memory: Memory; dialogue: Dialogue } | undefined;
  home?: GuardedHome | undefined;
  character: Character;
  /** Lines about the devices a query may be about. */
  devices(query: string, area: string | undefined, language: string): string[];
}

export interface AgentOptions {
  /** Names it among those that answer. */
  id: string;
  /** Asked for each reply. @throws JarvisError not-configured */
  parts(): Parts;
  /** Says why there is no model; once, until there is one. */
  warn(problem: string): void;
  signal: AbortSignal;
}

export interface ToAnswer extends Pick<ReplyRequest, 'digest'> {
  turn: Turn;
  live: LiveTurn;
  query: string;
  trace: Trace;
  signal: AbortSignal;
}

/** An answer that was begun and that nobody asks for is dropped: what follows a pause of 1.8 s is asked in one or two. */
const MAX_UNCLAIMED_MS = 5000;

/** Answers turns with a model, and keeps what is said in their exchanges. */
export function openAgent({ id, parts, warn, signal: closing }: AgentOptions) {
  /** As the last turn had it: the prompt that is evaluated ahead begins like the one that will be asked. */
  const about = erasable<readonly string[]>();
  let lack: ErrorCode | undefined;

  // While the person still speaks, the model is loaded and the head of the prompt evaluated.
  const warm = async ({ stage, wake, trace, signal }: LiveTurn) => {
    // After a reply of its own the model is warm.
    if (stage !== 'listening' || wake?.by === 'follow-up') return;
    const { server, character, ...rest } = parts();
    const either = AbortSignal.any([signal, closing]);
    const models = await server.models(either);
    const known = { ...character, about: about.value };
    await warmReply({ ...rest, models, character: known, signal: either, trace: trace.of(id) });
  };
  // The reply itself says what is wrong with the server.
  const prefetch = (live: LiveTurn) => void warm(live).catch(() => {});
  turns.on('stage', prefetch);
  // In a pause that may be its end the answer is begun.
  const beginFor = async (live: LiveTurn, turn: Turn, goesOn: AbortSignal) => {
    // Whether we are meant at all the judge asks the model first, then.
    if (live.wake?.by === 'follow-up') return;
    const { server, ...known } = parts();
    const answered = new AbortController();
    const onStage = ({ id, stage }: LiveTurn) => id === live.id && stage === 'speaking' && answered.abort();
    turns.on('stage', onStage);
    try {
      const limit = AbortSignal.timeout(MAX_UNCLAIMED_MS);
      const signal = AbortSignal.any([live.signal, goesOn, closing, answered.signal, limit]);
      const query = stripWakeWord(turn.heard?.text ?? '', { wake: known.character.name, language: turn.language });
      const models = await server.models(signal);
      const request = await requestOf({ ...turn, about: [...(about.value ?? [])] }, query, known);
      await beginReply({ ...request, models, signal, trace: live.trace.of(id) });
    } finally {
      turns.off('stage', onStage);
    }
  };
  const likely = (...said: LiveEvents['likely']) => void beginFor(...said).catch(() => {});
  turns.on('likely', likely);

  /** What a reply to a question is made from, besides what its turn decides. */
  const requestOf = async (
    turn: Turn,
    query: string,
    { memory, home, character, devices, ...rest }: Omit<Parts, 'server'>,
  ) => {
    const { area, language, site } = turn;
    const now = clock.now();
    return {
      ...rest,
      query,
      site,
      character: { ...character, about: turn.about },
      messages: memory && (await conversation(memory, site, now)),
      moment: {
        language,
        now: new Date(now),
        area,
        speaker: turn.speaker?.name,
        devices: devices(query, area, language),
        memories: turn.recall?.lines,
      },
    };
  };

  return {
    /** Why no model could be asked last. */
    get lack() {
      return lack;
    },
    /**
     * A sentence after the other, as they go on the wires; the last one is empty and has the whole reply in its turn.
     * @throws JarvisError not-configured, model-…, "timeout"; AbortError
     */
    async *reply({ turn, live, query, digest, signal, trace }: ToAnswer) {
      const { server, ...known } = parts();
      const { memory, home } = known;
      const { site } = turn;
      about.value = turn.about;
      live.teller = 'stage';
      const exchange = turns.exchanges.begin(live, query, memory?.dialogue.begin(site), id);
      try {
        const models = await server.models(signal).catch((thrown) => noModels(server.provider, thrown));
        const events = reply({
          ...(await requestOf(turn, query, known)),
          said: ownWords(turn, query),
          turn,
          models,
          house: home && (() => home.house()),
          confirmations: home?.confirmations,
          profile: turn.profile,
          allowed: turn.tools,
          plan: turn.plan,
          digest,
          signal,
          trace,
        });
        let index = 0;
        for await (const event of tracedParts(trace, 'agent', events, ({ type }) => type === 'end')) {
          if (event.type === 'sentence') yield { payload: event.text, turn, parts: { id: turn.id, index: index++ } };
          if (event.type === 'end') {
            const { text, calls, question, lacking, unasked } = event;
            if (lacking && !lack) warn(lacking.message);
            if (!unasked) lack = lacking?.code;
            // The last message only says that the reply is whole: the last sentence was sent when it was finished.
            const whole = { ...turn, reply: { text, calls, question } };
            yield { payload: '', turn: whole, parts: { id: turn.id, index, count: index + 1 } };
          }
          // What the person reads is kept by then.
          await exchange.note(event);
          if (event.type === 'sentence')
            turns.show(turn, 'reply', event.shown ?? (event.before ?? '') + event.text, false);
          if (event.type === 'shown') turns.show(turn, 'reply', event.text, false);
          if (event.type === 'end') turns.show(turn, 'reply', '', true);
        }
      } catch (thrown) {
        exchange.failed();
        throw thrown;
      }
    },
    /** What is not heard yet will not be: the dialogue says so. */
    close(why: string) {
      about.close();
      turns.off('stage', prefetch);
      turns.off('likely', likely);
      for (const turn of turns.exchanges.open(id)) turns.end(turn, why);
    },
  };
}
