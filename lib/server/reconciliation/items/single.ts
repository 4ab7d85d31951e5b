import "server-only";
import { eq, type SQL } from "drizzle-orm";
import type { ReconciliationItemDetails, ReconciliationItemRow } from "@/lib/contract/reconciliation-items";
import { EXCEPTION_NEXT_STEPS, RELATED_ITEMS_MAX } from "@/lib/contract/reconciliation-items.values";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { bankStatements } from "@/lib/server/db/schema/bank-statements";
import { reconciliationItems, reconciliationMatches } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { findMatchCandidates } from "./candidates";
import { movementsResolvingItem } from "./movements";
import { readReconciliationItemRows, selectItemsWhere, selectReconciliationItems, toItemRow } from "./rows";

/** Returns one item with everything that an admin compares before deciding. @throws 404 */
export async function readReconciliationItemDetails(db: Queryable, itemId: number): Promise<ReconciliationItemDetails> {
  const [selected] = await selectReconciliationItems(db).where(eq(reconciliationItems.id, itemId));
  if (!selected) throw refuse.notFound("item");
  const { item } = selected;
  const row = toItemRow(selected);
  const { closedUntil, writeOffLimit } = await readReconciliationSettings(db);
  const isClosed = (day: string) => closedUntil !== null && day <= closedUntil;
  const [counterpart] = await readReconciliationItemRows(db, item.counterpartId === null ? [] : [item.counterpartId]);
  const [settlement] = await readReconciliationItemRows(db, item.settlementId === null ? [] : [item.settlementId]);
  const whole = item.isSplit ? item.id : item.splitOf;
  const contained = await relatedItems(
    db,
    item.kind === "settlement" ? eq(reconciliationItems.settlementId, itemId) : null,
  );
  return {
    ...row,
    accounting_day: item.accountingDay,
    found_at: item.foundAt.toISOString(),
    is_closed: isClosed(item.accountingDay),
    question: item.question,
    next_step: row.reason && EXCEPTION_NEXT_STEPS[row.reason],
    transaction_id: item.transactionId,
    entry_id: item.entryId,
    statement: item.statementId === null ? null : await statementOf(db, item.statementId, item.statementLine),
    counterpart: counterpart ?? null,
    match: item.matchId === null ? null : await matchOf(db, item.matchId, isClosed),
    settlement: settlement ?? null,
    contained: contained.items,
    contained_total: contained.total,
    movements: await movementsResolvingItem(db, itemId),
    parts: whole === null ? [] : await readPartsOfItem(db, whole),
    candidates: await findMatchCandidates(db, item),
    write_off_limit: writeOffLimit,
    timeline: await readRecordTimeline(db, "reconciliation_item", String(itemId)),
  };
}

/** Returns the parts of a split item. */
export const readPartsOfItem = (db: Queryable, wholeId: number): Promise<ReconciliationItemRow[]> =>
  selectItemsWhere(db, eq(reconciliationItems.splitOf, wholeId), RELATED_ITEMS_MAX);

async function relatedItems(
  db: Queryable,
  where: SQL | null,
): Promise<{ items: ReconciliationItemRow[]; total: number }> {
  if (!where) return { items: [], total: 0 };
  const items = await selectItemsWhere(db, where, RELATED_ITEMS_MAX);
  const total = items.length < RELATED_ITEMS_MAX ? items.length : await db.$count(reconciliationItems, where);
  return { items, total };
}

async function matchOf(
  db: Queryable,
  matchId: number,
  isClosed: (day: string) => boolean,
): Promise<ReconciliationItemDetails["match"]> {
  const [row] = await db
    .select({ match: reconciliationMatches, by: admins })
    .from(reconciliationMatches)
    .leftJoin(admins, eq(admins.id, reconciliationMatches.matchedBy))
    .where(eq(reconciliationMatches.id, matchId));
  if (!row) return null;
  const { match, by } = row;
  return {
    id: match.id,
    rule: match.rule,
    accounting_day: match.accountingDay,
    matched_at: match.matchedAt.toISOString(),
    matched_by: by && toAdminRef(by),
    remark: match.remark,
    is_closed: isClosed(match.accountingDay),
    ...(await relatedItems(db, eq(reconciliationItems.matchId, matchId))),
  };
}

async function statementOf(
  db: Queryable,
  id: string,
  line: number | null,
): Promise<ReconciliationItemDetails["statement"]> {
  const [statement] = await db
    .select({ id: bankStatements.id, file_name: bankStatements.fileName })
    .from(bankStatements)
    .where(eq(bankStatements.id, id));
  return statement ? { ...statement, line } : null;
}
