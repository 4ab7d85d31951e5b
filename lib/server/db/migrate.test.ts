import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, runSingleStatement } from "@/lib/server/testing/database";
import { assertMigrated, migrate } from "./migrate";
import { type Migration, readMigrations } from "./migration-files";

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const appliedMigrations = async () =>
  (await client.query("select * from drizzle.__drizzle_migrations order by id")).rows;

it("migrate changes nothing in a database that is up to date", async () => {
  const before = await appliedMigrations();
  await migrate(database.url);
  expect(await appliedMigrations()).toEqual(before);
  expect(before.length).toBeGreaterThan(0);
});

it("migrate refuses a database older than the first migration, explains what to do, and changes nothing", async () => {
  const [first] = await appliedMigrations();
  await client.query("update drizzle.__drizzle_migrations set hash = 'of an older first migration' where id = $1", [
    first.id,
  ]);
  const before = await appliedMigrations();
  await expect(migrate(database.url)).rejects.toThrow(/move the folder that DATA_DIR names .* start again/);
  expect(await appliedMigrations()).toEqual(before);
  await client.query("update drizzle.__drizzle_migrations set hash = $1 where id = $2", [first.hash, first.id]);
});

/** Returns this version's migrations and a further migration, as a later version would contain them. */
function withNext(values: Partial<Migration>): Migration[] {
  const known = readMigrations();
  const when = (known.at(-1)?.when ?? 0) + 1_000;
  return [...known, { tag: "9000_next", when, hash: "next", statements: [], afterCommit: [], ...values }];
}

describe("a migration of a later version", () => {
  let own: Awaited<ReturnType<typeof createTestDatabase>>;
  beforeEach(async () => {
    own = await createTestDatabase();
    return () => own.drop();
  });
  const query = async (text: string) => {
    const ownClient = new Client({ connectionString: own.url });
    await ownClient.connect();
    return (await ownClient.query(text).finally(() => ownClient.end())).rows;
  };
  const isIndexValid = async (name: string) =>
    (await query(`select indisvalid from pg_index where indexrelid = to_regclass('${name}')`))[0]?.indisvalid;

  it("a migration is applied only once if several instances start together; the log contains each migration's duration", async () => {
    const lines: string[] = [];
    const migrations = withNext({
      statements: ["create table of_next (id integer)", "select pg_sleep(0.3)"],
      // CREATE INDEX CONCURRENTLY waits for all older transactions. If an instance waited for the migration lock inside a statement, the
      // build would never end.
      afterCommit: ["create index concurrently of_next_id on of_next (id)"],
    });
    const log = (line: string) => lines.push(line);
    const counts = await Promise.all([1, 2, 3].map(() => migrate(own.url, { migrations, log })));
    expect(counts.sort()).toEqual([0, 0, 1]);
    expect(lines).toEqual([
      expect.stringMatching(/^9000_next \(\d+(\.\d\d)? s\)$/),
      expect.stringMatching(/^9000_next: create index concurrently of_next_id on of_next \(id\) \(\d+(\.\d\d)? s\)$/),
    ]);
    expect(await query("select count(*)::int from drizzle.__drizzle_migrations where hash = 'next'")).toEqual([
      { count: 1 },
    ]);
  });

  it("a migration is rolled back if one of its statements fails; the error is one sentence", async () => {
    const migrations = withNext({ statements: ["create table of_next (id integer)", "select nothing"] });
    await expect(migrate(own.url, { migrations })).rejects.toThrow(
      'Migration 9000_next failed and changed nothing: column "nothing" does not exist.',
    );
    expect(await query("select to_regclass('of_next') as made")).toEqual([{ made: null }]);
    await expect(assertMigrated(own.url, migrations)).rejects.toThrow(
      "One migration is pending, from 9000_next: run npm run migrate, then start again.",
    );
  });

  // PostgreSQL's lock_timeout never ends a wait under libfaketime, which `npm run test:dates` uses.
  it.skipIf(process.env.FAKETIME)(
    "a migration gives up a table lock after one second, so that blocked calls continue, and retries later",
    async () => {
      const migrations = withNext({ statements: ["alter table roles add column of_next text"] });
      const reader = new Client({ connectionString: own.url });
      await reader.connect();
      await reader.query("begin; select count(*) from roles");
      const lines: string[] = [];
      const options = { migrations, longestPauseMs: 100, log: (line: string) => lines.push(line) };
      await expect(migrate(own.url, { ...options, attempts: 2 })).rejects.toThrow(
        "Migration 9000_next did not get its locks in 2 attempts and changed nothing",
      );
      expect(lines).toEqual(["9000_next waits for a lock (attempt 1 of 2)"]);
      const migrating = migrate(own.url, options);
      // The migration waits for the lock for a second. This read waits behind the migration, then runs between two attempts.
      const started = Date.now();
      await query("set statement_timeout = '15s'; select count(*) from roles");
      expect(Date.now() - started).toBeLessThan(10_000);
      await reader.query("commit");
      await reader.end();
      expect(await migrating).toBe(1);
    },
  );

  it("a migration builds its CREATE INDEX CONCURRENTLY indexes after its transaction is committed", async () => {
    const afterCommit = ['CREATE INDEX CONCURRENTLY "of_next" ON "roles" USING btree ("name", "id")'];
    expect(await migrate(own.url, { migrations: withNext({ afterCommit }) })).toBe(1);
    expect(await isIndexValid("of_next")).toBe(true);
    expect(await query("select * from drizzle.unfinished_statements")).toEqual([]);
  });

  it("the next migrate run drops and rebuilds an invalid index of an interrupted build", async () => {
    const migrations = withNext({
      statements: ["create table of_next (name text)", "insert into of_next values ('a'), ('a')"],
      afterCommit: ["create unique index concurrently of_next_name on of_next (name)", "drop index concurrently gone"],
    });
    await expect(migrate(own.url, { migrations })).rejects.toThrow(
      "9000_next is applied, but “create unique index concurrently of_next_name on of_next (name)” failed and is repeated by npm run migrate",
    );
    expect(await isIndexValid("of_next_name")).toBe(false);
    // The server can already start: the migration is applied, and only its index is missing.
    expect(await assertMigrated(own.url, migrations)).toBe(false);
    await runSingleStatement(own.url, "delete from of_next where ctid = (select min(ctid) from of_next)");
    expect(await migrate(own.url, { migrations })).toBe(0);
    expect(await isIndexValid("of_next_name")).toBe(true);
    expect(await query("select * from drizzle.unfinished_statements")).toEqual([]);
  });

  const NEWER = "The database is newer than this version of the product";

  it("an older app version starts on a newer database during a rolling update", async () => {
    await migrate(own.url, { migrations: withNext({}) });
    expect(await migrate(own.url)).toBe(0);
    expect(await assertMigrated(own.url)).toBe(true);
  });

  it("an older app version can't start once a migration has removed tables or columns that its code uses", async () => {
    await migrate(own.url, { migrations: withNext({}) });
    const contract = withNext({});
    const next = contract.at(-1);
    if (!next) throw new Error("no migration");
    const last = { ...next, tag: "9001_contract", when: next.when + 1, hash: "contract", oldestCode: next.when };
    await migrate(own.url, { migrations: [...contract, last] });
    await expect(migrate(own.url)).rejects.toThrow(NEWER);
    await expect(assertMigrated(own.url)).rejects.toThrow(NEWER);
    // The version before the contract migration contains 9000_next, so that version may still run on this database.
    expect(await assertMigrated(own.url, contract)).toBe(true);
  });

  it("migrate refuses a database with a migration of unknown origin", async () => {
    await migrate(own.url, { migrations: withNext({}) });
    await runSingleStatement(
      own.url,
      "insert into drizzle.__drizzle_migrations (hash, created_at) values ('?', 9999999999999)",
    );
    await expect(assertMigrated(own.url)).rejects.toThrow(NEWER);
    await expect(migrate(own.url)).rejects.toThrow(NEWER);
  });
});

it("assertMigrated refuses an empty database, and migrate creates its tables", async () => {
  const empty = await createTestDatabase("template0");
  try {
    await expect(assertMigrated(empty.url)).rejects.toThrow(
      /migrations are pending, from 0000_baseline: run npm run migrate/,
    );
    expect(await migrate(empty.url)).toBe(readMigrations().length);
    expect(await assertMigrated(empty.url)).toBe(false);
  } finally {
    await empty.drop();
  }
});
