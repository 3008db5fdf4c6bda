import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { MODEL_CONTEXTS } from '../lib/llm/contexts.js';
import type { ModelContext } from '../lib/llm/types.js';

const HEAD = `# Model contexts

<!-- Made from lib/llm/contexts.ts by \`npm run docs\`: change the table there. -->

Every call of a language model is one of these contexts. The table in \`lib/llm/contexts.ts\` holds their names, budgets and
limits; the code, the spans of the trace, the report at \`jarvis/admin/contexts\` and this page all read it.

The *chat* model is the one that is configured. The *small* model is the smaller one where there is one, else the chat
model: a house with one model never loads a second. All contexts use one window (\`num_ctx\`), because another one would make
the server load the model again. A budget covers the whole context, retries included; when it is over the context fails open
at once, and no other context has waited for it. Every answer has a limit of tokens, every string and list in a schema a bound.
`;

const IDEAS = `## What makes it faster

1. *One call for several batches of the memory digest.* Not taken: a batch is as long as a small model can read without
   losing the thread, so joining batches undoes their purpose. Batches don't depend on each other and are asked side by side.
2. *Digest several tool results side by side.* Taken: all calls of one answer run side by side, and so do their digests; the
   order of the messages stays the order of the calls.
3. *Warm the judge's model before the reply has been spoken.* Taken further: rules judge nearly everything, so there is
   mostly nothing to warm. The models stay loaded between turns, and as soon as a wake word is heard the chat model is loaded and
   the unchanging head of the reply's prompt evaluated (context \`warm-up\`), while the person still speaks.
4. *Cache the router's answer.* Taken: the hot cache keeps it for the conversation, under the question and the catalogue of
   tools; an answer that fell open is never kept.
5. *A budget of its own for each digest.* Taken: each context has one (see the table), counted from its own start.
6. *Think of houses with one model.* Taken: see above. \`combined\` planning asks once instead of three times.
7. *Thinking only where it helps.* Answered: it is off in every context. It costs seconds of silence, and what router and
   planner decide is checked by code. Whether a context thinks is a column of the table.
8. *A shorter wait for the judge, or a race with the wake word.* Taken: the wake word in the text is a rule that decides
   before any model is asked. The model is asked only about what no rule can tell, nothing stops hearing meanwhile, and a newer
   utterance or "stop" ends the call.

## Measuring

\`npm run evals -- --context router\` runs a context's cases against the configured model server; \`jarvis/admin/contexts\` tells
p50 and p95 of the turns of this house. The context \`floor\` is the least that any call costs on the machine.
`;

/** The page `docs/model-contexts.md`, made from the table of contexts. */
export function modelContextsPage(): string {
  const rows = MODEL_CONTEXTS.map(
    ({ name, tier, temperature = 0, think, maxTokens, budgetMs, retries = 0, schema }) =>
      `| [${name}](#${name}) | ${tier} | ${temperature} | ${think ? 'on' : 'off'} | ${maxTokens} | ${seconds(budgetMs)} | ${retries} | ${schema ? 'JSON' : 'words'} |`,
  );
  const table = [
    '| context | model | temperature | thinking | answer, tokens | budget | retries | answers in |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ];
  return [HEAD, `${table.join('\n')}\n`, ...MODEL_CONTEXTS.map(section), IDEAS].join('\n');
}

function section({ name, purpose, inputs, limits, schema, failOpen, fastPath }: ModelContext): string {
  const lines = [
    ['Inputs', inputs],
    ['Answer', schema && `\`${shapeOf(z.toJSONSchema(schema))}\``],
    ['Limits', limits && Object.entries(limits).map(limit).join(', ')],
    ['Without the model', fastPath],
    ['When it fails', failOpen],
  ];
  const told = lines.filter(([, text]) => text).map(([label, text]) => `- ${label}: ${text}`);
  return `## ${name}\n\n${purpose}\n\n${told.join('\n')}\n`;
}

/** "mostTools: 5" as "most tools 5". */
function limit([name, value]: [string, number]): string {
  return `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value.toLocaleString('en-GB')}`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

type Schema = z.core.JSONSchema.JSONSchema;

/** A JSON Schema as a reader wants it: `{query: text ≤ 300, stop: yes/no}`. */
function shapeOf(schema: Schema): string {
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (schema.anyOf) return schema.anyOf.map((one) => shapeOf(one as Schema)).join(' or ');
  switch (schema.type) {
    case 'string':
      return `text ≤ ${schema.maxLength}`;
    case 'boolean':
      return 'yes/no';
    case 'array':
      return `[≤ ${schema.maxItems} × ${shapeOf((schema.items ?? {}) as Schema)}]`;
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(
        ([key, value]) => `${key}${schema.required?.includes(key) ? '' : '?'}: ${shapeOf(value as Schema)}`,
      );
      return fields.length > 0 ? `{${fields.join(', ')}}` : `{…: ${shapeOf(schema.additionalProperties as Schema)}}`;
    }
    case 'number':
    case 'integer':
      return schema.maximum === undefined ? 'number' : `${schema.minimum}–${schema.maximum}`;
    default:
      return String(schema.type ?? 'anything');
  }
}

/** Where the page lies, from anywhere in the package. */
export function pageFile(): string {
  let folder = __dirname;
  while (!existsSync(path.join(folder, 'package.json'))) folder = path.dirname(folder);
  return path.join(folder, 'docs', 'model-contexts.md');
}

if (require.main === module) writeFileSync(pageFile(), modelContextsPage());
