import "server-only";
import { and, gte, inArray, type SQL, sql } from "drizzle-orm";
import { parseNaira } from "@/lib/contract/money.values";
import { SPEND_TYPES, SPENT_STATES } from "@/lib/contract/transaction.values";
import { SPEND_DAYS_UNSAID } from "@/lib/contract/user.values";
import type { GroupRule } from "@/lib/contract/user-groups";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { dayOf, startOfDay } from "@/lib/server/time";

const DAY = 86_400_000;

/**
 * Who spent so much, to the kobo: payments by the moment when the money was moved, as the ledger has them, less what was
 * given back since. The sums are made once for a query. Whoever spent nothing has no sum, so a mere upper limit is asked
 * the other way round.
 */
export function spendIs({ spend_min, spend_max, spend_days }: GroupRule): SQL {
  const [min, max] = [spend_min, spend_max].map((typed) => (typed ? parseNaira(typed) : null));
  const days = Number(spend_days || SPEND_DAYS_UNSAID);
  const since = startOfDay(dayOf(new Date(Date.now() - (days - 1) * DAY)));
  const spent = sql`sum(${transactions.amount} - ${transactions.refundedAmount})`;
  const payments = and(
    inArray(transactions.type, [...SPEND_TYPES]),
    inArray(transactions.state, SPENT_STATES),
    gte(transactions.completedAt, since),
  );
  const having = (which: SQL) =>
    sql`(select ${transactions.userId} from ${transactions} where ${payments} group by ${transactions.userId} having ${which})`;
  if (min) {
    const most = max === null || max === undefined ? sql`` : sql` and ${spent} <= ${max}`;
    return sql`${users.id} in ${having(sql`${spent} >= ${min}${most}`)}`;
  }
  return sql`${users.id} not in ${having(sql`${spent} > ${max ?? 0}`)}`;
}
