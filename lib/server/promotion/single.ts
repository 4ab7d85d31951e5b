import "server-only";
import { asc, eq } from "drizzle-orm";
import type { PromotionDetails } from "@/lib/contract/promotion";
import { refuse } from "@/lib/server/api/errors";
import { readRecordTimeline } from "@/lib/server/audit/timeline";
import type { Queryable } from "@/lib/server/db/client";
import { promotionGroups, promotionRedemptions, promotions } from "@/lib/server/db/schema/promotion";
import { userGroups } from "@/lib/server/db/schema/user";
import { availableInPool } from "@/lib/server/ledger/reserve";
import { findMissingFields } from "./missing-fields";
import { PROMOTION_RECORD_TYPE } from "./record";
import { promotionRowOf } from "./rows";

/** Returns a promotion as its page shows it, in kobo and UTC. @throws 404 */
export async function readPromotionDetails(db: Queryable, promotionId: string): Promise<PromotionDetails> {
  const row = await promotionRowOf(db, promotionId);
  const [promotion] = await db.select().from(promotions).where(eq(promotions.id, promotionId));
  if (!row || !promotion) throw refuse.notFound("promotion");
  const recentUses = await db
    .select({ id: promotionRedemptions.id })
    .from(promotionRedemptions)
    .where(eq(promotionRedemptions.promotionId, promotionId))
    .limit(1);
  return {
    ...row,
    description: promotion.description,
    groups: await readPromotionGroups(db, promotionId),
    missing: row.state === "draft" ? findMissingFields(promotion, row.codes, Date.now()) : {},
    pool: await availableInPool(db, "promotions_pool"),
    is_used: recentUses.length > 0,
    copied_from: promotion.copiedFrom ? await readCopySource(db, promotion.copiedFrom) : null,
    timeline: await readRecordTimeline(db, PROMOTION_RECORD_TYPE, promotionId),
  };
}

/** Returns the groups to which the promotion is limited; empty for all citizens. */
export const readPromotionGroups = (db: Queryable, promotionId: string) =>
  db
    .select({ id: userGroups.id, name: userGroups.name })
    .from(promotionGroups)
    .innerJoin(userGroups, eq(userGroups.id, promotionGroups.groupId))
    .where(eq(promotionGroups.promotionId, promotionId))
    .orderBy(asc(userGroups.name), asc(userGroups.id));

async function readCopySource(db: Queryable, id: string) {
  const [source] = await db
    .select({ id: promotions.id, name: promotions.name })
    .from(promotions)
    .where(eq(promotions.id, id));
  return source ?? null;
}
