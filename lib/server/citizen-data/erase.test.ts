// Slow: each test requests and approves an erasure.

import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { appendAudit } from "@/lib/server/audit/audit";
import { systemAuditRow } from "@/lib/server/audit/system-row";
import { encrypt } from "@/lib/server/base/secret";
import { approvals } from "@/lib/server/db/schema/approvals";
import { userDevices } from "@/lib/server/db/schema/citizen";
import { citizenErasures } from "@/lib/server/db/schema/citizen-data";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { notices } from "@/lib/server/db/schema/notices";
import { userNotes, users } from "@/lib/server/db/schema/user";
import { webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { verifyLedger } from "@/lib/server/ledger/verify";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { fundAccount } from "@/lib/server/testing/ledger";
import { createWebhookSecret } from "@/lib/server/webhooks/sign";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [officer, second] = [await makeAdmin(app, { firstName: "Ofem" }), await makeAdmin(app, { firstName: "Bella" })];
});
afterAll(() => app.stop());

const pathOf = (userId: string, rest: string) => `/user-management/users/${userId}/${rest}`;
const request = (userId: string, token = officer.token) =>
  app.call("POST", pathOf(userId, "erasures"), { token, body: { reason: "Asked for it in writing" } });
const decide = (approvalId: string, token = second.token) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
const erase = async (userId: string) => decide((await request(userId)).json.data.erasure.approvalId);
const fetchUser = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0];
const planOf = async (userId: string) =>
  (await app.call("GET", pathOf(userId, "data-requests"), { token: officer.token })).json.data.erasure_plan;
const CLOSED = { status: "closed", statusChangedAt: new Date("2026-03-01T12:00:00Z") } as const;
const device = (userId: string) => ({ token: randomUUID(), userId, platform: "android" as const, app: "demo" });

describe("user.eraseData", () => {
  it("user.eraseData refuses an open account, and shows what an erasure would erase and keep", async () => {
    const user = await makeUser(app, { tier: 0 });
    expect((await request(user.id)).status).toBe(409);
    expect(await planOf(user.id)).toMatchObject({ obstacle: expect.stringContaining("Close it first") });
  });

  it("user.eraseData erases name, contact details and identity requests of a person who never became a customer", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 0, firstName: "Ekaette", lastName: "Erasable" });
    const other = await makeUser(app, { ...CLOSED, tier: 0 });
    const kyc = await makeKycRequest(app, { userId: user.id, state: "rejected", decidedAt: new Date() });
    await app.db.insert(userDevices).values([device(user.id), device(other.id)]);
    await app.db.insert(userNotes).values({ id: randomUUID(), userId: user.id, adminId: officer.id, text: "A note" });
    expect((await erase(user.id)).status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({
      firstName: "Erased",
      lastName: "Person",
      email: null,
      phone: "",
      address: "",
      dateOfBirth: "1900-01-01",
    });
    const [request] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, kyc.id));
    expect(request).toMatchObject({ lastName: "Person", phone: "", identityNumberLast4: "", state: "rejected" });
    expect(request?.identityNumberHash).not.toBe(kyc.identityNumberHash);
    expect(await app.db.$count(kycDocuments, eq(kycDocuments.kycId, kyc.id))).toBe(0);
    expect(await app.db.$count(userNotes, eq(userNotes.userId, user.id))).toBe(0);
    expect(await app.db.$count(userDevices, eq(userDevices.userId, user.id))).toBe(0);
    expect(await app.db.$count(userDevices, eq(userDevices.userId, other.id))).toBe(1);
    expect(await fetchUser(other.id)).toMatchObject({ firstName: other.firstName, email: other.email });
    const found = await app.call("GET", "/user-management/users?q=erasable", { token: officer.token });
    expect(found.json.data.items).toEqual([]);
  });

  it("user.eraseData keeps identity and payments of a customer for five years from the closing, and erases the rest", async () => {
    const user = await makeUser(app, { tier: 2, firstName: "Kept" });
    const kyc = await makeKycRequest(app, {
      userId: user.id,
      state: "approved",
      decidedAt: new Date(),
      submittedDevice: "X",
    });
    await fundAccount(app.db, user.id, 500);
    await fundAccount(app.db, user.id, -500);
    await app.db.update(users).set(CLOSED).where(eq(users.id, user.id));
    const plan = await planOf(user.id);
    expect(plan.erased).not.toContain("identity");
    expect(plan.kept[0]).toContain("until 1 Mar 2031");
    expect(plan.kept[1]).toContain("Payments");
    expect((await erase(user.id)).status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Kept", phone: user.phone, email: null, address: "" });
    const [request] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, kyc.id));
    expect(request).toMatchObject({ lastName: kyc.lastName, submittedDevice: null });
    expect(await app.db.$count(kycDocuments, eq(kycDocuments.kycId, kyc.id))).toBe(1);
  });

  it("user.eraseData keeps the name of an imported customer, who has a tier but no identity request or payment", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 1, firstName: "Imported" });
    expect((await planOf(user.id)).kept[0]).toContain("until 1 Mar 2031");
    expect((await erase(user.id)).status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Imported", phone: user.phone, email: null });
  });

  it("user.eraseData withdraws waiting requests, and leaves no name, number or address in requests and notices", async () => {
    const personal = { firstName: "Ntufam", lastName: "Vanish", email: "ntufam.vanish@example.com" };
    const user = await makeUser(app, { ...personal, tier: 0 });
    const correction = await app.call("POST", pathOf(user.id, "corrections"), {
      token: officer.token,
      body: { version: user.version, email: "vanish@example.com", evidence: "Ntufam's letter", reason: "Vanish asked" },
    });
    expect(correction.status).toBe(200);
    await app.db.update(users).set(CLOSED).where(eq(users.id, user.id));
    expect((await erase(user.id)).status).toBe(200);
    const requests = await app.db.select().from(approvals).where(eq(approvals.recordId, user.id));
    expect(requests.map(({ kind, state }) => [kind, state]).sort()).toEqual([
      ["user.correct", "cancelled"],
      ["user.eraseData", "approved"],
    ]);
    const stored = await app.db
      .select()
      .from(notices)
      .where(
        inArray(
          notices.recordId,
          requests.map(({ id }) => id),
        ),
      );
    expect(stored).toMatchObject([{ kind: "approval_closed", adminId: officer.id, recordName: "Erased Person" }]);
    expect(JSON.stringify([requests, stored])).not.toMatch(/ntufam|vanish|asked/i);
    expect(JSON.stringify([requests, stored])).not.toContain(user.phone.slice(-4));
    const [decision] = (await app.audit()).filter(({ action }) => action === "approvals.decide");
    expect(decision).toMatchObject({ recordId: user.id, recordName: "Erased Person" });
  });

  it("user.eraseData sends one webhook event with the user's new version, only to the citizen's app", async () => {
    const endpoints = ["demo", "other"].map((name) => ({
      ...{ id: randomUUID(), app: name, name, url: `https://${name}.example/` },
      secret: encrypt(createWebhookSecret(), "webhook-secret"),
    }));
    await app.db.insert(webhookEndpoints).values(endpoints);
    const user = await makeUser(app, { ...CLOSED, tier: 0, app: "demo", externalId: "citizen-1" });
    expect((await erase(user.id)).status).toBe(200);
    const deliveries = await app.db.select().from(webhookDeliveries);
    await app.db.delete(webhookDeliveries);
    await app.db.delete(webhookEndpoints);
    expect(deliveries.map(({ endpointId }) => endpointId)).toEqual([endpoints[0]?.id]);
    const { version, externalId } = (await fetchUser(user.id)) ?? {};
    expect([version, externalId]).toEqual([user.version + 1, null]);
    expect(JSON.parse(deliveries[0]?.body ?? "")).toMatchObject({
      type: "user.updated",
      data: { id: user.id, external_id: "citizen-1", version },
    });
  });

  it("user.eraseData returns readable names of the parts of the data, and is refused when nothing is left to erase", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 0 });
    expect((await planOf(user.id)).erased).toEqual(["contact_details", "identity"]);
    const { json } = await request(user.id);
    const [stored] = await app.db.select().from(approvals).where(eq(approvals.id, json.data.erasure.approvalId));
    expect(stored?.change).toBe(
      "Erase permanently what no law requires to keep: email address, home address and status message; name, phone number, date of birth, identity requests and notes",
    );
    expect((await decide(json.data.erasure.approvalId)).status).toBe(200);
    expect((await planOf(user.id)).erased).toEqual([]);
    expect((await request(user.id)).json).toMatchObject({ status: 409, message: expect.stringMatching(/^Nothing/) });
  });

  it("user.eraseData leaves the ledger and the audit chain verifiable, and stores the number of erased rows and which parts stay", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 0 });
    await erase(user.id);
    const [row] = (await app.audit()).filter(({ recordId }) => recordId === user.id);
    expect(row).toMatchObject({ action: "approvals.decide", after: { erased: { identity: expect.any(Number) } } });
    const [erasure] = await app.db.select().from(citizenErasures).where(eq(citizenErasures.userId, user.id));
    expect(erasure).toMatchObject({ requestedBy: officer.id, approvedBy: second.id });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    const chain = await app.call("GET", "/system-logs/audit-trails/verify", { token: officer.token });
    expect(chain.json.data).toMatchObject({ bad: null });
  });

  it("user.eraseData erases names and values in audit rows about the person, keeps the chain verifiable, and leaves other rows unchanged", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 0, firstName: "Ekpenyong", lastName: "Traceless" });
    const other = await makeUser(app, { ...CLOSED, tier: 0, firstName: "Arit", lastName: "Untouched" });
    for (const { id } of [user, other])
      await app.call("POST", pathOf(id, "notes"), { token: officer.token, body: { text: "Called twice" } });
    const kyc = await makeKycRequest(app, {
      userId: user.id,
      firstName: "Ekpenyong",
      state: "rejected",
      decidedAt: new Date(),
    });
    const ownRow = { ...systemAuditRow("user.update", { record: null, after: { lga: "Calabar" } }), byCitizen: true };
    await app.db.transaction((tx) =>
      appendAudit(
        tx,
        systemAuditRow("kyc.decide", { record: { type: "kyc", id: kyc.id, name: "Ekpenyong Traceless" } }),
        {
          ...ownRow,
          adminId: user.id,
          adminName: "Ekpenyong Traceless",
        },
      ),
    );
    // Some audit rows are in the hash chain before the erasure; the row of the request is not yet added (sealed).
    await app.seal();
    expect((await erase(user.id)).status).toBe(200);
    const traces = await app.db.execute(sql`select id from audit_trails where audit_trails::text ~* 'traceless'`);
    expect(traces.rows).toEqual([]);
    const requests = await app.db.execute(sql`select id from approvals where approvals::text ~* 'traceless'`);
    expect(requests.rows).toEqual([]);
    const rows = await app.audit();
    expect(rows.filter(({ recordId, recordName }) => recordId === other.id && recordName !== null)).toHaveLength(1);
    expect(rows.find(({ recordId }) => recordId === kyc.id)).toMatchObject({ action: "kyc.decide", salt: null });
    const [erasure] = await app.db.select().from(citizenErasures).where(eq(citizenErasures.userId, user.id));
    expect(erasure?.erased).toMatchObject({ audit_trail: 4 });
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null });
    await app.seal();
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, waiting: 0, unverifiable: 0 });
    expect((await verifyLedger(app.db)).faults).toEqual([]);
    const list = await app.call("GET", `/system-logs/audit-trails?record_type=user&record_id=${user.id}`, {
      token: officer.token,
    });
    const names = list.json.data.items.map(({ record }: { record: { name: string } }) => record.name);
    expect(names).toEqual(["Erased Person", "Erased on request", "Erased on request"]);
    const single = await app.call("GET", `/system-logs/audit-trails/${list.json.data.items[1].id}`, {
      token: officer.token,
    });
    expect(single.json.data).toMatchObject({ erased: true, changes: [], record: { name: "Erased on request" } });
    const page = await app.call("GET", pathOf(user.id, "activity"), { token: officer.token });
    expect(JSON.stringify(page.json.data)).toContain("(details erased on request)");
    const link = await app.call("POST", "/system-logs/audit-trails/export", {
      token: officer.token,
      body: { record_type: "user", record_id: user.id },
    });
    const file = await app.call("GET", `/exports/${link.json.data.token}`, {
      headers: { cookie: `cross-riv-token=${officer.token}` },
    });
    expect((await (file.json as Blob).text()).match(/Erased on request/g)).toHaveLength(2);
    expect((await request(user.id)).json.message).toBe("Nothing is left that can be erased.");
  });

  it("user.eraseData keeps names in the audit trail for a customer, whose identity is kept by law", async () => {
    const user = await makeUser(app, { tier: 2, ...CLOSED, lastName: "Remembered" });
    await makeKycRequest(app, { userId: user.id, state: "approved", decidedAt: new Date() });
    expect((await planOf(user.id)).erased).not.toContain("audit_trail");
    expect((await erase(user.id)).status).toBe(200);
    const [row] = (await app.audit()).filter(({ recordId }) => recordId === user.id);
    expect(row?.recordName).toContain("Remembered");
  });

  it("user.eraseData refuses a remark on an approval, which could name the person, and accepts one on a rejection", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 0 });
    const { approvalId } = (await request(user.id)).json.data.erasure;
    const decideWith = (decision: string) =>
      app.call("PATCH", `/approvals/${approvalId}/decision`, {
        token: second.token,
        headers: { "idempotency-key": randomUUID() },
        body: { decision, reason: "Ekaette was polite" },
      });
    expect((await decideWith("approved")).json).toMatchObject({ status: 400, fields: { reason: expect.any(String) } });
    expect((await decideWith("rejected")).status).toBe(200);
    expect((await erase(user.id)).status).toBe(200);
    const stored = await app.db.select().from(approvals).where(eq(approvals.recordId, user.id));
    expect(stored.map(({ decisionReason }) => decisionReason)).toEqual([null, null]);
  });

  it("user.eraseData informs the approver first if the legal retention period has ended since the request", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 1, firstName: "Ageing" });
    const { approvalId } = (await request(user.id)).json.data.erasure;
    const sixYears = 6 * 365 * 86_400_000;
    await app.db
      .update(users)
      .set({ statusChangedAt: new Date(Date.now() - sixYears) })
      .where(eq(users.id, user.id));
    const refused = await decide(approvalId);
    expect([refused.status, refused.json.message]).toEqual([
      409,
      "This has changed since the request. Identity and payments: kept at the request, erased now. Review it and approve again.",
    ]);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Ageing" });
    expect((await decide(approvalId)).status).toBe(200);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: "Erased" });
  });

  it("user.eraseData needs another admin's approval, and delete in User Management", async () => {
    const user = await makeUser(app, { ...CLOSED, tier: 0 });
    const { token } = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "update"] }) });
    expect((await request(user.id, token)).status).toBe(403);
    const { json } = await request(user.id);
    expect((await decide(json.data.erasure.approvalId, officer.token)).status).toBe(403);
    expect(await fetchUser(user.id)).toMatchObject({ firstName: user.firstName });
  });
});
