/** Small models (7B and less) get simpler prompts, digests and text protocols; large ones are left alone. */
export type ModelSize = 'small' | 'large';

/** "7B" models have up to 7.7 billion parameters, "8B" models at least 7.9. */
const MAX_SMALL = 7.75e9;

/** Families whose bare name means a small model; their sizes in billions. */
const FAMILIES: [RegExp, number][] = [
  [/^phi-?[34](?:\.5)?[:-]mini/, 3.8],
  [/^phi-?3(?:\.5)?(?:$|:latest|:instruct)/, 3.8],
  [/^phi-?3[:-]small/, 7],
  [/^(?:phi|phi-?2)(?:$|:)/, 2.7],
  [/^tiny-?llama/, 1.1],
  [/^tinydolphin/, 1.1],
  [/^smollm/, 1.7],
  [/^llama-?3\.2(?:$|:latest|:instruct|-instruct)/, 3],
  [
    /^(?:llama-?2|mistral|gemma|codellama|codegemma|starling-lm|zephyr|neural-chat|openchat|vicuna|orca-mini)(?:$|:latest|:instruct)/,
    7,
  ],
  [/^gemma-?3(?:$|:latest)/, 4],
  [/^qwen-?(?:2|2\.5)(?:$|:latest|:instruct)/, 7],
  [/^(?:qwen2\.5-coder|qwen2\.5vl|olmo-?2)(?:$|:latest)/, 7],
  [/^(?:stablelm2|granite-?3(?:\.\d)?-moe|moondream)/, 2],
  [/^(?:nomic-embed|all-minilm|mxbai-embed|bge-|snowflake-arctic-embed)/, 0.5],
];

/**
 * Whether a model is small (7B and less) or large, from the number of parameters its server gives, or else from its
 * name. A name that says nothing counts as large.
 * @param parameters A count (7.6e9), or the server's words for it ("134.52M").
 */
export function modelSize(model: string, parameters?: number | string): ModelSize {
  const known = typeof parameters === 'string' ? parseParameters(parameters) : parameters;
  const count = known !== undefined && known > 0 ? known : parametersOfName(model);
  return count !== undefined && count <= MAX_SMALL ? 'small' : 'large';
}

/** "134.52M", "7.6B", "32K" or a plain number as a count. */
export function parseParameters(text: string): number | undefined {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmbt])?\s*$/i.exec(text);
  if (!match) return undefined;
  return Number(match[1]) * scaleOf(match[2]);
}

function parametersOfName(model: string): number | undefined {
  const name = model.toLowerCase().replace(/^.*\//, '');
  // "8x7b" is 56 billion; "30b-a3b" is 30, 3 of them active; "e2b" works like 2, "r7b" is 7; "4bit" and "q4_k_m" are no sizes.
  const sizes = [...name.matchAll(/(?<![a-z0-9.])(?:(\d+)x)?[er]?(\d+(?:\.\d+)?)([bm])(?![a-z0-9])/g)];
  if (sizes.length > 0) {
    return Math.max(...sizes.map((size) => Number(size[1] ?? 1) * Number(size[2]) * scaleOf(size[3])));
  }
  const family = FAMILIES.find(([pattern]) => pattern.test(name));
  return family ? family[1] * 1e9 : undefined;
}

function scaleOf(unit: string | undefined): number {
  switch (unit?.toLowerCase()) {
    case 'k':
      return 1e3;
    case 'm':
      return 1e6;
    case 'b':
      return 1e9;
    case 't':
      return 1e12;
    default:
      return 1;
  }
}
