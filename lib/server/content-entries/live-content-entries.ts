import "server-only";
import { sql } from "drizzle-orm";
import { type ContentEntryKind, type LegalKind, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { Drafts } from "@/lib/contract/content-entries-drafts";
import type { Queryable } from "@/lib/server/db/client";
import { isPublicationInForceSql, joinCurrentPublication } from "./current-publication";

/** A published content entry in the version that citizens see. */
export type LiveContentEntry<K extends ContentEntryKind = ContentEntryKind> = {
  entryId: string;
  number: number;
  kind: K;
  content: Drafts[K];
  from: Date;
  until: Date | null;
  mustAccept: boolean;
  publishedAt: Date;
};

type RawPublication = {
  entry_id: string;
  number: number;
  content: unknown;
  from: string;
  until: string | null;
  must_accept: boolean;
  published_at: string;
};

const PUBLICATION_COLUMNS = sql`p.entry_id, p.number, p.content, p."from", p.until, p.must_accept, p.published_at`;

const toLiveContentEntry = <K extends ContentEntryKind>(kind: K, row: RawPublication): LiveContentEntry<K> => ({
  entryId: row.entry_id,
  number: row.number,
  kind,
  content: row.content as Drafts[K],
  from: new Date(row.from),
  until: row.until === null ? null : new Date(row.until),
  mustAccept: row.must_accept,
  publishedAt: new Date(row.published_at),
});

/**
 * Returns SQL for the order in which citizens see entries of a kind. Slides and questions have a manual order. Other kinds are newest first, after
 * pinned entries.
 */
const orderOfKind = (kind: ContentEntryKind) =>
  kind === "slides" || kind === "faq"
    ? sql`e.position, e.id`
    : sql`(p.content->>'pinned')::boolean desc nulls last, p."from" desc, e.id desc`;

/** Lists the live entries of a kind in the citizens' order. With `entryId`, returns only that entry. */
export async function liveContentEntries<K extends ContentEntryKind>(
  db: Queryable,
  kind: K,
  entryId?: string,
): Promise<LiveContentEntry<K>[]> {
  const { rows } = await db.execute<RawPublication>(sql`
    select ${PUBLICATION_COLUMNS} from entries e ${joinCurrentPublication}
    join entry_publications p on p.entry_id = e.id and p.number = held.number
    where e.kind = ${kind} and e.archived_at is null and ${isPublicationInForceSql}
      ${entryId === undefined ? sql`` : sql`and e.id = ${entryId}::uuid`}
    order by ${orderOfKind(kind)}`);
  return rows.map((row) => toLiveContentEntry(kind, row));
}

type ArticlePageQuery = { language: string; lga?: string; tag?: string; offset: number; limit: number };

/**
 * Returns a page of live articles, newest first, and their total. Omits galleries. Omits texts unless they are needed to check whether a
 * translation is complete.
 */
export async function liveArticles(db: Queryable, { language, lga, tag, offset, limit }: ArticlePageQuery) {
  const texts = language === SOURCE_LANGUAGE ? sql`t.value || '{"body": null}'` : sql`t.value`;
  const { rows } = await db.execute<{ total: number } & (RawPublication | { entry_id: null })>(sql`
    with fitting as materialized (
      select p.entry_id, p.number, p."from" from entries e ${joinCurrentPublication}
      join entry_publications p on p.entry_id = e.id and p.number = held.number
      where e.kind = 'culture' and e.archived_at is null and ${isPublicationInForceSql}
        ${lga ? sql`and p.content->>'lga' = ${lga}` : sql``}
        ${tag ? sql`and p.content->'tags' @> to_jsonb(${tag}::text)` : sql``}),
    page as (select * from fitting order by "from" desc, entry_id desc limit ${limit} offset ${offset})
    select counted.total, p.entry_id, p.number, p."from", p.until, p.must_accept, p.published_at,
      (p.content - 'gallery') || jsonb_build_object('texts', (
        select coalesce(jsonb_object_agg(t.key, ${texts}), '{}') from jsonb_each(p.content->'texts') t
        where t.key in (${SOURCE_LANGUAGE}, ${language}))) as content
    from (select count(*)::int as total from fitting) counted left join page on true
    left join entry_publications p on p.entry_id = page.entry_id and p.number = page.number
    order by page."from" desc, page.entry_id desc`);
  const items = rows.flatMap((row) => (row.entry_id === null ? [] : [toLiveContentEntry("culture", row)]));
  return { items, total: rows[0]?.total ?? 0 };
}

/**
 * SQL condition: the start or end of a publication (`moment.at`) changes the public list. For a publication to groups, this is true only if it
 * replaces a public publication.
 */
const publicChangeSql = sql`and (p.content->>'audience' is distinct from 'groups' or (moment.at = p."from" and exists (
  select 1 from entry_publications o where o.entry_id = p.entry_id and o.withdrawn_at is null and o."from" <= p."from"
    and o.content->>'audience' is distinct from 'groups')))`;

/**
 * Returns when the entries of a kind next change for citizens by schedule; null if no change is scheduled. Call it before reading the
 * entries: if they change in between, the returned time is in the past, so the response is not cached.
 */
export async function nextScheduledChangeAt(
  db: Queryable,
  kind: ContentEntryKind,
  { forEverybody = false }: { forEverybody?: boolean } = {},
): Promise<string | null> {
  const { rows } = await db.execute<{ at: string | null }>(sql`
    select min(moment.at) as at
    from entry_publications p join entries e on e.id = p.entry_id,
      lateral (values (p."from"), (p.until)) as moment(at)
    where p.kind = ${kind} and p.withdrawn_at is null and e.archived_at is null and moment.at > now()
      ${forEverybody ? publicChangeSql : sql``}`);
  const at = rows[0]?.at;
  return at ? new Date(at).toISOString() : null;
}

/** Returns the current version of a legal text and its next scheduled version. */
export async function currentAndNextLegalText<K extends LegalKind>(db: Queryable, kind: K) {
  const { rows } = await db.execute<RawPublication & { is_current: boolean }>(sql`
    select ${PUBLICATION_COLUMNS}, p.number = held.number as is_current from entries e ${joinCurrentPublication}
    join entry_publications p on p.entry_id = e.id and p.number in (held.number, upcoming.number)
    where e.kind = ${kind}`);
  const current = rows.find((row) => row.is_current);
  const next = rows.find((row) => !row.is_current);
  return {
    current: current ? toLiveContentEntry(kind, current) : null,
    next: next ? toLiveContentEntry(kind, next) : null,
  };
}
