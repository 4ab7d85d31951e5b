import "server-only";
import { inArray } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { admins } from "@/lib/server/db/schema/admin";
import { isUuid } from "@/lib/server/lists/search-terms";
import { nameWithEmail } from "@/lib/server/records/admin-record";

type HistoryEntryWithChanges = { changes: { field: string; before: string | null; after: string | null }[] };

/** Replaces admins' ids in changes by name and email, such as those of assignees and owners. */
export async function replaceAdminIdsByNames<E extends HistoryEntryWithChanges>(
  db: Queryable,
  entries: readonly E[],
): Promise<E[]> {
  const values = entries.flatMap(({ changes }) => changes.flatMap(({ before, after }) => [before, after]));
  const ids = [...new Set(values.filter((value) => value !== null && isUuid(value)))] as string[];
  if (ids.length === 0) return [...entries];
  const found = await db.select().from(admins).where(inArray(admins.id, ids));
  const names = new Map<string | null, string>(found.map((admin) => [admin.id, nameWithEmail(admin)]));
  const shown = (value: string | null) => names.get(value) ?? value;
  return entries.map((entry) => ({
    ...entry,
    changes: entry.changes.map(({ field, before, after }) => ({ field, before: shown(before), after: shown(after) })),
  }));
}
