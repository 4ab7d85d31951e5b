import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { APPLICATION_STATES } from "@/lib/contract/grant.values";
import { connectDatabase } from "@/lib/server/db/client";
import { grantApplications, grantDocuments, grantProgrammes } from "@/lib/server/db/schema/grant";
import { grantBatches, grantBatchRows } from "@/lib/server/db/schema/grant-payout";
import { readGrantDuplicates } from "@/lib/server/grant/recheck-duplicates";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { createDemoDatabase } from "@/lib/server/testing/demo-database";

let database: Awaited<ReturnType<typeof createDemoDatabase>>;
let connection: ReturnType<typeof connectDatabase>;
let allApplications: (typeof grantApplications.$inferSelect)[];
let programmes: (typeof grantProgrammes.$inferSelect)[];
beforeAll(async () => {
  database = await createDemoDatabase();
  connection = connectDatabase(database.url, 10, 0);
  programmes = await connection.db.select().from(grantProgrammes);
  allApplications = await connection.db.select().from(grantApplications);
}, 120_000);
afterAll(async () => {
  await connection.pool.end();
  await database.drop();
});

test("demo data has a grant programme in each state, one with 120 applications in all states", async () => {
  expect(programmes.map(({ state }) => state).sort()).toEqual(["closed", "completed", "draft", "open"]);
  const openProgramme = programmes.find(({ state }) => state === "open");
  const ownApplications = allApplications.filter(({ programmeId }) => programmeId === openProgramme?.id);
  expect(ownApplications).toHaveLength(120);
  expect(new Set(ownApplications.map(({ state }) => state))).toEqual(new Set(APPLICATION_STATES));
  expect(await connection.db.$count(grantDocuments)).toBeGreaterThan(200);
  for (const { submittedAt, updatedAt, decidedAt } of allApplications)
    for (const at of [submittedAt, updatedAt, decidedAt ?? updatedAt]) expect(at.getTime()).toBeLessThan(Date.now());
});

test("four demo grant applications that share an account and a phone are flagged with links to each other", async () => {
  const flaggedApplications = allApplications.filter(({ duplicates }) => duplicates.includes("account"));
  expect(flaggedApplications).toHaveLength(4);
  for (const { id, duplicates } of flaggedApplications) {
    expect(duplicates).toEqual(expect.arrayContaining(["account", "device"]));
    const { items } = await readGrantDuplicates(connection.db, id);
    const otherIds = items.find(({ kind }) => kind === "account")?.applications.map((each) => each.id);
    expect(otherIds?.sort()).toEqual(flaggedApplications.flatMap((each) => (each.id === id ? [] : each.id)).sort());
  }
});

test("demo data has three completed payout batches and one that waits for approval; each row is paid once, and the ledger is correct", async () => {
  const batches = await connection.db.select().from(grantBatches);
  expect(batches.map(({ state }) => state).sort()).toEqual(["awaiting_approval", "done", "done", "done"]);
  const failedRows = await connection.db.select().from(grantBatchRows).where(eq(grantBatchRows.state, "failed"));
  expect(failedRows).toHaveLength(5);
  const invalidRows = await connection.db.execute(sql`select r.row from grant_batch_rows r
    left join ledger_entries e on e.key = 'transaction:' || r.transaction_id where (r.state = 'paid') <> (e.id is not null)`);
  expect(invalidRows.rows).toEqual([]);
  expect(await verifyLedger(connection.db)).toMatchObject({ total: 0, faults: [] });
});
