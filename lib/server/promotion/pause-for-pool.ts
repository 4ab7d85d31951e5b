import "server-only";
import { sql } from "drizzle-orm";
import type { AuditRow } from "@/lib/server/audit/audit";
import { systemRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { freeIn } from "@/lib/server/ledger/reserve";
import { saveVersion } from "@/lib/server/records/version";
import { type PromotionRecord, promotionRecord } from "./record";

/**
 * Pauses an active promotion that the caller holds, where the pool has less free than it would give. Somebody fills the pool and
 * resumes it. One with nothing left of its budget gives nothing more, so it waits for no pool.
 * @param benefit kobo; 1 asks whether the pool has anything at all
 * @returns what the audit trail has to say; no row where nothing changed
 */
export async function pauseForPool(tx: Transaction, promotion: PromotionRecord, benefit: number): Promise<AuditRow[]> {
  const { id, state, budget, spent, reserved } = promotion;
  if (state !== "active" || spent + reserved >= budget || (await freeIn(tx, "promotions_pool")) >= benefit) return [];
  await saveVersion(tx, promotions, id, { state: "paused", pauseCause: "pool", updatedAt: sql`now()` });
  const after = { state: "paused", reason: "The promotions pool can't cover what it would give." };
  return [systemRow("promotion.pause", { record: promotionRecord(promotion), before: { state }, after })];
}
