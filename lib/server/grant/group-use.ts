import "server-only";
import { desc, eq } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { registerGroupUse } from "@/lib/server/user/group-use";

const MAX_SHOWN = 20;

/** Prevents deletion of a user group that a programme uses, even a completed programme, so that it remains known who could apply. */
registerGroupUse(async (db, groupId) => {
  const programmes = await db
    .select({ id: grantProgrammes.id, name: grantProgrammes.name })
    .from(grantProgrammes)
    .where(eq(grantProgrammes.groupId, groupId))
    .orderBy(desc(grantProgrammes.updatedAt))
    .limit(MAX_SHOWN);
  return programmes.map(({ id, name }) => ({ what: "grant programme", name, href: recordUrl("grant_programme", id) }));
});
