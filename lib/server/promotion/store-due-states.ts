import "server-only";
import { sql } from "drizzle-orm";
import type { AuditRow } from "@/lib/server/audit/digest";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import type { Transaction } from "@/lib/server/db/client";
import { promotions } from "@/lib/server/db/schema/promotion";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type PromotionRecord, promotionRecordRef } from "./record";
import { promotionStateOf } from "./state";

/**
 * Stores the due start and end of a promotion that the caller has locked.
 * @param now the database's time in ms
 * @returns the stored promotion, and audit rows; no rows if nothing was due
 */
export async function storeDueStartAndEnd(
  tx: Transaction,
  promotion: PromotionRecord,
  now: number,
): Promise<{ promotion: PromotionRecord; rows: AuditRow[] }> {
  const state = promotionStateOf(promotion, now);
  if (state === promotion.state) return { promotion, rows: [] };
  const rows: AuditRow[] = [];
  const save = async (from: PromotionRecord, values: Partial<PromotionRecord>, action: string, after: object) => {
    const updated = await updateVersionedRecord(tx, promotions, from.id, { ...values, updatedAt: sql`now()` });
    rows.push(
      systemAuditRow(action, { record: promotionRecordRef(from), before: { state: from.state }, after: { ...after } }),
    );
    return updated;
  };
  let current = promotion;
  if (current.state === "scheduled")
    current = await save(current, { state: "active" }, "promotion.begin", { state: "active" });
  if (state === "ended")
    current = await save(current, { state: "ended", endCause: "clock", pauseCause: null }, "promotion.end", {
      state: "ended",
      end_cause: "clock",
    });
  return { promotion: current, rows };
}
