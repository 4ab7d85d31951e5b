import "server-only";
import { sql } from "drizzle-orm";
import type { AuditRow } from "@/lib/server/audit/digest";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type PromotionRecord, promotionRecordRef } from "./record";

/**
 * Pauses an active promotion, locked by the caller, if the pool can't cover its benefit. An admin then funds the pool and resumes the
 * promotion. A promotion without remaining budget is not paused, because it gives nothing more.
 * @param benefit kobo; 1 checks whether the pool has any unreserved money
 * @returns audit rows; empty if nothing changed
 */
export async function pauseIfPoolTooLow(
  tx: Transaction,
  promotion: PromotionRecord,
  benefit: number,
): Promise<AuditRow[]> {
  const { id, state, budget, spent, reserved } = promotion;
  if (state !== "active" || spent + reserved >= budget || (await availableInPool(tx, "promotions_pool")) >= benefit)
    return [];
  await updateVersionedRecord(tx, promotions, id, { state: "paused", pauseCause: "pool", updatedAt: sql`now()` });
  const auditAfter = { state: "paused", reason: "The promotions pool can't cover what it would give." };
  return [
    systemAuditRow("promotion.pause", { record: promotionRecordRef(promotion), before: { state }, after: auditAfter }),
  ];
}
