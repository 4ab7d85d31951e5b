import { rmSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { handleRequest } from "@/lib/server/api/http-handler";
import { toAuditInsertValues } from "@/lib/server/audit/audit";
import { chainHeadFilePath } from "@/lib/server/audit/heads";
import { sealWaitingRows } from "@/lib/server/audit/seal";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { verifyAuditChain } from "./verify-chain";

/** Runs only on demand, because it is slow: `SCALE=500000 npx vitest run lib/server/system-logs/scale.test.ts`. */
const ROW_COUNT = Number(process.env.SCALE ?? 0);

/** Inserts audit rows in bulk, and adds them to the hash chain. */
async function insertRows(app: TestApp, count: number) {
  const start = Date.now() - count * 1_000;
  for (let done = 0; done < count; done += 2_000) {
    const rows = Array.from({ length: Math.min(2_000, count - done) }, (_, index) =>
      toAuditInsertValues({
        at: new Date(start + (done + index) * 1_000),
        adminId: null,
        adminName: "Ada Obi",
        action: "kyc.decide",
        outcome: "done",
        refusal: null,
        recordType: "kyc",
        recordId: `${(done + index) % 1_000}`,
        recordName: `KYC-${done + index}`,
        before: { state: "pending", version: 1 },
        after: { state: "approved", version: 2, message: "Your documents are in order, thank you for waiting." },
        address: "10.0.0.1",
        device: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0",
        requestId: `r${done + index}`,
      }),
    );
    await app.db.insert(auditTrails).values(rows);
  }
  await sealWaitingRows(app.db);
  await app.db.execute(sql`analyze audit_trails, audit_seals`);
}

describe.runIf(ROW_COUNT > 0)(`with ${ROW_COUNT} rows`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
    await insertRows(app, ROW_COUNT);
  }, 900_000);
  afterAll(async () => {
    rmSync(chainHeadFilePath(), { force: true });
    await app.stop();
  });

  it("100,000 audit rows are verified within a minute, and each call ends within ten seconds", async () => {
    const started = Date.now();
    let longestMs = 0;
    for (let checkedRows = 0; checkedRows < Math.min(ROW_COUNT, 100_000); ) {
      const since = Date.now();
      const section = await verifyAuditChain(app.db, checkedRows);
      longestMs = Math.max(longestMs, Date.now() - since);
      expect(section.bad).toBeNull();
      checkedRows = section.checked;
    }
    expect(longestMs).toBeLessThan(10_000);
    expect(Date.now() - started).toBeLessThan(60_000);
  }, 120_000);

  it("an export of every audit row uses less than 80 MB of additional memory", async () => {
    const admin = await makeAdmin(app);
    const { json } = await app.call("POST", "/system-logs/audit-trails/export", { token: admin.token, body: {} });
    const headers = { authorization: `Bearer ${admin.token}` };
    const before = process.memoryUsage().rss;
    let maxMemory = before;
    let lines = 0;
    const response = await handleRequest(new Request(`http://test/api/v1/exports/${json.data.token}`, { headers }));
    for await (const chunk of response.body ?? []) {
      for (const byte of chunk) if (byte === 10) lines++;
      maxMemory = Math.max(maxMemory, process.memoryUsage().rss);
    }
    // Expects the header, the rows, and the audit row of the export itself.
    expect(lines).toBe(ROW_COUNT + 2);
    expect((maxMemory - before) / 1e6).toBeLessThan(80);
  }, 600_000);
});
