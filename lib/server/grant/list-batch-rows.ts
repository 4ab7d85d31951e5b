import "server-only";
import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { BatchRowState } from "@/lib/contract/grant.values";
import type { grantPayoutCalls as contract, PayoutRow } from "@/lib/contract/grant-payouts";
import { fullName } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { grantApplications } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows as table } from "@/lib/server/db/schema/grant-payout";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { countUpToCap, orderByClause, toPagedList } from "@/lib/server/lists/list";
import { parseSearchText } from "@/lib/server/lists/search-terms";
import { userMatchesSearch } from "@/lib/server/user/match-name";
import type { PayoutBatchRecord } from "./batch-record";
import { changesSinceApprovalSql } from "./changes-since-approval";

type ListInput = InputOf<typeof contract.batchRows>;
/** Filters of the list of a payout batch's rows. */
export type BatchRowFilters = Omit<ListInput, "page" | "size" | "sort">;

const SORT_COLUMNS = { row: [], amount: [table.amount], updated_at: [table.updatedAt] };

/**
 * Lists rows of a batch, by default in batch order; amounts in kobo. Before the approval, `changes` is computed live for the visible rows,
 * but the filter uses the stored value.
 * @throws 404
 */
export async function listBatchRows(db: Queryable, input: ListInput) {
  const [batch] = await db
    .select({ id: grantBatches.id, state: grantBatches.state, programmeId: grantBatches.programmeId })
    .from(grantBatches)
    .where(eq(grantBatches.id, input.batchId));
  if (!batch) throw refuse.notFound("payout batch");
  const { page, size } = input;
  const where = batchRowFilter(input);
  const found = await db
    .select({ row: table.row })
    .from(table)
    .where(where)
    .orderBy(orderByClause(input.sort ?? "row", SORT_COLUMNS, table.row))
    .limit(size)
    .offset(page * size);
  const rowNumbers = found.map(({ row }) => row);
  const rows = rowNumbers.length ? await selectRows(db, input.batchId, rowNumbers) : [];
  const isOpen = batch.state === "draft" || batch.state === "awaiting_approval";
  const latestChanges = isOpen && rowNumbers.length ? await computeChanges(db, batch, rowNumbers) : undefined;
  const items = rows
    .map((row) => toRow(row, latestChanges?.get(row.row.row)))
    .sort((a, b) => rowNumbers.indexOf(a.row) - rowNumbers.indexOf(b.row));
  return toPagedList({ page, size }, items, await countUpToCap(db, table, where));
}

/** Returns the SQL condition for the filters of a batch's list of rows. The exported statement uses this condition too. */
export const batchRowFilter = ({ batchId, state, changed, q }: BatchRowFilters): SQL | undefined =>
  and(
    eq(table.batchId, batchId),
    state ? inArray(table.state, splitChoiceList<BatchRowState>(state)) : undefined,
    changed ? sql`${table.changes} <> '[]'` : undefined,
    q?.trim() ? searchCondition(q.trim()) : undefined,
  );

/** Matches a reference of an application or transaction, or the applicant's name, email or phone number. */
function searchCondition(typed: string): SQL {
  const { references } = parseSearchText(typed, "GRA", "TRX");
  if (references)
    return sql`(${table.applicationId} = (select ${grantApplications.id} from ${grantApplications}
        where ${inArray(grantApplications.reference, references)})
      or ${table.transactionId} = (select ${transactions.id} from ${transactions} where ${inArray(transactions.reference, references)}))`;
  return sql`${table.applicationId} in (
    select ${grantApplications.id} from ${grantApplications} join ${users} on ${users.id} = ${grantApplications.userId}
    where ${userMatchesSearch(typed)})`;
}

const selectRows = (db: Queryable, batchId: string, rowNumbers: number[]) =>
  db
    .select({
      row: table,
      application: {
        id: grantApplications.id,
        reference: grantApplications.reference,
        payoutKind: grantApplications.payoutKind,
        bank: grantApplications.bank,
        accountName: grantApplications.accountName,
        accountLast4: grantApplications.accountLast4,
      },
      user: { id: users.id, firstName: users.firstName, lastName: users.lastName },
      transaction: { id: transactions.id, reference: transactions.reference },
    })
    .from(table)
    .innerJoin(grantApplications, eq(grantApplications.id, table.applicationId))
    .innerJoin(users, eq(users.id, grantApplications.userId))
    .leftJoin(transactions, eq(transactions.id, table.transactionId))
    .where(and(eq(table.batchId, batchId), inArray(table.row, rowNumbers)));

type RowChanges = PayoutRow["changes"];

async function computeChanges(
  db: Queryable,
  { id, programmeId }: Pick<PayoutBatchRecord, "id" | "programmeId">,
  rowNumbers: number[],
): Promise<Map<number, RowChanges>> {
  const found = await db.execute<{ row: number; changes: RowChanges }>(sql`
    select x.row, ${await changesSinceApprovalSql(db, programmeId)} as changes
    from grant_batch_rows x join grant_applications a on a.id = x.application_id join users u on u.id = a.user_id
      join grant_programmes p on p.id = a.programme_id
    where x.batch_id = ${id} and x.row = any(${sql.param(rowNumbers)}::int[]) and x.state <> 'removed'`);
  return new Map(found.rows.map(({ row, changes }) => [row, changes]));
}

const toRow = (
  { row, application, user, transaction }: Awaited<ReturnType<typeof selectRows>>[number],
  latestChanges: RowChanges | undefined,
): PayoutRow => ({
  row: row.row,
  application: { id: application.id, reference: application.reference },
  applicant: { id: user.id, name: fullName(user) },
  payout: {
    kind: application.payoutKind,
    bank: application.bank,
    account_name: application.accountName,
    account_last4: application.accountLast4,
  },
  amount: row.amount,
  state: row.state,
  problem: row.problem,
  tries: row.tries,
  changes: latestChanges ?? row.changes,
  transaction,
  updated_at: row.updatedAt.toISOString(),
});
