import { type Held, soak } from '../test/soak.js';
import { type Row, rowOf } from './row.js';

const TURNS = 10_000;
const EVERY = 500;
/** Turns until caches, histories and compiled code are as full as they get. */
const WARM_UP = 2_000;
const MB = 1024 * 1024;

/** A day of simulated use: what the process holds more and more of. */
export async function benchSoak(turns = TURNS): Promise<Row[]> {
  const started = performance.now();
  const show = ({ turns: at, heapUsed, external, rss, handles, listeners }: Held) =>
    console.error(
      `${at} turns, ${Math.round((performance.now() - started) / 1000)} s: heap ${(heapUsed / MB).toFixed(1)} MB, external ${(external / MB).toFixed(1)} MB, rss ${(rss / MB).toFixed(0)} MB, ${JSON.stringify(handles)}, ${JSON.stringify(listeners)}`,
    );
  const { held } = await soak({ turns, every: Math.min(EVERY, Math.ceil(turns / 4)), onHeld: show });
  const warm = held.filter((one) => one.turns >= Math.min(WARM_UP, turns / 2));
  const note = `${turns} turns, measured after a forced collection`;
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((a, b) => a + b, 0);
  return [
    rowOf('soak/heap-growth', 'MB/1000', [slope(warm) / MB], note),
    rowOf(
      'soak/rss',
      'MB',
      warm.map(({ rss }) => rss / MB),
      note,
    ),
    rowOf(
      'soak/handles',
      'handles',
      warm.map(({ handles }) => sum(handles)),
      note,
    ),
    rowOf(
      'soak/listeners',
      'listeners',
      warm.map(({ listeners }) => sum(listeners)),
      note,
    ),
  ];
}

/** Bytes of heap more for each 1,000 turns: the slope of the line that fits best. */
function slope(held: readonly Held[]): number {
  const mean = (of: (one: Held) => number) => held.reduce((sum, one) => sum + of(one), 0) / held.length;
  const [x, y] = [mean(({ turns }) => turns), mean(({ heapUsed }) => heapUsed)];
  const over = held.reduce((sum, one) => sum + (one.turns - x) * (one.heapUsed - y), 0);
  const under = held.reduce((sum, one) => sum + (one.turns - x) ** 2, 0);
  return under === 0 ? 0 : (over / under) * 1000;
}
