import { rmSync } from "node:fs";
import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appendAudit } from "@/lib/server/audit/audit";
import { chainHeadFilePath } from "@/lib/server/audit/heads";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { createTestDatabase } from "@/lib/server/testing/database";
import { appendAuditRowAsEarlierRelease } from "@/lib/server/testing/earlier-audit";
import { connectDatabase } from "./client";
import { migrate } from "./migrate";
import { readMigrations } from "./migration-files";
import { auditTrails } from "./schema/system-logs";

const migrations = readMigrations();
const sealsAt = migrations.findIndex(({ tag }) => tag.includes("audit_seals"));

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
const urlBefore = process.env.DATABASE_URL;
beforeAll(async () => {
  database = await createTestDatabase("template0");
  // audit/heads.ts names its file of row hashes after the database in DATABASE_URL.
  process.env.DATABASE_URL = database.url;
  connection = connectDatabase(database.url, 4);
});
afterAll(async () => {
  rmSync(chainHeadFilePath(), { force: true });
  if (urlBefore === undefined) delete process.env.DATABASE_URL;
  else process.env.DATABASE_URL = urlBefore;
  await connection.pool.end();
  await database.drop();
});

it("the audit chain passes verification after the migration that moves its hashes to a table of their own, also when the old and the new release then append rows", async () => {
  const { db } = connection;
  await migrate(database.url, { migrations: migrations.slice(0, sealsAt) });
  const row = systemAuditRow("a.call", { record: null, before: { state: "new" }, after: { state: "old" } });
  for (let n = 0; n < 30; n++) await db.transaction((tx) => appendAuditRowAsEarlierRelease(tx, row));
  const hashesBefore = await db.execute(sql`select id, previous_hash, hash from audit_trails order by id`);
  await migrate(database.url);
  expect(await verifyAuditChain(db, 0)).toMatchObject({ checked: 30, waiting: 0, bad: null });
  const seals = await db.execute(sql`select position as id, previous_hash, hash from audit_seals order by position`);
  expect(seals.rows).toEqual(hashesBefore.rows);

  await db.transaction((tx) => appendAudit(tx, row));
  await db.transaction((tx) => appendAuditRowAsEarlierRelease(tx, row));
  await sealWaitingRows(db);
  expect(await verifyAuditChain(db, 0)).toMatchObject({ checked: 32, waiting: 0, bad: null });
  const ids = await db.select({ id: auditTrails.id }).from(auditTrails).orderBy(asc(auditTrails.id));
  expect(ids.slice(-2)).toEqual([{ id: 31 }, { id: 32 }]);

  await db.execute(sql`alter table audit_trails disable trigger user`);
  await db.execute(sql`update audit_trails set device = 'x' where id = 9`);
  expect(await verifyAuditChain(db, 0)).toMatchObject({ bad: { position: 9 } });
});
