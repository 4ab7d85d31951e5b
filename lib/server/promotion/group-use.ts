import "server-only";
import { desc, eq } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import { promotionGroups, promotions } from "@/lib/server/db/schema/promotion";
import { registerGroupUse } from "@/lib/server/user/group-use";

const SHOWN = 20;

/** A group that a promotion is, or was, for can't be deleted: whom it was promised to stays known. */
registerGroupUse(async (db, groupId) => {
  const using = await db
    .select({ id: promotions.id, name: promotions.name })
    .from(promotionGroups)
    .innerJoin(promotions, eq(promotions.id, promotionGroups.promotionId))
    .where(eq(promotionGroups.groupId, groupId))
    .orderBy(desc(promotions.updatedAt), desc(promotions.id))
    .limit(SHOWN);
  return using.map(({ id, name }) => ({ what: "promotion", name, href: recordUrl("promotion", id) }));
});
