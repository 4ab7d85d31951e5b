import "server-only";
import { and, eq, inArray, sql } from "drizzle-orm";
import { SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import { fullName, type HandlerContext } from "@/lib/server/api/context";
import { refuse } from "@/lib/server/api/errors";
import type { Queryable } from "@/lib/server/db/client";
import { announcementReads } from "@/lib/server/db/schema/content-entries";
import { userGroups, users } from "@/lib/server/db/schema/user";
import { isInGroupOfFilter } from "@/lib/server/user/group-rule";
import { contentEntryForApp, readPicturesOf } from "./content-entry-for-app";
import { type LiveContentEntry, liveContentEntries, nextScheduledChangeAt } from "./live-content-entries";
import { isForEverybody } from "./public-lists";

/** Returns which of these groups contain the user, either added by an admin or by the group's rule. Runs one query. */
async function memberGroupsOf(db: Queryable, userId: string, ids: readonly string[]): Promise<Set<string>> {
  if (!ids.length) return new Set();
  const groups = await db
    .select()
    .from(userGroups)
    .where(inArray(userGroups.id, [...ids]));
  if (!groups.length) return new Set();
  const isMember = groups.map(({ id, rule }) => {
    const isMemberOf = and(eq(users.id, userId), isInGroupOfFilter(rule ? { rule } : { group: id }));
    return sql`exists (select 1 from ${users} where ${isMemberOf})`;
  });
  const { rows } = await db.execute<{ member: boolean[] }>(sql`select array[${sql.join(isMember, sql`, `)}] as member`);
  return new Set(groups.flatMap(({ id }, index) => (rows[0]?.member[index] ? [id] : [])));
}

/** Returns the live announcements for everybody and for the citizen's groups. */
async function announcementsOf(
  db: Queryable,
  userId: string,
  entryId?: string,
): Promise<LiveContentEntry<"announcements">[]> {
  const live = await liveContentEntries(db, "announcements", entryId);
  const groupIds = new Set(live.filter((each) => !isForEverybody(each)).flatMap(({ content }) => content.group_ids));
  const groups = await memberGroupsOf(db, userId, [...groupIds]);
  return live.filter((each) => isForEverybody(each) || each.content.group_ids.some((id) => groups.has(id)));
}

/** Lists a citizen's announcements, each with whether they have read it. @throws 404; 409 for a closed account */
export async function listAnnouncementsForCitizen(
  { db, citizen }: HandlerContext,
  { user_id, language = SOURCE_LANGUAGE }: { user_id: string; language?: string },
) {
  const user = await citizen(user_id);
  const next_change_at = await nextScheduledChangeAt(db, "announcements");
  const live = await announcementsOf(db, user.id);
  const pictures = await readPicturesOf(
    db,
    live.map(({ content }) => content),
  );
  const ids = live.map(({ entryId }) => entryId);
  const read = new Set(
    ids.length
      ? (
          await db
            .select({ id: announcementReads.entryId })
            .from(announcementReads)
            .where(and(eq(announcementReads.userId, user.id), inArray(announcementReads.entryId, ids)))
        ).map(({ id }) => id)
      : [],
  );
  const items = live.map((each) => ({
    ...contentEntryForApp("announcements", each, language, pictures),
    read: read.has(each.entryId),
  }));
  return { items, language, next_change_at };
}

/**
 * Stores that a citizen has read an announcement, once per citizen. The audit row belongs to the citizen's record, because thousands of
 * rows on the announcement would hide the admins' actions. @throws 404 if the citizen may not see it
 */
export async function markAnnouncementRead(
  { db, citizen, audit }: HandlerContext,
  { entryId, user_id }: { entryId: string; user_id: string },
) {
  const user = await citizen(user_id);
  const [live] = await announcementsOf(db, user.id, entryId);
  if (!live) throw refuse.notFound("announcement");
  const inserted = await db
    .insert(announcementReads)
    .values({ entryId, userId: user.id, at: sql`now()` })
    .onConflictDoNothing()
    .returning({ at: announcementReads.at });
  const announcement = live.content.texts[SOURCE_LANGUAGE]?.title ?? "";
  audit({
    record: { type: "user", id: user.id, name: fullName(user) },
    after: { step: inserted.length ? "read" : "was read before", announcement },
  });
  return { read: true as const };
}
