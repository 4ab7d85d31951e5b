import "server-only";
import { and, gte, inArray, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import type { EntryKind, EntryState } from "@/lib/contract/entries.values";
import type { Route } from "@/lib/contract/route";
import type { Queryable } from "@/lib/server/db/client";
import { entryPublications } from "@/lib/server/db/schema/entries";
import { capped } from "@/lib/server/lists/list";
import { type Count, countChanges, type WorkSource } from "@/lib/server/overview/home-module";
import { joinCurrent, stateSql } from "./current-publication";

/** Counts entries of a kind in a state, as the lists do. */
export async function countEntries(db: Queryable, kind: EntryKind, state: EntryState): Promise<Count> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select 1 from entries e ${joinCurrent}
      where e.kind = ${kind} and ${stateSql} = ${state} limit ${COUNT_CAP + 1}) counted`);
  return capped(rows[0]?.count ?? 0);
}

/** Counts publications since a time, up to the cap of changes. The table has one row for each. */
export const countPublications = (db: Queryable, kinds: readonly EntryKind[], since: Date): Promise<Count> =>
  countChanges(
    db,
    entryPublications,
    and(inArray(entryPublications.kind, [...kinds]), gte(entryPublications.publishedAt, since)),
  );

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
