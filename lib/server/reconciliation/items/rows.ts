import "server-only";
import { asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { bankAccounts } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";
import { itemStateSql, LAGOS_TODAY } from "@/lib/server/reconciliation/open-items";
import { toAdminRef } from "@/lib/server/records/admin-record";

/** Database row of a reconciliation item. */
export type ReconciliationItemRecord = typeof reconciliationItems.$inferSelect;

/** SQL of the reason why an item is not matched: its finding, or `unknown` for an exception without a finding. */
export const itemReasonSql = sql<ReconciliationItemRow["reason"]>`case when ${reconciliationItems.matchId} is null then
  coalesce(${reconciliationItems.finding}, case when ${reconciliationItems.dueOn} <= ${LAGOS_TODAY} then 'unknown' end) end`;

/** Selects items with what their rows show: bank account, matching rule, and the admin who was asked. */
export const selectReconciliationItems = (db: Queryable) =>
  db
    .select({
      item: reconciliationItems,
      state: itemStateSql,
      reason: itemReasonSql,
      account: { id: bankAccounts.id, name: bankAccounts.name },
      rule: reconciliationMatches.rule,
      asked: admins,
    })
    .from(reconciliationItems)
    .leftJoin(bankAccounts, eq(bankAccounts.id, reconciliationItems.accountId))
    .leftJoin(reconciliationMatches, eq(reconciliationMatches.id, reconciliationItems.matchId))
    .leftJoin(admins, eq(admins.id, reconciliationItems.askedId));

type SelectedItem = Awaited<ReturnType<typeof selectReconciliationItems>>[number];

/** Converts a selected item to the row of the API. */
export const toItemRow = ({ item, state, reason, account, rule, asked }: SelectedItem): ReconciliationItemRow => ({
  id: item.id,
  side: item.side,
  kind: item.kind,
  day: item.day,
  due_on: item.dueOn,
  amount: item.amount,
  reference: item.reference,
  provider_reference: item.providerReference,
  narration: item.narration,
  provider: item.provider,
  account,
  state,
  reason,
  cause: item.matchId === null ? item.cause : null,
  rule,
  match_id: item.matchId,
  asked: asked && toAdminRef(asked),
  split_of: item.splitOf,
  is_split: item.isSplit,
  version: item.version,
});

/** Returns items that match a condition, in the order of their ids. */
export async function selectItemsWhere(
  db: Queryable,
  where: SQL | undefined,
  limit: number,
): Promise<ReconciliationItemRow[]> {
  const rows = await selectReconciliationItems(db).where(where).orderBy(asc(reconciliationItems.id)).limit(limit);
  return rows.map(toItemRow);
}

/** Returns the items with these ids, in this order. Leaves out unknown ids. */
export async function readReconciliationItemRows(
  db: Queryable,
  ids: readonly number[],
): Promise<ReconciliationItemRow[]> {
  if (!ids.length) return [];
  const rows = await selectItemsWhere(db, inArray(reconciliationItems.id, [...ids]), ids.length);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
