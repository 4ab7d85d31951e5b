import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { ContentEntryRow } from "@/lib/contract/content-entries";
import type { ContentEntryKind, ContentEntryState } from "@/lib/contract/content-entries.values";
import type { AnyDraft } from "@/lib/contract/content-entries-drafts";
import type { Lga } from "@/lib/contract/lgas.values";
import type { Queryable } from "@/lib/server/db/client";
import { dataUri } from "@/lib/server/files/data-uri";
import {
  contentEntryStateSql,
  isContentEntryLiveSql,
  joinCurrentPublication,
  listedPublicationEndSql,
  listedPublicationStartSql,
} from "./current-publication";

type RawContentEntry = {
  id: string;
  kind: ContentEntryKind;
  title: string;
  draft: AnyDraft;
  faq_group: string;
  lga: Lga | null;
  position: number;
  updated_at: string;
  updated_by: string | null;
  updated_by_name: string | null;
  updated_by_email: string | null;
  version: number;
  state: ContentEntryState;
  from: string | null;
  until: string | null;
  next_from: string | null;
  live_number: number | null;
  changed: boolean;
  thumbnail: Buffer | null;
  image_weight: number | null;
  reads: number;
  helpful: number;
  not_helpful: number;
  groups: { id: string; name: string }[];
};

/** Reads content entries `e` as list rows. @param ids SQL subquery such as `select e.id …`; @param order sort order of the rows */
export async function contentEntryRows(db: Queryable, ids: SQL, order: SQL): Promise<ContentEntryRow[]> {
  const { rows } = await db.execute<RawContentEntry>(sql`
    select e.id, e.kind, e.title, e.draft, e.faq_group, e.lga, e.position, e.updated_at, e.updated_by, e.version,
      a.first_name || ' ' || a.last_name as updated_by_name, a.email as updated_by_email,
      ${contentEntryStateSql} as state,
      ${listedPublicationStartSql} as "from",
      ${listedPublicationEndSql} as until,
      case when ${isContentEntryLiveSql} then upcoming."from" end as next_from,
      case when ${isContentEntryLiveSql} then held.number end as live_number,
      newest.content is null or newest.content <> e.draft as changed,
      picture.thumbnail, picture.weight as image_weight,
      (select count(*)::int from announcement_reads r where r.entry_id = e.id) as reads,
      (select count(*)::int from faq_votes v where v.entry_id = e.id and v.helpful) as helpful,
      (select count(*)::int from faq_votes v where v.entry_id = e.id and not v.helpful) as not_helpful,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name))
        from user_groups g where g.id::text in (select jsonb_array_elements_text(e.draft->'group_ids'))), '[]') as groups
    from entries e ${joinCurrentPublication}
    left join admins a on a.id = e.updated_by
    left join lateral (select p.content from entry_publications p where p.entry_id = e.id
      and p.withdrawn_at is null order by p.number desc limit 1) newest on true
    left join lateral (select i.thumbnail, s.bytes as weight from images i
      left join lateral (select s.bytes from image_sizes s where s.image_id = i.id
        order by abs(s.width - 960), s.width limit 1) s on true
      where i.id = coalesce(e.draft->>'image_id', e.draft->>'cover_id')::uuid) picture on true
    where e.id in (${ids}) order by ${order}`);
  return rows.map(toRow);
}

function toRow(row: RawContentEntry): ContentEntryRow {
  const { draft } = row;
  return {
    id: row.id,
    kind: row.kind,
    title: row.title,
    state: row.state,
    from: instantOf(row.from),
    until: instantOf(row.until),
    next_from: instantOf(row.next_from),
    live_number: row.live_number,
    changed: row.changed,
    languages: languagesOf(draft),
    position: row.position,
    pinned: "pinned" in draft && draft.pinned,
    audience: "audience" in draft ? draft.audience : null,
    groups: row.groups,
    faq_group: row.faq_group,
    lga: row.lga,
    tags: "tags" in draft ? draft.tags : [],
    thumbnail: row.thumbnail && dataUri("image/jpeg", row.thumbnail),
    image_weight: row.image_weight,
    reads: row.reads,
    helpful: row.helpful,
    not_helpful: row.not_helpful,
    updated_at: new Date(row.updated_at).toISOString(),
    updated_by:
      row.updated_by && row.updated_by_name
        ? { id: row.updated_by, name: row.updated_by_name, email: row.updated_by_email ?? "" }
        : null,
    version: row.version,
  };
}

const instantOf = (at: string | null) => (at === null ? null : new Date(at).toISOString());

/** Returns the languages in which a draft has any text. */
const languagesOf = (draft: AnyDraft) =>
  Object.entries(draft.texts)
    .filter(([, texts]) => Object.values(texts).some((text) => (typeof text === "string" ? text.trim() : text)))
    .map(([code]) => code);
