import "server-only";
import { and, desc, eq, inArray, notExists, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { ReconciliationItemDetails } from "@/lib/contract/reconciliation-items";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { reconciliationItems, reconciliationMovements } from "@/lib/server/db/schema/reconciliation";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { isOpenItemSql } from "@/lib/server/reconciliation/open-items";
import { toAdminRef } from "@/lib/server/records/admin-record";
import { isMovementPendingSql, movementStateSql } from "@/lib/server/system-wallet/movement-state";
import type { ReconciliationItemRecord } from "./rows";

/** Returns the manual transfers that were requested for an item, newest first. */
export async function movementsResolvingItem(
  db: Queryable,
  itemId: number,
): Promise<ReconciliationItemDetails["movements"]> {
  const rows = await db
    .select({ movement: walletMovements, state: movementStateSql(), by: admins })
    .from(reconciliationMovements)
    .innerJoin(walletMovements, eq(walletMovements.id, reconciliationMovements.movementId))
    .innerJoin(admins, eq(admins.id, walletMovements.requestedBy))
    .where(eq(reconciliationMovements.itemId, itemId))
    .orderBy(desc(walletMovements.requestedAt), desc(walletMovements.id));
  return rows.map(({ movement, state, by }) => ({
    id: movement.id,
    reference: movement.reference,
    kind: movement.kind,
    state,
    amount: movement.amount,
    requested_by: toAdminRef(by),
    requested_at: movement.requestedAt.toISOString(),
    entry_id: movement.entryId,
  }));
}

const reversal = alias(ledgerEntries, "reversal");

/**
 * Returns the transfers of these items that wait for approval, or are posted and not reversed. Two items whose amounts differ share
 * the transfer of their difference.
 */
export async function openMovementsOfItems(db: Queryable, items: readonly ReconciliationItemRecord[]) {
  const ids = items.map(({ id }) => id);
  const differing = eq(reconciliationItems.finding, "amount_differs");
  const counterparts = db
    .select({ id: reconciliationItems.counterpartId })
    .from(reconciliationItems)
    .where(and(inArray(reconciliationItems.id, ids), differing));
  const differingFrom = db
    .select({ id: reconciliationItems.id })
    .from(reconciliationItems)
    .where(and(isOpenItemSql, differing, inArray(reconciliationItems.counterpartId, ids)));
  const isReversed = db.select({ one: sql`1` }).from(reversal).where(eq(reversal.reversalOf, walletMovements.entryId));
  return db
    .select({
      itemId: reconciliationMovements.itemId,
      reference: walletMovements.reference,
      isPosted: sql<boolean>`${walletMovements.state} = 'posted'`,
    })
    .from(reconciliationMovements)
    .innerJoin(walletMovements, eq(walletMovements.id, reconciliationMovements.movementId))
    .where(
      and(
        or(
          inArray(reconciliationMovements.itemId, ids),
          inArray(reconciliationMovements.itemId, counterparts),
          inArray(reconciliationMovements.itemId, differingFrom),
        ),
        or(isMovementPendingSql(), and(eq(walletMovements.state, "posted"), notExists(isReversed))),
      ),
    );
}

/** Refuses items whose transfer waits for approval: after a match, the later posting would have no open item to match. @throws 409 */
export async function refuseItemsWithWaitingMovements(
  db: Queryable,
  items: readonly ReconciliationItemRecord[],
): Promise<void> {
  const waiting = (await openMovementsOfItems(db, items)).find(({ isPosted }) => !isPosted);
  if (waiting)
    throw refuse.conflict(
      `${waiting.reference} for item ${waiting.itemId} waits for approval. Withdraw it first, or wait for the decision.`,
    );
}
