import { asc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { auditSeals } from "@/lib/server/db/schema/audit-seals";
import { userActivities } from "@/lib/server/db/schema/system-logs";
import { createTicketCode } from "@/lib/server/event/ticket-code";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeEvent } from "@/lib/server/testing/events";
import { gateScanOf, scanResultsOf, sendScans } from "@/lib/server/testing/gates";
import { makeTickets } from "@/lib/server/testing/tickets";
import { sealWaitingRows } from "./seal";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

describe("audit trail", () => {
  it("the audit trail is one hash chain, even with concurrent writes: the chain entry (seal) of each row contains the hash of the previous one", async () => {
    const officer = await makeAdmin(app);
    const requests = await Promise.all(Array.from({ length: 20 }, () => makeKycRequest(app)));
    await Promise.all(
      requests.map(({ id }) =>
        app.call("PATCH", `/kyc/${id}/decision`, {
          token: officer.token,
          body: { version: 1, decision: "approved", checked: KYC_CHECKS },
        }),
      ),
    );
    await sealWaitingRows(app.db);
    const seals = await app.db.select().from(auditSeals).orderBy(asc(auditSeals.position));
    expect(seals).toHaveLength(20);
    let previous = "0".repeat(64);
    for (const [index, { position, hash, previousHash }] of seals.entries()) {
      expect(position).toBe(index + 1);
      expect(previousHash).toBe(previous);
      previous = hash;
    }
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ checked: 20, bad: null });
  });

  it("a batch of ticket scans writes one audit row per scan, and counts each in the admin's activity", async () => {
    const officer = await makeAdmin(app);
    const eventFixture = await makeEvent(app);
    const tickets = await makeTickets(app, eventFixture, { count: 5 });
    const scans = [...tickets, createTicketCode()].map((ticket) => gateScanOf(ticket));
    scanResultsOf(await sendScans(app, officer.token, eventFixture.event.id, { gate: "Main", scans }));
    const rows = (await app.audit()).filter(({ adminId }) => adminId === officer.id).reverse();
    expect(rows.map(({ recordId }) => recordId)).toEqual([...tickets.map(({ id }) => id), eventFixture.event.id]);
    await sealWaitingRows(app.db);
    expect(await app.db.select().from(userActivities).where(eq(userActivities.userId, officer.id))).toMatchObject([
      { actions: 5, refused: 1, signIns: 0, lastAction: "event.scan" },
    ]);
  });

  it.each(["update audit_trails set action = 'x'", "delete from audit_trails", "truncate audit_trails"])(
    "the audit trail rejects the SQL statement: %s",
    async (statement) => {
      await expect(app.db.execute(sql.raw(statement))).rejects.toThrow();
      expect(await app.audit()).not.toHaveLength(0);
    },
  );
});
