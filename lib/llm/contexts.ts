import {
  combinedPlanSchema,
  diarySchema,
  enrichmentSchema,
  factsSchema,
  graphFactsSchema,
  graphMergeSchema,
  graphPlaceSchema,
  judgeAnswerSchema,
  MAX_PLAN_STEPS,
  MAX_ROUTED_TOOLS,
  resolvedStepSchema,
  topicMergeSchema,
} from './context-schemas.js';
import type { ModelContext } from './types.js';

/** For what is done when nobody talks: a small machine may write ten tokens a second. It ends at once when somebody talks. */
const BACKGROUND_MS = 150_000;

const reply = {
  name: 'reply',
  purpose: 'One turn of the agentic loop: answers the person or calls tools.',
  tier: 'chat',
  inputs:
    'Persona and rules, place and time zone of the house, profile, tools in a stable order; then the summary of a long conversation and the dialogue of the last minutes; then devices, plan, time, room and language with the question, and the calls of this reply with their results.',
  temperature: 0.4,
  maxTokens: 512,
  budgetMs: 45_000,
  retries: 2,
  limits: { mostTurns: 8, mostToolSearches: 3 },
  failOpen:
    'What a tool has done is said in its own words. Where no server answers, or has no model, what the person has told before, or else what is understood; after any other failure the room hears what went wrong.',
  fastPath:
    'A local command answers without it. The call that a question certainly asks for, and concrete planned steps on small models, are made without it.',
} satisfies ModelContext;

const warmUp = {
  name: 'warm-up',
  purpose: 'Loads the model and evaluates the unchanging head of the reply prompt while the person still speaks.',
  tier: 'chat',
  inputs: 'The head of the reply prompt and the tools.',
  maxTokens: 1,
  budgetMs: 60_000,
  failOpen: 'The reply waits for the model itself.',
} satisfies ModelContext;

const judge = {
  name: 'judge',
  purpose: 'Decides whether what was heard is meant for us, what is asked, and whether it means stop.',
  tier: 'small',
  inputs: 'What was heard in the last two minutes and what we said last, with times, and why we listen.',
  maxTokens: 220,
  budgetMs: 15_000,
  retries: 2,
  schema: judgeAnswerSchema,
  failOpen: 'The wake word found in the text decides, or that the words go on with our reply.',
  fastPath:
    'Rules answer clear cases: wake word and a sentence after it, "stop", an echo, a command right after a reply.',
} satisfies ModelContext;

const enrichment = {
  name: 'enrichment',
  purpose: 'Finds what to search the memory for: keywords, a span of time, questions.',
  tier: 'small',
  inputs: 'The date and the question; before it the last messages, fenced as data.',
  maxTokens: 200,
  budgetMs: 4_000,
  retries: 2,
  schema: enrichmentSchema,
  failOpen: 'The content words of the question and the time it names are searched for; that is not cached.',
  fastPath:
    'A question that stands for itself is searched for by its own words and the time it names. The recall gate, a plan, and the hot cache make the call needless too.',
} satisfies ModelContext;

const memoryDigest = {
  name: 'memory-digest',
  purpose: 'Shortens what the memory gave to what matters for the question, for small models.',
  tier: 'chat',
  inputs: 'The question and dated memory entries, fenced as data.',
  maxTokens: 200,
  budgetMs: 8_000,
  prose: true,
  limits: { passthroughCharacters: 400, batchCharacters: 2_000, mostCharacters: 500 },
  failOpen: 'The newest entries that fit are used as they are.',
  fastPath: 'Up to 400 characters pass through.',
} satisfies ModelContext;

const toolDigest = {
  name: 'tool-digest',
  purpose: 'Shortens a long tool result to the facts that answer the question, for small models.',
  tier: 'chat',
  inputs: 'The question, the tool’s name and its result, fenced as data.',
  maxTokens: 220,
  budgetMs: 8_000,
  prose: true,
  limits: { passthroughCharacters: 400, batchCharacters: 2_500, mostCharacters: 600 },
  failOpen: 'The raw result is used.',
  fastPath: 'Up to 400 characters pass through.',
} satisfies ModelContext;

const maxTurnDigest = {
  name: 'max-turn-digest',
  purpose: 'Makes a short reply of what the loop found out before its turns were used up; a caveat comes first.',
  tier: 'small',
  inputs: 'The question, its language, and the calls of this reply with excerpts of their results, fenced as data.',
  maxTokens: 200,
  budgetMs: 8_000,
  prose: true,
  failOpen: 'The last words the model had ready are said, or that it took too many steps.',
} satisfies ModelContext;

const router = {
  name: 'router',
  purpose: 'Picks the tools a question may need; also what the tool search of the loop asks.',
  tier: 'small',
  inputs: 'The names and one-line descriptions of all tools, then the question.',
  maxTokens: 60,
  budgetMs: 3_000,
  limits: { mostTools: MAX_ROUTED_TOOLS },
  failOpen: 'All tools.',
  fastPath: 'Few tools, a clear match of words, or the same question earlier in the conversation (hot cache).',
} satisfies ModelContext;

const diary = {
  name: 'diary',
  purpose:
    'Sums up a day’s conversations, continuing the day’s earlier summary; in a conversation that goes on, what was said so far.',
  tier: 'chat',
  inputs: 'The messages not yet summed up and the summary so far, fenced as data.',
  temperature: 0.2,
  maxTokens: 600,
  budgetMs: BACKGROUND_MS,
  retries: 1,
  schema: diarySchema,
  limits: { mostWords: 200, fewestTopics: 3, mostTopics: 5 },
  failOpen: 'The messages stay unsaved and are summed up the next time; a prompt has the summary before.',
} satisfies ModelContext;

const diaryRewrite = {
  name: 'diary-rewrite',
  purpose: 'Takes what the assistant could not do out of an old summary of the diary.',
  tier: 'chat',
  inputs: 'The summary, fenced as data.',
  maxTokens: 600,
  budgetMs: BACKGROUND_MS,
  retries: 1,
  prose: true,
  failOpen: 'The summary keeps what rules leave of it.',
  fastPath:
    'Rules take out such sentences in five languages; a summary that never names the assistant is not asked about.',
} satisfies ModelContext;

const topicMerge = {
  name: 'topic-merge',
  purpose: 'Says which topics of the diary are the same.',
  tier: 'chat',
  inputs: 'The topics, fenced as data.',
  maxTokens: 800,
  budgetMs: BACKGROUND_MS,
  retries: 1,
  schema: topicMergeSchema,
  limits: { mostTopics: 100 },
  failOpen: 'Only what rules can tell is merged.',
  fastPath: 'Rules merge other spellings, plurals and the commonest synonyms.',
} satisfies ModelContext;

const graphExtract = {
  name: 'graph-extract',
  purpose: 'Takes lasting facts out of a day’s summary and says which branch each belongs to.',
  tier: 'chat',
  inputs: 'The summary, fenced as data, and its date.',
  maxTokens: 800,
  budgetMs: BACKGROUND_MS,
  retries: 1,
  schema: graphFactsSchema,
  failOpen: 'No facts; the text is read again another time.',
  fastPath: 'A text that was learned from before.',
} satisfies ModelContext;

const graphPlace = {
  name: 'graph-place',
  purpose: 'Picks the node of the knowledge graph that a fact belongs under.',
  tier: 'small',
  inputs: 'The fact and a numbered list of nodes.',
  maxTokens: 20,
  budgetMs: 5_000,
  retries: 1,
  schema: graphPlaceSchema,
  limits: { mostLevels: 3, mostNodes: 30 },
  failOpen: 'The fact goes under the parent.',
  fastPath: 'A node without children, or a fact that is already there.',
} satisfies ModelContext;

const graphMerge = {
  name: 'graph-merge',
  purpose: 'Rewrites the facts of a node together with the new ones: newest wins, doubles go.',
  tier: 'small',
  inputs: 'The node’s facts and the new facts, fenced as data.',
  maxTokens: 1_500,
  budgetMs: BACKGROUND_MS,
  retries: 1,
  schema: graphMergeSchema,
  limits: { mostExtraLines: 2, mostLines: 60 },
  failOpen: 'The new facts are appended; so they are when the answer loses or makes up something.',
  fastPath: 'An empty node, or a fact that is already there word for word.',
} satisfies ModelContext;

const facts = {
  name: 'facts',
  purpose: 'Takes lasting facts about the people of the house out of a conversation that is over.',
  tier: 'chat',
  inputs: 'The facts already known and the conversation, each fenced as data.',
  maxTokens: 700,
  budgetMs: BACKGROUND_MS,
  retries: 1,
  schema: factsSchema,
  limits: { mostFacts: 12, mostKnownFacts: 40, mostCharacters: 6_000 },
  failOpen: 'The conversation stays unread and is read the next time.',
  fastPath: 'A conversation in which nobody but the assistant spoke; "remember that …" is kept by rule.',
} satisfies ModelContext;

const planner = {
  name: 'planner',
  purpose: 'Splits a question into at most five short steps, and says whether the memory is needed.',
  tier: 'chat',
  inputs: 'The tools the router left, the dialogue in short, the question.',
  maxTokens: 200,
  budgetMs: 6_000,
  limits: { mostSteps: MAX_PLAN_STEPS, fewestCharacters: 4 },
  failOpen: 'No plan: memory search and all routed tools, as without a planner.',
  fastPath: 'Questions under four characters get no plan.',
} satisfies ModelContext;

const plannerCombined = {
  name: 'planner-combined',
  purpose: 'Router, planner and extractor in one call: tools, steps, memory topic, keywords and times.',
  tier: 'chat',
  inputs: 'The names and one-line descriptions of all tools, the dialogue in short, the date, the question.',
  maxTokens: 400,
  budgetMs: 6_000,
  schema: combinedPlanSchema,
  limits: { mostSteps: MAX_PLAN_STEPS, mostTools: MAX_ROUTED_TOOLS, fewestCharacters: 4 },
  failOpen: 'No plan: memory search and all tools, as without a planner.',
  fastPath: 'Questions under four characters get no plan.',
} satisfies ModelContext;

const stepResolver = {
  name: 'step-resolver',
  purpose: 'Makes a tool call of a planned step whose arguments depend on earlier results.',
  tier: 'chat',
  inputs: 'The step, the tools with their parameters, the earlier calls and their results, fenced as data.',
  maxTokens: 200,
  budgetMs: 6_000,
  schema: resolvedStepSchema,
  failOpen: 'The chat model takes the turn.',
  fastPath: 'A step with a known tool and only concrete arguments becomes a call as it is.',
} satisfies ModelContext;

const floor = {
  name: 'floor',
  purpose: 'A tiny fixed prompt: what any call costs on this machine, against which the others are read.',
  tier: 'chat',
  inputs: 'One fixed sentence.',
  maxTokens: 8,
  budgetMs: 15_000,
  failOpen: 'The report says that the model server did not answer.',
} satisfies ModelContext;

/** Every context a model is called in. Names, limits and documentation (`docs/model-contexts.md`) all come from here. */
export const contexts = {
  reply,
  warmUp,
  judge,
  enrichment,
  memoryDigest,
  toolDigest,
  maxTurnDigest,
  router,
  diary,
  diaryRewrite,
  topicMerge,
  graphExtract,
  graphPlace,
  graphMerge,
  facts,
  planner,
  plannerCombined,
  stepResolver,
  floor,
} as const;

/** The rows of the table, in the order of a turn. */
export const MODEL_CONTEXTS: readonly ModelContext[] = Object.values(contexts);
