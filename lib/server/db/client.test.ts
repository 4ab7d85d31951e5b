import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createConnection, createServer, type Socket } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isDatabaseUnavailable } from "@/lib/server/api/errors";
import { createTestDatabase } from "@/lib/server/testing/database";
import { connectDatabase, type Database } from "./client";
import { compileStatement, runCompiled } from "./compiled-statement";
import { sendWithNext } from "./transaction";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("the database pool sets time limits on every connection", async () => {
  const { db, pool } = connectDatabase(database.url, 2);
  const readLimits = () =>
    db.execute(sql`select current_setting('statement_timeout') as statement,
      current_setting('idle_in_transaction_session_timeout') as idle,
      current_setting('max_parallel_workers_per_gather') as workers, pg_sleep(0.1)`);
  const expectedLimits = { statement: "15s", idle: "15s", workers: "0" };
  const both = await Promise.all([readLimits(), readLimits()]);
  for (const { rows } of both) expect(rows[0]).toMatchObject(expectedLimits);
  expect(pool.totalCount).toBe(2);
  await pool.end();
});

test("a database server that does not respond in time counts as unavailable", async () => {
  const { db, pool } = connectDatabase(database.url, 1, 1_000);
  const timeoutError = await db.execute(sql`select pg_sleep(10)`).catch((error: unknown) => error);
  expect(isDatabaseUnavailable(timeoutError)).toBe(true);
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

/** Startup parameters that PgBouncer accepts by default. */
const STARTUP_PARAMETERS = ["user", "database", "application_name", "client_encoding"];

test("a database connection sends no startup parameter that PgBouncer refuses", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const { db, pool } = connectDatabase(`postgres://somebody@127.0.0.1:${port}/some`);
  const pendingQuery = db.execute(sql`select 1`).catch(() => "refused");
  const [socket] = (await once(server, "connection")) as [Socket];
  const [packet] = (await once(socket, "data")) as [Buffer];
  // Parses a startup packet: length and protocol version, four bytes each; then names and values, each ended by a zero
  // byte.
  const parameters = packet.subarray(8).toString().split("\0").slice(0, -2);
  expect(parameters.filter((_, index) => index % 2 === 0).sort()).toEqual(STARTUP_PARAMETERS.toSorted());
  socket.destroy();
  expect(await pendingQuery).toBe("refused");
  await pool.end();
  server.close();
});

test("a transaction whose connection breaks throws the error of its callback, not the error of the failed rollback", async () => {
  const { db, pool } = connectDatabase(database.url, 1);
  const backend = async () => (await db.execute(sql`select pg_backend_pid() as id`)).rows[0]?.id;
  const firstBackend = await backend();
  const failure = new Error("the cause");
  const failedTransaction = db.transaction(async (tx) => {
    await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
    throw failure;
  });
  await expect(failedTransaction).rejects.toBe(failure);
  expect(pool.totalCount).toBe(0);
  expect(await backend()).not.toBe(firstBackend);
  await pool.end();
});

test.each([
  ["ends the connection", sql`select pg_terminate_backend(pg_backend_pid())`],
  ["is a standby since a failover", sql`create table written_on_a_standby (id int)`],
])("a database server that %s counts as unavailable", async (_case, statement) => {
  const { db, pool } = connectDatabase(database.url, 1);
  const error = await db
    .transaction((tx) => tx.execute(statement), { accessMode: "read only" })
    .catch((thrown: unknown) => thrown);
  expect(isDatabaseUnavailable(error)).toBe(true);
  await pool.end();
});

/** Starts a proxy that sends another process id to the client, as poolers do. */
async function startPoolerLike(url: string): Promise<{ url: string; close: () => void }> {
  const { hostname, port } = new URL(url);
  const server = createServer((client) => {
    const upstream = createConnection(Number(port), hostname);
    client.pipe(upstream);
    upstream.on("data", (chunk: Buffer) => {
      // Finds the message BackendKeyData: "K", its length of 12, process id and key.
      const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
      if (at >= 0) chunk.writeInt32BE(chunk.readInt32BE(at + 5) + 1, at + 5);
      client.write(chunk);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on("close", () => other.destroy()).on("error", () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const target = new URL(url);
  target.port = String((server.address() as AddressInfo).port);
  return { url: target.href, close: () => server.close() };
}

const NAMED = compileStatement("named_statement", sql`select ${sql.placeholder("value")}::int as value`);
const keptBy = async (db: Database) =>
  (await db.execute<{ name: string }>(sql`select name from pg_prepared_statements`)).rows.map(({ name }) => name);

test("a direct connection keeps named statements, a connection through a pooler keeps none", async () => {
  const pooler = await startPoolerLike(database.url);
  for (const [url, kept] of [
    [database.url, ["named_statement"]],
    [pooler.url, []],
  ] as const) {
    const { db, pool } = connectDatabase(url, 1);
    for (const value of [1, 2]) expect((await runCompiled(db, NAMED, { value })).rows).toEqual([{ value }]);
    await db.transaction(async (tx) => {
      await sendWithNext(tx, NAMED, { value: 3 });
      expect((await runCompiled(tx, NAMED, { value: 4 })).rows).toEqual([{ value: 4 }]);
    });
    expect(await keptBy(db)).toEqual(kept);
    await pool.end();
  }
  pooler.close();
});

test("a named statement that the server skipped after an error is sent with its text again at its next use", async () => {
  const { db, pool } = connectDatabase(database.url, 1);
  const failing = compileStatement("failing", sql`select 1 / ${sql.placeholder("divisor")}::int as result`);
  const runBoth = (divisor: number) =>
    db.transaction(async (tx) => {
      await sendWithNext(tx, failing, { divisor });
      return (await runCompiled(tx, NAMED, { value: 5 })).rows;
    });
  await expect(runBoth(0)).rejects.toMatchObject({ cause: { code: "22012" } });
  expect(await keptBy(db)).toEqual(["failing"]);
  for (const _ of [1, 2]) expect(await runBoth(1)).toEqual([{ value: 5 }]);
  await pool.end();
});

test("a connection is closed when a table change has made one of its named statements invalid", async () => {
  const { db, pool } = connectDatabase(database.url, 1);
  await db.execute(sql`create table changed (value int)`);
  const selected = compileStatement(
    "selected",
    sql`select value from changed where value > ${sql.placeholder("least")}`,
  );
  await runCompiled(db, selected, { least: 0 });
  await db.execute(sql`alter table changed alter value type bigint`);
  await expect(runCompiled(db, selected, { least: 0 })).rejects.toMatchObject({ cause: { code: "0A000" } });
  expect((await runCompiled(db, selected, { least: 0 })).rows).toEqual([]);
  await db.execute(sql`drop table changed`);
  await pool.end();
});
