import type { BenchCase } from "./cases";
import type { BenchTarget, SentQuery } from "./target";

/** Median and 95th percentile of a call's time in ms. */
export type Percentiles = { p50: number; p95: number };
/**
 * Times of a case in the small and the large database. `count`: time in ms of the statement that counts rows, and of the rest of the call.
 */
export type MeasuredCase = BenchCase & {
  small: Percentiles;
  large: Percentiles;
  count: { p50: number; rest: number } | null;
  slowest: SentQuery;
};

/** Random variation of a call's time in ms. If two times differ by less, their ratio is meaningless. */
export const TIMING_NOISE_MS = 2;

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const percentilesOf = (times: readonly number[]): Percentiles => ({
  p50: percentile(times, 0.5),
  p95: percentile(times, 0.95),
});

/** Measures a call in the small and the large database alternately, so that other load on the machine affects both. */
export async function measureCase(
  benchCase: BenchCase,
  pathInSmall: string,
  smallTarget: BenchTarget,
  largeTarget: BenchTarget,
  runs: number,
): Promise<MeasuredCase> {
  const times = { small: [] as number[], large: [] as number[] };
  const counts: number[] = [];
  const restTimes: number[] = [];
  /** Fastest execution of each statement, because other load on the machine slows some executions. */
  const fastestByStatement = new Map<string, SentQuery>();
  await smallTarget.time(pathInSmall);
  await largeTarget.time(benchCase.path);
  for (let run = 0; run < runs; run++) {
    times.small.push((await smallTarget.time(pathInSmall)).ms);
    const { ms, sent } = await largeTarget.time(benchCase.path);
    times.large.push(ms);
    const count = sent.find(({ text }) => text.includes("as counted"));
    if (count) {
      counts.push(count.ms);
      restTimes.push(ms - count.ms);
    }
    for (const each of sent)
      if (each.ms < (fastestByStatement.get(each.text)?.ms ?? Number.POSITIVE_INFINITY))
        fastestByStatement.set(each.text, each);
    // Repeats a call that takes longer than a second only ten times.
    if (run >= 9 && ms > 1_000) break;
  }
  return {
    ...benchCase,
    small: percentilesOf(times.small),
    large: percentilesOf(times.large),
    count: counts.length ? { p50: percentile(counts, 0.5), rest: percentile(restTimes, 0.5) } : null,
    slowest: [...fastestByStatement.values()].reduce((a, b) => (a.ms > b.ms ? a : b)),
  };
}

/** Returns EXPLAIN ANALYZE of a statement, run in a transaction that is rolled back. */
export async function explainPlan({ pool }: BenchTarget, { text, values }: SentQuery): Promise<string> {
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
