import "server-only";
import { type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { cleanPastedLine, cleanPastedValue } from "@/lib/contract/pasted.values";
import { normalisePromotionCode } from "@/lib/contract/promotion.values";
import type { SearchedRecordType } from "@/lib/contract/record-kinds";
import type { Queryable } from "@/lib/server/db/client";
import { admins, roles } from "@/lib/server/db/schema/admin";
import { broadcasts } from "@/lib/server/db/schema/broadcasts";
import { contentEntries } from "@/lib/server/db/schema/content-entries";
import { events } from "@/lib/server/db/schema/event";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { ireports } from "@/lib/server/db/schema/ireport";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { MAX_PROGRAMMES_SCANNED } from "@/lib/server/grant/list-programmes";
import { areAllWordsCommon, commonWordsOfTables } from "@/lib/server/lists/search-page";
import { SEARCH_COUNT_CAP } from "@/lib/server/lists/search-scope";
import { hasNameWords, hasTextWords } from "@/lib/server/lists/search-terms";
import { hasReferenceOfSourceSql } from "@/lib/server/system-wallet/list-ledger-entries";

type NameSource = { kinds: readonly SearchedRecordType[]; table: PgTable; words: PgColumn };

/** Columns of names that the lists of these kinds compare with the typed words. */
const NAME_SOURCES: readonly NameSource[] = [
  { kinds: ["user", "transaction", "ticket", "grant_application"], table: users, words: users.words },
  { kinds: ["kyc"], table: kycRequests, words: kycRequests.words },
  { kinds: ["announcement", "article", "slide", "faq_question"], table: contentEntries, words: contentEntries.words },
  { kinds: ["grant_programme", "grant_batch"], table: grantProgrammes, words: grantProgrammes.words },
  { kinds: ["promotion"], table: promotions, words: promotions.words },
  { kinds: ["broadcast"], table: broadcasts, words: broadcasts.words },
  { kinds: ["admin"], table: admins, words: admins.words },
  { kinds: ["role"], table: roles, words: roles.words },
];

/** Returns SQL conditions, by kind, under which other columns of a list match the words. */
function otherConditions(text: string): Partial<Record<SearchedRecordType, SQL>> {
  const value = cleanPastedValue(text);
  const variants = sql.param([value, value.toUpperCase(), cleanPastedLine(text)]);
  return {
    event: existsIn(events, hasTextWords(events.words, text)),
    // Includes grant programmes while their table is short, because a short table is also searched for parts of words.
    grant_programme: sql`(select reltuples from pg_class where oid = 'grant_programmes'::regclass) <= ${MAX_PROGRAMMES_SCANNED}`,
    ireport: existsIn(ireports, hasTextWords(ireports.words, text)),
    ledger_entry: sql`${existsIn(
      ledgerEntries,
      sql`kind <> 'transaction' and ${hasTextWords(sql`search_words(description, false)`, text)}`,
    )} or ${existsIn(ledgerEntries, hasReferenceOfSourceSql(text))}`,
    promotion: existsIn(promotionCodes, sql`code = ${normalisePromotionCode(value)}`),
    transaction: existsIn(transactions, sql`provider_reference = any(${variants}::text[])`),
    wallet_movement: existsIn(
      walletMovements,
      sql`external_reference <> '' and external_reference = any(${variants}::text[])`,
    ),
  };
}

/**
 * SQL: true if a row matches. The CTE makes PostgreSQL plan for as many matches as a list counts. If it planned for one match, it
 * would read the whole table for words that no row has.
 */
const existsIn = (table: PgTable, where: SQL): SQL =>
  sql`exists (with fitting as materialized (select 1 from ${table} where ${where} limit ${SEARCH_COUNT_CAP}) select 1 from fitting)`;

/**
 * Returns the kinds that can have records with these words, so that the lists of other kinds need not be searched. Takes two statements for
 * all kinds. Some of the returned kinds may have no match, for example if all matching entries are of another kind.
 * @param text words that are no reference, code, email, number or id
 */
export async function kindsWithWords(
  db: Queryable,
  text: string,
  kinds: readonly SearchedRecordType[],
): Promise<SearchedRecordType[]> {
  const sources = NAME_SOURCES.filter((source) => source.kinds.some((kind) => kinds.includes(kind)));
  const common = await commonWordsOfTables(db, text, sources);
  // Includes transactions if the text has a digit, because the text may be part of a transaction's reference.
  const likely = new Set<SearchedRecordType>(/\d/.test(text) ? ["transaction"] : []);
  const checks: { kinds: readonly SearchedRecordType[]; check: SQL }[] = [];
  for (const [index, { kinds: named, table, words }] of sources.entries()) {
    const frequent = common[index] ?? new Set();
    if (areAllWordsCommon(text, frequent)) for (const kind of named) likely.add(kind);
    else checks.push({ kinds: named, check: existsIn(table, hasNameWords(words, text, frequent)) });
  }
  const others = otherConditions(text);
  for (const kind of kinds) if (others[kind]) checks.push({ kinds: [kind], check: others[kind] });
  if (!checks.length) return [...kinds];
  const selects = checks.map(({ check }, index) => sql`select ${index}::int as index where ${check}`);
  const { rows } = await db.execute<{ index: number }>(sql.join(selects, sql` union all `));
  for (const { index } of rows) for (const kind of checks[index]?.kinds ?? []) likely.add(kind);
  const checked = new Set(checks.flatMap((each) => each.kinds));
  return kinds.filter((kind) => likely.has(kind) || !checked.has(kind));
}
