import "server-only";
import { eq, inArray, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { reconciliationItemCalls } from "@/lib/contract/reconciliation-items";
import { formatDay, formatMoney } from "@/lib/format";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { reconciliationItems, reconciliationMovements } from "@/lib/server/db/schema/reconciliation";
import { readReconciliationSettings } from "@/lib/server/reconciliation/open-items";
import { refuseItemsWithWaitingMovements } from "./movements";
import {
  describeItem,
  lockReconciliationItem,
  reconciliationItemName,
  reconciliationItemRecordRef,
  refuseUnlessItemOpen,
} from "./record";
import type { ReconciliationItemRecord } from "./rows";
import { readReconciliationItemDetails } from "./single";

type Calls = typeof reconciliationItemCalls;
type SplitContext = Pick<WriteContext, "tx" | "audit">;

/** Splits an open item into parts. @throws 400 if the parts have another sum; 404; 409 if it is matched, changed, or its day is closed */
export async function splitReconciliationItem(
  context: WriteContext,
  { remark, amounts, ...input }: InputOf<Calls["splitItem"]>,
) {
  const item = await lockReconciliationItem(context.tx, input);
  // Sums of amounts beyond 2^53 kobo are not exact as numbers.
  const sum = amounts.reduce((total, amount) => total + BigInt(amount), 0n);
  if (sum !== BigInt(item.amount)) {
    const message = `The parts sum to ${formatMoney(sum)}, and the item is ${formatMoney(item.amount)}. Correct the parts.`;
    throw refuse.badInput(message, { amounts: message });
  }
  await insertParts(context, item, amounts, remark);
  return readReconciliationItemDetails(context.tx, item.id);
}

/** Replaces a locked item by parts with the same sum, with an audit row for each. @returns the parts in the order of the amounts */
export async function insertParts(
  { tx, audit }: SplitContext,
  item: ReconciliationItemRecord,
  amounts: readonly number[],
  remark: string,
): Promise<ReconciliationItemRecord[]> {
  refuseUnlessItemOpen(item);
  await refuseItemsWithWaitingMovements(tx, [item]);
  await refuseClosedDay(tx, item);
  await markSplit(tx, item, true);
  const { id, version, foundAt: _found, finding: _finding, cause: _cause, counterpartId: _other, ...source } = item;
  const parts = await tx
    .insert(reconciliationItems)
    .values(
      amounts.map((amount, index) => ({
        ...source,
        amount,
        sourceKey: `${item.sourceKey}:part:${version + 1}:${index + 1}`,
        splitOf: id,
        askedId: null,
        question: null,
      })),
    )
    .returning();
  parts.sort((a, b) => a.id - b.id);
  audit({
    record: reconciliationItemRecordRef(item),
    before: { parts: null },
    after: { parts: amounts.map((part) => formatMoney(part)).join(", "), remark },
  });
  for (const part of parts)
    audit({
      record: reconciliationItemRecordRef(part),
      after: { part_of: describeItem(item), amount: formatMoney(part.amount) },
    });
  return parts;
}

/** Joins the parts of a split item again. @throws 404; 409 if a part is matched, split, or has a transfer, or the day is closed */
export async function undoItemSplit({ tx, audit }: WriteContext, input: InputOf<Calls["undoSplit"]>) {
  const item = await lockReconciliationItem(tx, input);
  if (!item.isSplit) throw refuse.conflict(`${reconciliationItemName(item)} is not split.`);
  const parts = await tx
    .select()
    .from(reconciliationItems)
    .where(eq(reconciliationItems.splitOf, item.id))
    .for("update");
  for (const part of parts) refuseUnlessItemOpen(part);
  await refuseClosedDay(tx, item);
  const ids = parts.map(({ id }) => id);
  if (await tx.$count(reconciliationMovements, inArray(reconciliationMovements.itemId, ids)))
    throw refuse.conflict("A manual transfer was requested for a part, so the parts must stay.");
  await tx.delete(reconciliationItems).where(inArray(reconciliationItems.id, ids));
  await markSplit(tx, item, false);
  audit({
    record: reconciliationItemRecordRef(item),
    before: { parts: parts.map(({ amount }) => formatMoney(amount)).join(", ") },
    after: { parts: null },
  });
  return readReconciliationItemDetails(tx, item.id);
}

async function refuseClosedDay(tx: Transaction, { accountingDay }: ReconciliationItemRecord): Promise<void> {
  const { closedUntil } = await readReconciliationSettings(tx);
  if (closedUntil !== null && accountingDay <= closedUntil)
    throw refuse.conflict(
      `${formatDay(accountingDay)} is closed, so its items can't be split or joined. Match the item as it is.`,
    );
}

const markSplit = (tx: Transaction, { id }: ReconciliationItemRecord, isSplit: boolean) =>
  tx
    .update(reconciliationItems)
    .set({
      ...{ isSplit, finding: null, cause: null, counterpartId: null, askedId: null, question: null },
      version: sql`${reconciliationItems.version} + 1`,
    })
    .where(eq(reconciliationItems.id, id));
