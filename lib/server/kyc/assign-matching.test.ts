import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KYC_MATCHING_MAX } from "@/lib/contract/kyc.values";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
let grace: Made;
let ogar: Made;
let ayi: Made;
const OFFICER_RIGHTS = rightsOf({ "KYC Management": ["read", "update"] });
const NOBODY = "00000000-0000-7000-8000-000000000000";
const NONE = "No open request matches that can be assigned. Change the filters and try again.";

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ogar = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
  ayi = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ayi" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.execute("truncate kyc_documents, kyc_requests, outbox, device_tokens cascade");
});

const split = (assignees: string[], filters: object = {}, by = grace, headers?: Record<string, string>) =>
  app.call("POST", "/kyc/assignments/matching", { token: by.token, body: { assignees, ...filters }, headers });
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);
/** Creates waiting requests, oldest first. */
async function waiting(count: number, values: Parameters<typeof makeKyc>[1] = {}) {
  const made: Awaited<ReturnType<typeof makeKyc>>[] = [];
  for (let n = 0; n < count; n++) made.push(await makeKyc(app, { submittedAt: ago(count - n), ...values }));
  return made;
}
const rows = () => app.db.select().from(kycRequests);
const assigneeOf = async (id: string) => (await rows()).find((row) => row.id === id)?.assigneeId;
const given = (json: { data: { officers: { officer: { name: string }; given: number }[] } }) =>
  json.data.officers.map((each) => [each.officer.name, each.given]);

describe("kyc.assignMatching", () => {
  it("splits requests evenly in turns, oldest first, with an audit row for each", async () => {
    const queue = await waiting(7);
    const answer = await split(["me", ogar.id, ayi.id]);
    expect(answer).toMatchObject({
      status: 200,
      json: { data: { stayed: [], left_over: 0, left_over_is_capped: false } },
    });
    expect(given(answer.json)).toEqual([
      [grace.name, 3],
      [ogar.name, 2],
      [ayi.name, 2],
    ]);
    const turns = [grace, ogar, ayi, grace, ogar, ayi, grace].map(({ id }) => id);
    expect(await Promise.all(queue.map(({ id }) => assigneeOf(id)))).toEqual(turns);
    expect((await rows()).every((row) => row.state === "in_review" && row.version === 2 && row.claimedAt)).toBe(true);
    for (const [at, { id }] of queue.entries())
      expect(await app.audit(id)).toMatchObject([
        {
          action: "kyc.assignMatching",
          outcome: "done",
          adminId: grace.id,
          before: { state: "pending", assignee: null },
          after: { state: "in_review", assignee: turns[at] },
        },
      ]);
  });

  it("assigns only open, unassigned requests that match the filters", async () => {
    const [ikom] = await waiting(1, { lga: "Ikom" });
    const [abi] = await waiting(1, { lga: "Abi" });
    const [taken] = await waiting(1, { lga: "Ikom", state: "in_review", assigneeId: ogar.id });
    await waiting(1, { lga: "Ikom", state: "approved" });
    const answer = await split([ayi.id], { lga: "Ikom", lane: "clean" });
    expect(given(answer.json)).toEqual([[ayi.name, 1]]);
    expect(await Promise.all([ikom, abi, taken].map((each) => assigneeOf(each?.id ?? "")))).toEqual([
      ayi.id,
      null,
      ogar.id,
    ]);
  });

  it("redistributes an officer's requests if the filters name that officer", async () => {
    const queue = await waiting(5, { state: "in_review", assigneeId: ogar.id });
    const answer = await split([ogar.id, ayi.id], { assignee: ogar.id });
    expect(given(answer.json)).toEqual([
      [ogar.name, 0],
      [ayi.name, 2],
    ]);
    expect(answer.json.data.stayed).toEqual([
      { message: `This request is assigned to ${ogar.name} already.`, count: 3 },
    ]);
    const now = await Promise.all(queue.map(({ id }) => assigneeOf(id)));
    expect(now.filter((id) => id === ayi.id)).toHaveLength(2);
  });

  it("assigns entered requests to another chosen officer if possible, and stays even", async () => {
    const queue = await waiting(3, { enteredById: grace.id });
    await waiting(3);
    expect(given((await split(["me", ogar.id])).json)).toEqual([
      [grace.name, 3],
      [ogar.name, 3],
    ]);
    expect(await Promise.all(queue.map(({ id }) => assigneeOf(id)))).toEqual(Array(3).fill(ogar.id));
    const [own] = await waiting(1, { enteredById: grace.id });
    await waiting(1);
    const alone = await split(["me"]);
    expect(given(alone.json)).toEqual([[grace.name, 1]]);
    expect(alone.json.data.stayed).toEqual([
      { message: "You entered this request, so another admin has to review it.", count: 1 },
    ]);
    expect(await assigneeOf(own?.id ?? "")).toBeNull();
    expect((await app.audit(own?.id ?? ""))[0]).toMatchObject({ outcome: "refused", action: "kyc.assignMatching" });
  });

  it("assigns at most 500 requests in one call and returns how many are left", async () => {
    const [one] = await waiting(1);
    await app.db.execute(sql`insert into kyc_requests (id, reference, user_id, tier, first_name, last_name, date_of_birth,
        gender, phone, address, lga, identity_type, identity_number, identity_number_last4, identity_number_hash,
        submitted_at, due_at)
      select gen_random_uuid(), 'KYC-MANY' || n, user_id, tier, first_name, last_name, date_of_birth, gender, phone, address,
        lga, identity_type, identity_number, identity_number_last4, identity_number_hash,
        submitted_at + n * interval '1 second', due_at
      from generate_series(1, 511) n, (select * from kyc_requests where id = ${one?.id}) one`);
    const answer = await split(["me", ogar.id, ayi.id]);
    expect(answer.status).toBe(200);
    expect(given(answer.json).map(([, count]) => count)).toEqual([167, 167, 166]);
    expect(answer.json.data).toMatchObject({ left_over: 12, stayed: [] });
    const waits = (await rows()).filter(({ state }) => state === "pending").map(({ reference }) => reference);
    expect(waits.sort()).toEqual(Array.from({ length: 12 }, (_, n) => `KYC-MANY${n + KYC_MATCHING_MAX}`));
    const trail = await app.db
      .select({ id: auditTrails.recordId })
      .from(auditTrails)
      .where(and(eq(auditTrails.action, "kyc.assignMatching"), eq(auditTrails.outcome, "done")));
    const assigned = (await rows()).filter(({ assigneeId }) => assigneeId).map(({ id }) => id);
    expect(assigned.every((id) => trail.some((row) => row.id === id))).toBe(true);
    expect(given((await split(["me"])).json)).toEqual([[grace.name, 12]]);
  }, 60_000);

  it("sends each officer one push, but none to the caller", async () => {
    for (const { id } of [grace, ogar, ayi]) {
      const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, id));
      await app.db.insert(deviceTokens).values({ token: `phone ${id}`, adminId: id, sessionId: session?.id ?? "" });
    }
    await waiting(5);
    await split(["me", ogar.id, ayi.id]);
    const pushed = (await app.db.select().from(outbox)).map(({ payload }) => payload);
    expect(pushed).toHaveLength(2);
    expect(pushed).toEqual([
      expect.objectContaining({
        adminId: ogar.id,
        push: expect.objectContaining({ body: `${grace.name} assigned 2 identity requests to you.` }),
      }),
      expect.objectContaining({
        adminId: ayi.id,
        push: expect.objectContaining({ body: expect.stringMatching(`${grace.name} assigned KYC-\\d+ to you.`) }),
      }),
    ]);
  });

  it("rejects admins who can't review, suspended admins, unknown filters and an empty choice", async () => {
    const [request] = await waiting(1);
    const reader = await makeAdmin(app, { rights: rightsOf({ "KYC Management": ["read"] }), firstName: "Reader" });
    const away = await makeAdmin(app, { rights: OFFICER_RIGHTS, status: "suspended" });
    for (const { id, name } of [reader, away])
      expect(await split(["me", id])).toMatchObject({
        status: 400,
        json: { fields: { assignees: `${name} can't review identity requests. Choose another admin.` } },
      });
    expect((await split([NOBODY])).status).toBe(400);
    expect((await split(["everybody"])).status).toBe(400);
    expect(await split([])).toMatchObject({
      status: 400,
      json: { fields: { assignees: "Choose at least one officer." } },
    });
    expect((await split(Array(51).fill(ogar.id))).status).toBe(400);
    for (const filters of [{ lane: "fast" }, { page: 2 }, { sort: "name" }, { state: "waiting" }])
      expect((await split(["me"], filters)).status).toBe(400);
    expect((await split(["me"], {}, reader)).status).toBe(403);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.assignMatching",
      outcome: "refused",
      adminId: reader.id,
    });
    expect(await assigneeOf(request?.id ?? "")).toBeNull();
  });

  it("refuses with a message, and logs it, when nothing matches", async () => {
    await waiting(1, { state: "in_review", assigneeId: ogar.id });
    await waiting(1, { state: "approved" });
    for (const filters of [{}, { state: "approved" }, { assignee: ayi.id }])
      expect(await split(["me"], filters)).toMatchObject({
        status: 404,
        json: { code: "NOTHING_WAITS", message: NONE },
      });
    expect((await app.audit())[0]).toMatchObject({ action: "kyc.assignMatching", outcome: "refused", refusal: NONE });
  });

  it("takes effect once when repeated, and assigns nothing twice in concurrent calls", async () => {
    await waiting(6);
    const headers = { "idempotency-key": "split-the-queue-once" };
    const first = await split(["me", ogar.id], { lga: (await rows())[0]?.lga }, grace, headers);
    const again = await split(["me", ogar.id], { lga: (await rows())[0]?.lga }, grace, headers);
    expect(again.json).toEqual(first.json);
    for (let round = 0; round < 5; round++) {
      await app.db.update(kycRequests).set({ state: "pending", assigneeId: null, version: 1 });
      const both = await Promise.all([split(["me", ogar.id]), split([ayi.id], {}, ogar)]);
      const counts = both.flatMap(({ json }) => (json.data ? given(json).map(([, count]) => Number(count)) : []));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
      expect((await rows()).every(({ version }) => version === 2)).toBe(true);
      for (const { status } of both) expect([200, 404]).toContain(status);
    }
  });
});
