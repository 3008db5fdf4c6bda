import { helpAnswer } from '../deciding/everyday/everyday.js';
import { unknownTold } from '../deciding/refused-told.js';
import type { House } from '../home/types.js';
import type { Models } from '../llm/gateway.js';
import type { Provider } from '../llm/types.js';
import { apology } from '../turn/apologies.js';
import { JarvisError } from '../turn/errors.js';
import { phrasesFor } from './phrases.js';
import { type Remembered, saidBack } from './said-back.js';

/** On screens only: nobody wants to hear an address. */
const HOW = 'Ollama: https://ollama.com → ollama pull qwen3:4b';

/** Where a model server is looked for that nobody has set up. */
const USUAL = /^https?:\/\/(?:127\.0\.0\.1|localhost):11434\/?$/;

/** Model servers of which the person was told that they are away. */
const told = new WeakSet<Provider>();

export interface Unanswered extends Remembered {
  models: Models;
  /** Id or name of the area the speaker is in. */
  area: string | undefined;
  house: House;
}

/** The answer in place of a model's. */
export interface Instead {
  sentences: string[];
  /** For screens, not spoken. */
  shown?: string | undefined;
}

/** What a call failed with, where that means that there is no model; every other failure is an error. */
export function lackOfModel(thrown: unknown): JarvisError | undefined {
  if (!(thrown instanceof JarvisError)) return undefined;
  return thrown.code === 'model-unreachable' || thrown.code === 'model-missing' ? thrown : undefined;
}

/**
 * What is answered where there is no model: what the person has told before, what an order names that the house hasn't, or else, once more, what is understood, and how
 * to add a model. That a model which was chosen is away is said once, until it has answered again.
 */
export function insteadOfModel({ code }: JarvisError, asked: Unanswered): Instead {
  const { models, language } = asked;
  const back = saidBack(asked);
  if (back?.whole) return { sentences: [back.text] };
  const unknown = unknownTold(asked.query, asked);
  if (unknown !== undefined) return { sentences: [unknown] };
  const isNew = !told.has(models.provider);
  told.add(models.provider);
  const { modelNeeded, toAddModel } = phrasesFor(language);
  const isChosen = models.chat !== '' || (code === 'model-unreachable' && !USUAL.test(models.provider.url));
  const why = isNew && isChosen ? apology(code, language) : modelNeeded;
  return {
    sentences: [...(back ? [back.text] : []), why, ...(isNew && !isChosen ? [toAddModel] : []), helpAnswer(asked)],
    shown: isChosen ? undefined : HOW,
  };
}

/** A model has answered: when its server goes away again, that is told again. */
export function modelIsThere({ provider }: Models): void {
  told.delete(provider);
}
