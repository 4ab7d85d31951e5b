// Slow: fills partitions of two years.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase } from "@/lib/server/db/client";
import { createTestDatabase } from "@/lib/server/testing/database";
import { switchTriggers } from "@/lib/server/testing/triggers";
import { readSealedRows } from "./read-chain";

const MONTHS = 24;
const ROWS = 20_000;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectDatabase(database.url, 1, 0);
  const { db } = connection;
  await db.execute(
    sql.raw(`do $$ declare old text; start date; begin
      select relname into old from pg_inherits join pg_class on oid = inhrelid
        where inhparent = 'audit_trails'::regclass and relname like '%_before_%';
      execute format('drop table %I', old);
      for n in 0..${MONTHS - 1} loop
        start := date '2020-01-01' + n * interval '1 month';
        perform add_partition('audit_trails', 'audit_trails_' || to_char(start, 'YYYY_MM'), format('for values from (%L) to (%L)',
          lagos_midnight(start), lagos_midnight((start + interval '1 month')::date)));
      end loop;
    end $$`),
  );
  await switchTriggers(db, "disable", "audit_trails", "audit_seals");
  await db.execute(sql`insert into audit_trails (id, at, action, outcome, address, device, request_id)
    select n, timestamptz '2020-01-02' + n * interval '700 days' / ${ROWS}::int, 'a.call', 'done', '', '', ''
    from generate_series(1, ${ROWS}::int) n`);
  await db.execute(sql`insert into audit_seals (position, audit_id, previous_hash, hash, format)
    select n, n, '', '', 2 from generate_series(1, ${ROWS}::int) n`);
  await db.execute(sql`analyze audit_trails, audit_seals`);
}, 60_000);
afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

it("a section of the audit chain is read without scanning the partitions of other months", async () => {
  await connection.db.transaction(async (tx) => {
    const found: (number | undefined)[] = [];
    for await (const { seals } of readSealedRows(tx, 9_001, 12_000)) found.push(...seals.map(({ row }) => row?.id));
    expect(found).toEqual(Array.from({ length: 3_000 }, (_, n) => 9_001 + n));
    const { rows } = await tx.execute<{
      scanned: number;
    }>(sql`select sum(seq_tup_read)::int as scanned from pg_stat_xact_user_tables
      where relname like 'audit_trails_%'`);
    // Tolerates the last month, which has about ten rows that PostgreSQL reads without an index.
    expect(rows[0]?.scanned).toBeLessThan(1_000);
  });
});
