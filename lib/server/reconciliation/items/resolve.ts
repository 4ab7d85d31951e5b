import "server-only";
import { eq, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import { ITEM_RESOLUTION_WORDS, type ItemResolution } from "@/lib/contract/reconciliation-items.values";
import { EXTERNAL_REFERENCE_LENGTH_MAX } from "@/lib/contract/system-wallet.values";
import { formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { reconciliationItems, reconciliationMovements } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { insertMovement, requestMovementApproval } from "@/lib/server/system-wallet/change-movement";
import { describeMovement } from "@/lib/server/system-wallet/describe-movement";
import { openMovementsOfItems } from "./movements";
import {
  describeItem,
  lockReconciliationItem,
  readReconciliationItems,
  reconciliationItemRecordRef,
  refuseUnlessItemOpen,
} from "./record";
import { type PlannedMovement, planResolution } from "./resolution";
import type { ReconciliationItemRecord } from "./rows";
import { readReconciliationItemDetails } from "./single";

type Calls = typeof reconciliationItemCalls;

/** A checked resolution: the transfer to request, and the item with which matching compared the resolved item. */
type CheckedResolution = {
  how: ItemResolution;
  movement: PlannedMovement;
  counterpart: ReconciliationItemRecord | null;
};

/**
 * Requests the manual transfer that resolves an item. Another admin approves it; matching then joins the item with its posting.
 * @throws 400 if the item can't be resolved in this way; 404; 409 if it has changed, is matched, has a transfer, or an account is short
 */
export async function resolveReconciliationItem(
  context: WriteContext,
  { how, remark, ...input }: InputOf<Calls["resolveItem"]>,
) {
  const item = await lockReconciliationItem(context.tx, input);
  await requestMovement(context, item, await checkResolution(context.tx, item, how), remark);
  return readReconciliationItemDetails(context.tx, item.id);
}

/** Checks that an item can be resolved in this way. @throws 400; 409 if it is matched, or has a transfer already */
export async function checkResolution(
  db: Queryable,
  item: ReconciliationItemRecord,
  how: ItemResolution,
): Promise<CheckedResolution> {
  refuseUnlessItemOpen(item);
  const [open] = await openMovementsOfItems(db, [item]);
  if (open)
    throw refuse.conflict(
      open.isPosted
        ? `${open.reference} is posted for item ${open.itemId}. Match the item with its entry, or reverse the entry first.`
        : `${open.reference} for item ${open.itemId} waits for approval already.`,
    );
  const [counterpart = null] =
    item.counterpartId === null ? [] : await readReconciliationItems(db, [item.counterpartId], false);
  const movement = planResolution(item, counterpart, how, await readReconciliationSettings(db));
  return { how, movement, counterpart };
}

/** Describes the transfer of a resolution, for a preview. */
export const describeResolution = ({ movement }: CheckedResolution) =>
  describeMovement({ ...movement, toAccount: null, reversesEntryId: null });

/** Inserts the transfer of a locked item, requests its approval, and audits it. @returns the transfer's reference */
export async function requestMovement(
  { tx, admin, audit }: Pick<WriteContext, "tx" | "admin" | "audit">,
  item: ReconciliationItemRecord,
  { how, movement, counterpart }: CheckedResolution,
  remark: string,
): Promise<string> {
  const about = [describeItem(item), how === "post_difference" && counterpart && describeItem(counterpart)];
  const draft = await insertMovement(tx, {
    ...movement,
    note: `${remark} (reconciliation: ${about.filter(Boolean).join("; ")})`,
    externalReference: (item.reference ?? item.providerReference ?? "").slice(0, EXTERNAL_REFERENCE_LENGTH_MAX),
    // Refers to the payment only if money arrives on suspense, so that the money can be cleared to the payment's user.
    transactionId: movement.kind === "fund" ? item.transactionId : null,
    requestedBy: admin.id,
  });
  const { id, reference } = await requestMovementApproval(tx, draft, admin.id);
  await tx.insert(reconciliationMovements).values({ movementId: id, itemId: item.id });
  await tx
    .update(reconciliationItems)
    .set({ version: sql`${reconciliationItems.version} + 1` })
    .where(eq(reconciliationItems.id, item.id));
  audit({
    record: reconciliationItemRecordRef(item),
    before: { transfer: null },
    after: { transfer: reference, how: ITEM_RESOLUTION_WORDS[how], amount: formatMoney(movement.amount), remark },
  });
  return reference;
}
