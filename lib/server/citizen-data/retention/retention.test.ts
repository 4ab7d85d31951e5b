import { randomUUID } from "node:crypto";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { approvals } from "@/lib/server/db/schema/approvals";
import { citizenErasures, citizenHolds, retentionPeriods, retentionRuns } from "@/lib/server/db/schema/citizen-data";
import { contentEntries, faqVotes } from "@/lib/server/db/schema/content-entries";
import { files } from "@/lib/server/db/schema/file";
import { kycDocuments, kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { verifyAuditChain } from "@/lib/server/system-logs/verify-chain";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeIreport } from "@/lib/server/testing/ireports";
import { findClosedAccounts } from "./closed-identities";
import { removeOldData } from "./remove-old-data";
import { RETENTION_STEPS } from "./rules";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
let second: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  [officer, second] = [await makeAdmin(app, { firstName: "Ofem" }), await makeAdmin(app, { firstName: "Bella" })];
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(retentionPeriods);
  await app.db.update(approvals).set({ state: "cancelled" }).where(eq(approvals.state, "waiting"));
});

const PATH = "/user-management/retention";
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const call = (method: string, path: string, body?: object, token = officer.token) =>
  app.call(method, `${PATH}${path}`, { token, body });
const request = (rules: string[]) => call("POST", "/runs", { rules, reason: "Yearly removal" });
const decide = (approvalId: string, token = second.token) =>
  app.call("PATCH", `/approvals/${approvalId}/decision`, {
    token,
    headers: { "idempotency-key": randomUUID() },
    body: { decision: "approved" },
  });
const countOf = async (rule: string) =>
  (await call("GET", "/dry-run")).json.data.rules.find((each: { rule: string }) => each.rule === rule).count;
const documentsOf = (kycId: string) => app.db.$count(kycDocuments, eq(kycDocuments.kycId, kycId));

/** Creates an identity request that was decided this many days ago. */
const makeDecided = (days: number, state: "rejected" | "approved" = "rejected") =>
  makeKycRequest(app, {
    state,
    decidedAt: daysAgo(days),
    submittedAt: daysAgo(days + 1),
    submittedDevice: "Infinix",
    submittedAddress: "10.0.0.9",
  });

describe("removal of old data", () => {
  it("a dry run counts data that is older than its retention period, without removing it", async () => {
    const before = await countOf("rejected_identity_documents");
    const old = await makeDecided(731);
    await makeDecided(729);
    await makeDecided(2_000, "approved");
    expect(await countOf("rejected_identity_documents")).toBe(before + 1);
    expect(await documentsOf(old.id)).toBe(1);
  });

  it("a removal of old data deletes documents of old rejected identity requests once a second admin has approved, and keeps those of recent or approved requests", async () => {
    const [old, recent, approved] = [await makeDecided(900), await makeDecided(10), await makeDecided(900, "approved")];
    const [document] = await app.db.select().from(kycDocuments).where(eq(kycDocuments.kycId, old.id));
    const { status, json } = await request(["rejected_identity_documents"]);
    expect([status, json.data.awaiting.reason]).toEqual([200, "Yearly removal"]);
    const [stored] = await app.db.select().from(approvals).where(eq(approvals.id, json.data.awaiting.approvalId));
    expect(stored?.change).toMatch(/^Remove permanently: documents of rejected identity requests before /);
    await removeOldData(app.db);
    expect(await documentsOf(old.id)).toBe(1);
    expect((await decide(json.data.awaiting.approvalId, officer.token)).status).toBe(403);
    expect((await decide(json.data.awaiting.approvalId)).status).toBe(200);
    await removeOldData(app.db);
    expect(await documentsOf(old.id)).toBe(0);
    expect(await app.db.$count(files, eq(files.id, document?.fileId ?? ""))).toBe(0);
    for (const kept of [recent, approved]) expect(await documentsOf(kept.id)).toBe(1);
    const [run] = (await call("GET", "")).json.data.runs;
    expect(run.steps).toMatchObject([{ rule: "rejected_identity_documents", found: run.steps[0].removed }]);
    expect(run.finished_at).not.toBeNull();
    const [finished] = await app.audit();
    expect(finished).toMatchObject({ action: "user.finishRetention", adminId: null, after: { run: run.id } });
  });

  it("a removal of old data skips the documents of an identity request that is being reopened, and finishes once the reopening is committed", async () => {
    const [reopened, other] = [await makeDecided(900), await makeDecided(900)];
    const { json } = await request(["rejected_identity_documents"]);
    await decide(json.data.awaiting.approvalId);
    const runOf = async () => (await call("GET", "")).json.data.runs[0];
    await app.db.transaction(async (tx) => {
      await tx.update(kycRequests).set({ state: "pending" }).where(eq(kycRequests.id, reopened.id));
      await removeOldData(app.db);
      expect([await documentsOf(reopened.id), await documentsOf(other.id)]).toEqual([1, 0]);
      expect((await runOf()).finished_at).toBeNull();
    });
    await removeOldData(app.db);
    expect(await documentsOf(reopened.id)).toBe(1);
    expect((await runOf()).finished_at).not.toBeNull();
  });

  it("if a batch of one removal of old data fails, later removals are still carried out, and the failed one is retried", async () => {
    const [broken, next] = [await makeDecided(900), await makeDecided(400)];
    const begin = async (rule: string) => decide((await request([rule])).json.data.awaiting.approvalId);
    await begin("rejected_identity_documents");
    await begin("submission_origin");
    const remove = vi.spyOn(RETENTION_STEPS.rejected_identity_documents, "remove");
    remove.mockRejectedValue(new Error("A batch failed."));
    await expect(removeOldData(app.db)).rejects.toThrow("A batch failed.");
    remove.mockRestore();
    const [stored] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, next.id));
    expect([stored?.submittedDevice, await documentsOf(broken.id)]).toEqual([null, 1]);
    await removeOldData(app.db);
    expect(await documentsOf(broken.id)).toBe(0);
  });

  it.each([
    ["submission_origin", ["kyc_requests_origin"]],
    ["app_activity", ["broadcast_opens_at", "announcement_reads_at", "faq_votes_at"]],
  ] as const)("the query for old rows of the retention rule %s uses its indexes", async (rule, indexes) => {
    const plan = await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`set local enable_bitmapscan = off`);
      return tx.execute(sql`explain ${RETENTION_STEPS[rule].old(daysAgo(10_000))}`);
    });
    const text = JSON.stringify(plan.rows);
    for (const index of indexes) expect(text).toContain(`using ${index} `);
  });

  it("no retention rule counts or removes data of a citizen whose data is on hold, until the hold is released", async () => {
    const RULES = ["rejected_identity_documents", "submission_origin", "correction_details", "app_activity"] as const;
    const held = await makeDecided(900);
    const correction = {
      id: randomUUID(),
      kind: "user.correct",
      change: "Correct the phone number",
      payload: { from: {} },
      recordType: "user",
      recordId: held.userId,
      recordName: "Held",
      requestedBy: officer.id,
      requestedAt: daysAgo(900),
      state: "rejected",
      expiresAt: daysAgo(893),
    } as const;
    await app.db.insert(approvals).values(correction);
    const entryId = randomUUID();
    await app.db.insert(contentEntries).values({ id: entryId, kind: "faq", draft: {} as never });
    await app.db.insert(faqVotes).values({ entryId, userId: held.userId, helpful: true, at: daysAgo(900) });
    const hold = (method: string, path: string) =>
      app.call(method, `/user-management/users/${held.userId}/data-hold${path}`, {
        token: officer.token,
        body: { reason: "Order of the court" },
      });
    const before = await Promise.all(RULES.map(countOf));
    expect((await hold("POST", "")).status).toBe(200);
    expect(await Promise.all(RULES.map(countOf))).toEqual(before.map((count) => count - 1));
    for (const rule of RULES)
      await app.db.transaction((tx) => RETENTION_STEPS[rule].remove(tx, daysAgo(899), 100, randomUUID()));
    const [kept] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, held.id));
    const [stored] = await app.db.select().from(approvals).where(eq(approvals.id, correction.id));
    expect([kept?.submittedDevice, await documentsOf(held.id)]).toEqual(["Infinix", 1]);
    expect(stored?.payload).toEqual({ from: {} });
    expect(await app.db.$count(faqVotes, eq(faqVotes.userId, held.userId))).toBe(1);
    expect((await hold("PATCH", "/release")).status).toBe(200);
    expect(await Promise.all(RULES.map(countOf))).toEqual([1, 1, 1, 1]);
  });

  it("a removal of old data deletes only data that was old enough when the removal was requested", async () => {
    const old = await makeDecided(800);
    const { json } = await request(["rejected_identity_documents"]);
    const later = await makeDecided(700);
    await call("PATCH", "", { rule: "rejected_identity_documents", version: 1, days: 200, reason: "New guideline" });
    await decide(json.data.awaiting.approvalId);
    await removeOldData(app.db);
    expect([await documentsOf(old.id), await documentsOf(later.id)]).toEqual([0, 1]);
  });

  it("a removal of old data deletes device and address of decided identity requests, and contact details of decided corrections", async () => {
    const old = await makeDecided(400);
    const open = await makeKycRequest(app, { submittedAt: daysAgo(400), submittedDevice: "Infinix" });
    const correction = {
      id: randomUUID(),
      kind: "user.correct",
      recordType: "user",
      recordId: old.userId,
      recordName: "Ada Obi",
      change: "Correct the email address",
      payload: { from: {}, to: {}, evidence: "" },
      requestedBy: officer.id,
      requestedAt: daysAgo(400),
      state: "rejected",
      expiresAt: daysAgo(393),
    } as const;
    await app.db.insert(approvals).values(correction);
    const { json } = await request(["submission_origin", "correction_details"]);
    await decide(json.data.awaiting.approvalId);
    await removeOldData(app.db);
    const rows = await app.db
      .select()
      .from(kycRequests)
      .where(inArray(kycRequests.id, [old.id, open.id]))
      .orderBy(kycRequests.state);
    expect(rows.map(({ id, submittedDevice }) => [id, submittedDevice])).toEqual(
      expect.arrayContaining([
        [old.id, null],
        [open.id, "Infinix"],
      ]),
    );
    const [stored] = await app.db.select().from(approvals).where(eq(approvals.id, correction.id));
    expect(stored?.payload).toEqual({});
  });

  it("a removal of old data deletes old FAQ votes, and keeps recent ones", async () => {
    const entryId = randomUUID();
    await app.db.insert(contentEntries).values({ id: entryId, kind: "faq", draft: {} as never });
    for (let index = 0; index < 3; index++) {
      const { id } = await makeUser(app);
      await app.db.insert(faqVotes).values({ entryId, userId: id, helpful: true, at: daysAgo(index ? 800 : 1) });
    }
    const { json } = await request(["app_activity"]);
    await decide(json.data.awaiting.approvalId);
    await removeOldData(app.db);
    expect(await app.db.$count(faqVotes, eq(faqVotes.entryId, entryId))).toBe(1);
  });

  it("a removal of old data is refused if nothing is old enough or another request waits", async () => {
    expect((await request(["rejected_grant_documents"])).status).toBe(409);
    await makeDecided(900);
    expect((await request(["rejected_identity_documents"])).status).toBe(200);
    expect((await request(["rejected_identity_documents"])).status).toBe(409);
  });

  it("counting old data, changing retention periods and requesting a removal require the delete right of User Management", async () => {
    const { token } = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "update"] }) });
    expect((await call("GET", "", undefined, token)).status).toBe(200);
    expect((await call("GET", "/dry-run", undefined, token)).status).toBe(403);
    expect((await call("POST", "/runs", { rules: ["app_activity"], reason: "Yearly" }, token)).status).toBe(403);
  });
});

describe("periods", () => {
  const change = (days: number, version = 1) =>
    call("PATCH", "", { rule: "app_activity", version, days, reason: "Decided by the data officer" });
  const periodOf = (data: { periods: { rule: string }[] }) => data.periods.find(({ rule }) => rule === "app_activity");

  it("retention periods start with the defaults, and are changed with a reason in the audit trail", async () => {
    expect(periodOf((await call("GET", "")).json.data)).toMatchObject({ days: 730, version: 1 });
    expect(periodOf((await change(365)).json.data)).toMatchObject({ days: 365, version: 2 });
    expect((await app.audit())[0]).toMatchObject({
      action: "user.changeRetention",
      before: { app_activity: 730 },
      after: { app_activity: 365, reason: "Decided by the data officer" },
    });
  });

  it("retention periods are refused below the minimum, and from an outdated version", async () => {
    expect((await change(89)).json.fields).toEqual({ days: "Enter at least 90 days." });
    await change(365);
    const stale = await change(400);
    expect([stale.status, periodOf(stale.json.current)]).toEqual([409, expect.objectContaining({ days: 365 })]);
    expect((await change(400, 2)).status).toBe(200);
  });

  it("a removal of old data that finds nothing to remove is marked as finished", async () => {
    const id = randomUUID();
    await app.db.insert(retentionRuns).values({ id, steps: [], approvedBy: second.id });
    await removeOldData(app.db);
    const [run] = await app.db.select().from(retentionRuns).where(eq(retentionRuns.id, id));
    expect(run?.finishedAt).toBeInstanceOf(Date);
  });
});

describe("identities of closed accounts", () => {
  const closedFor = (days: number, name: string) =>
    makeUser(app, { status: "closed", statusChangedAt: daysAgo(days), firstName: name, tier: 2 });
  const nameOf = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0]?.firstName;

  it("identities of closed accounts are erased five years after the closing, after a second admin approved, and leave a verifiable audit chain", async () => {
    const [old, recent] = [await closedFor(1_830, "Oldest"), await closedFor(1_820, "Recent")];
    const kyc = await makeKycRequest(app, { userId: old.id, state: "approved", decidedAt: daysAgo(2_000) });
    await app.call("POST", `/user-management/users/${old.id}/notes`, {
      token: officer.token,
      body: { text: "Oldest" },
    });
    await app.seal();
    const { json } = await request(["closed_identities"]);
    await removeOldData(app.db);
    expect(await nameOf(old.id)).toBe("Oldest");
    expect((await decide(json.data.awaiting.approvalId)).status).toBe(200);
    await removeOldData(app.db);
    expect([await nameOf(old.id), await nameOf(recent.id)]).toEqual(["Erased", "Recent"]);
    expect(await documentsOf(kyc.id)).toBe(0);
    const [row] = (await app.audit(old.id)).filter(({ action }) => action === "user.eraseIdentity");
    expect(row).toMatchObject({ adminId: null, recordName: "Erased Person", after: { erased: { audit_trail: 1 } } });
    const [erasure] = await app.db.select().from(citizenErasures).where(eq(citizenErasures.userId, old.id));
    expect(erasure).toMatchObject({
      approvalId: json.data.awaiting.approvalId,
      requestedBy: officer.id,
      approvedBy: second.id,
    });
    const [run] = (await call("GET", "")).json.data.runs;
    expect(run).toMatchObject({ steps: [{ rule: "closed_identities", found: 1, removed: 1 }] });
    expect(run.finished_at).not.toBeNull();
    await app.seal();
    expect(await verifyAuditChain(app.db, 0)).toMatchObject({ bad: null, waiting: 0 });
  });

  it("identities of closed accounts are left out and listed with the reason if there is a hold or an open case", async () => {
    const [held, applying, open, free] = [
      await closedFor(2_000, "Held"),
      await closedFor(1_999, "Applying"),
      await closedFor(1_998, "Open"),
      await closedFor(1_997, "Free"),
    ];
    const hold = (path: string, body: object) =>
      app.call(path ? "PATCH" : "POST", `/user-management/users/${held.id}/data-hold${path}`, {
        token: officer.token,
        body,
      });
    expect((await hold("", { reason: "Order of the court" })).json.data.hold).toMatchObject({
      reason: "Order of the court",
    });
    expect((await hold("", { reason: "Once more" })).status).toBe(409);
    await makeKycRequest(app, { userId: applying.id });
    await makeIreport(app, { reporterId: open.id });
    await makeIreport(app, { reporterId: free.id, state: "resolved" });
    const { left_out } = (await call("GET", "/dry-run")).json.data;
    expect(left_out).toEqual({
      is_capped: false,
      items: [
        { id: held.id, name: `Held ${held.lastName}`, reasons: ["hold"] },
        { id: applying.id, name: `Applying ${applying.lastName}`, reasons: ["identity_request"] },
        { id: open.id, name: `Open ${open.lastName}`, reasons: ["report"] },
      ],
    });
    expect(await countOf("closed_identities")).toBe(1);
    const { json } = await request(["closed_identities"]);
    await decide(json.data.awaiting.approvalId);
    await removeOldData(app.db);
    for (const { id, firstName } of [held, applying, open]) expect(await nameOf(id)).toBe(firstName);
    expect(await nameOf(free.id)).toBe("Erased");
    const erasure = await app.call("POST", `/user-management/users/${held.id}/erasures`, {
      token: officer.token,
      body: { reason: "Asked for it" },
    });
    expect(erasure.json).toMatchObject({ status: 409, message: expect.stringMatching(/^A hold is placed/) });
    expect((await hold("/release", { reason: "The trial has ended" })).json.data.hold).toBeNull();
    expect((await hold("/release", { reason: "The trial has ended" })).status).toBe(409);
    expect(await countOf("closed_identities")).toBe(1);
    const [released] = (await app.audit(held.id)).filter(({ outcome }) => outcome === "done");
    expect(released).toMatchObject({ action: "user.releaseHold", after: { hold: false } });
  });

  it("identities of closed accounts stay with their waiting requests if a hold is placed while they are about to be erased", async () => {
    const user = await closedFor(1_900, "Contested");
    const copy = await app.call("POST", `/user-management/users/${user.id}/data-copies`, {
      token: officer.token,
      body: { reason: "Asked for it" },
    });
    await decide((await request(["closed_identities"])).json.data.awaiting.approvalId);
    let removal: Promise<void> | undefined;
    await app.db.transaction(async (tx) => {
      await tx.execute(sql`select 1 from users where id = ${user.id} for no key update`);
      await tx.insert(citizenHolds).values({ userId: user.id, reason: "Order of the court", placedBy: officer.id });
      removal = removeOldData(app.db);
      const countWaiting = async () =>
        (
          await app.db.execute<{ count: number }>(
            sql`select count(*)::int as count from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
          )
        ).rows[0]?.count;
      await expect.poll(countWaiting).toBeGreaterThan(0);
    });
    await removal;
    expect(await nameOf(user.id)).toBe("Contested");
    const [stored] = await app.db.select().from(approvals).where(eq(approvals.id, copy.json.data.copy.approvalId));
    expect(stored?.state).toBe("waiting");
  });

  it("identities of closed accounts are found by an index, in the order of the index, without scanning a table", async () => {
    const plan = await app.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`explain ${findClosedAccounts(daysAgo(10_000), 10)}`);
    });
    const text = JSON.stringify(plan.rows);
    expect(text).toContain("Presorted Key: u.status_changed_at");
    expect(text).toContain("users_closed_at");
    for (const table of ["users", "transactions", "approvals", "ireports"])
      expect(text).not.toContain(`Seq Scan on ${table} `);
  });
});
