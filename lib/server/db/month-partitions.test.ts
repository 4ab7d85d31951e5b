// Slow: runs the migration to partitioned tables on databases that contain rows.
import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { toAuditInsertValues } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { readDatabaseGauges } from "@/lib/server/process/database-gauges";
import { databaseLine } from "@/lib/server/system-logs/status/database-line";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { createTestDatabase, runSingleStatement } from "@/lib/server/testing/database";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePaymentMethods } from "@/lib/server/testing/orders";
import { connectDatabase } from "./client";
import { migrate } from "./migrate";
import { readMigrations } from "./migration-files";
import { maintainPartitions, PARTITIONED_TABLES, readPartitions } from "./month-partitions";
import { auditTrails } from "./schema/system-logs";

const TABLES = Object.keys(PARTITIONED_TABLES);
const ROLE = `test_role_${randomBytes(6).toString("hex")}`;
const PASSWORD = randomBytes(12).toString("hex");

let app: TestApp;
let ownerUrl: string;
beforeAll(async () => {
  app = await startTestApp({
    prepare: async (url) => {
      ownerUrl = url;
      return url;
    },
  });
  await runSingleStatement(ownerUrl, `create role ${ROLE} login password '${PASSWORD}'`);
  await runSingleStatement(
    ownerUrl,
    readFileSync("docs/database-roles.sql", "utf8").replaceAll("crossriverpay_app", ROLE),
  );
  await makePaymentMethods(app);
});
afterAll(async () => {
  await app.stop();
  await runSingleStatement(inject("testServer").url, `drop role ${ROLE}`);
});

/**
 * Runs statements as the product's role.
 * @returns the rows of the last statement
 */
async function runAsRole(statement: string): Promise<unknown[]> {
  const address = new URL(ownerUrl);
  Object.assign(address, { username: ROLE, password: PASSWORD });
  const client = new Client({ connectionString: address.href });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

const rowsOf = async <T extends Record<string, unknown>>(query: string) =>
  (await app.db.execute<T>(sql.raw(query))).rows;
const partitionsOf = async (table: string) =>
  (
    await rowsOf<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = '${table}'::regclass order by 1`,
    )
  ).map(({ name }) => name);
const causeWith = (values: object) => expect.objectContaining({ cause: expect.objectContaining(values) });

/** Returns the start of a month in Lagos, and the suffix of its partition's name. @param ahead months after the current one */
async function lagosMonth(ahead: number) {
  const [month] = await rowsOf<{ start: Date; ending: string }>(`
    select lagos_midnight(m::date) as start, to_char(m, 'YYYY_MM') as ending
    from (select date_trunc('month', now() at time zone 'Africa/Lagos') + ${ahead} * interval '1 month' as m) each`);
  if (!month) throw new Error("No month.");
  return { start: new Date(month.start), ending: month.ending };
}

/** Adds an audit row. @returns the partition that stores it */
async function addAuditRow(at: Date, id?: number): Promise<string> {
  const row = {
    ...toAuditInsertValues({ ...systemAuditRow("a.call", { record: null }), at }),
    ...(id !== undefined && { id }),
  };
  const [stored] = await app.db
    .insert(auditTrails)
    .values(row)
    .returning({ part: sql<string>`tableoid::regclass::text` });
  return stored?.part ?? "";
}

describe("partitions by month", () => {
  it("each partitioned table has a partition for old rows, one for each of the next three months, and a default partition", async () => {
    for (const table of TABLES) {
      const names = await partitionsOf(table);
      const ending = names.find((name) => name.startsWith(`${table}_before_`))?.slice(-7) ?? "";
      expect(names).toContain(`${table}_default`);
      const months = [1, 2, 3].map(async (ahead) => (await lagosMonth(ahead)).ending);
      const ownMonths = (await Promise.all(months)).filter((month) => month >= ending);
      expect(ownMonths.length).toBeGreaterThan(0);
      for (const month of ownMonths) expect(names).toContain(`${table}_${month}`);
    }
    expect(await readPartitions(app.db)).toEqual(TABLES.map((table) => ({ table, monthsAhead: 3, rowsOutside: 0 })));
  });

  it("each monthly partition starts at midnight in Lagos", async () => {
    const { start, ending } = await lagosMonth(3);
    expect(start.toISOString()).toMatch(/T23:00:00.000Z$/);
    expect(await addAuditRow(new Date(start.getTime() - 1))).not.toBe(`audit_trails_${ending}`);
    expect(await addAuditRow(start)).toBe(`audit_trails_${ending}`);
    await app.seal();
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null });
    expect(await verifyLedger(app.db)).toMatchObject({ faults: [] });
  });

  it("a new audit row of an old month is stored in the partition of old rows", async () => {
    expect(await addAuditRow(new Date("2019-03-31T22:59:59Z"))).toMatch(/^audit_trails_before_/);
    await app.seal();
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null });
  });

  it("append-only tables and their partitions refuse UPDATE, DELETE and TRUNCATE, also by the owner", async () => {
    const { start } = await lagosMonth(2);
    const user = await makeUser(app);
    await fundAccount(app.db, IDS.settlement_float, 1_000);
    await addAuditRow(start);
    await addAuditRow(new Date());
    await addPayment(user.id);
    for (const table of TABLES)
      for (const part of [table, ...(await partitionsOf(table))]) {
        const refused = causeWith({ message: expect.stringContaining(`${table} is append-only`) });
        const truncated = causeWith({ message: expect.stringMatching(/is append-only: TRUNCATE/) });
        await expect(app.db.execute(sql.raw(`truncate ${part}`)), part).rejects.toThrow(truncated);
        const [{ count } = { count: "0" }] = await rowsOf<{ count: string }>(`select count(*) as count from ${part}`);
        if (count === "0") continue;
        await expect(app.db.execute(sql.raw(`delete from ${part}`)), part).rejects.toThrow(refused);
        const key = PARTITIONED_TABLES[table as keyof typeof PARTITIONED_TABLES];
        await expect(app.db.execute(sql.raw(`update ${part} set ${key} = ${key}`)), part).rejects.toThrow(refused);
      }
  });
});

async function addPayment(userId: string): Promise<string> {
  const id = randomUUID();
  await app.db.execute(sql`insert into transactions (id, reference, user_id, type, channel, amount, created_at)
    values (${id}, ${id}, ${userId}, 'bill_payment', 'card', 100, now())`);
  await app.db.execute(
    sql`insert into transaction_events (transaction_id, kind, message) values (${id}, 'created', 'Created')`,
  );
  return id;
}

describe("unique values across months", () => {
  it("inserting an audit row fails if another row, in the hash chain or not yet added, already has its number", async () => {
    const { start } = await lagosMonth(1);
    await addAuditRow(new Date(), 900_001);
    await expect(addAuditRow(start, 900_001)).rejects.toThrow(causeWith({ code: "23505" }));
    await app.seal();
    await expect(addAuditRow(start, 900_001)).rejects.toThrow(
      causeWith({ code: "23505", constraint: "audit_trails_id" }),
    );
  });

  it("a transaction event is refused if another event, also of an earlier month or inserted concurrently, has its provider event id", async () => {
    const paymentId = await addPayment((await makeUser(app)).id);
    const { start } = await lagosMonth(2);
    const addEvent = (at: Date, eventId: string) =>
      app.db.execute(sql`insert into transaction_events (transaction_id, at, kind, provider_event_id, message)
        values (${paymentId}, ${at}, 'webhook', ${eventId}, 'Reported')`);
    await addEvent(new Date("2020-01-31T22:00:00Z"), "event-1");
    await expect(addEvent(start, "event-1")).rejects.toThrow(causeWith({ code: "23505" }));
    const results = await Promise.allSettled([addEvent(new Date(), "event-2"), addEvent(start, "event-2")]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await app.db.execute(sql`alter table provider_event_ids disable trigger user`);
    await app.db.execute(sql`delete from provider_event_ids where id = 'event-1'`);
    await app.db.execute(sql`alter table provider_event_ids enable trigger user`);
    // The id is now only in the event table, like the ids of events from before migration 0031.
    await expect(addEvent(start, "event-1")).rejects.toThrow(causeWith({ code: "23505" }));
  });

  it("the ledger refuses a posting whose time differs from its entry's, or whose number exists in its account", async () => {
    await fundAccount(app.db, IDS.settlement_float, 1_000);
    const [last] = await rowsOf<{ account_id: string; seq: number; balance_after: string; size: number }>(
      `select * from ledger_postings where account_id = '${IDS.settlement_float}' order by seq desc limit 1`,
    );
    const { start } = await lagosMonth(1);
    const insert = (seqs: [number, number], at: Date) =>
      app.db.transaction(async (tx) => {
        const id = randomUUID();
        await tx.execute(sql`insert into ledger_entries (id, key, kind, size, description, source_type, source_id, posted_at)
          values (${id}, ${id}, 'transaction', 2, '', 'test', ${id}, now())`);
        await tx.execute(sql`insert into ledger_postings
          select ${id}::uuid, n, 2, ${IDS.settlement_float}::uuid, (${sql.param(seqs)}::int[])[n], case n when 1 then 5 else -5 end,
            ${last?.balance_after}::bigint - case when n = 1 then 5 else 0 end, ${at.toISOString()}::timestamptz
          from generate_series(1, 2) n`);
      });
    const seq = last?.seq ?? 0;
    const now = (await rowsOf<{ now: Date }>("select now()::timestamp(3) with time zone as now"))[0]?.now;
    await expect(insert([seq + 1, seq + 2], start)).rejects.toThrow(causeWith({ constraint: "ledger_postings_time" }));
    await expect(insert([seq, seq + 2], new Date(now ?? 0))).rejects.toThrow(
      causeWith({ constraint: "ledger_postings_follow" }),
    );
    expect(await verifyLedger(app.db)).toMatchObject({ faults: [] });
  });
});

describe("making partitions", () => {
  const dropMonth = async (ahead: number) => {
    const { ending } = await lagosMonth(ahead);
    await app.db.execute(sql.raw(`drop table audit_trails_${ending}`));
  };
  afterEach(async () => {
    await maintainPartitions(app.db);
    expect((await readPartitions(app.db)).map(({ monthsAhead }) => monthsAhead)).toEqual([3, 3, 3]);
  });

  it("the product's database role can add monthly partitions, but not drop, alter or directly write to them", async () => {
    const { ending, start } = await lagosMonth(3);
    const name = `audit_trails_${ending}`;
    await app.db.execute(sql.raw(`drop table ledger_postings_${ending}; drop table transaction_events_${ending}`));
    expect(await runAsRole("select make_month_partitions() as made")).toEqual([{ made: 2 }]);
    expect(await runAsRole("select make_month_partitions() as made")).toEqual([{ made: 0 }]);
    for (const part of [name, `ledger_postings_${ending}`, "audit_trails_default"])
      for (const statement of [
        `drop table ${part}`,
        `alter table ${part} disable trigger user`,
        `alter table ${part.replace(/_(\d{4}_\d\d|default)$/, "")} detach partition ${part}`,
        `truncate ${part}`,
        `delete from ${part}`,
        `insert into ${part} select * from ${part}`,
        "select add_partition('audit_trails', 'extra', 'for values from (''2000-01-01'') to (''2000-01-02'')')",
      ])
        await expect(runAsRole(statement), statement).rejects.toThrow(/permission denied|must be owner/);
    expect(await runAsRole(`select * from ledger_postings_${ending}`)).toEqual([]);
    await runAsRole(`insert into audit_trails (at, action, outcome, address, device, request_id)
      values ('${start.toISOString()}', 'a.call', 'done', '', '', '')`);
    await app.seal();
  });

  it("maintainPartitions adds no partition for a month with rows in the default partition, reports these rows, and adds the other months", async () => {
    const { start } = await lagosMonth(2);
    await app.db.execute(
      sql`delete from audit_waiting where audit_id in (select id from audit_trails where at >= ${start})`,
    );
    await dropMonth(2);
    await dropMonth(3);
    expect((await databaseLine(app.db)).state).toBe("working");
    expect(await addAuditRow(start)).toBe("audit_trails_default");
    await maintainPartitions(app.db);
    const [trail] = await readPartitions(app.db);
    expect(trail).toEqual({ table: "audit_trails", monthsAhead: 1, rowsOutside: 1 });
    expect(await partitionsOf("audit_trails")).toContain(`audit_trails_${(await lagosMonth(3)).ending}`);
    const gauges = await readDatabaseGauges(app.db);
    const gauge = gauges.find(({ name }) => name === "partition_rows_outside");
    expect(gauge?.samples[0]).toEqual({ labels: { table: "audit_trails" }, value: 1 });
    expect(await databaseLine(app.db)).toMatchObject({
      state: "failing",
      facts: expect.arrayContaining([{ label: "Without partitions", value: "audit_trails" }]),
    });
    // Deletes the rows; in production, the database's owner moves them as described in docs/archive.md.
    await app.db.execute(
      sql.raw(`alter table audit_trails_default disable trigger user; delete from audit_trails_default;
      alter table audit_trails_default enable trigger user; delete from audit_waiting`),
    );
  });

  it("partition maintenance may analyze tables for longer than the usual time limit of a statement", async () => {
    const [saved] = await rowsOf<{ text: string }>(
      "select pg_get_functiondef('analyze_partitioned_tables'::regproc) as text",
    );
    await app.db.execute(sql`create or replace function analyze_partitioned_tables() returns void language sql
      as 'select pg_sleep(3)'`);
    const connection = connectDatabase(ownerUrl, 1, 2_000);
    try {
      await maintainPartitions(connection.db);
    } finally {
      await connection.pool.end();
      await app.db.execute(sql.raw(saved?.text ?? ""));
    }
  });

  it("a monthly partition is added while another transaction reads the partition of another month", async () => {
    await dropMonth(3);
    const reader = new Client({ connectionString: ownerUrl });
    await reader.connect();
    try {
      const { ending } = await lagosMonth(2);
      await reader.query(`begin; select count(*) from audit_trails_${ending}`);
      expect(await runAsRole("select make_month_partitions() as made")).toEqual([{ made: 1 }]);
    } finally {
      await reader.end();
    }
  });
});

it("migration 0030 reads the newest row times of all three tables before it locks the first table", async () => {
  const migrations = readMigrations();
  const index = migrations.findIndex(({ tag }) => tag === "0030_partition_preparation");
  const database = await createTestDatabase("template0");
  const writer = new Client({ connectionString: database.url });
  try {
    await migrate(database.url, { migrations: migrations.slice(0, index) });
    await writer.connect();
    await writer.query("begin; lock table ledger_postings in access exclusive mode");
    const migrating = migrate(database.url, { migrations: migrations.slice(0, index + 1) });
    const waiting = "select 1 from pg_locks where relation = 'ledger_postings'::regclass and not granted";
    while ((await writer.query(waiting)).rows.length === 0) await delay(20);
    const { rows } = await writer.query(`select relation::regclass::text as name from pg_locks
      where relation in ('audit_trails'::regclass, 'transaction_events'::regclass) and mode = 'AccessExclusiveLock'`);
    await writer.query("commit");
    expect(rows).toEqual([]);
    expect(await migrating).toBe(1);
  } finally {
    await writer.end();
    await database.drop();
  }
});
