import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_ASSIGN_MATCHING_MAX } from "@/lib/contract/kyc.values";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { auditTrails } from "@/lib/server/db/schema/system-logs";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { emptyTables } from "@/lib/server/testing/empty-tables";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let grace: TestAdmin;
let ogar: TestAdmin;
let ayi: TestAdmin;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "update"] });
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const NO_MATCH_MESSAGE = "No open request matches that can be assigned. Change the filters and try again.";

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ogar = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
  ayi = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ayi" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await emptyTables(app.db, "kyc_documents", "kyc_requests", "outbox", "device_tokens");
});

const assignEvenly = (assignees: string[], filters: object = {}, actor = grace, headers?: Record<string, string>) =>
  app.call("POST", "/kyc/assignments/matching", { token: actor.token, body: { assignees, ...filters }, headers });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
/** Creates waiting requests, oldest first. */
async function makePending(count: number, values: Parameters<typeof makeKycRequest>[1] = {}) {
  const createdRequests: Awaited<ReturnType<typeof makeKycRequest>>[] = [];
  for (let n = 0; n < count; n++)
    createdRequests.push(await makeKycRequest(app, { submittedAt: hoursAgo(count - n), ...values }));
  return createdRequests;
}
const readRequests = () => app.db.select().from(kycRequests);
const assigneeOf = async (id: string) => (await readRequests()).find((row) => row.id === id)?.assigneeId;
const assignedCounts = (json: { data: { officers: { officer: { name: string }; given: number }[] } }) =>
  json.data.officers.map((each) => [each.officer.name, each.given]);

describe("kyc.assignMatching", () => {
  it("kyc.assignMatching splits requests evenly in turns, oldest first, with an audit row for each", async () => {
    const openRequests = await makePending(7);
    const answer = await assignEvenly(["me", ogar.id, ayi.id]);
    expect(answer).toMatchObject({
      status: 200,
      json: { data: { stayed: [], left_over: 0, left_over_is_capped: false } },
    });
    expect(assignedCounts(answer.json)).toEqual([
      [grace.name, 3],
      [ogar.name, 2],
      [ayi.name, 2],
    ]);
    const expectedAssignees = [grace, ogar, ayi, grace, ogar, ayi, grace].map(({ id }) => id);
    expect(await Promise.all(openRequests.map(({ id }) => assigneeOf(id)))).toEqual(expectedAssignees);
    expect((await readRequests()).every((row) => row.state === "in_review" && row.version === 2 && row.claimedAt)).toBe(
      true,
    );
    for (const [index, { id }] of openRequests.entries())
      expect(await app.audit(id)).toMatchObject([
        {
          action: "kyc.assignMatching",
          outcome: "done",
          adminId: grace.id,
          before: { state: "pending", assignee: null },
          after: { state: "in_review", assignee: expectedAssignees[index] },
        },
      ]);
  });

  it("kyc.assignMatching assigns only open, unassigned requests that match the filters", async () => {
    const [ikom] = await makePending(1, { lga: "Ikom" });
    const [abi] = await makePending(1, { lga: "Abi" });
    const [assignedRequest] = await makePending(1, { lga: "Ikom", state: "in_review", assigneeId: ogar.id });
    await makePending(1, { lga: "Ikom", state: "approved" });
    const answer = await assignEvenly([ayi.id], { lga: "Ikom", lane: "clean" });
    expect(assignedCounts(answer.json)).toEqual([[ayi.name, 1]]);
    expect(await Promise.all([ikom, abi, assignedRequest].map((each) => assigneeOf(each?.id ?? "")))).toEqual([
      ayi.id,
      null,
      ogar.id,
    ]);
  });

  it("kyc.assignMatching redistributes an officer's requests if the filters name that officer", async () => {
    const openRequests = await makePending(5, { state: "in_review", assigneeId: ogar.id });
    const answer = await assignEvenly([ogar.id, ayi.id], { assignee: ogar.id });
    expect(assignedCounts(answer.json)).toEqual([
      [ogar.name, 0],
      [ayi.name, 2],
    ]);
    expect(answer.json.data.stayed).toEqual([
      { message: `This request is assigned to ${ogar.name} already.`, count: 3 },
    ]);
    const now = await Promise.all(openRequests.map(({ id }) => assigneeOf(id)));
    expect(now.filter((id) => id === ayi.id)).toHaveLength(2);
  });

  it("kyc.assignMatching gives requests to officers who did not submit them if possible, and still splits evenly", async () => {
    const openRequests = await makePending(3, { enteredById: grace.id });
    await makePending(3);
    expect(assignedCounts((await assignEvenly(["me", ogar.id])).json)).toEqual([
      [grace.name, 3],
      [ogar.name, 3],
    ]);
    expect(await Promise.all(openRequests.map(({ id }) => assigneeOf(id)))).toEqual(Array(3).fill(ogar.id));
    const [enteredByGrace] = await makePending(1, { enteredById: grace.id });
    await makePending(1);
    const toMeOnly = await assignEvenly(["me"]);
    expect(assignedCounts(toMeOnly.json)).toEqual([[grace.name, 1]]);
    expect(toMeOnly.json.data.stayed).toEqual([
      { message: "You entered this request, so another admin has to review it.", count: 1 },
    ]);
    expect(await assigneeOf(enteredByGrace?.id ?? "")).toBeNull();
    expect((await app.audit(enteredByGrace?.id ?? ""))[0]).toMatchObject({
      outcome: "refused",
      action: "kyc.assignMatching",
    });
  });

  it("kyc.assignMatching assigns at most 500 requests in one call and returns how many are left", async () => {
    const [one] = await makePending(1);
    await app.db.execute(sql`insert into kyc_requests (id, reference, user_id, tier, first_name, last_name, date_of_birth,
        gender, phone, address, lga, identity_type, identity_number, identity_number_last4, identity_number_hash,
        submitted_at, due_at)
      select gen_random_uuid(), 'KYC-MANY' || n, user_id, tier, first_name, last_name, date_of_birth, gender, phone, address,
        lga, identity_type, identity_number, identity_number_last4, identity_number_hash,
        submitted_at + n * interval '1 second', due_at
      from generate_series(1, 511) n, (select * from kyc_requests where id = ${one?.id}) one`);
    const answer = await assignEvenly(["me", ogar.id, ayi.id]);
    expect(answer.status).toBe(200);
    expect(assignedCounts(answer.json).map(([, count]) => count)).toEqual([167, 167, 166]);
    expect(answer.json.data).toMatchObject({ left_over: 12, stayed: [] });
    const pendingReferences = (await readRequests())
      .filter(({ state }) => state === "pending")
      .map(({ reference }) => reference);
    expect(pendingReferences.sort()).toEqual(
      Array.from({ length: 12 }, (_, n) => `KYC-MANY${n + KYC_ASSIGN_MATCHING_MAX}`),
    );
    const auditRows = await app.db
      .select({ id: auditTrails.recordId })
      .from(auditTrails)
      .where(and(eq(auditTrails.action, "kyc.assignMatching"), eq(auditTrails.outcome, "done")));
    const assigned = (await readRequests()).filter(({ assigneeId }) => assigneeId).map(({ id }) => id);
    expect(assigned.every((id) => auditRows.some((row) => row.id === id))).toBe(true);
    expect(assignedCounts((await assignEvenly(["me"])).json)).toEqual([[grace.name, 12]]);
  }, 60_000);

  it("kyc.assignMatching sends each officer one push, but none to the caller", async () => {
    for (const { id } of [grace, ogar, ayi]) {
      const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, id));
      await app.db.insert(deviceTokens).values({ token: `phone ${id}`, adminId: id, sessionId: session?.id ?? "" });
    }
    await makePending(5);
    await assignEvenly(["me", ogar.id, ayi.id]);
    const outboxPayloads = (await app.db.select().from(outbox)).map(({ payload }) => payload);
    expect(outboxPayloads).toHaveLength(2);
    expect(outboxPayloads).toEqual([
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

  it("kyc.assignMatching rejects admins who can't review, suspended admins, unknown filters and an empty list of assignees", async () => {
    const [request] = await makePending(1);
    const reader = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }), firstName: "Reader" });
    const suspendedOfficer = await makeAdmin(app, { rights: OFFICER_RIGHTS, status: "suspended" });
    for (const { id, name } of [reader, suspendedOfficer])
      expect(await assignEvenly(["me", id])).toMatchObject({
        status: 400,
        json: { fields: { assignees: `${name} can't review identity requests. Choose another admin.` } },
      });
    expect((await assignEvenly([UNKNOWN_ID])).status).toBe(400);
    expect((await assignEvenly(["everybody"])).status).toBe(400);
    expect(await assignEvenly([])).toMatchObject({
      status: 400,
      json: { fields: { assignees: "Choose at least one officer." } },
    });
    expect((await assignEvenly(Array(51).fill(ogar.id))).status).toBe(400);
    for (const filters of [{ lane: "fast" }, { page: 2 }, { sort: "name" }, { state: "waiting" }])
      expect((await assignEvenly(["me"], filters)).status).toBe(400);
    expect((await assignEvenly(["me"], {}, reader)).status).toBe(403);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.assignMatching",
      outcome: "refused",
      adminId: reader.id,
    });
    expect(await assigneeOf(request?.id ?? "")).toBeNull();
  });

  it("kyc.assignMatching refuses with a message, and audits it, if nothing matches", async () => {
    await makePending(1, { state: "in_review", assigneeId: ogar.id });
    await makePending(1, { state: "approved" });
    for (const filters of [{}, { state: "approved" }, { assignee: ayi.id }])
      expect(await assignEvenly(["me"], filters)).toMatchObject({
        status: 404,
        json: { code: "NOTHING_WAITS", message: NO_MATCH_MESSAGE },
      });
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.assignMatching",
      outcome: "refused",
      refusal: NO_MATCH_MESSAGE,
    });
  });

  it("kyc.assignMatching takes effect once if repeated, and assigns nothing twice in concurrent calls", async () => {
    await makePending(6);
    const headers = { "idempotency-key": "split-the-queue-once" };
    const first = await assignEvenly(["me", ogar.id], { lga: (await readRequests())[0]?.lga }, grace, headers);
    const repeated = await assignEvenly(["me", ogar.id], { lga: (await readRequests())[0]?.lga }, grace, headers);
    expect(repeated.json).toEqual(first.json);
    for (let round = 0; round < 5; round++) {
      await app.db.update(kycRequests).set({ state: "pending", assigneeId: null, version: 1 });
      const parallelSplits = await Promise.all([assignEvenly(["me", ogar.id]), assignEvenly([ayi.id], {}, ogar)]);
      const counts = parallelSplits.flatMap(({ json }) =>
        json.data ? assignedCounts(json).map(([, count]) => Number(count)) : [],
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(6);
      expect((await readRequests()).every(({ version }) => version === 2)).toBe(true);
      for (const { status } of parallelSplits) expect([200, 404]).toContain(status);
    }
  });
});
