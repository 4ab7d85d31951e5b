import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { LAGOS_TODAY } from "@/lib/server/reconciliation/open-items";
import { statementLines } from "./load-trial";
import type { ReconciliationTrial } from "./trial";
import { trialItemKeySql } from "./trial-database";

/** SQL for an item's state, written independently of the product's SQL. */
const STATE = sql`case when match_id is not null then 'matched' when due_on > ${LAGOS_TODAY} then 'expected' else 'exception' end`;

/** Returns the key of each item of the trial. The same key is computed from the database's rows by `trialItemKeySql`. */
function itemKeys(trial: ReconciliationTrial): Map<object, string> {
  const ledger = trial.ledger.map(
    (item) => [item, ["ledger", item.kind, item.reference, Math.sign(item.amount)].join("|")] as const,
  );
  const provider = trial.provider.map(
    (item) => [item, ["provider", item.kind, item.reference, item.providerReference ?? []].flat().join("|")] as const,
  );
  const bank = statementLines(trial).map((line, n) => [line, `bank|${n + 2}`] as const);
  return new Map<object, string>([...ledger, ...provider, ...bank]);
}

type StoredItem = {
  key: string;
  state: string;
  finding: string | null;
  cause: string | null;
  amount: number;
  match_id: number | null;
  side: string;
};

/**
 * Result of a reconciliation trial. `problems` describes each item whose stored state differs from the planted state; empty if the product
 * found exactly the planted faults.
 */
export type TrialResult = {
  items: number;
  matches: number;
  byRule: Record<string, number>;
  faults: Record<string, number>;
  problems: string[];
};

/** Compares the stored items with what the trial planted: state, reason and cause of each item, and the sums of matches to the kobo. */
export async function checkResult(db: Queryable, trial: ReconciliationTrial): Promise<TrialResult> {
  const { rows } =
    await db.execute<StoredItem>(sql`select ${trialItemKeySql("items")} as key, ${STATE} as state, finding, cause, amount::float8 as amount,
    match_id::float8 as match_id, side from reconciliation_items items where not is_split`);
  const keys = itemKeys(trial);
  const truth = new Map<string, { state: string; finding: string | null; cause: string | null }>();
  for (const item of trial.expected) truth.set(keys.get(item) ?? "", { state: "expected", finding: null, cause: null });
  const faults: Record<string, number> = {};
  for (const { reason, cause, items } of trial.faults) {
    const name = cause ? `${reason}/${cause}` : reason;
    faults[name] = (faults[name] ?? 0) + 1;
    for (const item of items) {
      const key = keys.get(item);
      if (!key) throw new Error(`A fault names an item that is not in the trial: ${JSON.stringify(item)}`);
      truth.set(key, { state: "exception", finding: reason, cause: cause ?? null });
    }
  }
  const problems: string[] = [];
  if (rows.length !== keys.size) problems.push(`${keys.size} items were loaded, ${rows.length} are stored.`);
  const byKey = new Map([...keys].map(([item, key]) => [key, item]));
  for (const { key, state, finding, cause } of rows) {
    const expected = truth.get(key) ?? { state: "matched", finding: null, cause: null };
    // A different amount makes both items of a pair exceptions, even if one of them is not due yet.
    const isSameState = state === expected.state || (expected.finding === "amount_differs" && state === "expected");
    if (!isSameState || finding !== expected.finding || cause !== expected.cause)
      problems.push(
        `${key} is ${[state, finding, cause].join("/")}, not ${Object.values(expected).join("/")}: ${JSON.stringify(byKey.get(key))}`,
      );
  }
  problems.push(...findInexactMatches(rows));
  const matches = await db.execute<{ rule: string; count: number }>(
    sql`select rule, count(*)::integer as count from reconciliation_matches group by rule order by rule`,
  );
  const byRule = Object.fromEntries(matches.rows.map(({ rule, count }) => [rule, count]));
  return { items: rows.length, matches: Object.values(byRule).reduce((a, b) => a + b, 0), byRule, faults, problems };
}

/** Recomputes the sums of each match, independently of the database's own check. */
function findInexactMatches(rows: readonly StoredItem[]): string[] {
  const sums = new Map<number, Map<string, number>>();
  for (const { match_id: id, side, amount } of rows) {
    if (id === null) continue;
    const sides = sums.get(id) ?? new Map<string, number>();
    sums.set(id, sides.set(side, (sides.get(side) ?? 0) + amount));
  }
  return [...sums].flatMap(([id, sides]) => {
    const totals = [...sides.values()];
    const isExact = totals.length === 1 ? totals[0] === 0 : new Set(totals).size === 1;
    return isExact ? [] : [`Match ${id} has the sums ${JSON.stringify([...sides])}.`];
  });
}
