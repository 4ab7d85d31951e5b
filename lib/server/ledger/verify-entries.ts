import "server-only";
import { sql } from "drizzle-orm";
import type { Queryable } from "@/lib/server/db/client";
import { LAST_ID, type Stretch } from "./verify-section";

type Bad = { id: string; size: number; postings: number; total: number };
type Found = { entries: string; postings: string; bad: Bad[] };

/** Checks the entries after this one: each must have all of its postings, and they must sum to zero. */
export async function checkEntries(db: Queryable, after: string, size: number): Promise<Stretch<string>> {
  const ends = await db.execute<{ id: string }>(
    sql`select id from ledger_entries where id > ${after} order by id limit 1 offset ${size - 1}`,
  );
  const next = ends.rows[0]?.id ?? null;
  const range = (column: "id" | "entry_id") =>
    sql`${sql.raw(column)} > ${after} and ${sql.raw(column)} <= ${next ?? LAST_ID}`;
  const found = await db.execute<Found>(sql`
    with p as (
      select entry_id, count(*) as postings, sum(amount) as total from ledger_postings
      where ${range("entry_id")} group by entry_id
    ), each as (
      select coalesce(e.id, p.entry_id) as id, coalesce(e.size, 0) as size, coalesce(p.postings, 0) as postings,
        coalesce(p.total, 0) as total
      from (select id, size from ledger_entries where ${range("id")}) e full join p on p.entry_id = e.id
    )
    select count(*) as entries, coalesce(sum(postings), 0) as postings,
      coalesce(jsonb_agg(to_jsonb(each) order by id) filter (where postings <> size or total <> 0), '[]') as bad
    from each`);
  const [row] = found.rows;
  const faults = (row?.bad ?? [])
    .slice(0, 5)
    .map(
      ({ id, size, postings, total }) =>
        `Entry ${id} has ${postings} of ${size} postings, which come to ${total} kobo instead of zero.`,
    );
  return { counted: Number(row?.entries), postings: Number(row?.postings), faults, next };
}
