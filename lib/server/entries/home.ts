import "server-only";
import { and, gte, inArray, sql } from "drizzle-orm";
import type { EntryKind } from "@/lib/contract/entries.values";
import type { Route } from "@/lib/contract/route";
import type { Queryable } from "@/lib/server/db/client";
import { entryPublications } from "@/lib/server/db/schema/entries";
import { capped } from "@/lib/server/lists/list";
import type { Count, WorkSource } from "@/lib/server/overview/home-module";
import { joinCurrent, stateSql } from "./current-publication";

/** Counts live entries by kind, as the lists do. */
export async function countPublished<K extends EntryKind>(
  db: Queryable,
  kinds: readonly K[],
): Promise<Record<K, Count>> {
  const { rows } = await db.execute<{ kind: string; count: number }>(sql`
    select e.kind, count(*)::int as count from entries e ${joinCurrent}
    where e.kind = any(${sql.param(kinds)}) and ${stateSql} = 'published' group by 1`);
  const countOf = (kind: K) => capped(rows.find((row) => row.kind === kind)?.count ?? 0);
  return Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])) as Record<K, Count>;
}

/** SQL condition: a publication of these kinds since a time. The table has one row for each. */
export const isPublishedSince = (kinds: readonly EntryKind[], since: Date) =>
  and(inArray(entryPublications.kind, [...kinds]), gte(entryPublications.publishedAt, since));

type DraftRow = { id: string; title: string; since: string; total: number };

/** Returns the work of publishing drafts of a kind. `listUrl`: the list of the kind. */
export const draftsToPublish = (kind: EntryKind, label: string, needs: Route, listUrl: string): WorkSource => ({
  kind: `drafts_${kind}`,
  label,
  needs,
  url: `${listUrl}?state=draft&sort=updated_at`,
  async read(db, _admin, limit) {
    const { rows } = await db.execute<DraftRow>(sql`
      select e.id, e.title, e.updated_at as since, count(*) over ()::int as total from entries e ${joinCurrent}
      where e.kind = ${kind} and ${stateSql} = 'draft' order by e.updated_at, e.id limit ${limit}`);
    const items = rows.map(({ id, title, since }) => ({
      id,
      title: title || "Untitled",
      detail: "Never published",
      since: new Date(since).toISOString(),
      due_at: null,
      expires: false,
      url: `${listUrl}/${id}`,
    }));
    return [{ items, ...capped(rows[0]?.total ?? 0) }];
  },
});
