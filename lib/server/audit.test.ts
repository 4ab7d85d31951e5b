import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { auditDigest } from "./audit";
import { auditTrails } from "./db/schema/system-logs";
import { makeAdmin, makeKyc, startTestApp, type TestApp } from "./testing/app";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("the audit trail", () => {
  it("is one chain, also when many write at once: each row carries the hash of the one before", async () => {
    const officer = await makeAdmin(app);
    const requests = await Promise.all(Array.from({ length: 20 }, () => makeKyc(app)));
    await Promise.all(
      requests.map(({ id }) =>
        app.call("PATCH", `/kyc/${id}/decision`, {
          token: officer.token,
          body: { version: 1, decision: "approved", checked: KYC_CHECKS },
        }),
      ),
    );
    const rows = await app.db.select().from(auditTrails).orderBy(asc(auditTrails.id));
    expect(rows).toHaveLength(20);
    let previous = "0".repeat(64);
    for (const [index, { id, hash, previousHash, ...row }] of rows.entries()) {
      expect(id).toBe(index + 1);
      expect(previousHash).toBe(previous);
      expect(auditDigest(id, previousHash, row)).toBe(hash);
      previous = hash;
    }
  });

  it.each(["update audit_trails set action = 'x'", "delete from audit_trails", "truncate audit_trails"])(
    "refuses %s",
    async (statement) => {
      await expect(app.db.execute(sql.raw(statement))).rejects.toThrow();
      expect(await app.audit()).not.toHaveLength(0);
    },
  );
});
