import "server-only";
import { sql } from "drizzle-orm";
import { recordUrl } from "@/lib/contract/records";
import type { Queryable } from "@/lib/server/db/client";
import { registerGroupUse } from "@/lib/server/user/group-use";
import { groupChoices } from "@/lib/server/user/read-groups";

/** Lists user groups for the choice of an audience. Returns only names, because seeing members needs the right to read users. */
export async function audienceGroups(db: Queryable) {
  const groups = await groupChoices(db);
  return { items: groups.map(({ id, name }) => ({ id, name })) };
}

type UsingContentEntry = { id: string; title: string };

/** Prevents deletion of a group that a draft or an unexpired publication uses. */
registerGroupUse(async (db, groupId) => {
  const groupJson = sql`jsonb_build_array(${groupId}::text)`;
  const { rows } = await db.execute<UsingContentEntry>(sql`
    select e.id, e.title from entries e
    where e.kind = 'announcements' and e.archived_at is null and (e.draft->'group_ids' @> ${groupJson} or exists (
      select 1 from entry_publications p where p.entry_id = e.id and p.withdrawn_at is null
        and (p.until is null or p.until > now()) and p.content->'group_ids' @> ${groupJson}))
    order by e.title limit 50`);
  return rows.map(({ id, title }) => ({
    what: "announcement",
    name: title || "Untitled",
    href: recordUrl("announcement", id),
  }));
});
