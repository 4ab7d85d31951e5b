import "server-only";
import { and, eq, gte, inArray, lt, lte, or, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import { DISPUTE_DUE_SOON_HOURS, type ProviderDisputeState } from "@/lib/contract/dispute.values";
import { parseNaira } from "@/lib/contract/money.values";
import { cleanPastedValue } from "@/lib/contract/pasted.values";
import type { transactionCalls } from "@/lib/contract/transaction";
import { endOfDay, startOfDay } from "@/lib/server/base/time";
import { disputes } from "@/lib/server/db/schema/dispute";
import { transactions } from "@/lib/server/db/schema/transaction";
import { transactionFilter } from "@/lib/server/transaction/list";
import { isUnansweredRow } from "./dispute-record";
import type { DisputeProvider } from "./store-dispute";

type ListInput = InputOf<typeof transactionCalls.disputes>;
/** Filters of the list of disputes. */
export type DisputeFilters = Omit<ListInput, "page" | "size" | "sort">;

/** Returns the SQL condition for the filters of the list of disputes. */
export function disputeFilter(input: DisputeFilters): SQL | undefined {
  const [min, max] = [input.min, input.max].map((typed) => (typed ? parseNaira(typed) : null));
  return and(
    input.needs_answer ? isUnansweredRow() : undefined,
    input.due ? and(isUnansweredRow(), isDue[input.due]) : undefined,
    input.state ? inArray(disputes.state, splitChoiceList<ProviderDisputeState>(input.state)) : undefined,
    input.provider ? inArray(disputes.provider, splitChoiceList<DisputeProvider>(input.provider)) : undefined,
    typeof min === "number" ? gte(disputes.amount, min) : undefined,
    typeof max === "number" ? lte(disputes.amount, max) : undefined,
    input.from ? gte(disputes.openedAt, startOfDay(input.from)) : undefined,
    input.to ? lt(disputes.openedAt, endOfDay(input.to)) : undefined,
    input.q?.trim() ? isFound(input.q.trim()) : undefined,
  );
}

const isDue = {
  late: sql`${disputes.dueAt} < now()`,
  soon: sql`${disputes.dueAt} between now() and now() + make_interval(hours => ${DISPUTE_DUE_SOON_HOURS}::int)`,
};

/** SQL condition: a dispute has this reference or provider's id, or the search text finds its payment in the list of transactions. */
function isFound(typed: string): SQL | undefined {
  const value = cleanPastedValue(typed);
  return or(
    inArray(disputes.reference, [value, value.toUpperCase()]),
    eq(disputes.providerDisputeId, value),
    sql`exists (select 1 from ${transactions} where ${transactions.id} = ${disputes.transactionId}
      and ${transactionFilter({ q: typed })})`,
  );
}
