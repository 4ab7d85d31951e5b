import "server-only";
import { and, gte, type SQL, sql } from "drizzle-orm";
import { parseNaira } from "@/lib/contract/money.values";
import { SPEND_DAYS_DEFAULT } from "@/lib/contract/user.values";
import { type GroupRule, minimumSpend } from "@/lib/contract/user-groups";
import { addDays, dayOf, startOfDay } from "@/lib/server/base/time";
import { allowCallTime } from "@/lib/server/db/call-time";
import { isSpent, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";

/** Time limit in ms. Summing a year of payments takes longer than other calls may. */
const SUMS_MS = 15_000;

/** Returns true if a rule depends on spending. */
export const asksSpend = (rule?: GroupRule) => Boolean(rule && (minimumSpend(rule) || rule.spend_max));
const daysOf = ({ spend_days }: GroupRule) => spend_days || SPEND_DAYS_DEFAULT;

/**
 * Selects `user_id` and `spent` in kobo for each user: payments by the time when the money was posted, minus later refunds.
 * Users who spent nothing have no row.
 */
function sumsOver(days: string): SQL {
  allowCallTime(SUMS_MS);
  const since = startOfDay(addDays(dayOf(new Date()), 1 - Number(days)));
  return sql`select ${transactions.userId} as user_id, sum(${transactions.amount} - ${transactions.refundedAmount}) as spent
    from ${transactions} where ${and(isSpent(transactions), gte(transactions.completedAt, since))} group by 1`;
}

export type Sums = (rule: GroupRule) => SQL;
const ownSums: Sums = (rule) => sql`(${sumsOver(daysOf(rule))})`;

/** Computes sums once for several rules. `beginning` is a WITH clause with one query for each number of days. */
export function sharedSums(rules: readonly GroupRule[]): { beginning: SQL; sums: Sums } {
  const days = new Set(rules.filter(asksSpend).map(daysOf));
  const name = (of: string) => sql.raw(`spent_${of}`);
  const made = [...days].map((each) => sql`${name(each)} as materialized (${sumsOver(each)})`);
  return {
    beginning: made.length ? sql`with ${sql.join(made, sql`, `)}` : sql``,
    sums: (rule) => name(daysOf(rule)),
  };
}

/** Filters users by their spending. Users without a sum spent nothing, so a mere maximum excludes those who spent more. */
export function spendIs(rule: GroupRule, sums = ownSums): SQL {
  const min = minimumSpend(rule);
  const max = rule.spend_max ? parseNaira(rule.spend_max) : null;
  const having = (which: SQL) => sql`(select user_id from ${sums(rule)} sums where ${which})`;
  if (min) {
    const most = max === null ? sql`` : sql` and spent <= ${max}`;
    return sql`${users.id} in ${having(sql`spent >= ${min}${most}`)}`;
  }
  return sql`${users.id} not in ${having(sql`spent > ${max ?? 0}`)}`;
}
