import "server-only";
import { asc, sql } from "drizzle-orm";
import { type EntryKind, isLegal } from "@/lib/contract/entries.values";
import type { Queryable } from "@/lib/server/db/client";
import { userGroups } from "@/lib/server/db/schema/user";
import { registerGroupUse } from "@/lib/server/user/used-by";

const MOST = 1_000;

/** Groups that can be an audience, by name alone: who belongs to them is for those who may read users. */
export async function audienceGroups(db: Queryable) {
  const items = await db
    .select({ id: userGroups.id, name: userGroups.name })
    .from(userGroups)
    .orderBy(asc(sql`lower(${userGroups.name})`))
    .limit(MOST);
  return { items };
}

type Used = { id: string; kind: EntryKind; title: string };

/** A draft, or what is published to them and has not ended, would lose its audience. */
registerGroupUse(async (db, groupId) => {
  const names = sql`jsonb_build_array(${groupId}::text)`;
  const { rows } = await db.execute<Used>(sql`
    select e.id, e.kind, e.title from entries e
    where e.kind = 'announcements' and e.archived_at is null and (e.draft->'group_ids' @> ${names} or exists (
      select 1 from entry_publications p where p.entry_id = e.id and p.withdrawn_at is null
        and (p.until is null or p.until > now()) and p.content->'group_ids' @> ${names}))
    order by e.title limit 50`);
  return rows
    .filter(({ kind }) => !isLegal(kind))
    .map(({ id, title }) => ({
      what: "announcement",
      name: title || "Untitled",
      href: `/dashboard/content-management/announcements/${id}`,
    }));
});
