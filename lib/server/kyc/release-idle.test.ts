import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { env } from "@/lib/env";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { emptyTables } from "@/lib/server/testing/empty-tables";
import { releaseIdleClaims } from "./release-idle";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let grace: TestAdmin;
let ogar: TestAdmin;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "update"] });
const HOUR_MS = 3_600_000;

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ogar = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await emptyTables(app.db, "kyc_documents", "kyc_requests", "outbox", "device_tokens");
});

const callAs = (method: string, path: string, by: TestAdmin, body: object = {}) =>
  app.call(method, `/kyc${path}`, { token: by.token, body });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
async function fetchRow(id: string) {
  const [request] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, id));
  if (!request) throw new Error("no request");
  return request;
}
const isRecent = (at: Date | null) => at !== null && Math.abs(Date.now() - at.getTime()) < 60_000;
const makeClaimOld = (id: string) =>
  app.db
    .update(kycRequests)
    .set({ claimedAt: hoursAgo(5), activeAt: hoursAgo(5) })
    .where(eq(kycRequests.id, id));

describe("claim time and last activity", () => {
  it.each([
    ["claiming", (id: string) => callAs("PATCH", `/${id}/claim`, grace)],
    ["opening the next request", () => callAs("POST", "/next", grace)],
    [
      "a first tick",
      (id: string) => callAs("PATCH", `/${id}/checklist`, grace, { item: "name_matches", checked: true }),
    ],
    [
      "an assignment",
      (id: string) =>
        callAs("POST", "/assignments", ogar, { assignee: grace.id, requests: [{ kycId: id, version: 1 }] }),
    ],
  ])(
    "a KYC request's claim time and last activity are set by %s, and cleared by a release",
    async (_case, startWork) => {
      const { id } = await makeKycRequest(app);
      expect(await fetchRow(id)).toMatchObject({ claimedAt: null, activeAt: null });
      expect((await startWork(id)).status).toBe(200);
      const held = await fetchRow(id);
      expect([held.assigneeId, isRecent(held.claimedAt), isRecent(held.activeAt)]).toEqual([grace.id, true, true]);
      await callAs("PATCH", `/${id}/release`, grace);
      expect(await fetchRow(id)).toMatchObject({ assigneeId: null, claimedAt: null, activeAt: null });
    },
  );

  it.each([
    [
      "a tick in the checklist",
      (id: string) => callAs("PATCH", `/${id}/checklist`, grace, { item: "name_matches", checked: true }),
    ],
    ["a note", (id: string) => callAs("POST", `/${id}/notes`, grace, { text: "Called twice." })],
    [
      "a decision",
      (id: string) =>
        callAs("PATCH", `/${id}/decision`, grace, { version: 2, decision: "approved", checked: KYC_CHECKS }),
    ],
  ])("a KYC request's last activity, but not its claim time, is updated by %s", async (_case, doWork) => {
    const { id } = await makeKycRequest(app);
    await callAs("PATCH", `/${id}/claim`, grace);
    await makeClaimOld(id);
    expect((await doWork(id)).status).toBe(200);
    const rowAfterWork = await fetchRow(id);
    expect([isRecent(rowAfterWork.activeAt), isRecent(rowAfterWork.claimedAt)]).toEqual([true, false]);
  });

  it("a KYC request's claim time and last activity ignore another officer's note; a reopening sets both again", async () => {
    const { id } = await makeKycRequest(app);
    await callAs("PATCH", `/${id}/claim`, grace);
    await makeClaimOld(id);
    await callAs("POST", `/${id}/notes`, ogar, { text: "I know this person." });
    expect(isRecent((await fetchRow(id)).activeAt)).toBe(false);
    await callAs("PATCH", `/${id}/decision`, grace, {
      version: 2,
      decision: "rejected",
      reason: "other",
      message: "The card is not yours.",
    });
    await makeClaimOld(id);
    await callAs("PATCH", `/${id}/reopening`, ogar, { version: 3, reason: "It was theirs after all." });
    const reopened = await fetchRow(id);
    expect([reopened.assigneeId, isRecent(reopened.claimedAt), isRecent(reopened.activeAt)]).toEqual([
      ogar.id,
      true,
      true,
    ]);
  });

  it("the migration sets a KYC request's missing claim time and last activity from the audit trail; no claim is idle right after it", async () => {
    const claimed = await makeKycRequest(app);
    await callAs("PATCH", `/${claimed.id}/claim`, grace);
    const old = await makeKycRequest(app, { state: "in_review", assigneeId: ogar.id, submittedAt: hoursAgo(90) });
    const decided = await makeKycRequest(app, { state: "approved", assigneeId: ogar.id, decidedAt: hoursAgo(30) });
    await app.db.update(kycRequests).set({ claimedAt: null, activeAt: null });
    const migration = await readFile("lib/server/db/migrations/0004_kyc_day.sql", "utf8");
    await app.db.execute(sql.raw(migration.slice(migration.indexOf("UPDATE kyc_requests"))));
    const [one, two, three] = [await fetchRow(claimed.id), await fetchRow(old.id), await fetchRow(decided.id)];
    expect([isRecent(one.claimedAt), isRecent(one.activeAt)]).toEqual([true, true]);
    expect([two.claimedAt, isRecent(two.activeAt)]).toEqual([old.submittedAt, true]);
    expect([three.claimedAt, three.activeAt]).toEqual([null, decided.decidedAt]);
  });
});

describe("release of idle claims", () => {
  const makeIdle = (hours: number, assigneeId = grace.id) =>
    makeKycRequest(app, { state: "in_review", assigneeId, claimedAt: hoursAgo(hours + 1), activeAt: hoursAgo(hours) });

  it("KYC requests that were idle for a day are released, with audit rows of the system; other requests keep their officer", async () => {
    const old = await makeIdle(24.1);
    const justActive = await makeIdle(23.9);
    const decided = await makeKycRequest(app, { state: "rejected", assigneeId: grace.id, activeAt: hoursAgo(90) });
    expect(await releaseIdleClaims(app.db)).toBe(1);
    expect(await fetchRow(old.id)).toMatchObject({
      state: "pending",
      assigneeId: null,
      claimedAt: null,
      activeAt: null,
      version: 2,
    });
    for (const each of [justActive, decided])
      expect(await fetchRow(each.id)).toMatchObject({ state: each.state, assigneeId: grace.id, version: 1 });
    expect(await app.audit(old.id)).toMatchObject([
      {
        action: "kyc.releaseIdle",
        outcome: "done",
        adminId: null,
        before: { state: "in_review", assignee: grace.id },
        after: { state: "pending", assignee: null, idle_for: "24 hours" },
      },
    ]);
    const { timeline } = (await app.call("GET", `/kyc/${old.id}`, { token: ogar.token })).json.data;
    expect(timeline[0]).toMatchObject({ action: "kyc.releaseIdle", actor: "System" });
    expect(await releaseIdleClaims(app.db)).toBe(0);
  });

  it("a KYC request is not released if its officer worked on it recently", async () => {
    const { id } = await makeIdle(30);
    await callAs("PATCH", `/${id}/checklist`, grace, { item: "name_matches", checked: true });
    expect(await releaseIdleClaims(app.db)).toBe(0);
    expect((await fetchRow(id)).assigneeId).toBe(grace.id);
  });

  it("each officer gets one push about all of their KYC requests that were released as idle", async () => {
    for (const { id } of [grace, ogar]) {
      const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, id));
      await app.db.insert(deviceTokens).values({ token: `phone ${id}`, adminId: id, sessionId: session?.id ?? "" });
    }
    const [first] = [await makeIdle(40), await makeIdle(30), await makeIdle(30)];
    const other = await makeIdle(30, ogar.id);
    expect(await releaseIdleClaims(app.db)).toBe(4);
    const outboxPayloads = (await app.db.select().from(outbox)).map(({ payload }) => payload);
    expect(outboxPayloads).toHaveLength(2);
    expect(outboxPayloads).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          adminId: grace.id,
          push: {
            title: "Released",
            body: "3 identity requests were released: no work on them for 24 hours. Others can claim them now.",
            category: "kyc",
            request_id: first.id,
          },
        }),
        expect.objectContaining({
          adminId: ogar.id,
          push: expect.objectContaining({
            body: `${other.reference} was released: no work on it for 24 hours. Others can claim it now.`,
          }),
        }),
      ]),
    );
  });

  it("concurrent runs release an idle KYC request once, and skip locked rows", async () => {
    for (let n = 0; n < 12; n++) await makeIdle(30 + n, n % 2 ? grace.id : ogar.id);
    const counts = await Promise.all([releaseIdleClaims(app.db), releaseIdleClaims(app.db), releaseIdleClaims(app.db)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    const rows = await app.db.select().from(kycRequests);
    expect(rows.every(({ version, state }) => version === 2 && state === "pending")).toBe(true);

    const held = await makeIdle(30);
    await app.db.transaction(async (tx) => {
      await tx.select().from(kycRequests).where(eq(kycRequests.id, held.id)).for("update");
      expect(await releaseIdleClaims(app.db)).toBe(0);
    });
    expect(await releaseIdleClaims(app.db)).toBe(1);
  });

  it("the setting KYC_RELEASE_HOURS sets after how many idle hours KYC requests are released; 0 turns the release off", async () => {
    const hours = (kycReleaseHours: number) => Object.assign(env(), { kycReleaseHours });
    const { kycReleaseHours } = env();
    await makeIdle(500);
    const idleForThreeHours = await makeIdle(3);
    hours(0);
    expect(await releaseIdleClaims(app.db)).toBe(0);
    hours(2);
    expect(await releaseIdleClaims(app.db)).toBe(2);
    expect((await app.audit(idleForThreeHours.id))[0]?.after).toMatchObject({ idle_for: "2 hours" });
    hours(kycReleaseHours);
  });
});
