import "server-only";
import { desc, eq } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import { promotionGroups, promotions } from "@/lib/server/db/schema/promotion";
import { registerGroupUse } from "@/lib/server/user/group-use";

const MAX_SHOWN = 20;

/** Prevents deletion of a user group that a promotion uses, even an ended promotion, so that the promotion's audience remains known. */
registerGroupUse(async (db, groupId) => {
  const promotionsUsing = await db
    .select({ id: promotions.id, name: promotions.name })
    .from(promotionGroups)
    .innerJoin(promotions, eq(promotions.id, promotionGroups.promotionId))
    .where(eq(promotionGroups.groupId, groupId))
    .orderBy(desc(promotions.updatedAt), desc(promotions.id))
    .limit(MAX_SHOWN);
  return promotionsUsing.map(({ id, name }) => ({ what: "promotion", name, href: recordUrl("promotion", id) }));
});
