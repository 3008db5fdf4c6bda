import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { reasonOf } from '../lib/turn/errors.js';
import { type CaseResult, readCases, runCase, shippedCases } from './cases.js';
import { CONTEXTS } from './contexts.js';

const HELP = `npm run -s evals -- [--cases FILE…] [--context NAME…] [--json OUT] [--min-pass R] [--list]

  --cases FILE    JSON Lines or a JSON array of {id, context, input, expect}; the cases of the package when not given
  --context NAME  only these contexts
  --json OUT      also writes {cases, contexts} there
  --min-pass R    exit with status 1 when the pass rate (0 to 1) of a context is lower
  --list          prints the contexts with the JSON Schemas of their inputs and outputs`;

interface ContextReport {
  context: string;
  cases: number;
  passed: number;
  /** 0 to 1. */
  rate: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      cases: { type: 'string', multiple: true },
      context: { type: 'string', multiple: true },
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
    console.log(JSON.stringify(CONTEXTS.map(described), null, 2));
    return 0;
  }
  const least = values['min-pass'] === undefined ? undefined : Number(values['min-pass']);
  if (least !== undefined && !(least >= 0 && least <= 1)) throw new Error('--min-pass takes a number from 0 to 1.');
  // "--cases a b" leaves b among the positionals
  const files = values.cases ? [...values.cases, ...positionals] : shippedCases();
  const wanted = files.flatMap(readCases).filter(({ context }) => values.context?.includes(context) ?? true);
  const results = wanted.map(runCase);
  const reports = reportsOf(results);
  print(results, reports);
  if (values.json !== undefined) {
    fs.writeFileSync(values.json, `${JSON.stringify({ cases: results, contexts: reports }, null, 2)}\n`);
  }
  return least !== undefined && reports.some(({ rate }) => rate < least) ? 1 : 0;
}

function described({ name, input, output }: (typeof CONTEXTS)[number]) {
  return { name, input: z.toJSONSchema(input, { io: 'input' }), output: z.toJSONSchema(output) };
}

function reportsOf(results: readonly CaseResult[]): ContextReport[] {
  return [...new Set(results.map(({ context }) => context))].map((context) => {
    const own = results.filter((result) => result.context === context);
    const times = own.map(({ ms }) => ms).sort((a, b) => a - b);
    const passed = own.filter(({ pass }) => pass).length;
    const at = (share: number) =>
      Math.round((times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0) * 100) / 100;
    return { context, cases: own.length, passed, rate: passed / own.length, p50: at(0.5), p95: at(0.95) };
  });
}

function print(results: readonly CaseResult[], reports: readonly ContextReport[]): void {
  for (const { id, context, pass, wrong } of results) {
    if (!pass) console.log(`✗ ${context} ${id}\n    ${wrong.join('\n    ')}`);
  }
  console.table(
    Object.fromEntries(
      reports.map(({ context, cases, passed, rate, p50, p95 }) => [
        context,
        { cases, passed, 'pass %': Math.round(rate * 1000) / 10, 'p50 ms': p50, 'p95 ms': p95 },
      ]),
    ),
  );
}

try {
  process.exitCode = main();
} catch (thrown) {
  console.error(reasonOf(thrown));
  process.exitCode = 2;
}
