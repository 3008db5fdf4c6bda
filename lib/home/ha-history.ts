import { z } from 'zod';
import type { Session } from './ha-link.js';
import type { PastState } from './types.js';

/** States that are read of one answer. */
const MAX_STATES = 2_000;

/** As the recorder shortens it: state, and when it was last updated in seconds since the epoch. */
const row = z.object({ s: z.string().max(255), lu: z.number(), lc: z.number().optional() });
const answer = z.record(z.string(), z.array(z.unknown()));

/**
 * The states that entities had, the one at the beginning included, in their order. Of a Home Assistant without a recorder none.
 * @throws JarvisError home-unreachable, home-refused, timeout; AbortError.
 */
export async function haHistory(
  session: Session,
  { ids, from, to }: { ids: readonly string[]; from: number; to: number },
  signal: AbortSignal,
): Promise<PastState[]> {
  const told = await session.ask(
    {
      type: 'history/history_during_period',
      start_time: new Date(from).toISOString(),
      end_time: new Date(to).toISOString(),
      entity_ids: [...ids],
      minimal_response: true,
      no_attributes: true,
    },
    signal,
  );
  const wanted = new Set(ids);
  return Object.entries(answer.safeParse(told).data ?? {})
    .filter(([id]) => wanted.has(id))
    .flatMap(([id, rows]) =>
      rows.slice(-MAX_STATES).flatMap((one): PastState[] => {
        const { data } = row.safeParse(one);
        return data ? [{ id, state: data.s, at: Math.round((data.lc ?? data.lu) * 1000) }] : [];
      }),
    )
    .sort((a, b) => a.at - b.at);
}
