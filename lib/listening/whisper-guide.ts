/** Token ids of one Whisper model, from its `generation_config.json`. */
export interface WhisperTokens {
  /** Language code ("en") to its token; empty for an English-only model. */
  languages: ReadonlyMap<string, number>;
  transcribe: number | undefined;
  noTimestamps: number;
  noSpeech: number;
  end: number;
  suppressed: readonly number[];
  suppressedAtBegin: readonly number[];
}

/** What the decoder was seen to think. */
export interface WhisperGuide {
  /** Changes the scores of the next token in place. `length`: tokens so far. */
  next(length: number, scores: Float32Array): void;
  language(): string | undefined;
  /** Probability that nobody speaks, 0 to 1. */
  noSpeech(): number;
  /** Geometric mean of the probabilities of the tokens chosen, 0 to 1. */
  confidence(): number;
}

/**
 * Leads Whisper's decoder through its prompt (language, task, no timestamps) and watches what it thinks on the way: the
 * language it would choose, whether anybody speaks, how sure it is. The library by itself knows neither.
 * @param wanted language to transcribe in; when the model doesn't have it, or none is given, the likeliest is taken
 * @param before tokens of what was said before, in front of the first one of its own
 */
export function whisperGuide(tokens: WhisperTokens, wanted: string | undefined, before = 0): WhisperGuide {
  const { languages, transcribe, noTimestamps, noSpeech, end, suppressed, suppressedAtBegin } = tokens;
  const prompt = languages.size > 0 && transcribe !== undefined ? [transcribe, noTimestamps] : [noTimestamps];
  const textFrom = 1 + prompt.length + (languages.size > 0 ? 1 : 0);
  let language: string | undefined;
  let nobody = 0;
  let logProbabilities = 0;
  let count = 0;

  const chooseLanguage = (scores: Float32Array): number => {
    const asked = wanted === undefined ? undefined : languages.get(wanted);
    let best = asked;
    if (best === undefined) {
      for (const token of languages.values()) {
        if (best === undefined || (scores[token] ?? 0) > (scores[best] ?? 0)) best = token;
      }
    }
    for (const [code, token] of languages) if (token === best) language = code;
    return best ?? noTimestamps;
  };

  return {
    next(total, scores) {
      const length = total - before;
      if (length === 1) nobody = Math.exp((scores[noSpeech] ?? 0) - logSum(scores));
      if (length < textFrom) {
        const atLanguage = length === 1 && languages.size > 0;
        const forced = atLanguage ? chooseLanguage(scores) : prompt[length - 1 - (languages.size > 0 ? 1 : 0)];
        scores.fill(Number.NEGATIVE_INFINITY);
        scores[forced ?? end] = 0;
        return;
      }
      for (const token of suppressed) scores[token] = Number.NEGATIVE_INFINITY;
      if (length === textFrom) for (const token of suppressedAtBegin) scores[token] = Number.NEGATIVE_INFINITY;
      logProbabilities += highest(scores) - logSum(scores);
      count++;
    },
    language: () => language,
    noSpeech: () => nobody,
    confidence: () => (count === 0 ? 0 : Math.exp(logProbabilities / count)),
  };
}

function highest(scores: Float32Array): number {
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > most) most = score;
  return most;
}

function logSum(scores: Float32Array): number {
  const most = highest(scores);
  let sum = 0;
  for (const score of scores) sum += Math.exp(score - most);
  return most + Math.log(sum);
}
