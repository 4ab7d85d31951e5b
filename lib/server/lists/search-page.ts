import "server-only";
import { Column, getTableName, is, SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Queryable } from "@/lib/server/db/client";
import { whereClause } from "./list";
import { currentCountCap, currentSearchScope } from "./search-scope";
import { hasNameWords, parseSearchText, prefixQuery, toSearchWords } from "./search-terms";

/** A section of a list whose rows one index returns in the right order. */
export type ListSection = { where?: SQL | undefined; order: SQL };

type SearchedPage = {
  where: SQL | undefined;
  /** Sort order of the list, or the sections that the list shows one after the other. */
  order: SQL | readonly ListSection[];
  /** Columns that the sort order and the sections need, besides `id`. */
  columns: SQL;
  page: number;
  size: number;
};

/**
 * Counts the matches of an expensive condition and selects the page, in one query. If there are more matches than the count's cap, `ids`
 * is null: reading the list in its order and filtering it is then faster.
 * @param name alias of the table in the conditions, if it has an alias
 */
export async function readSearchResultPage(
  db: Queryable,
  table: PgTable | SQL,
  { where, order, columns, page, size }: SearchedPage,
  name: PgTable | SQL = table,
): Promise<{ count: number; ids: string[] | null }> {
  const cap = currentCountCap();
  const sections = is(order, SQL) ? [{ order }] : order;
  const idsOf = (section: ListSection) =>
    sql`array(select id from fitting ${name} ${whereClause(section.where)} order by ${section.order} limit ${(page + 1) * size})`;
  const ids = sql.join(sections.map(idsOf), sql` || `);
  const result = await db.execute<{ count: number; ids: string[] | null }>(sql`
    with fitting as materialized (select id, ${columns} from ${table} ${whereClause(where)} limit ${cap + 1}),
      counted as (select count(*)::int as count from fitting)
    select count, case when count <= ${cap} then (${ids})[${page * size + 1}:${(page + 1) * size}] end as ids from counted`);
  return result.rows[0] ?? { count: 0, ids: [] };
}

/** Number of rows to sample: when one list is searched (`list`), and of each table in a search of many lists (`scope`). */
const SAMPLE_ROWS = { list: 400, scope: 100 };
/** Minimum number of sampled rows. If the table gives fewer, the sample is not used. */
const MIN_SAMPLE_ROWS = { list: 100, scope: 25 };
/**
 * Share of matching rows above which reading the table is faster than the index of words. The index takes 0.1 to 1.4 µs per match. The
 * table takes 0.25 µs per row read until the count is capped, or 15 µs if the words are not stored in a column.
 */
const COMMON_SHARE = { stored: 0.05, computed: 0.35 };
/** Share of rows with a word above which the index should be used only for the rarer words of the search. */
const COMMON_WORD_SHARE = 0.25;

type SampledTable = { table: PgTable; words: PgColumn | SQL };

/**
 * Returns the typed words for which `hasNameWords` must not use the index, because too many rows contain them. These are all words, if
 * many rows contain all of them; otherwise only the common words of a search that also has a rare word. Samples random pages of the table,
 * because the newest rows of a log are often about one record.
 */
export async function commonWords(
  db: Queryable,
  searchText: string | undefined,
  sampled: SampledTable,
): Promise<ReadonlySet<string>> {
  const searchWords = sampledWords(searchText);
  if (!searchWords.length) return new Set();
  const scope = currentSearchScope();
  // If another list's sampling of this table failed by timeout, samples again within this list's own time limit.
  const shared = await scope?.commonWords.get(sampleKey(sampled, searchWords))?.catch(() => undefined);
  if (shared) return shared;
  const own = sampleTables(db, searchWords, [sampled]).then(([common]) => common ?? new Set<string>());
  scope?.commonWords.set(sampleKey(sampled, searchWords), own);
  return own;
}

/**
 * Returns the `commonWords` of several tables, from one SQL statement. In a search of many lists, stores them for the lists that read
 * these tables.
 */
export async function commonWordsOfTables(
  db: Queryable,
  searchText: string,
  tables: readonly SampledTable[],
): Promise<ReadonlySet<string>[]> {
  const searchWords = sampledWords(searchText);
  if (!searchWords.length) return tables.map(() => new Set());
  const found = await sampleTables(db, searchWords, tables);
  for (const [index, sampled] of tables.entries())
    currentSearchScope()?.commonWords.set(
      sampleKey(sampled, searchWords),
      Promise.resolve(found[index] ?? new Set<string>()),
    );
  return found;
}

/** Returns the words of a typed text. Returns none if lists compare the whole text, because it is an email or a reference, for example. */
function sampledWords(searchText: string | undefined): string[] {
  if (!searchText?.trim()) return [];
  const { id, email, digits, references } = parseSearchText(searchText);
  return id || email || digits !== null || references ? [] : [...new Set(toSearchWords(searchText))];
}

const sampleKey = ({ table }: SampledTable, searchWords: readonly string[]) =>
  `${getTableName(table)} ${searchWords.join(" ")}`;

async function sampleTables(
  db: Queryable,
  searchWords: readonly string[],
  tables: readonly SampledTable[],
): Promise<ReadonlySet<string>[]> {
  if (!tables.length) return [];
  const samples = tables.map((sampled, index) => sampleSql(sampled, index, searchWords));
  const result = await db.execute<{ index: number; word: string }>(sql.join(samples, sql` union all `));
  return tables.map((_, at) => new Set(result.rows.flatMap(({ index, word }) => (index === at ? [word] : []))));
}

/** Returns SQL that selects the common words of a table. `index`: position of the table in the statement. */
function sampleSql({ table, words }: SampledTable, index: number, searchWords: readonly string[]): SQL {
  const place = currentSearchScope() ? "scope" : "list";
  const [rows, minRows] = [SAMPLE_ROWS[place], MIN_SAMPLE_ROWS[place]];
  const shareLimit =
    place === "scope" ? COMMON_WORD_SHARE : is(words, Column) ? COMMON_SHARE.stored : COMMON_SHARE.computed;
  return sql`(
    with sample as materialized (select ${words} as words from ${table} tablesample system (
        100.0 * ${rows}::float8 / greatest(${rows}::float8, (select sum(reltuples) from pg_class where relkind = 'r' and (oid = ${getTableName(table)}::regclass
          or oid in (select inhrelid from pg_inherits where inhparent = ${getTableName(table)}::regclass)))))
        limit ${rows}),
      size as (select count(*)::float8 as rows from sample having count(*) >= ${minRows}),
      asked as (select word, (select count(*) from sample where words @@ ('''' || word || ''':*')::tsquery) / size.rows as share
        from unnest(${sql.param(searchWords)}::text[]) as each(word), size)
    select ${index}::int as index, word from asked, size
    where (select count(*) from sample where words @@ ${prefixQuery(searchWords)}) >= size.rows * ${shareLimit}::float8
      or share >= ${COMMON_WORD_SHARE}::float8 and (select min(share) from asked) < ${COMMON_WORD_SHARE}::float8)`;
}

/** Table whose rows have their search words in a column (`searchWordsColumn` in the schema). */
type SearchedTable<T extends PgTable | SQL = PgTable> = { table: T; id: PgColumn | SQL; words: PgColumn | SQL };

/** Returns an SQL condition for `readSearchResultPage`: every typed word begins a word of the row. Undefined for an empty search. */
export async function searchWordsCondition(
  db: Queryable,
  searchText: string | undefined,
  searched: { table: PgTable; words: PgColumn; matched?: SQL },
) {
  if (!searchText?.trim()) return undefined;
  return hasNameWords(searched.matched ?? searched.words, searchText, await commonWords(db, searchText, searched));
}

/**
 * Returns an SQL condition: every typed word begins a word of the row. Finds the rows with the rare words first, by the index of words.
 * Otherwise, PostgreSQL would read the whole table in the list's order to find a few rows.
 * @param common typed words that many rows have (`commonWords`)
 */
export function rareWordsFirstCondition(
  searchText: string,
  { table, id, words }: SearchedTable<PgTable | SQL>,
  common: ReadonlySet<string> = new Set(),
): SQL {
  const matches = hasNameWords(words, searchText, common);
  return areAllWordsCommon(searchText, common)
    ? matches
    : sql`${id} = any(array(select ${id} from ${table} where ${matches}))`;
}

/** Returns true if so many rows have all typed words (`commonWords`) that filtering the rows is faster than the index of words. */
export const areAllWordsCommon = (searchText: string, common: ReadonlySet<string>) =>
  common.size > 0 && toSearchWords(searchText).every((word) => common.has(word));
