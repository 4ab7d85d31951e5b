import "server-only";
import { and, gte, type SQL, sql } from "drizzle-orm";
import { parseNaira } from "@/lib/contract/money.values";
import { SPEND_DAYS_UNSAID } from "@/lib/contract/user.values";
import { type GroupRule, leastSpend } from "@/lib/contract/user-groups";
import { addDays, dayOf, startOfDay } from "@/lib/server/base/time";
import { allowCallTime } from "@/lib/server/db/call-time";
import { isSpent, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";

/** A year of payments takes longer than other calls may. */
const SUMS_MS = 15_000;

/** Whether a rule asks for what people spent. */
export const asksSpend = (rule?: GroupRule) => Boolean(rule && (leastSpend(rule) || rule.spend_max));
const daysOf = ({ spend_days }: GroupRule) => spend_days || SPEND_DAYS_UNSAID;

/**
 * What each user spent, `user_id` and `spent` in kobo: payments by the moment when the money was moved, as the ledger has
 * them, less what was given back since. Anyone who spent nothing has no row.
 */
function sumsOver(days: string): SQL {
  allowCallTime(SUMS_MS);
  const since = startOfDay(addDays(dayOf(new Date()), 1 - Number(days)));
  return sql`select ${transactions.userId} as user_id, sum(${transactions.amount} - ${transactions.refundedAmount}) as spent
    from ${transactions} where ${and(isSpent(transactions), gte(transactions.completedAt, since))} group by 1`;
}

export type Sums = (rule: GroupRule) => SQL;
const ownSums: Sums = (rule) => sql`(${sumsOver(daysOf(rule))})`;

/** For a statement that asks for several rules: its beginning makes the sums, once for all of the same days. */
export function sharedSums(rules: readonly GroupRule[]): { beginning: SQL; sums: Sums } {
  const days = new Set(rules.filter(asksSpend).map(daysOf));
  const name = (of: string) => sql.raw(`spent_${of}`);
  const made = [...days].map((each) => sql`${name(each)} as materialized (${sumsOver(each)})`);
  return {
    beginning: made.length ? sql`with ${sql.join(made, sql`, `)}` : sql``,
    sums: (rule) => name(daysOf(rule)),
  };
}

/** Who spent so much. Those without a sum spent nothing, so a mere upper limit is asked the other way round. */
export function spendIs(rule: GroupRule, sums = ownSums): SQL {
  const min = leastSpend(rule);
  const max = rule.spend_max ? parseNaira(rule.spend_max) : null;
  const having = (which: SQL) => sql`(select user_id from ${sums(rule)} sums where ${which})`;
  if (min) {
    const most = max === null ? sql`` : sql` and spent <= ${max}`;
    return sql`${users.id} in ${having(sql`spent >= ${min}${most}`)}`;
  }
  return sql`${users.id} not in ${having(sql`spent > ${max ?? 0}`)}`;
}
