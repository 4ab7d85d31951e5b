import "server-only";
import { eq, inArray, type SQL, sql } from "drizzle-orm";
import type { InputOf } from "@/lib/contract/common";
import type { LedgerEntryRow } from "@/lib/contract/ledger-entries";
import type { systemWalletCalls } from "@/lib/contract/system-wallet";
import type { Queryable } from "@/lib/server/db/client";
import { ledgerEntries } from "@/lib/server/db/schema/ledger";
import { walletMovements } from "@/lib/server/db/schema/system-wallet";
import { transactions } from "@/lib/server/db/schema/transaction";
import { toCappedTotal, toPagedList } from "@/lib/server/lists/list";
import { readSearchResultPage } from "@/lib/server/lists/search-page";
import { currentCountCap } from "@/lib/server/lists/search-scope";
import { hasTextWords, parseSearchText } from "@/lib/server/lists/search-terms";
import { TRANSACTION_RECORD_TYPE } from "@/lib/server/transaction/change-transaction";
import { MOVEMENT_RECORD_TYPE } from "./list-movements";

/** Lists the ledger entries that a search finds, newest first by default. */
export async function listLedgerEntries(db: Queryable, input: InputOf<typeof systemWalletCalls.entries>) {
  const order = input.sort === "posted_at" ? sql`posted_at, id` : sql`posted_at desc, id desc`;
  const where = ledgerEntryFilter(input.q);
  const { count, ids } = await readSearchResultPage(db, ledgerEntries, {
    where,
    order,
    columns: sql`posted_at`,
    ...input,
  });
  const page = ids ?? (await newestIds(db, where, input));
  const rows = page.length ? await db.select().from(ledgerEntries).where(inArray(ledgerEntries.id, page)) : [];
  rows.sort((a, b) => page.indexOf(a.id) - page.indexOf(b.id));
  const items = rows.map(
    ({ id, kind, description, postedAt }): LedgerEntryRow => ({
      id,
      kind,
      description,
      posted_at: postedAt.toISOString(),
    }),
  );
  return toPagedList(input, items, toCappedTotal(count));
}

/** Reads a page of entries without sorting, for searches with too many matches to sort. The index on kinds returns the newest first. */
async function newestIds(db: Queryable, where: SQL | undefined, { size, page }: { size: number; page: number }) {
  const found = await db.execute<{ id: string }>(
    sql`select id from ${ledgerEntries} where ${where} limit ${size} offset ${page * size}`,
  );
  return found.rows.map(({ id }) => id);
}

/**
 * Matches a pasted id; otherwise the reference of the entry's manual transfer or transaction, or words of the description. Descriptions of
 * payments are not searched. Each subquery uses its own index.
 */
function ledgerEntryFilter(searchText: string): SQL {
  const { id, references } = parseSearchText(searchText);
  if (id) return eq(ledgerEntries.id, id);
  const words = hasTextWords(sql`search_words(${ledgerEntries.description}, false)`, searchText);
  const idsOf = (where: SQL) =>
    sql`array(select id from ${ledgerEntries} where ${where} limit ${currentCountCap() + 1})`;
  const described = sql`${ledgerEntries.kind} <> 'transaction' and ${words}`;
  return references
    ? hasReferenceOfSourceSql(searchText)
    : sql`${ledgerEntries.id} = any(${idsOf(hasReferenceOfSourceSql(searchText))} || ${idsOf(described)})`;
}

/** SQL condition: the ledger entry belongs to the manual transfer or transaction with this pasted reference. */
export function hasReferenceOfSourceSql(searchText: string): SQL {
  const { references, value } = parseSearchText(searchText);
  const referenceTexts = sql.param([...(references ?? []), value.toUpperCase()]);
  return sql`(${ledgerEntries.sourceType}, ${ledgerEntries.sourceId}) in (
      select ${MOVEMENT_RECORD_TYPE}, id from ${walletMovements} where reference = any(${referenceTexts})
      union all select ${MOVEMENT_RECORD_TYPE}, id from ${walletMovements} where transaction_id in
        (select id from ${transactions} where reference = any(${referenceTexts}))
      union all select ${TRANSACTION_RECORD_TYPE}, id from ${transactions} where reference = any(${referenceTexts}))`;
}
