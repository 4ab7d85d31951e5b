import "server-only";
import { and, desc, notInArray, sql } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { registerGroupUse } from "@/lib/server/user/group-use";

const MAX_SHOWN = 20;

/** Prevents deleting a group of a notification that is not sent or cancelled. */
registerGroupUse(async (db, groupId) => {
  const usingBroadcasts = await db
    .select({ id: broadcasts.id, title: broadcasts.title })
    .from(broadcasts)
    .where(
      and(notInArray(broadcasts.state, ["sent", "cancelled"]), sql`${broadcasts.audience} -> 'group_ids' ? ${groupId}`),
    )
    .orderBy(desc(broadcasts.updatedAt))
    .limit(MAX_SHOWN);
  return usingBroadcasts.map(({ id, title }) => ({
    what: "notification",
    name: title,
    href: recordUrl("broadcast", id),
  }));
});
