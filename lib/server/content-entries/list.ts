import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { type InputOf, splitChoiceList } from "@/lib/contract/common";
import type { contentCalls } from "@/lib/contract/content";
import type { ContentEntryKind, ContentEntryState } from "@/lib/contract/content-entries.values";
import { MANUALLY_ORDERED_KINDS, SOURCE_LANGUAGE } from "@/lib/contract/content-entries.values";
import type { Queryable } from "@/lib/server/db/client";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { readSearchResultPage, searchWordsCondition } from "@/lib/server/lists/search-page";
import { currentCountCap } from "@/lib/server/lists/search-scope";
import {
  contentEntryStateSql,
  joinCurrentPublication,
  listedPublicationEndSql,
  listedPublicationStartSql,
} from "./current-publication";
import { contentEntryRows } from "./rows";

type ContentEntriesInput = InputOf<typeof contentCalls.entries>;
/** Filters, sort order and page of a content entry list. */
export type ContentEntryListInput = Omit<ContentEntriesInput, "kind"> & { kind: ContentEntryKind };

const SORT_COLUMNS: Record<string, SQL> = {
  position: sql`e.position`,
  title: sql`lower(e.title)`,
  from: listedPublicationStartSql,
  until: listedPublicationEndSql,
  updated_at: sql`e.updated_at`,
};
const isManuallyOrdered = (kind: ContentEntryKind) => (MANUALLY_ORDERED_KINDS as readonly string[]).includes(kind);

/** Lists entries of a kind. By default, kinds with a manual order use it; others are sorted by their last change. */
export async function listContentEntries(db: Queryable, input: ContentEntryListInput) {
  const sort = input.sort ?? (isManuallyOrdered(input.kind) ? "position" : "-updated_at");
  const isDescending = sort.startsWith("-");
  const column = SORT_COLUMNS[sort.replace("-", "")] ?? sql`e.updated_at`;
  const isByPublication = /from|until/.test(sort);
  // Adds "nulls last" only for publication times, the only sort columns that can be null. For other sorts, "nulls last" would prevent PostgreSQL from
  // using an index.
  const nulls = isByPublication ? sql`nulls last` : sql``;
  const order = isDescending ? sql`${column} desc ${nulls}, e.id desc` : sql`${column} asc ${nulls}, e.id asc`;
  // Joins publications only for a state filter or a sort by publication, because the join takes longer than reading the entry itself.
  const publication = input.state || isByPublication ? joinCurrentPublication : sql``;
  const title = await searchWordsCondition(db, input.q, {
    table: contentEntries,
    words: contentEntries.words,
    matched: sql`e.words`,
  });
  const where = contentEntryFilter(input, title);
  const found =
    title && !input.state && !isByPublication
      ? await readSearchResultPage(
          db,
          sql`entries e`,
          { ...input, where, order, columns: sql`position, title, updated_at` },
          sql`e`,
        )
      : undefined;
  const fromWhere = sql`from entries e ${publication} where ${where}`;
  const page = found?.ids
    ? sql`select unnest(${sql.param(found.ids)}::uuid[])`
    : sql`select e.id ${fromWhere} order by ${order} limit ${input.size} offset ${input.page * input.size}`;
  const [items, count] = await Promise.all([
    found?.ids?.length === 0 ? [] : contentEntryRows(db, page, order),
    found?.count ?? countContentEntries(db, fromWhere),
  ]);
  return toPagedList(input, items, toCappedTotal(count));
}

async function countContentEntries(db: Queryable, fromWhere: SQL): Promise<number> {
  const counted = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from (select 1 ${fromWhere} limit ${currentCountCap() + 1}) counted`,
  );
  return counted.rows[0]?.count ?? 0;
}

/** Returns the SQL condition for the filters of the entry list. @param title SQL condition of the text search, for entries `e` */
function contentEntryFilter(
  { kind, state, audience, group, lga, tag, missing }: ContentEntryListInput,
  title: SQL | undefined,
): SQL {
  const conditions = [
    sql`e.kind = ${kind}`,
    // Includes archived entries only if the filter by state selects them.
    state
      ? sql`${contentEntryStateSql} in (${sql.join(
          splitChoiceList<ContentEntryState>(state).map((each) => sql`${each}`),
          sql`, `,
        )})`
      : sql`e.archived_at is null`,
  ];
  if (title) conditions.push(title);
  if (audience) conditions.push(sql`e.draft->>'audience' = ${audience}`);
  if (group !== undefined) conditions.push(sql`lower(e.faq_group) = lower(${group})`);
  if (lga) conditions.push(sql`e.lga = ${lga}`);
  if (tag) conditions.push(sql`e.draft->'tags' ? ${tag}`);
  if (missing) conditions.push(isTranslationIncomplete(kind, missing));
  return sql.join(conditions, sql` and `);
}

/** Fields that must have text for a translation to be complete, as in content-entry-for-app.ts. */
const REQUIRED_FIELDS: Record<ContentEntryKind, readonly string[]> = {
  announcements: ["title", "body"],
  slides: ["title", "alt"],
  culture: ["title", "body"],
  faq: ["question", "answer"],
  terms: ["title", "body"],
  privacy: ["title", "body"],
};

/**
 * Returns an SQL condition: citizens who use this language get the entry in English, because a required field is written only in English.
 * For English itself: a required field is empty.
 */
function isTranslationIncomplete(kind: ContentEntryKind, code: string): SQL {
  // In English, a slide does not need a title.
  const names = kind === "slides" && code === SOURCE_LANGUAGE ? ["alt"] : REQUIRED_FIELDS[kind];
  const missingParts = names.map((name) =>
    code === SOURCE_LANGUAGE
      ? sql`not ${isFieldWritten(code, name)}`
      : sql`not ${isFieldWritten(code, name)} and ${isFieldWritten(SOURCE_LANGUAGE, name)}`,
  );
  return sql`(${sql.join(missingParts, sql` or `)})`;
}

/** Returns an SQL condition: the field is not empty in this language. A rich text with only a picture is not empty. */
function isFieldWritten(code: string, name: string): SQL {
  const text = sql`e.draft->'texts'->${code}->${name}`;
  return sql`case jsonb_typeof(${text}) when 'string' then ${text} #>> '{}' ~ '\\S' when 'object' then
    ${text} @? '$.**.text ? (@ like_regex "\\\\S")' or ${text} @? '$.** ? (@.type == "image")' else false end`;
}
