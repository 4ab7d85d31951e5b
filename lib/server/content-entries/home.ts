import "server-only";
import { and, gte, inArray, type SQL, sql } from "drizzle-orm";
import { COUNT_CAP } from "@/lib/contract/common";
import type { ContentEntryKind, ContentEntryState } from "@/lib/contract/content-entries.values";
import type { Route } from "@/lib/contract/route";
import type { Queryable } from "@/lib/server/db/client";
import { contentEntryPublications } from "@/lib/server/db/schema/content-entries";
import { toCappedTotal } from "@/lib/server/lists/list";
import type { CappedCount, HomeWorkSource } from "@/lib/server/overview/home-module";
import { contentEntryStateSql, joinCurrentPublication } from "./current-publication";

/** Returns SQL that counts the content entries of a kind in a state, up to the cap of list counts. */
const countInState = (kind: SQL, state: ContentEntryState) => sql`(select count(*)::int from (
  select 1 from entries e ${joinCurrentPublication} where e.kind = ${kind} and ${contentEntryStateSql} = ${state} limit ${COUNT_CAP + 1}) counted)`;

/** Counts live entries by kind, with the same cap as lists. */
export async function countPublished<K extends ContentEntryKind>(
  db: Queryable,
  kinds: readonly K[],
): Promise<Record<K, CappedCount>> {
  const { rows } = await db.execute<{ kind: string; count: number }>(sql`
    select kinds.kind, ${countInState(sql`kinds.kind`, "published")} as count from unnest(${sql.param(kinds)}::text[]) as kinds(kind)`);
  const countOf = (kind: K) => toCappedTotal(rows.find((row) => row.kind === kind)?.count ?? 0);
  return Object.fromEntries(kinds.map((kind) => [kind, countOf(kind)])) as Record<K, CappedCount>;
}

/** Returns an SQL condition on `entry_publications`: publications of these kinds since a time. */
export const isPublishedSince = (kinds: readonly ContentEntryKind[], since: Date) =>
  and(inArray(contentEntryPublications.kind, [...kinds]), gte(contentEntryPublications.publishedAt, since));

type DraftRow = { id: string; title: string; since: string; total: number };

/** Returns Home's list of drafts of a kind that wait for publication. `listUrl`: URL of the list with all entries of the kind. */
export const draftsToPublish = (
  kind: ContentEntryKind,
  label: string,
  needs: Route,
  listUrl: string,
): HomeWorkSource => ({
  kind: `drafts_${kind}`,
  label,
  needs,
  url: `${listUrl}?state=draft&sort=updated_at`,
  async read(db, _admin, limit) {
    const { rows } = await db.execute<DraftRow>(sql`
      select e.id, e.title, e.updated_at as since, ${countInState(sql`${kind}`, "draft")} as total from entries e ${joinCurrentPublication}
      where e.kind = ${kind} and ${contentEntryStateSql} = 'draft' order by e.updated_at, e.id limit ${limit}`);
    const items = rows.map(({ id, title, since }) => ({
      id,
      title: title || "Untitled",
      detail: "Never published",
      since: new Date(since).toISOString(),
      due_at: null,
      expires: false,
      url: `${listUrl}/${id}`,
    }));
    return [{ items, ...toCappedTotal(rows[0]?.total ?? 0) }];
  },
});
