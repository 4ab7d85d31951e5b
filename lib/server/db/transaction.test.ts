import { setTimeout as delay } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase } from "@/lib/server/testing/database";
import { connectDatabase, type Database } from "./client";
import { compileStatement } from "./compiled-statement";
import { sendWithNext } from "./transaction";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Database;
let roundTrips: string[];
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectDatabase(database.url, 1).db;
  await db.execute(sql`create table joined (id int primary key check (id > 0))`);
  const client = await db.$client.connect();
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  Object.assign(client, {
    query: (...args: unknown[]) => {
      const [config] = args as [string | { text: string }];
      roundTrips.push(typeof config === "string" ? config : config.text);
      return query(...args);
    },
  });
  client.release();
});
beforeEach(async () => {
  roundTrips = [];
  await db.execute(sql`truncate joined`);
  roundTrips.length = 0;
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const idsOf = async () =>
  (await db.execute<{ id: number }>(sql`select id from joined order by id`)).rows.map((row) => row.id);

test("a transaction sends BEGIN with its first statement, and a sendWithNext statement with the following one", async () => {
  const found = await db.transaction(async (tx) => {
    await tx.execute(sql`insert into joined values (${1})`);
    await sendWithNext(tx, compileStatement("", sql`insert into joined values (${2}), (${3}) returning id`), {});
    const { rows } = await tx.execute(
      sql`select count(*)::int as visible, pg_current_xact_id_if_assigned() is not null as open from joined`,
    );
    await sendWithNext(tx, compileStatement("", sql`insert into joined values (${4})`), {});
    return rows;
  });
  expect(found).toEqual([{ visible: 3, open: true }]);
  expect(roundTrips).toEqual(["insert into joined values ($1)", expect.stringMatching(/^select count/), "commit"]);
  expect(await idsOf()).toEqual([1, 2, 3, 4]);
});

test("a transaction sends BEGIN separately if its first statement has several commands", async () => {
  const { rows } = await db.transaction(async (tx) => {
    await tx.execute(sql.raw("insert into joined values (1); insert into joined values (2)"));
    return tx.execute(sql`select now() <> statement_timestamp() as is_open`);
  });
  expect(rows).toEqual([{ is_open: true }]);
  expect(await idsOf()).toEqual([1, 2]);
});

test("a transaction does not run its first statement if BEGIN fails", async () => {
  const failed = db.transaction((tx) => tx.execute(sql`insert into joined values (1)`), {
    accessMode: "wrong" as never,
  });
  await expect(failed).rejects.toMatchObject({ cause: { code: "42601" } });
  expect(await idsOf()).toEqual([]);
});

test.each(["next statement", "commit"])(
  "if a sendWithNext statement fails, the transaction throws its error from the %s and rolls back",
  async (next) => {
    const failed = db.transaction(async (tx) => {
      await tx.execute(sql`insert into joined values (1)`);
      await sendWithNext(tx, compileStatement("", sql`insert into joined values (${-1})`), {});
      if (next === "next statement") await tx.execute(sql`insert into joined values (2)`);
    });
    await expect(failed).rejects.toMatchObject({ cause: { code: "23514" } });
    expect(await idsOf()).toEqual([]);
  },
);

test("a transaction throws at its commit if the callback has caught the error of a failed statement", async () => {
  const caught = db.transaction(async (tx) => {
    await tx.execute(sql`insert into joined values (1)`);
    await tx.execute(sql`insert into joined values (1)`).catch(() => {});
  });
  await expect(caught).rejects.toThrow("nothing was committed");
  expect(await idsOf()).toEqual([]);
  await db.execute(sql`insert into joined values (2)`);
});

test("a transaction that throws before its first statement never sends anything", async () => {
  const failure = new Error("before the first statement");
  await expect(db.transaction(() => Promise.reject(failure))).rejects.toBe(failure);
  await db.execute(sql`insert into joined values (1)`);
  expect(roundTrips).toEqual(["insert into joined values (1)"]);
  expect(await idsOf()).toEqual([1]);
});

test("a failing sendWithNext statement rolls back its savepoint only", async () => {
  await db.transaction(async (tx) => {
    const inner = tx.transaction(async (nested) => {
      await sendWithNext(nested, compileStatement("", sql`insert into joined values (${-1})`), {});
    });
    await expect(inner).rejects.toMatchObject({ cause: { code: "23514" } });
    await tx.execute(sql`insert into joined values (5)`);
  });
  expect(await idsOf()).toEqual([5]);
});

test("a statement that sendWithNext sends together with a lock statement sees the rows committed while the lock waited", async () => {
  const other = connectDatabase(database.url, 1);
  const lock = compileStatement("", sql`select pg_advisory_xact_lock(${sql.placeholder("key")})`);
  const reading = await other.db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(77)`);
    await tx.execute(sql`insert into joined values (7)`);
    const counted = db.transaction(async (waiting) => {
      await waiting.execute(sql`select 1`);
      await sendWithNext(waiting, lock, { key: 77 });
      return (await waiting.execute(sql`select count(*)::int as visible from joined`)).rows;
    });
    const isWaiting = sql`select 1 from pg_locks where locktype = 'advisory' and objid = 77 and not granted`;
    while ((await tx.execute(isWaiting)).rows.length === 0) await delay(10);
    return { counted };
  });
  expect(await reading.counted).toEqual([{ visible: 1 }]);
  await other.pool.end();
});
