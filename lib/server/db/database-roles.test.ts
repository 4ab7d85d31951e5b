// Slow: uses every module once, as the role that runs the product.
import { randomBytes, randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { eq } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { ireports } from "@/lib/server/db/schema/ireport";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { runSingleStatement } from "@/lib/server/testing/database";
import { makeIreport } from "@/lib/server/testing/ireports";
import { runEveryModuleOnce } from "@/lib/server/testing/product-story";
import { assertMigrated, migrate } from "./migrate";
import { readMigrations } from "./migration-files";

const ROLE = `test_role_${randomBytes(6).toString("hex")}`;
const PASSWORD = randomBytes(12).toString("hex");
/** The SQL of docs/database-roles.sql, with the name of a test role. */
const grants = readFileSync("docs/database-roles.sql", "utf8").replaceAll("crossriverpay_app", ROLE);

let app: TestApp;
let ownerUrl: string;
let roleUrl: string;
beforeAll(async () => {
  app = await startTestApp({
    prepare: async (url) => {
      ownerUrl = url;
      await runSingleStatement(url, `create role ${ROLE} login password '${PASSWORD}'`);
      await runSingleStatement(url, grants);
      const address = new URL(url);
      Object.assign(address, { username: ROLE, password: PASSWORD });
      roleUrl = address.href;
      return roleUrl;
    },
  });
});
afterAll(async () => {
  await app.stop();
  await runSingleStatement(inject("testServer").url, `drop role ${ROLE}`);
});

/** Runs a statement as the product's role, in a transaction that is rolled back. */
async function tryAsRole(statement: string): Promise<void> {
  const client = new Client({ connectionString: roleUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query(statement);
    await client.query("rollback");
  } finally {
    await client.end();
  }
}

it("every module, timed task and verification works with the rights of docs/database-roles.sql", async () => {
  await runEveryModuleOnce(app);
  expect((await app.db.execute("select current_user as role")).rows).toEqual([{ role: ROLE }]);
  expect(await verifyLedger(app.db)).toMatchObject({ faults: [], finished: true });
  expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, finished: true });
});

it("the rights of docs/database-roles.sql allow erasing audit rows and reports by database functions", async () => {
  const [officer, second] = [await makeAdmin(app), await makeAdmin(app)];
  const user = await makeUser(app, { status: "closed", statusChangedAt: new Date(), tier: 0 });
  const path = `/user-management/users/${user.id}`;
  const report = await makeIreport(app, { reporterId: user.id, state: "resolved", title: "At my house" });
  await app.call("POST", `${path}/notes`, { token: officer.token, body: { text: "A note" } });
  const { json } = await app.call("POST", `${path}/erasures`, { token: officer.token, body: { reason: "Wants it" } });
  const decided = await app.call("PATCH", `/approvals/${json.data.erasure.approvalId}/decision`, {
    token: second.token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
  expect(decided.status).toBe(200);
  const [stored] = await app.db.select().from(ireports).where(eq(ireports.id, report.id));
  expect(stored?.title).toBe("Erased");
  const rows = (await app.audit()).filter(({ recordId }) => recordId === user.id);
  expect(rows.map(({ recordName }) => recordName)).toEqual(["Erased Person", null, null]);
  await app.seal();
  expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, finished: true, erased: 2 });
});

describe("the product's role", () => {
  it.each([
    "alter table users add column extra text",
    "drop table users",
    "create table extra (id integer)",
    "create index extra on users (id)",
    "alter table audit_trails disable trigger all",
    "alter table ledger_postings disable trigger user",
    "drop trigger audit_trails_no_truncate on audit_trails",
    "create trigger extra before insert on users execute function refuse_change()",
    "set session_replication_role = replica",
    "truncate audit_trails",
    "truncate sessions",
    "update audit_trails set action = 'user.none'",
    "delete from audit_trails",
    "update audit_trails set record_name = null, before = null, after = null, refusal = null, salt = null",
    "insert into audit_erasures select 1, id from citizen_erasures",
    "update citizen_erasures set erased = '{}'",
    "update ledger_postings set amount = 0",
    "delete from ledger_postings",
    "update ledger_entries set description = ''",
    "update ireport_messages set text = ''",
    "update transaction_events set message = 'Erased'",
    "delete from transaction_events",
    "create function extra() returns integer language sql as 'select 1'",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
    "alter function refuse_change() owner to current_user",
    "drop function refuse_change() cascade",
    "create schema extra",
    "insert into drizzle.__drizzle_migrations (hash, created_at) values ('', 0)",
    `alter role ${ROLE} superuser`,
    "set role postgres",
  ])("the product's database role is refused: %s", async (statement) => {
    await expect(tryAsRole(statement)).rejects.toThrow(
      /permission denied|must be owner|no schema has been selected|must be superuser/i,
    );
  });

  it("the product's database role can update and delete rows of ordinary tables", async () => {
    await tryAsRole("update users set address = address; delete from outbox");
  });

  it("the app starts with the product's database role on a migrated or newer database; a pending migration gives an error with advice", async () => {
    expect(await migrate(roleUrl)).toBe(0);
    expect(await assertMigrated(roleUrl)).toBe(false);
    const when = (readMigrations().at(-1)?.when ?? 0) + 1;
    const next = { tag: "9999_next", when, hash: "next", statements: ["select 1"], afterCommit: [] };
    const migrations = [...readMigrations(), next];
    await expect(migrate(roleUrl, { migrations })).rejects.toThrow(
      "Migration 9999_next is pending, and the database role may not change tables: run npm run migrate with MIGRATION_DATABASE_URL.",
    );
    expect(await migrate(ownerUrl, { migrations })).toBe(1);
    expect(await assertMigrated(roleUrl)).toBe(true);
  });

  it("the start fails with advice to run docs/database-roles.sql if the product's database role may not read the migrations", async () => {
    await runSingleStatement(ownerUrl, `revoke usage on schema drizzle from ${ROLE}`);
    await expect(migrate(roleUrl)).rejects.toThrow("run docs/database-roles.sql as the role that owns the tables");
    await runSingleStatement(ownerUrl, `grant usage on schema drizzle to ${ROLE}`);
  });

  it("the product's database role can read and write tables that later migrations create", async () => {
    await runSingleStatement(ownerUrl, "create table of_later (id serial primary key, name text)");
    await tryAsRole("insert into of_later (name) values ('a'); update of_later set name = 'b'; delete from of_later");
    await expect(tryAsRole("truncate of_later")).rejects.toThrow("permission denied");
  });
});
