import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { asc, sql } from "drizzle-orm";
import { Client } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appendAudit } from "@/lib/server/audit/audit";
import { chainHeadFilePath } from "@/lib/server/audit/heads";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { systemRow } from "@/lib/server/audit/system-row";
import { verifyChain } from "@/lib/server/system-logs/verify-chain";
import { createTestDatabase } from "@/lib/server/testing/database";
import { appendAsEarlierRelease } from "@/lib/server/testing/earlier-audit";
import { connect } from "./client";
import { auditTrails } from "./schema/system-logs";

const FOLDER = path.join(import.meta.dirname, "migrations");
const files = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".sql"))
  .sort();
const sealsAt = files.findIndex((name) => name.includes("audit_seals"));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connect>;
const urlBefore = process.env.DATABASE_URL;
beforeAll(async () => {
  database = await createTestDatabase("template0");
  // Its name tells which hashes outside the database belong to it.
  process.env.DATABASE_URL = database.url;
  connection = connect(database.url, 4);
});
afterAll(async () => {
  rmSync(chainHeadFilePath(), { force: true });
  if (urlBefore === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = urlBefore;
  await connection.pool.end();
  await database.drop();
});

async function applyMigrations(names: readonly string[]) {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  for (const name of names) {
    await client.query("begin");
    // Indexes that are built outside of a transaction don't matter here.
    for (const statement of readFileSync(path.join(FOLDER, name), "utf8").split("--> statement-breakpoint"))
      if (!/concurrently/i.test(statement)) await client.query(statement);
    await client.query("commit");
  }
  await client.end();
}

it("migration of an earlier release's trail keeps its chain verifiable, and both releases go on with it", async () => {
  const { db } = connection;
  await applyMigrations(files.slice(0, sealsAt));
  const row = systemRow("a.call", { record: null, before: { state: "new" }, after: { state: "old" } });
  for (let n = 0; n < 30; n++) await db.transaction((tx) => appendAsEarlierRelease(tx, row));
  const hashesBefore = await db.execute(sql`select id, previous_hash, hash from audit_trails order by id`);
  await applyMigrations(files.slice(sealsAt));
  expect(await verifyChain(db, 0)).toMatchObject({ checked: 30, waiting: 0, bad: null });
  const seals = await db.execute(sql`select position as id, previous_hash, hash from audit_seals order by position`);
  expect(seals.rows).toEqual(hashesBefore.rows);

  await db.transaction((tx) => appendAudit(tx, row));
  await db.transaction((tx) => appendAsEarlierRelease(tx, row));
  await sealWaitingRows(db);
  expect(await verifyChain(db, 0)).toMatchObject({ checked: 32, waiting: 0, bad: null });
  const ids = await db.select({ id: auditTrails.id }).from(auditTrails).orderBy(asc(auditTrails.id));
  expect(ids.slice(-2)).toEqual([{ id: 31 }, { id: 32 }]);

  await db.execute(sql`alter table audit_trails disable trigger user`);
  await db.execute(sql`update audit_trails set device = 'x' where id = 9`);
  expect(await verifyChain(db, 0)).toMatchObject({ bad: { position: 9 } });
});
