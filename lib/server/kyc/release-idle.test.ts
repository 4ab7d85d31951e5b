import { readFile } from "node:fs/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { env } from "@/lib/env";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { releaseIdle } from "./release-idle";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
let grace: Made;
let ogar: Made;
const OFFICER_RIGHTS = rightsOf({ "KYC Management": ["read", "update"] });
const HOUR = 3_600_000;

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ogar = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.execute("truncate kyc_documents, kyc_requests, outbox, device_tokens cascade");
});

const ask = (method: string, path: string, by: Made, body: object = {}) =>
  app.call(method, `/kyc${path}`, { token: by.token, body });
const ago = (hours: number) => new Date(Date.now() - hours * HOUR);
async function row(id: string) {
  const [found] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, id));
  if (!found) throw new Error("no request");
  return found;
}
const isNow = (at: Date | null) => at !== null && Math.abs(Date.now() - at.getTime()) < 60_000;
const age = (id: string) =>
  app.db
    .update(kycRequests)
    .set({ claimedAt: ago(5), activeAt: ago(5) })
    .where(eq(kycRequests.id, id));

describe("claim time and last activity", () => {
  it.each([
    ["claiming", (id: string) => ask("PATCH", `/${id}/claim`, grace)],
    ["opening the next case", () => ask("POST", "/next", grace)],
    ["a first tick", (id: string) => ask("PATCH", `/${id}/checklist`, grace, { item: "name_matches", checked: true })],
    [
      "an assignment",
      (id: string) => ask("POST", "/assignments", ogar, { assignee: grace.id, requests: [{ kycId: id, version: 1 }] }),
    ],
  ])("are set by %s and cleared by a release", async (_what, begin) => {
    const { id } = await makeKyc(app);
    expect(await row(id)).toMatchObject({ claimedAt: null, activeAt: null });
    expect((await begin(id)).status).toBe(200);
    const held = await row(id);
    expect([held.assigneeId, isNow(held.claimedAt), isNow(held.activeAt)]).toEqual([grace.id, true, true]);
    await ask("PATCH", `/${id}/release`, grace);
    expect(await row(id)).toMatchObject({ assigneeId: null, claimedAt: null, activeAt: null });
  });

  it.each([
    [
      "a tick in the checklist",
      (id: string) => ask("PATCH", `/${id}/checklist`, grace, { item: "name_matches", checked: true }),
    ],
    ["a note", (id: string) => ask("POST", `/${id}/notes`, grace, { text: "Called twice." })],
    [
      "a decision",
      (id: string) => ask("PATCH", `/${id}/decision`, grace, { version: 2, decision: "approved", checked: KYC_CHECKS }),
    ],
  ])("updates the last activity but not the claim time after %s", async (_what, work) => {
    const { id } = await makeKyc(app);
    await ask("PATCH", `/${id}/claim`, grace);
    await age(id);
    expect((await work(id)).status).toBe(200);
    const worked = await row(id);
    expect([isNow(worked.activeAt), isNow(worked.claimedAt)]).toEqual([true, false]);
  });

  it("ignores a colleague's note; a reopening sets both again", async () => {
    const { id } = await makeKyc(app);
    await ask("PATCH", `/${id}/claim`, grace);
    await age(id);
    await ask("POST", `/${id}/notes`, ogar, { text: "I know this person." });
    expect(isNow((await row(id)).activeAt)).toBe(false);
    await ask("PATCH", `/${id}/decision`, grace, {
      version: 2,
      decision: "rejected",
      reason: "other",
      message: "The card is not yours.",
    });
    await age(id);
    await ask("PATCH", `/${id}/reopening`, ogar, { version: 3, reason: "It was theirs after all." });
    const reopened = await row(id);
    expect([reopened.assigneeId, isNow(reopened.claimedAt), isNow(reopened.activeAt)]).toEqual([ogar.id, true, true]);
  });

  it("are migrated from the audit trail if missing, so that nothing is idle right after the update", async () => {
    const claimed = await makeKyc(app);
    await ask("PATCH", `/${claimed.id}/claim`, grace);
    const old = await makeKyc(app, { state: "in_review", assigneeId: ogar.id, submittedAt: ago(90) });
    const decided = await makeKyc(app, { state: "approved", assigneeId: ogar.id, decidedAt: ago(30) });
    await app.db.update(kycRequests).set({ claimedAt: null, activeAt: null });
    const migration = await readFile("lib/server/db/migrations/0004_kyc_day.sql", "utf8");
    await app.db.execute(sql.raw(migration.slice(migration.indexOf("UPDATE kyc_requests"))));
    const [one, two, three] = [await row(claimed.id), await row(old.id), await row(decided.id)];
    expect([isNow(one.claimedAt), isNow(one.activeAt)]).toEqual([true, true]);
    expect([two.claimedAt, isNow(two.activeAt)]).toEqual([old.submittedAt, true]);
    expect([three.claimedAt, three.activeAt]).toEqual([null, decided.decidedAt]);
  });
});

describe("the release of idle claims", () => {
  const idle = (hours: number, assigneeId = grace.id) =>
    makeKyc(app, { state: "in_review", assigneeId, claimedAt: ago(hours + 1), activeAt: ago(hours) });

  it("releases requests idle for a day, with audit rows of the system, and leaves the others", async () => {
    const old = await idle(24.1);
    const fresh = await idle(23.9);
    const decided = await makeKyc(app, { state: "rejected", assigneeId: grace.id, activeAt: ago(90) });
    expect(await releaseIdle(app.db)).toBe(1);
    expect(await row(old.id)).toMatchObject({
      state: "pending",
      assigneeId: null,
      claimedAt: null,
      activeAt: null,
      version: 2,
    });
    for (const each of [fresh, decided])
      expect(await row(each.id)).toMatchObject({ state: each.state, assigneeId: grace.id, version: 1 });
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
    expect(await releaseIdle(app.db)).toBe(0);
  });

  it("leaves a request that its officer worked on recently", async () => {
    const { id } = await idle(30);
    await ask("PATCH", `/${id}/checklist`, grace, { item: "name_matches", checked: true });
    expect(await releaseIdle(app.db)).toBe(0);
    expect((await row(id)).assigneeId).toBe(grace.id);
  });

  it("sends each officer one push about all of their requests", async () => {
    for (const { id } of [grace, ogar]) {
      const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, id));
      await app.db.insert(deviceTokens).values({ token: `phone ${id}`, adminId: id, sessionId: session?.id ?? "" });
    }
    const [first] = [await idle(40), await idle(30), await idle(30)];
    const other = await idle(30, ogar.id);
    expect(await releaseIdle(app.db)).toBe(4);
    const pushed = (await app.db.select().from(outbox)).map(({ payload }) => payload);
    expect(pushed).toHaveLength(2);
    expect(pushed).toEqual(
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

  it("releases each request once in concurrent runs, and skips locked rows", async () => {
    for (let n = 0; n < 12; n++) await idle(30 + n, n % 2 ? grace.id : ogar.id);
    const counts = await Promise.all([releaseIdle(app.db), releaseIdle(app.db), releaseIdle(app.db)]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(12);
    const rows = await app.db.select().from(kycRequests);
    expect(rows.every(({ version, state }) => version === 2 && state === "pending")).toBe(true);

    const held = await idle(30);
    await app.db.transaction(async (tx) => {
      await tx.select().from(kycRequests).where(eq(kycRequests.id, held.id)).for("update");
      expect(await releaseIdle(app.db)).toBe(0);
    });
    expect(await releaseIdle(app.db)).toBe(1);
  });

  it("is off when the setting is 0, and follows the configured number of hours", async () => {
    const hours = (kycReleaseHours: number) => Object.assign(env(), { kycReleaseHours });
    const { kycReleaseHours } = env();
    await idle(500);
    const young = await idle(3);
    hours(0);
    expect(await releaseIdle(app.db)).toBe(0);
    hours(2);
    expect(await releaseIdle(app.db)).toBe(2);
    expect((await app.audit(young.id))[0]?.after).toMatchObject({ idle_for: "2 hours" });
    hours(kycReleaseHours);
  });
});
