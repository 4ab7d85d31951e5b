import { benchCases } from "./cases";
import { type ExportMeasurement, measureExport } from "./export";
import { explainPlan, type MeasuredCase, measureCase } from "./measure";
import { caseVerdictOf, exportsReport, resultTable, slowCountsReport } from "./report";
import { type BenchTarget, openBenchTarget } from "./target";

const EXPORT_PATHS = [
  ["users", "/user-management/users/export", "users"],
  ["transactions", "/transactions/export", "transactions"],
  ["audit-trails", "/system-logs/audit-trails/export", "audit_trails"],
  ["ireports", "/ireports/export", "ireports"],
  ["tickets", "/events/tickets/export", "tickets"],
  ["grant-applications", "/grants/applications/export", "grant_applications"],
] as const;
/** Maximum number of rows of a table whose export is measured in the large database. A larger table is exported from the small one. */
const MAX_EXPORTED = 1_500_000;

type CompareOptions = { runs: number; only: string; say: (text: string) => void };

const readSizes = async (target: BenchTarget) => ({
  users: await target.count("users"),
  transactions: await target.count("transactions"),
  audit: await target.count("audit_trails"),
  reports: await target.count("ireports"),
  tickets: await target.count("tickets"),
  applications: await target.count("grant_applications"),
});

/** Runs all benchmark cases in a small and a large database and prints the times, compared with the limits in docs/rules.md. */
export async function compareDatabaseSizes(
  smallUrl: string,
  largeUrl: string,
  { runs, only, say }: CompareOptions,
): Promise<void> {
  const [smallTarget, largeTarget] = [await openBenchTarget(smallUrl), await openBenchTarget(largeUrl)];
  const rowCounts = [await readSizes(smallTarget), await readSizes(largeTarget)] as const;
  const samples = [await smallTarget.sample(), await largeTarget.sample()] as const;
  // Each case has a path per database, because the searched values differ.
  const casePairs = benchCases(samples[1], rowCounts[1]).map((one, index) => ({
    one,
    other: benchCases(samples[0], rowCounts[1])[index]?.path ?? one.path,
  }));
  const selectedPairs = casePairs.filter(
    ({ one }) =>
      one.name.includes(only) || casePairs.some((each) => each.one.first === one.name && each.one.name.includes(only)),
  );
  const measuredCases: MeasuredCase[] = [];
  for (const { one, other } of selectedPairs) {
    measuredCases.push(await measureCase(one, other, smallTarget, largeTarget, runs));
    const lastMeasured = measuredCases.at(-1);
    if (process.stderr.isTTY && lastMeasured)
      process.stderr.write(`${lastMeasured.name}: ${lastMeasured.large.p50.toFixed(1)} ms\n`);
  }
  say(
    `\nsmall: ${JSON.stringify(rowCounts[0])}\nlarge: ${JSON.stringify(rowCounts[1])}\n${runs} calls each, in turn, in process\n`,
  );
  say(resultTable(measuredCases));
  say(`\n${slowCountsReport(measuredCases)}`);
  const failedCount = measuredCases.filter((one) => !caseVerdictOf(one, measuredCases).passed).length;
  say(
    `\n${measuredCases.length - failedCount} of ${measuredCases.length} calls within their figure, ${failedCount} missed.`,
  );
  const [slowestCase] = measuredCases.toSorted((a, b) => b.slowest.ms - a.slowest.ms);
  if (slowestCase) {
    say(
      `\nThe slowest query, of "${slowestCase.name}", took ${slowestCase.slowest.ms.toFixed(0)} ms at best:\n\n${slowestCase.slowest.text}\n`,
    );
    say(await explainPlan(largeTarget, slowestCase.slowest));
  }
  const measuredExports: ExportMeasurement[] = [];
  for (const [name, path, table] of EXPORT_PATHS)
    if (name.includes(only)) {
      const count = await largeTarget.count(table);
      measuredExports.push(await measureExport(count > MAX_EXPORTED ? smallTarget : largeTarget, name, path, table));
    }
  if (measuredExports.length) say(`\n${exportsReport(measuredExports)}`);
  await smallTarget.close();
  await largeTarget.close();
}
