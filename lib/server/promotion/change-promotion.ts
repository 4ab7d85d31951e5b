import "server-only";
import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import type { PromotionDetails } from "@/lib/contract/promotion";
import type { WriteContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Transaction } from "@/lib/server/db/client";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { updateVersionedRecord } from "@/lib/server/records/version";
import { type LockedPromotion, lockPromotionVersion, type PromotionVersion, promotionConflict } from "./lock-promotion";
import { findMissingFields } from "./missing-fields";
import {
  fieldRefusal,
  type PromotionFields,
  promotionAuditFieldsOf,
  promotionColumns,
  setPromotionGroups,
} from "./promotion-fields";
import { promotionRecordRef } from "./record";
import { readPromotionDetails } from "./single";

/** Creates a draft promotion, which needs only a name. @throws 400 with the invalid field */
export async function createPromotion(
  { tx, admin, audit }: WriteContext,
  input: PromotionFields,
): Promise<PromotionDetails> {
  const [created] = await tx
    .insert(promotions)
    .values({ id: uuid(), ...promotionColumns(input), createdBy: admin.id })
    .returning();
  if (!created) throw new Error("The promotion was not inserted.");
  await setPromotionGroups(tx, created.id, input.group_ids);
  audit({ record: promotionRecordRef(created), after: await promotionAuditFieldsOf(tx, created) });
  return readPromotionDetails(tx, created.id);
}

/**
 * Changes a draft or scheduled promotion. A scheduled promotion must stay complete.
 * @throws 404; 400 with the invalid field; 409 with the current promotion if it has changed or has started
 */
export async function updatePromotion(
  { tx, audit }: WriteContext,
  { promotionId, version, ...input }: PromotionFields & PromotionVersion,
): Promise<PromotionDetails> {
  const locked = await lockPromotionVersion(tx, { promotionId, version });
  const { promotion, state } = locked;
  if (state !== "draft" && state !== "scheduled")
    throw await promotionConflict(
      tx,
      promotionId,
      `This promotion is ${state}: what it promises can't be changed any more. Make a copy and change that.`,
    );
  const columns = promotionColumns(input);
  if (input.trigger === "automatic") await refuseIfHasCodes(tx, promotionId);
  if (state === "scheduled") await refuseIncomplete(tx, locked, { ...promotion, ...columns });
  const fieldsBefore = await promotionAuditFieldsOf(tx, promotion);
  await setPromotionGroups(tx, promotionId, input.group_ids);
  const updated = await updateVersionedRecord(tx, promotions, promotionId, { ...columns, updatedAt: sql`now()` });
  audit({
    record: promotionRecordRef(updated),
    before: fieldsBefore,
    after: await promotionAuditFieldsOf(tx, updated),
  });
  return readPromotionDetails(tx, promotionId);
}

/** Refuses to make a promotion with codes automatic, because that would delete its codes, which may be printed on posters. @throws 400 */
async function refuseIfHasCodes(tx: Transaction, promotionId: string): Promise<void> {
  if ((await tx.$count(promotionCodes, eq(promotionCodes.promotionId, promotionId))) > 0)
    throw fieldRefusal("trigger", "This promotion has codes. Make a copy, which has none, and set that to automatic.");
}

/** Refuses a scheduled promotion with a missing field, or with a start in the past. @throws 400 */
async function refuseIncomplete(tx: Transaction, { now }: LockedPromotion, next: LockedPromotion["promotion"]) {
  const missing = findMissingFields(
    next,
    await tx.$count(promotionCodes, eq(promotionCodes.promotionId, next.id)),
    now,
  );
  if (next.startsAt && next.startsAt.getTime() <= now) missing.starts_at = "This start has passed. Enter a later one.";
  // Moves the message about codes to the form field `trigger`, because the form has no field for codes.
  const { code, ...fields } = missing;
  if (code) fields.trigger = "This promotion has no code. Add one first, or choose that it needs none.";
  const [message] = Object.values(fields);
  if (message) throw refuse.badInput(message, fields);
}
