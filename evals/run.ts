import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { Models } from '../lib/llm/gateway.js';
import { reasonOf } from '../lib/turn/errors.js';
import { type CaseResult, readCases, runCase, runModelCase, shippedCases } from './cases.js';
import { CONTEXTS } from './contexts.js';
import { MODEL_EVALS } from './model-contexts.js';
import { floorOf, openModels } from './models.js';
import { percentiles, print, reportsOf } from './report.js';
import { closeStories } from './story-context.js';

const HELP = `npm run -s evals -- [--cases FILE…] [--context NAME…] [--model NAME] [--json OUT] [--min-pass R] [--list]

  --cases FILE    JSON Lines or a JSON array of {id, context, input, expect}; the cases of the package when not given
  --context NAME  only these contexts
  --model NAME    the model that answers the model contexts, at JARVIS_MODEL_URL
  --json OUT      also writes {cases, contexts} there
  --min-pass R    exit with status 1 when the pass rate (0 to 1) of a context is lower
  --list          prints the contexts with the JSON Schemas of their inputs and outputs`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cases: { type: 'string', multiple: true },
      context: { type: 'string', multiple: true },
      model: { type: 'string' },
      json: { type: 'string' },
      'min-pass': { type: 'string' },
      list: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.list) {
    console.log(JSON.stringify([...CONTEXTS, ...MODEL_EVALS].map(described), null, 2));
    return 0;
  }
  const least = values['min-pass'] === undefined ? undefined : Number(values['min-pass']);
  if (least !== undefined && !(least >= 0 && least <= 1)) throw new Error('--min-pass takes a number from 0 to 1.');
  // "--cases a b" leaves b among the positionals
  const files = values.cases ? [...values.cases, ...positionals] : shippedCases();
  const wanted = files.flatMap(readCases).filter(({ context }) => values.context?.includes(context) ?? true);
  const results: CaseResult[] = [];
  for (const given of wanted) if (!asksModel(given.context)) results.push(await runCase(given));
  await closeStories();
  const reports = reportsOf(results, asksModel);
  const forModel = wanted.filter(({ context }) => asksModel(context));
  const models = forModel.length > 0 ? await modelsOrWhy(values.model) : undefined;
  if (typeof models === 'string') {
    if (results.length === 0) throw new Error(models);
    console.error(`Not run: ${forModel.length} cases of model contexts. ${models}`);
  } else if (models) {
    const floor = percentiles(await floorOf(models));
    console.log(`${models.chat} at ${models.provider.url}; the smallest call takes ${floor.p50} ms.`);
    for (const given of forModel) results.push(await runModelCase(given, models));
    reports.push(
      ...reportsOf(
        results.filter(({ context }) => asksModel(context)),
        asksModel,
      ),
    );
    models.provider.close();
  }
  print(results, reports);
  if (values.json !== undefined) {
    fs.writeFileSync(values.json, `${JSON.stringify({ cases: results, contexts: reports }, null, 2)}\n`);
  }
  return least !== undefined && reports.some(({ rate }) => rate < least) ? 1 : 0;
}

function asksModel(context: string): boolean {
  return MODEL_EVALS.some(({ name }) => name === context);
}

/** The models, or why there are none: the cases without a model run all the same. */
async function modelsOrWhy(name: string | undefined): Promise<Models | string> {
  try {
    return await openModels(name);
  } catch (thrown) {
    return reasonOf(thrown);
  }
}

function described({ name, input, output }: { name: string; input: z.ZodType; output: z.ZodType }) {
  return { name, input: z.toJSONSchema(input, { io: 'input' }), output: z.toJSONSchema(output) };
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (thrown) => {
    console.error(reasonOf(thrown));
    process.exitCode = 2;
  },
);
