import "server-only";
import { and, between, eq, inArray, sql } from "drizzle-orm";
import type { MatchRule, ReconciliationSide } from "@/lib/contract/reconciliation.values";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { createMatchingTables } from "./prepare-items";
import { MATCHING_RULES, type MatchLimits } from "./rules";
import { runRules } from "./run-rules";

/** Maximum number of example groups returned for each rule. */
const EXAMPLES = 5;
/** Maximum number of items returned of each example group. */
const EXAMPLE_ITEMS = 20;

/** A reconciliation item in an example of a trial of the matching rules. */
export type TrialItem = Pick<
  typeof reconciliationItems.$inferSelect,
  "id" | "side" | "kind" | "day" | "amount" | "reference" | "providerReference" | "narration"
>;
/** Number of matches that one rule found in a trial, and number of items in them. `examples` has the first items of some of its groups. */
export type RuleTrial = { rule: MatchRule; matches: number; items: number; examples: TrialItem[][] };
/** Number of one side's items that no rule matched, and the sum of their absolute amounts in kobo. */
export type UnmatchedTrialItems = { side: ReconciliationSide; items: number; amount: number };

type TrialInput = {
  /** First and last Lagos day of the items on which the rules are tried. */
  from: string;
  to: string;
  limits: MatchLimits;
  /** Rules to try; all automatic rules by default. */
  rules?: readonly MatchRule[];
};

/**
 * Runs rules on the items of a period as if none of them were matched, and returns what they would match. Changes nothing: the items are
 * copied to a temporary table, which needs a connection to the primary. Items that were split count as their parts.
 */
export async function tryRules(
  db: Queryable,
  { from, to, limits, rules }: TrialInput,
): Promise<{ items: number; rules: RuleTrial[]; rest: UnmatchedTrialItems[] }> {
  const tried = MATCHING_RULES.filter(({ rule }) => rule !== "by_hand" && (rules?.includes(rule) ?? true));
  const trials = new Map<MatchRule, RuleTrial>(
    tried.map(({ rule }) => [rule, { rule, matches: 0, items: 0, examples: [] }]),
  );
  return db.transaction(async (tx) => {
    const { day, isSplit } = reconciliationItems;
    await createMatchingTables(tx, and(between(day, from, to), eq(isSplit, false)));
    const all = await tx.execute<{ count: number }>(sql`select count(*)::integer as count from matching_items`);
    await runRules(tx, tried, limits, async ({ rule }) => {
      const trial = trials.get(rule);
      if (trial) await countGroups(tx, trial);
      return true;
    });
    const rest =
      await tx.execute<UnmatchedTrialItems>(sql`select side, count(*)::integer as items, sum(abs(amount))::float8 as amount
      from matching_items group by side order by side`);
    return { items: all.rows[0]?.count ?? 0, rules: [...trials.values()], rest: rest.rows };
  });
}

/** Adds the numbers of groups and items in `matching_groups` to the rule's trial, and the first groups as examples. */
async function countGroups(tx: Transaction, trial: RuleTrial): Promise<void> {
  const counts = await tx.execute<{ matches: number; items: number }>(
    sql`select count(distinct group_no)::integer as matches, count(*)::integer as items from matching_groups`,
  );
  trial.matches += counts.rows[0]?.matches ?? 0;
  trial.items += counts.rows[0]?.items ?? 0;
  if (trial.examples.length >= EXAMPLES) return;
  const groups = await tx.execute<{ ids: string[] }>(
    sql`select (array_agg(item_id order by item_id))[1:${sql.raw(String(EXAMPLE_ITEMS))}] as ids from matching_groups
      group by group_no order by group_no limit ${EXAMPLES - trial.examples.length}`,
  );
  for (const { ids } of groups.rows) trial.examples.push(await readItems(tx, ids.map(Number)));
}

const readItems = (tx: Transaction, ids: number[]): Promise<TrialItem[]> => {
  const { id, side, kind, day, amount, reference, providerReference, narration } = reconciliationItems;
  return tx
    .select({ id, side, kind, day, amount, reference, providerReference, narration })
    .from(reconciliationItems)
    .where(inArray(id, ids))
    .orderBy(side, id);
};
