import "server-only";
import { asc, inArray, sql } from "drizzle-orm";
import { RECONCILIATION_SIDES, type ReconciliationSide } from "@/lib/contract/reconciliation.values";
import { RECONCILIATION_SIDE_WORDS } from "@/lib/contract/reconciliation-items.values";
import { formatDay, formatList, formatMoney } from "@/lib/format";
import { refuse } from "@/lib/server/api/errors";
import type { RecordRef } from "@/lib/server/audit/audit";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { reconciliationItems } from "@/lib/server/db/schema/reconciliation";
import { rejectStaleVersion } from "@/lib/server/records/version";
import { type ReconciliationItemRecord, readReconciliationItemRows } from "./rows";

/** Returns the name of an item in histories and messages: `Item 12 TRX-019AC01FFE3B`. */
export const reconciliationItemName = ({ id, reference, providerReference }: ReconciliationItemRecord) =>
  [`Item ${id}`, reference ?? providerReference].filter(Boolean).join(" ");

/** Returns the reference to an item for audit rows and notices. */
export const reconciliationItemRecordRef = (item: ReconciliationItemRecord): RecordRef => ({
  type: "reconciliation_item",
  id: String(item.id),
  name: reconciliationItemName(item),
});

/** Describes an item for a message and for histories: `Bank ₦5,000.00 of 12 Nov 2026 (item 12)`. */
export const describeItem = ({ id, side, amount, day }: ReconciliationItemRecord) =>
  `${RECONCILIATION_SIDE_WORDS[side]} ${formatMoney(amount)} of ${formatDay(day)} (item ${id})`;

const MAX_NAMED_ITEMS = 10;
/** Describes several items: lists the first ten, and counts the others. */
export function describeItems(items: readonly ReconciliationItemRecord[]): string {
  const named = items.slice(0, MAX_NAMED_ITEMS).map(describeItem).join(", ");
  return items.length > MAX_NAMED_ITEMS ? `${named} and ${items.length - MAX_NAMED_ITEMS} more` : named;
}

/** Prevents the closing of days until the transaction ends: takes the shared form of the lock that closing a day takes exclusively. */
export const shareReconciliationLock = (tx: Transaction) =>
  tx.execute(sql`select pg_advisory_xact_lock_shared(hashtext('reconciliation'))`);

/** Reads items in the order of their ids. @throws 404 if one id is unknown; 400 that lists the ids if several are */
export async function readReconciliationItems(
  db: Queryable,
  ids: readonly number[],
  lock: boolean,
): Promise<ReconciliationItemRecord[]> {
  const query = db
    .select()
    .from(reconciliationItems)
    .where(inArray(reconciliationItems.id, [...ids]))
    .orderBy(asc(reconciliationItems.id));
  const items = lock ? await query.for("update") : await query;
  const missing = ids.filter((id) => !items.some((item) => item.id === id));
  if (missing.length === 1) throw refuse.notFound(`item (${missing[0]})`);
  if (missing.length)
    throw refuse.badInput(`The items ${formatList(missing.map(String))} do not exist. Check their numbers.`);
  return items;
}

/** Locks items until the transaction ends. @throws 404 */
export async function lockReconciliationItems(
  tx: Transaction,
  ids: readonly number[],
): Promise<ReconciliationItemRecord[]> {
  await shareReconciliationLock(tx);
  return readReconciliationItems(tx, ids, true);
}

/** Locks an item in the version that the caller read. @throws 404; 409 with the current item if it has changed */
export async function lockReconciliationItem(
  tx: Transaction,
  { itemId, version }: { itemId: number; version: number },
) {
  const [item] = await lockReconciliationItems(tx, [itemId]);
  if (!item) throw refuse.notFound("item");
  await rejectStaleVersion("item", item, version, async () => (await readReconciliationItemRows(tx, [itemId]))[0]);
  return item;
}

/** Refuses an item that is matched or split. @throws 409 */
export function refuseUnlessItemOpen(item: ReconciliationItemRecord): void {
  if (item.matchId !== null) throw refuse.conflict(`${reconciliationItemName(item)} is matched. Undo its match first.`);
  if (item.isSplit) throw refuse.conflict(`${reconciliationItemName(item)} is split. Use its parts.`);
}

/** Sums of the amounts of items by side, in kobo. */
export function sumBySide(
  items: readonly Pick<ReconciliationItemRecord, "side" | "amount">[],
): Map<ReconciliationSide, number> {
  const sums = new Map<ReconciliationSide, number>();
  for (const { side, amount } of items) sums.set(side, (sums.get(side) ?? 0) + amount);
  return new Map([...sums].sort(([a], [b]) => RECONCILIATION_SIDES.indexOf(a) - RECONCILIATION_SIDES.indexOf(b)));
}

/** Describes sums by side: `bank ₦50.00, ledger ₦49.00`. */
export const describeSums = (sums: ReadonlyMap<ReconciliationSide, number>) =>
  [...sums].map(([side, sum]) => `${RECONCILIATION_SIDE_WORDS[side].toLowerCase()} ${formatMoney(sum)}`).join(", ");
