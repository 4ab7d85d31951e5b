import { casesOf } from "./cases";
import { type ExportMeasured, measureExport } from "./export";
import { type Measured, measure, planOf } from "./measure";
import { countsOf, exportsOf, tableOf, verdictOf } from "./report";
import { openTarget, type Target } from "./target";

const EXPORTS = [
  ["users", "/user-management/users/export", "users"],
  ["transactions", "/transactions/export", "transactions"],
  ["audit-trails", "/system-logs/audit-trails/export", "audit_trails"],
  ["ireports", "/ireports/export", "ireports"],
  ["tickets", "/events/tickets/export", "tickets"],
  ["grant-applications", "/grants/applications/export", "grant_applications"],
] as const;
/** Larger tables are exported from the small database. */
const MAX_EXPORTED = 1_500_000;

type Options = { runs: number; only: string; say: (text: string) => void };

const sizesOf = async (target: Target) => ({
  users: await target.count("users"),
  transactions: await target.count("transactions"),
  audit: await target.count("audit_trails"),
  reports: await target.count("ireports"),
  tickets: await target.count("tickets"),
  applications: await target.count("grant_applications"),
});

/** Calls everything in both databases and prints the times, compared with the limits in docs/rules.md. */
export async function compare(smallUrl: string, largeUrl: string, { runs, only, say }: Options): Promise<void> {
  const [small, large] = [await openTarget(smallUrl), await openTarget(largeUrl)];
  const sizes = [await sizesOf(small), await sizesOf(large)] as const;
  const samples = [await small.sample(), await large.sample()] as const;
  // Each database has its own values to search for.
  const pairs = casesOf(samples[1], sizes[1]).map((one, index) => ({
    one,
    other: casesOf(samples[0], sizes[1])[index]?.path ?? one.path,
  }));
  const wanted = pairs.filter(
    ({ one }) =>
      one.name.includes(only) || pairs.some((each) => each.one.first === one.name && each.one.name.includes(only)),
  );
  const all: Measured[] = [];
  for (const { one, other } of wanted) {
    all.push(await measure(one, other, small, large, runs));
    const last = all.at(-1);
    if (process.stderr.isTTY && last) process.stderr.write(`${last.name}: ${last.large.p50.toFixed(1)} ms\n`);
  }
  say(
    `\nsmall: ${JSON.stringify(sizes[0])}\nlarge: ${JSON.stringify(sizes[1])}\n${runs} calls each, in turn, in process\n`,
  );
  say(tableOf(all));
  say(`\n${countsOf(all)}`);
  const missed = all.filter((one) => !verdictOf(one, all).passed).length;
  say(`\n${all.length - missed} of ${all.length} calls within their figure, ${missed} missed.`);
  const [slow] = all.toSorted((a, b) => b.slowest.ms - a.slowest.ms);
  if (slow) {
    say(
      `\nThe slowest query, of "${slow.name}", took ${slow.slowest.ms.toFixed(0)} ms at best:\n\n${slow.slowest.text}\n`,
    );
    say(await planOf(large, slow.slowest));
  }
  const exported: ExportMeasured[] = [];
  for (const [name, path, table] of EXPORTS)
    if (name.includes(only)) {
      const count = await large.count(table);
      exported.push(await measureExport(count > MAX_EXPORTED ? small : large, name, path, table));
    }
  if (exported.length) say(`\n${exportsOf(exported)}`);
  await small.close();
  await large.close();
}
