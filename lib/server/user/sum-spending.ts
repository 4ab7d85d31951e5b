import "server-only";
import { and, gte, type SQL, sql } from "drizzle-orm";
import { parseNaira } from "@/lib/contract/money.values";
import { SPENDING_PERIOD_DAYS_DEFAULT } from "@/lib/contract/user.values";
import { minimumSpend, type UserGroupRule } from "@/lib/contract/user-groups";
import { addDays, lagosDayOf, startOfDay } from "@/lib/server/base/time";
import { isSpendingSql, transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { raiseWaitBudget } from "@/lib/server/db/wait-budget";

/** Time limit in ms for summing the spending of up to a year, which takes longer than other calls may. */
const SUMS_LIMIT_MS = 15_000;

/** Returns true if a rule depends on spending. */
export const ruleUsesSpending = (rule?: UserGroupRule) => Boolean(rule && (minimumSpend(rule) || rule.spend_max));
const spendDaysOf = ({ spend_days }: UserGroupRule) => spend_days || SPENDING_PERIOD_DAYS_DEFAULT;

/** Selects each user's `user_id` and `spent` in kobo, less later refunds. Users who spent nothing have no row. */
function sumsOfDays(days: string): SQL {
  raiseWaitBudget(SUMS_LIMIT_MS);
  const since = startOfDay(addDays(lagosDayOf(new Date()), 1 - Number(days)));
  return sql`select ${transactions.userId} as user_id, sum(${transactions.amount} - ${transactions.refundedAmount}) as spent
    from ${transactions} where ${and(isSpendingSql(transactions), gte(transactions.completedAt, since))} group by 1`;
}

/** Function that returns SQL for a table with each user's spending in the period of a rule. */
export type SpendingSumsOfRule = (rule: UserGroupRule) => SQL;
const sumPerRule: SpendingSumsOfRule = (rule) => sql`(${sumsOfDays(spendDaysOf(rule))})`;

/** Computes the spending sums of several rules once per number of days. Statements that use `sumsOfRule` must begin with `withClause`. */
export function sharedSpendingSums(rules: readonly UserGroupRule[]): {
  withClause: SQL;
  sumsOfRule: SpendingSumsOfRule;
} {
  const days = new Set(rules.filter(ruleUsesSpending).map(spendDaysOf));
  const name = (dayText: string) => sql.raw(`spent_${dayText}`);
  const sumTables = [...days].map((each) => sql`${name(each)} as materialized (${sumsOfDays(each)})`);
  return {
    withClause: sumTables.length ? sql`with ${sql.join(sumTables, sql`, `)}` : sql``,
    sumsOfRule: (rule) => name(spendDaysOf(rule)),
  };
}

/** Filters users by their spending. A maximum alone includes users without any spending. */
export function spendFilter(rule: UserGroupRule, sums = sumPerRule): SQL {
  const min = minimumSpend(rule);
  const max = rule.spend_max ? parseNaira(rule.spend_max) : null;
  const usersWhere = (condition: SQL) => sql`(select user_id from ${sums(rule)} sums where ${condition})`;
  if (min) {
    const upperBound = max === null ? sql`` : sql` and spent <= ${max}`;
    return sql`${users.id} in ${usersWhere(sql`spent >= ${min}${upperBound}`)}`;
  }
  return sql`${users.id} not in ${usersWhere(sql`spent > ${max ?? 0}`)}`;
}
