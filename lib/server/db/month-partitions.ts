import "server-only";
import { sql } from "drizzle-orm";
import type { Database, Queryable } from "@/lib/server/db/client";
import { withWaitBudget } from "./wait-budget";

/** Partitioned tables, each with the time column whose month selects the partition (migration 0031). */
export const PARTITIONED_TABLES = {
  audit_trails: "at",
  transaction_events: "at",
  ledger_postings: "posted_at",
} as const;
/** Name of a partitioned table. */
export type PartitionedTable = keyof typeof PARTITIONED_TABLES;

/** Number of months after the current one whose partitions are created in advance. */
export const MONTHS_AHEAD = 3;
/** Maximum number of rows of a default partition that are counted. */
const ROWS_MAX = 10_000;
/** Limit in ms for ANALYZE of the partitioned tables, which reads 30,000 rows of each partition. */
const ANALYZE_LIMIT_MS = 300_000;

/** Timed task that creates missing partitions of the coming months, and renews the statistics of partitioned tables. */
export async function maintainPartitions(db: Database): Promise<void> {
  await db.execute(sql`select make_month_partitions()`);
  // Extends the wait budget, because the connection would otherwise be closed after 20 s (timeout-pool.ts).
  await withWaitBudget(ANALYZE_LIMIT_MS, () =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('statement_timeout', ${String(ANALYZE_LIMIT_MS)}, true)`);
      await tx.execute(sql`select analyze_partitioned_tables()`);
    }),
  );
}

/** State of one partitioned table: for how many coming months it has partitions, and how many rows are in its default partition. */
export type PartitionState = {
  table: PartitionedTable;
  /** Consecutive months after the current one, in Lagos, that have a partition. */
  monthsAhead: number;
  /** Rows of the current or a later month whose month has no partition. Queries find these rows, but they can't be archived. */
  rowsOutside: number;
};

/** Reads for each partitioned table how many coming months have a partition, and how many rows are in no month's partition. */
export async function readPartitions(db: Queryable): Promise<PartitionState[]> {
  const readTable = (table: string, key: string) => sql`
    select ${table} as table, (select count(*) from (select 1 from ${sql.raw(`${table}_default`)}
        where ${sql.raw(key)} >= lagos_midnight(date_trunc('month', now() at time zone 'Africa/Lagos')::date)
        limit ${ROWS_MAX}) outside)::int as "rowsOutside",
      (select count(*) from (select bool_and(exists (select 1 from pg_inherits join pg_class on oid = inhrelid
          where inhparent = ${table}::regclass and (relname = ${`${table}_`} || to_char(each, 'YYYY_MM')
            or relname like ${`${table}\\_before\\_%`} and right(relname, 7) > to_char(each, 'YYYY_MM'))))
          over (order by each) as has_partition
        from generate_series(1, ${MONTHS_AHEAD}::int) n,
          lateral (select date_trunc('month', now() at time zone 'Africa/Lagos') + n * interval '1 month') month (each)) months
      where has_partition)::int as "monthsAhead"`;
  const { rows } = await db.execute<PartitionState>(
    sql.join(
      Object.entries(PARTITIONED_TABLES).map(([table, key]) => readTable(table, key)),
      sql` union all `,
    ),
  );
  return rows;
}
