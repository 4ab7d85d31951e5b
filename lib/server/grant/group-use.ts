import "server-only";
import { desc, eq } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { registerGroupUse } from "@/lib/server/user/group-use";

const SHOWN = 20;

/** A group that a programme is for can't be deleted, also once the programme is completed: who could apply stays known. */
registerGroupUse(async (db, groupId) => {
  const using = await db
    .select({ id: grantProgrammes.id, name: grantProgrammes.name })
    .from(grantProgrammes)
    .where(eq(grantProgrammes.groupId, groupId))
    .orderBy(desc(grantProgrammes.updatedAt))
    .limit(SHOWN);
  return using.map(({ id, name }) => ({ what: "grant programme", name, href: recordUrl("grant_programme", id) }));
});
