import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable, Transaction } from "@/lib/server/db/client";
import { reconciliationItems, reconciliationSettings } from "@/lib/server/db/schema/reconciliation";

/** SQL for the current Lagos day. */
export const LAGOS_TODAY = sql<string>`(now() at time zone 'Africa/Lagos')::date`;

/** SQL condition of items that are neither matched nor split. A partial index needs the same text. */
export const isOpenItemSql = sql`${reconciliationItems.matchId} is null and not ${reconciliationItems.isSplit}`;

/** SQL expression of an item's state (`ITEM_STATES`). Of a split item, only the parts are listed. */
export const itemStateSql = sql<"matched" | "expected" | "exception">`case
  when ${reconciliationItems.matchId} is not null then 'matched'
  when ${reconciliationItems.dueOn} > ${LAGOS_TODAY} then 'expected' else 'exception' end`;

/** Reads the settings of reconciliation. */
export async function readReconciliationSettings(db: Queryable) {
  const [settings] = await db.select().from(reconciliationSettings);
  if (!settings) throw new Error("Reconciliation has no settings.");
  return settings;
}

/** Locks the settings of reconciliation until the transaction ends, and returns them. */
export async function lockReconciliationSettings(tx: Transaction) {
  const [settings] = await tx.select().from(reconciliationSettings).for("update");
  if (!settings) throw new Error("Reconciliation has no settings.");
  return settings;
}
