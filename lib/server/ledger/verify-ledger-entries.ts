import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { HIGHEST_UUID, type LedgerSectionResult } from "./verify-section";

type BadLedgerEntry = { id: string; size: number; postings: number; total: number };
type LedgerEntryCheck = { entries: string; postings: string; bad: BadLedgerEntry[] };

/** Checks the ledger entries after the cursor: each must have all its postings, and they must sum to zero. */
export async function checkLedgerEntries(
  db: Queryable,
  cursor: string,
  size: number,
): Promise<LedgerSectionResult<string>> {
  const sectionEnd = await db.execute<{ id: string }>(
    sql`select id from ledger_entries where id > ${cursor} order by id limit 1 offset ${size - 1}`,
  );
  const next = sectionEnd.rows[0]?.id ?? null;
  const idRange = (column: "id" | "entry_id") =>
    sql`${sql.raw(column)} > ${cursor} and ${sql.raw(column)} <= ${next ?? HIGHEST_UUID}`;
  const result = await db.execute<LedgerEntryCheck>(sql`
    with p as (
      select entry_id, count(*) as postings, sum(amount) as total from ledger_postings
      where ${idRange("entry_id")} group by entry_id
    ), each as (
      select coalesce(e.id, p.entry_id) as id, coalesce(e.size, 0) as size, coalesce(p.postings, 0) as postings,
        coalesce(p.total, 0) as total
      from (select id, size from ledger_entries where ${idRange("id")}) e full join p on p.entry_id = e.id
    )
    select count(*) as entries, coalesce(sum(postings), 0) as postings,
      coalesce(jsonb_agg(to_jsonb(each) order by id) filter (where postings <> size or total <> 0), '[]') as bad
    from each`);
  const [row] = result.rows;
  const faults = (row?.bad ?? [])
    .slice(0, 5)
    .map(
      ({ id, size, postings, total }) =>
        `Entry ${id} has ${postings} of ${size} postings, which come to ${total} kobo instead of zero.`,
    );
  return { counted: Number(row?.entries), postings: Number(row?.postings), faults, next };
}
