import type { Case } from "./cases";
import type { Sent, Target } from "./target";

export type Times = { p50: number; p95: number };
export type Measured = Case & {
  small: Times;
  large: Times;
  count: { p50: number; rest: number } | null;
  slowest: Sent;
};

/** Random variation of a call's time, in ms: the ratio of two times that short is meaningless. */
export const NOISE_MS = 2;

const at = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const timesOf = (times: readonly number[]): Times => ({ p50: at(times, 0.5), p95: at(times, 0.95) });

/** Measures a call in both databases in turn, so that other load on the machine affects both. */
export async function measure(
  one: Case,
  pathInSmall: string,
  small: Target,
  large: Target,
  runs: number,
): Promise<Measured> {
  const times = { small: [] as number[], large: [] as number[] };
  const counts: number[] = [];
  const rest: number[] = [];
  /** Shortest time of each statement: other load on the machine slows any of them from time to time. */
  const shortest = new Map<string, Sent>();
  await small.time(pathInSmall);
  await large.time(one.path);
  for (let run = 0; run < runs; run++) {
    times.small.push((await small.time(pathInSmall)).ms);
    const { ms, sent } = await large.time(one.path);
    times.large.push(ms);
    const count = sent.find(({ text }) => text.includes("as counted"));
    if (count) {
      counts.push(count.ms);
      rest.push(ms - count.ms);
    }
    for (const each of sent)
      if (each.ms < (shortest.get(each.text)?.ms ?? Number.POSITIVE_INFINITY)) shortest.set(each.text, each);
    // Ten runs are enough for a call that takes longer than a second.
    if (run >= 9 && ms > 1_000) break;
  }
  return {
    ...one,
    small: timesOf(times.small),
    large: timesOf(times.large),
    count: counts.length ? { p50: at(counts, 0.5), rest: at(rest, 0.5) } : null,
    slowest: [...shortest.values()].reduce((a, b) => (a.ms > b.ms ? a : b)),
  };
}

/** Returns EXPLAIN ANALYZE of a statement, run in a transaction that is rolled back. */
export async function planOf({ pool }: Target, { text, values }: Sent): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query("begin; set local statement_timeout = 0");
    const plan = await client.query(`explain (analyze, buffers) ${text}`, values as unknown[]);
    return plan.rows.map((row) => row["QUERY PLAN"]).join("\n");
  } finally {
    await client.query("rollback");
    client.release();
  }
}
