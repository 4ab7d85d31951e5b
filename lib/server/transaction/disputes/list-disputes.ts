import "server-only";
import { eq, type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { DisputeRow } from "@/lib/contract/dispute";
import {
  DISPUTE_ANSWERS,
  DISPUTE_LABELS,
  DISPUTE_LIST,
  DISPUTE_PROVIDERS,
  disputeOutcomeOf,
  PROVIDER_DISPUTE_STATES,
} from "@/lib/contract/dispute.values";
import { routes } from "@/lib/contract/routes";
import type { transactionCalls } from "@/lib/contract/transaction";
import { fullName } from "@/lib/server/api/context";
import type { Queryable } from "@/lib/server/db/client";
import { disputes } from "@/lib/server/db/schema/dispute";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { codeLabelColumns, moneyCell, textCell, timeCell } from "@/lib/server/exports/cells";
import type { ExportList } from "@/lib/server/exports/lists";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { type DisputeFilters, disputeFilter } from "./dispute-filter";
import { isAnsweredSql, isUnanswered } from "./dispute-record";

const SORTS = {
  due_at: [isAnsweredSql, disputes.dueAt],
  opened_at: [disputes.openedAt],
  amount: [disputes.amount],
};

/** Builds the query for rows of the list: dispute and payer. */
export const selectDisputes = (db: Queryable) =>
  db
    .select({ dispute: disputes, user: { id: users.id, firstName: users.firstName, lastName: users.lastName } })
    .from(disputes)
    .leftJoin(transactions, eq(transactions.id, disputes.transactionId))
    .leftJoin(users, eq(users.id, transactions.userId))
    .$dynamic();

/** Converts a selected dispute to a row of the API. */
export function toDisputeRow({ dispute, user }: Awaited<ReturnType<typeof selectDisputes>>[number]): DisputeRow {
  return {
    id: dispute.id,
    provider: dispute.provider,
    provider_dispute_id: dispute.providerDisputeId,
    reference: dispute.reference,
    transaction_id: dispute.transactionId,
    user: user ? { id: user.id, name: fullName(user) } : null,
    state: dispute.state,
    amount: dispute.amount,
    reason: dispute.reason,
    opened_at: dispute.openedAt.toISOString(),
    due_at: dispute.dueAt.toISOString(),
    answer: dispute.answer,
    sent_at: dispute.sentAt?.toISOString() ?? null,
    needs_answer: isUnanswered(dispute),
    resolution: dispute.resolution,
    outcome: dispute.state === "resolved" ? disputeOutcomeOf(dispute.resolution) : null,
    version: dispute.version,
  };
}

/** Lists disputes. In the order by due time, disputes without our answer are first. */
export async function listDisputes(db: Queryable, input: InputOf<typeof transactionCalls.disputes>) {
  const where = disputeFilter(input);
  const rows = await selectDisputes(db)
    .where(where)
    .orderBy(orderByClause(input.sort ?? DISPUTE_LIST.defaultSort ?? "due_at", SORTS, disputes.id))
    .limit(input.size)
    .offset(input.page * input.size);
  return toPagedList(input, rows.map(toDisputeRow), await countUpToCap(db, disputes, where));
}

const paymentSql = (what: SQL) =>
  sql`(select ${what} from transactions t join users u on u.id = t.user_id where t.id = ${disputes.transactionId})`;

/** Export of the list of disputes, by due time. */
export const disputeExport: ExportList = {
  route: routes.transaction.exportDisputes,
  table: disputes,
  key: { at: disputes.dueAt, id: disputes.id, direction: "asc" },
  columns: [
    ["Payment", textCell(disputes.reference)],
    ["User", textCell(paymentSql(sql`u.first_name || ' ' || u.last_name`)), "transaction.name"],
    ["Phone", textCell(paymentSql(sql`u.phone`)), "transaction.phone"],
    ...codeLabelColumns("Provider", disputes.provider, DISPUTE_PROVIDERS, DISPUTE_LABELS),
    ["Dispute at the provider", textCell(disputes.providerDisputeId)],
    ...codeLabelColumns("State", disputes.state, PROVIDER_DISPUTE_STATES, DISPUTE_LABELS),
    ["Claimed (naira)", moneyCell(disputes.amount)],
    ["Reason", textCell(disputes.reason)],
    ["Opened (Lagos)", timeCell(disputes.openedAt)],
    ["Due (Lagos)", timeCell(disputes.dueAt)],
    ...codeLabelColumns("Answer", disputes.answer, DISPUTE_ANSWERS, DISPUTE_LABELS),
    ["Returned (naira)", moneyCell(disputes.answerAmount)],
    ["Answered (Lagos)", timeCell(disputes.answeredAt)],
    ["Sent (Lagos)", timeCell(disputes.sentAt)],
    ["Resolution", textCell(disputes.resolution)],
  ],
  filter: (filter) => disputeFilter(filter as DisputeFilters),
};
