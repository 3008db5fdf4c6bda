import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Row } from './row.js';

interface Options {
  seconds?: string | undefined;
  turns?: string | undefined;
  voices?: string | undefined;
  conditions?: string | undefined;
  broker?: string | undefined;
  wake?: string | undefined;
}

const BENCHES: Record<string, (options: Options) => Promise<Row[]>> = {
  turn: async () => (await import('./turn.js')).benchTurn(),
  prefix: async () => (await import('./prefix.js')).benchPrefix(),
  rules: async () => (await import('./rules.js')).benchRules(),
  claims: async () => (await import('./claims.js')).benchClaims(),
  memory: async () => (await import('./memory.js')).benchMemory(),
  tools: async () => (await import('./choosing.js')).benchChoosing(),
  sentences: async () => (await import('./sentences.js')).benchSentences(),
  house: async () => (await import('./house.js')).benchHouse(),
  wake: async () => (await import('./wake.js')).benchWake(),
  hearing: async (options) => (await import('./hearing.js')).benchHearing(options),
  languages: async () => (await import('./languages.js')).benchLanguages(),
  spoken: async () => (await import('./spoken.js')).benchSpoken(),
  echo: async () => (await import('./echo.js')).benchEcho(),
  speakers: async () => (await import('./speakers.js')).benchSpeakers(),
  rooms: async () => (await import('./rooms.js')).benchRooms(),
  duel: async () => (await import('./duel.js')).benchDuel(),
  start: async () => (await import('./start.js')).benchStart(),
  fan: async ({ seconds, broker }) => (await import('./fan.js')).benchFan(Number(seconds) || 600, broker),
  soak: async ({ turns }) => (await import('./soak.js')).benchSoak(Number(turns) || 10_000),
};
/** Take many minutes, clips of speech or real servers, so they are only run by name. */
const BY_NAME_ONLY = ['soak', 'hearing', 'languages', 'spoken', 'echo', 'speakers', 'rooms', 'duel'];

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      json: { type: 'string' },
      seconds: { type: 'string' },
      turns: { type: 'string' },
      voices: { type: 'string' },
      conditions: { type: 'string' },
      broker: { type: 'string' },
      wake: { type: 'string' },
    },
  });
  const names =
    positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => !BY_NAME_ONLY.includes(name));
  const rows: Row[] = [];
  for (const name of names) {
    const bench = BENCHES[name];
    if (!bench) throw new Error(`There is no bench "${name}". There are: ${Object.keys(BENCHES).join(', ')}.`);
    rows.push(...(await bench(values)));
  }
  for (const { name, unit, p50, p95, n, note } of rows) {
    console.log(
      `${name.padEnd(34)} ${String(p50).padStart(10)} ${String(p95).padStart(10)} ${unit.padEnd(8)} n=${n} ${note ?? ''}`,
    );
  }
  if (values.json) writeFileSync(values.json, `${JSON.stringify(rows, null, 2)}\n`);
}

main().then(
  () => process.exit(0),
  (thrown) => {
    console.error(thrown instanceof Error ? thrown.message : thrown);
    process.exit(1);
  },
);
