import type { OpenModels } from '../deciding/open-models.js';
import { contexts } from '../llm/contexts.js';
import { modelFor } from '../llm/gateway.js';
import { sizeOf } from '../llm/server-size.js';
import { digestBatches } from '../recall/digest-gate.js';
import { digestMemories, type ToDigest } from '../recall/memory-digest.js';
import { reasonOf } from '../turn/errors.js';
import { redact } from '../turn/redaction.js';
import type { Recall } from '../turn/turn.js';
import { within } from '../turn/wait.js';
import { digestResult } from './tool-digest.js';

/** Shorten what is long: for small models, always, or never. */
export const DIGEST_CHOICES = ['auto', 'on', 'off'] as const;

export interface DigestRequest extends Omit<ToDigest, 'models'> {
  models: OpenModels;
  choice: (typeof DIGEST_CHOICES)[number];
}

/** Longest wait for the server to say how large its model is, in milliseconds. */
const SIZE_MS = 2_500;

/**
 * What was recalled, as the model of the reply gets to see it: short memories as they are, more of them shortened to what
 * matters for the question. A digest that fails leaves them whole. @throws AbortError only.
 */
export async function digestRecall(recall: Recall, request: DigestRequest): Promise<Recall> {
  if (digestBatches('memory', recall.lines).length === 0) return recall;
  const lines = await digested('recall-digest', recall.lines, request, (toDigest) =>
    digestMemories(recall.lines, { ...toDigest, query: redact(request.query) }),
  );
  return { ...recall, lines: lines.map(redact), why: lines.length > 0 ? recall.why : 'nothing-found' };
}

/** The result of a tool, long ones shortened likewise; raw where the digest fails or finds nothing. @throws AbortError only. */
export async function digestTool(tool: string, text: string, request: DigestRequest): Promise<string> {
  if (digestBatches('tool', [text]).length === 0) return text;
  return digested('tool-digest', text, request, (toDigest) => digestResult(tool, text, toDigest));
}

async function digested<T extends string | string[]>(
  stage: string,
  whole: T,
  { models, choice, query, signal, trace }: DigestRequest,
  work: (request: ToDigest) => Promise<T>,
): Promise<T> {
  if (choice === 'off') return whole;
  const span = trace?.open(stage);
  try {
    const opened = await within({ ms: SIZE_MS, what: 'The model server', signal }, models);
    const isMeant =
      choice === 'on' || (await sizeOf(opened.provider, modelFor(opened, contexts.reply), signal)) === 'small';
    const short = isMeant ? await work({ models: opened, query, signal, trace }) : whole;
    span?.end({ before: lettersOf(whole), after: lettersOf(short) });
    return short;
  } catch (thrown) {
    if (signal.aborted) throw thrown;
    span?.end({ error: reasonOf(thrown) });
    return whole;
  }
}

const lettersOf = (text: string | string[]) => [text].flat().join('\n').length;
