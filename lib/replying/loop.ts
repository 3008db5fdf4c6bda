import type { Confirmations } from '../home/confirmation.js';
import type { House } from '../home/types.js';
import { splitCompound } from '../language/compound.js';
import { filled } from '../language/spoken.js';
import { primaryLanguage } from '../language/tags.js';
import { contexts } from '../llm/contexts.js';
import { type Models, modelFor, warm } from '../llm/gateway.js';
import { sizeOf } from '../llm/server-size.js';
import type { Message, Tool, ToolCall, ToolResult } from '../llm/types.js';
import { BROWSER_PREFIX } from '../satellites/site-names.js';
import { isAbort, type JarvisError } from '../turn/errors.js';
import type { Trace } from '../turn/trace.js';
import type { Turn, TurnProfile } from '../turn/turn.js';
import { callsAhead } from './ahead.js';
import { askingFirst } from './asked-first.js';
import { asksForData } from './data-asked.js';
import { factsOf, type Outcome } from './facts.js';
import { contradiction, earlierIn, type Grounds, toldIn } from './honesty.js';
import { inProfile } from './in-profile.js';
import { checkReply } from './malformed.js';
import { digestOfLoop } from './max-turn-digest.js';
import { beginTurn, modelTurn, promptOf, type SentenceEvent, type ShownEvent, type TurnEnd } from './model-turn.js';
import { openOffer } from './offer.js';
import { phrasesFor } from './phrases.js';
import { asksOnlyState, plainStatement } from './plain.js';
import { plannedCalls } from './planned-calls.js';
import { type Character, contextOf, inContext, type Moment } from './prompt.js';
import { type ProtocolChoice, protocolOf, useText } from './protocol.js';
import { correction, NUDGE, notRun, progress } from './remarks.js';
import { duplicateGuard } from './run-tools.js';
import { sentencesOf } from './sentences.js';
import { readTold, type Told } from './situation.js';
import { runRound } from './tool-round.js';
import { type Instead, insteadOfModel, lackOfModel, modelIsThere } from './without-model.js';

export interface ReplyRequest {
  models: Models;
  character: Character;
  moment: Moment;
  /** What the person asks. */
  query: string;
  /** The person's own words, where the query is a model's reading of them; the query itself when not given. */
  said?: string | undefined;
  site: string;
  /** For tools that are flows. */
  turn?: Turn | undefined;
  /** The house as it is now: what is said of it is held against it, and what is understood of it is said where there is no model. */
  house?: (() => House) | undefined;
  /** Where calls wait for a person's yes; without it none that needs one is made. */
  confirmations?: Confirmations | undefined;
  /** Every tool there is. */
  tools: readonly Tool[];
  /** The profile that it begins in; a tool may have it go on in another one. */
  profile?: TurnProfile | undefined;
  /** Names of the tools that the router left; all without it. What ends the conversation or finds tools is always in. */
  allowed?: readonly string[] | undefined;
  /** Planned steps, in order. Small models have the tool steps run for them. */
  plan?: readonly string[] | undefined;
  /** The dialogue before the query, oldest first. */
  messages?: readonly Message[];
  /** How tools are called; default "auto". */
  protocol?: ProtocolChoice | undefined;
  /** What the model gets to see of the result of a tool; without it the result itself. @throws AbortError only. */
  digest?: ((tool: string, text: string) => Promise<string>) | undefined;
  /** Most calls of the model. Default 8. */
  maxTurns?: number | undefined;
  signal: AbortSignal;
  trace?: Trace | undefined;
}

export type CallDone = NonNullable<NonNullable<Turn['reply']>['calls']>[number];

export type ReplyEvent =
  /** Always the first event: the query as the dialogue memory keeps it. */
  | { type: 'asked'; message: Message }
  | SentenceEvent
  | { type: 'tool'; call: ToolCall; result: ToolResult }
  | ShownEvent
  /** Calls and results, as soon as they are there: what the dialogue memory keeps of a reply that is cut off. */
  | { type: 'kept'; messages: Message[] }
  /** Always the last event. */
  | {
      type: 'end';
      /** Everything that was spoken. */
      text: string;
      calls: CallDone[];
      /** The reply asks something: listen for the answer. */
      question: boolean;
      /** What the dialogue memory keeps after the person's query: calls, results and words. */
      messages: Message[];
      /** Why no model was asked, where there is none. */
      lacking?: JarvisError | undefined;
      /** No model was needed: nothing tells whether there is one. */
      unasked?: boolean;
    };

/** Turns in a row that called only what was called before, or what doesn't exist. */
const MAX_FRUITLESS = 2;
/** A tool result up to this many characters can be said as it is. */
const MAX_SAYABLE = 300;

/**
 * Answers a query: makes the calls it certainly asks for, runs the planned steps where the model is small, asks the model, runs the tools it calls (those of one
 * answer side by side), and goes on until it answers in words, which are given out sentence by sentence. No sentence is
 * given out that contradicts the results. Something sensible is always said: when the model gives nothing that can be
 * spoken, the result of a tool or a plain sentence in the person's language stands in; where there is no model, what the
 * person has told before, or what is understood.
 * @throws JarvisError "model-failed", "timeout" when the model fails before a tool has done anything; AbortError.
 */
export async function* reply(request: ReplyRequest): AsyncGenerator<ReplyEvent> {
  const { query, site, moment, plan = [], signal, trace } = request;
  const { language, area } = moment;
  const phrases = phrasesFor(language);
  const recent = request.messages ?? [];
  const { parts, ahead, open, question, before, ...opened } = await opening(request);
  let { role, offer } = opened;
  const readAhead = ahead.length;
  const planned =
    role.size === 'small'
      ? plannedCalls({ models: role.models, query, plan, tools: offer(), signal, trace })
      : undefined;
  const own: Message[] = [];
  const outcomes: Outcome[] = [];
  const spoken: string[] = [];
  const isDuplicate = duplicateGuard();
  let known: Pick<Grounds, 'earlier' | 'told'> | undefined;
  let words = 0;
  let asked = 0;
  let fruitless = 0;
  let nudged = false;
  /** What the model has written since the last tools, where some of it was put on screens only. */
  let written: string | undefined;
  let corrected = false;
  let remark: string | undefined;
  let lacking: JarvisError | undefined;

  yield { type: 'asked', message: question };
  for (;;) {
    if (asked >= role.maxTurns || fruitless >= MAX_FRUITLESS) {
      yield* say(await unfinished());
      break;
    }
    let calls = ahead.length > 0 ? ahead.splice(0) : ((await planned?.next(outcomes)) ?? []);
    if (calls.length === 0) {
      asked++;
      const from = spoken.length;
      let end: TurnEnd;
      try {
        end = yield* modelTurn(
          {
            ...request,
            ...role,
            language,
            tools: offer(),
            check,
            isRead: site.startsWith(BROWSER_PREFIX),
            wantsData: asksForData(query),
            said: corrected || nudged ? spoken.slice(words) : [],
            remark: remark ?? progress(own, outcomes, { steps: planned?.steps ?? [], parts, open, ahead: readAhead }),
          },
          [...before, ...own],
          spoken,
        );
        modelIsThere(role.models);
      } catch (thrown) {
        if (signal.aborted || isAbort(thrown) || spoken.length > words) throw thrown;
        lacking = lackOfModel(thrown);
        // What a tool has done is said even though the model can't; why it hasn't, only where that can be said.
        if (outcomes.some(({ result }) => result.ok || result.told !== undefined) && (!lacking || answersQuery())) {
          yield* say(standIn());
          break;
        }
        if (!lacking) throw thrown;
        const instead = insteadOf(lacking);
        yield* say(instead.sentences);
        if (instead.shown) yield { type: 'shown', text: instead.shown };
        break;
      }
      remark = undefined;
      if (end.wrong) {
        if (!corrected) {
          corrected = true;
          remark = correction(end.wrong, spoken.slice(words));
          continue;
        }
        yield* say(whatHappened(end.wrong.sentence));
        break;
      }
      if (end.calls.length === 0) {
        const isSilent = spoken.length === words;
        if (end.written !== undefined) {
          written = [...spoken.slice(words, from), end.written].join(' ');
          yield* say([]);
          break;
        }
        if (!nudged && (end.unrun || (isSilent && (end.malformed || outcomes.length === 0)))) {
          nudged = true;
          remark = end.unrun ? notRun(offer()) : NUDGE;
          continue;
        }
        const isLost = end.unrun && outcomes.length === 0;
        if (isLost) yield* say([phrases.toolsFailed]);
        else if (!isSilent) yield* say([]);
        else yield* say(outcomes.length === 0 && end.malformed ? [phrases.notUnderstood] : standIn());
        break;
      }
      calls = end.calls;
    }
    const asking = request.confirmations && {
      askFirst: askingFirst(request.confirmations, { site, language, trace, turn: request.turn }),
    };
    const said = request.said ?? query;
    const context = { site, turn: request.turn, said, area, language, signal, trace, ...asking };
    const tools = offer();
    const round = await runRound(calls, { tools, context, isDuplicate, digest: request.digest });
    const called: Message = { role: 'assistant', content: spoken.slice(words).join(' '), tool_calls: calls };
    words = spoken.length;
    own.push(called, ...round.messages);
    outcomes.push(...round.ran);
    for (const { call, result } of round.all) yield { type: 'tool', call, result };
    yield { type: 'kept', messages: [called, ...round.messages] };
    if (round.ran.some(({ call, result }) => result.ok && tools.find(({ name }) => name === call.name)?.ends)) break;
    const asks = round.all.find(({ result }) => result.asks)?.result.asks;
    if (asks && !signal.aborted) {
      const takeBack = asks.put();
      // Who interrupts may be answering what the model has said before it.
      if (spoken.length > 0) signal.addEventListener('abort', takeBack, { once: true });
      yield* say([asks.question]);
      break;
    }
    const end = round.all.find(({ result }) => result.ends)?.result.told;
    if (end !== undefined) {
      yield* say([end]);
      break;
    }
    fruitless = round.ran.length > 0 ? 0 : fruitless + 1;
    const profile = round.all.findLast(({ result }) => result.profile)?.result.profile;
    if (profile) {
      trace?.decided({ profile });
      role = await inProfile(request, profile);
      offer = openOffer(role.tools, undefined, recent, role.models);
    }
  }

  const text = spoken.join(' ');
  const done = {
    text,
    calls: outcomes.map(({ call, result }) => ({ name: call.name, arguments: call.arguments, ok: result.ok })),
    question: /[?？؟]["'”’»)*_]*$/.test(text),
  };
  trace?.decided({ reply: done });
  yield { type: 'end', ...done, messages: own, lacking, unasked: asked === 0 };

  /** Ends the reply: what the model has said since the last tools, and these sentences after it. */
  async function* say(given: readonly string[]): AsyncGenerator<ReplyEvent> {
    const sentences = [...given, ...untold(given)];
    const content = [...(written === undefined ? spoken.slice(words) : [written]), ...sentences].join(' ');
    own.push({ role: 'assistant', content });
    for (const sentence of sentences) {
      spoken.push(sentence);
      yield { type: 'sentence', text: sentence };
    }
  }

  /** What was taken out of the memory is told, whether the model does so or not. */
  function untold(given: readonly string[]): string[] {
    const said = [...spoken, ...given].join(' ').toLowerCase();
    const taken = outcomes.flatMap(({ result }) => (result.ok ? (result.taken ?? []) : []));
    const left = taken.filter((what) => !said.includes(what.toLowerCase()));
    return left.length > 0 ? [filled(phrases.taken, { what: left.join('; ') })] : [];
  }

  function acts(name: string | undefined): boolean {
    return request.tools.some((tool) => tool.name === name && tool.acts);
  }

  function check(sentence: string): string | undefined {
    // That is said by ourselves.
    const { onScreen, tableShown, tableUnsaid } = phrases;
    if ([onScreen, tableShown, tableUnsaid].includes(sentence)) return undefined;
    const facts = factsOf(outcomes, request.tools);
    const said = spoken.join(' ');
    known ??= { earlier: earlierIn(recent), told: told() };
    return contradiction(sentence, { ...known, facts, query, language, house: request.house?.(), said });
  }

  /** What the model knows without a call. */
  function told(): Told {
    const { memories = [], now, area = '', speaker } = moment;
    const timeZone = moment.timeZone ?? request.character.home?.timeZone?.();
    const time = now.toLocaleString(primaryLanguage(language) || 'en', {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone,
    });
    const { about = [] } = request.character;
    return readTold([...memories, ...about, ...toldIn(recent, language), time, area, speaker ?? '']);
  }

  /** Said when the model has twice said what isn't so. */
  function whatHappened(sentence: string): string[] {
    const facts = factsOf(outcomes, request.tools);
    const why = facts.acted === 0 ? outcomes.findLast(({ result }) => result.told)?.result.told : undefined;
    if (why !== undefined) return [why];
    const said = plainStatement(facts, language, sentence);
    if (facts.acted > 0 && facts.notActed === 0) {
      const did = said.length > 0 ? said : standIn();
      return did.length > 0 ? [...did, phrases.nothingElse] : [];
    }
    return said.length > 0 || facts.acts.length > 0 ? said : [phrases.nothingDone];
  }

  /** What is said in the model's place after tools have run. */
  function standIn(): string[] {
    const last = outcomes.findLast(({ result }) => result.ok) ?? outcomes.findLast(({ result }) => result.told);
    if (!last) return [outcomes.length > 0 ? phrases.toolsFailed : phrases.nothing];
    if (last.result.told !== undefined) return last.result.told === '' ? [] : [last.result.told];
    const states = plainStatement(factsOf(outcomes, request.tools), language, query);
    if (states.length > 0) return states;
    const result = last.result.text.length <= MAX_SAYABLE ? checkReply(last.result.text).spoken : undefined;
    if (result) return sentencesOf(result, language);
    return [acts(last.call.name) ? phrases.done : phrases.nothing];
  }

  /** Whether what was done or read answers what was asked: a state that was read ahead does where no more is asked. */
  function answersQuery(): boolean {
    const isReading = (name: string) =>
      request.tools.some((tool) => tool.name === name && tool.tellsStates && !tool.acts);
    if (!outcomes.every(({ call }) => isReading(call.name))) return true;
    const places = request.house?.().areas ?? [];
    const named = [...factsOf(outcomes, request.tools).states, ...places];
    return asksOnlyState(
      query,
      language,
      named.map(({ name }) => name),
    );
  }

  function insteadOf(lack: JarvisError): Instead {
    const { memories: found = [], now } = moment;
    const { about = [] } = request.character;
    const house = request.house?.() ?? { areas: [], entities: [] };
    return insteadOfModel(lack, { models: request.models, query, language, area, house, found, about, now });
  }

  async function unfinished(): Promise<string[]> {
    const digested = await digestOfLoop(role.models, query, language, outcomes, { signal, trace });
    if (digested) return digested.filter((sentence) => check(sentence) === undefined);
    return outcomes.some(({ result }) => result.ok) ? [phrases.unfinished, ...standIn()] : [phrases.tooManySteps];
  }
}

/** What a reply begins with: the calls that are certain, and the question with what is known for it behind the dialogue. */
async function opening(request: ReplyRequest) {
  const { query, moment, plan = [], messages: recent = [], trace } = request;
  const { language, area } = moment;
  const role = await inProfile(request, request.profile);
  const offer = openOffer(role.tools, request.allowed, recent, role.models);
  const parts = role.size === 'small' && plan.length === 0 ? splitCompound(query, language) : [];
  // A plan says itself what to call.
  const ahead = plan.length > 0 ? [] : callsAhead(query, offer(), { language, area }, trace);
  // Of a question in two parts one may have been read ahead: the other is still open.
  const open = parts.filter((part) => ahead.length === 0 || callsAhead(part, offer(), { language, area }).length === 0);
  // What has been read needs no guess beside it.
  const devices = ahead.length > 0 && open.length === 0 ? [] : moment.devices;
  const timeZone = request.character.home?.timeZone?.();
  const context = contextOf({ timeZone, ...moment, devices, plan });
  const question: Message = { role: 'user', content: query, context };
  return { role, offer, parts, ahead, open, question, before: [...recent, question].map(inContext) };
}

/**
 * Begins the answer to a question that is likely asked: a reply to the very same goes on with it. Nothing is said or done by it. It is
 * dropped when the signal fires before that, and when the model is asked for something else. Resolves when it is over.
 */
export async function beginReply(request: ReplyRequest): Promise<void> {
  const { role, offer, ahead, before } = await opening({ ...request, trace: undefined });
  // After these calls the model is asked for something else.
  if (ahead.length === 0) await beginTurn({ ...request, ...role, tools: offer() }, before);
}

/**
 * Makes the model ready for a reply that may come: loads it and evaluates the unchanging head of the prompt with the
 * same tools. Never rejects; ends early when the signal fires or the reply begins.
 */
export async function warmReply(
  request: Pick<ReplyRequest, 'models' | 'character' | 'tools' | 'protocol' | 'signal' | 'trace'>,
): Promise<void> {
  const { models, tools, signal, trace } = request;
  const { provider } = models;
  const model = modelFor(models, contexts.warmUp);
  try {
    const size = await sizeOf(provider, model, signal);
    if (tools.length > 0 && (await provider.info(model, signal)).tools === false) useText(provider, model);
    const protocol = protocolOf(provider, model, request.protocol);
    await warm(models, { ...promptOf({ ...request, size }, [], protocol), signal, trace });
  } catch {
    // The reply finds out by itself.
  }
}
