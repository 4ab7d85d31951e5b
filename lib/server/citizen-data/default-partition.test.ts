import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toAuditInsertValues } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

it("an erasure includes rows of archived months that were written late to the default partition of the audit trail; the chain stays verifiable", async () => {
  const [admin, second] = [await makeAdmin(app), await makeAdmin(app)];
  const user = await makeUser(app, { status: "closed", statusChangedAt: new Date(), tier: 0 });
  // No monthly partition exists for this time, so the row is stored in the default partition, like a late row of an archived month.
  const at = new Date(Date.now() + 3 * 365 * 86_400_000);
  const record = { type: "user" as const, id: user.id, name: "Quillonette Zaphkiel" };
  const row = systemAuditRow("user.import", { record, after: { phone: "+2348077766655" } });
  await app.db.insert(auditTrails).values(toAuditInsertValues({ ...row, at }));
  await app.seal();
  const { json } = await app.call("POST", `/user-management/users/${user.id}/erasures`, {
    token: admin.token,
    body: { reason: "Asked for it" },
  });
  const decided = await app.call("PATCH", `/approvals/${json.data.erasure.approvalId}/decision`, {
    token: second.token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
  expect(decided.status).toBe(200);
  await app.seal();
  const { rows } = await app.db.execute(
    sql`select tableoid::regclass::text as part, record_name, after from audit_trails where at > now() + interval '1 year'`,
  );
  expect(rows).toEqual([{ part: "audit_trails_default", record_name: null, after: null }]);
  expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, finished: true });
});
