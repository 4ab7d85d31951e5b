// Slow: repeats races between officers.

import { eq } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { approvals } from "@/lib/server/db/schema/approvals";
import { idempotencyKeys } from "@/lib/server/db/schema/idempotency";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { emptyTables } from "@/lib/server/testing/empty-tables";
import { raceRounds } from "@/lib/server/testing/race-rounds";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let grace: TestAdmin;
let ogar: TestAdmin;
let chiefOfficer: TestAdmin;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "update"] });
const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";

beforeAll(async () => {
  app = await startTestApp();
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ogar = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ogar" });
  chiefOfficer = await makeAdmin(app, { firstName: "Chief" });
});
afterAll(() => app.stop());
beforeEach(async () => {
  await emptyTables(app.db, "kyc_documents", "kyc_requests", "approvals", "outbox", "device_tokens");
});

const callAs = (method: string, path: string, actor: TestAdmin, body?: object) =>
  app.call(method, `/kyc${path}`, { token: actor.token, body: method === "GET" ? undefined : (body ?? {}) });
const claim = (id: string, actor = grace) => callAs("PATCH", `/${id}/claim`, actor);
const release = (id: string, actor = grace) => callAs("PATCH", `/${id}/release`, actor);
const claimNext = (actor = grace, body?: object) => callAs("POST", "/next", actor, body);
const checkItem = (id: string, item: string, checked = true, actor = grace) =>
  callAs("PATCH", `/${id}/checklist`, actor, { item, checked });
const approve = (id: string, version: number, actor = grace) =>
  callAs("PATCH", `/${id}/decision`, actor, { version, decision: "approved", checked: KYC_CHECKS });
const REJECTION = {
  decision: "rejected",
  reason: "unreadable_document",
  message: "The photo of your card is blurred.",
};
const reject = (id: string, version: number, actor = grace) =>
  callAs("PATCH", `/${id}/decision`, actor, { version, ...REJECTION });
const reopen = (id: string, version: number, actor = grace) =>
  callAs("PATCH", `/${id}/reopening`, actor, { version, reason: "The card was readable after all." });
const revoke = (id: string, version: number, actor = grace) =>
  callAs("PATCH", `/${id}/revocation`, actor, {
    version,
    reason: "suspected_fraud",
    message: "The card turned out to be forged.",
  });
const assign = (requests: { id: string; version?: number }[], assignee: string, actor = grace) =>
  callAs("POST", "/assignments", actor, {
    assignee,
    requests: requests.map(({ id, version = 1 }) => ({ kycId: id, version })),
  });
const fetchRow = async (id: string) => (await app.db.select().from(kycRequests).where(eq(kycRequests.id, id)))[0];
const tierOf = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0]?.tier;
const decideApproval = (id: string, actor: TestAdmin, decision = "approved") =>
  app.call("PATCH", `/approvals/${id}/decision`, {
    token: actor.token,
    headers: { "idempotency-key": uuid() },
    body: { decision, reason: decision === "approved" ? undefined : "Not convinced." },
  });
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe("kyc.claim and kyc.release", () => {
  it("kyc.claim and kyc.release claim and release a request, with audit rows, visible to others", async () => {
    const { id } = await makeKycRequest(app);
    const claimed = await claim(id);
    expect(claimed.json.data).toMatchObject({ state: "in_review", assignee: { id: grace.id }, version: 2 });
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.claim",
      recordId: id,
      before: { state: "pending", assignee: null },
      after: { state: "in_review", assignee: grace.id },
    });
    expect((await callAs("GET", "", ogar)).json.data.items[0].assignee).toEqual({
      id: grace.id,
      name: grace.name,
      email: grace.email,
    });
    const released = await release(id);
    expect(released.json.data).toMatchObject({ state: "pending", assignee: null, version: 3 });
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.release",
      after: { state: "pending", assignee: null },
    });
  });

  it("kyc.claim and kyc.release refuse a request that is another officer's, already claimed by the caller, unassigned, decided or unknown", async () => {
    const { id } = await makeKycRequest(app);
    expect((await release(id)).json.message).toContain("nothing to release");
    await claim(id);
    expect((await claim(id)).json.message).toBe("You have claimed this request already.");
    const other = await claim(id, ogar);
    expect(other).toMatchObject({ status: 409, json: { current: { assignee: { id: grace.id } } } });
    expect(other.json.message).toContain(grace.name);
    expect((await release(id, ogar)).json.message).toContain(grace.name);
    await approve(id, 2);
    expect((await claim(id, ogar)).json.message).toBe(`${grace.name} already approved this request.`);
    expect((await claim(UNKNOWN_ID)).status).toBe(404);
  });

  it("kyc.claim and kyc.release allow only one of two concurrent claims, and return the first officer's name to the other", async () => {
    for (let round = 0; round < raceRounds(20, 100); round++) {
      const { id } = await makeKycRequest(app);
      const answers = await Promise.all([claim(id, grace), claim(id, ogar)]);
      expect(statuses(answers)).toEqual([200, 409]);
      const winner = answers[0]?.status === 200 ? grace : ogar;
      expect(answers.find(({ status }) => status === 409)?.json.message).toContain(winner.name);
      expect((await fetchRow(id))?.assigneeId).toBe(winner.id);
    }
  }, 120_000);
});

describe("kyc.next", () => {
  const HOUR_MS = 3_600_000;
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);
  const fetchUpcoming = async (id: string, officer = grace) =>
    (await callAs("GET", `/${id}/upcoming`, officer)).json.data;

  it("kyc.next opens the oldest unassigned request, and returns a message if none is left", async () => {
    const newerRequest = await makeKycRequest(app, { submittedAt: hoursAgo(1) });
    const olderRequest = await makeKycRequest(app, { submittedAt: hoursAgo(3) });
    await makeKycRequest(app, { submittedAt: hoursAgo(5), state: "in_review", assigneeId: ogar.id });
    await makeKycRequest(app, { submittedAt: hoursAgo(5), state: "approved" });
    expect(await fetchUpcoming(newerRequest.id)).toEqual({ next: olderRequest.id, following: null });
    expect(await fetchUpcoming(olderRequest.id)).toEqual({ next: newerRequest.id, following: newerRequest.id });
    expect((await claimNext()).json.data).toMatchObject({
      id: olderRequest.id,
      state: "in_review",
      assignee: { id: grace.id },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.next",
      recordId: olderRequest.id,
      before: { state: "pending" },
      after: { state: "in_review", assignee: grace.id },
    });
    await approve(olderRequest.id, 2);
    expect((await claimNext(grace, { skip: newerRequest.id })).status).toBe(404);
    expect((await claimNext()).json.data.id).toBe(newerRequest.id);
    const emptyQueueAnswer = await claimNext(grace, { skip: newerRequest.id });
    expect(emptyQueueAnswer).toMatchObject({ status: 404, json: { code: "NOTHING_WAITS" } });
    expect(emptyQueueAnswer.json.message).toContain("The queue is clear");
    expect(await fetchUpcoming(newerRequest.id)).toEqual({ next: null, following: null });
  });

  it("kyc.next offers the officer's own unfinished requests first, each once, without changing them", async () => {
    const own = await Promise.all(
      [9, 7, 5].map((hours) =>
        makeKycRequest(app, { submittedAt: hoursAgo(hours), state: "in_review", assigneeId: grace.id, version: 4 }),
      ),
    );
    const unassignedRequest = await makeKycRequest(app, { submittedAt: hoursAgo(8) });
    const [first, second, third] = own.map(({ id }) => id);
    expect((await claimNext()).json.data).toMatchObject({ id: first, version: 4 });
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "kyc.next", recordId: first, outcome: "done", before: null, after: null });
    expect(await fetchUpcoming(first ?? "")).toEqual({ next: second, following: unassignedRequest.id });
    const visitedIds: string[] = [];
    for (let currentId = first, n = 0; n < 4; n++) {
      currentId = (await claimNext(grace, { skip: currentId })).json.data.id;
      visitedIds.push(currentId ?? "");
    }
    // After the officer's last own request, the next request is an unassigned one, then their own ones again.
    expect(visitedIds).toEqual([second, third, unassignedRequest.id, second]);
    expect((await callAs("GET", `/${unassignedRequest.id}`, grace)).json.data.assignee.id).toBe(grace.id);
    // After a request of another officer, the next request is the officer's oldest own one.
    const assignedToOgar = await makeKycRequest(app, {
      submittedAt: hoursAgo(6),
      state: "in_review",
      assigneeId: ogar.id,
    });
    expect((await fetchUpcoming(assignedToOgar.id)).next).toBe(first);
    expect((await claimNext(grace, { skip: assignedToOgar.id })).json.data.id).toBe(first);
  });

  it("GET /kyc/{id}/upcoming returns the unassigned request after the given one as `following`, and null at the end of the queue", async () => {
    const queue = await Promise.all([4, 3, 2].map((hours) => makeKycRequest(app, { submittedAt: hoursAgo(hours) })));
    await makeKycRequest(app, { submittedAt: hoursAgo(2.5), state: "in_review", assigneeId: ogar.id });
    const ids = queue.map(({ id }) => id);
    const after = await Promise.all(ids.map(async (id) => (await fetchUpcoming(id)).following));
    expect(after).toEqual([ids[1], ids[2], null]);
    expect((await callAs("GET", `/${UNKNOWN_ID}/upcoming`, grace)).status).toBe(404);
    expect(await app.db.select().from(kycRequests).where(eq(kycRequests.assigneeId, grace.id))).toEqual([]);
  });

  it("kyc.next gives concurrent officers different requests", async () => {
    const officers = await Promise.all(Array.from({ length: 8 }, () => makeAdmin(app, { rights: OFFICER_RIGHTS })));
    for (let n = 0; n < 60; n++) await makeKycRequest(app, { submittedAt: new Date(Date.now() - n * 60_000) });
    const claimedIds: string[] = [];
    let emptyAnswers = 0;
    await Promise.all(
      officers.map(async (officer) => {
        const own = new Set<string>();
        let skip: string | undefined;
        for (let n = 0; n < 10; n++) {
          const answer = await claimNext(officer, { skip });
          if (answer.status !== 200 && answer.status !== 404) throw new Error(answer.json.message);
          skip = answer.json.data?.id ?? skip;
          // When no unassigned request is left, the officers get their own requests.
          if (!skip || own.has(skip)) emptyAnswers++;
          else claimedIds.push(skip);
          if (skip) own.add(skip);
        }
      }),
    );
    expect(claimedIds).toHaveLength(60);
    expect(new Set(claimedIds).size).toBe(60);
    expect(emptyAnswers).toBe(20);
    for (const { id } of await app.db.select().from(kycRequests)) {
      const rows = await app.audit(id);
      const claims = rows.filter(({ after }) => after !== null);
      expect(claims.map(({ action }) => action)).toEqual(["kyc.next"]);
      expect(new Set(rows.map(({ adminId }) => adminId))).toEqual(new Set([(await fetchRow(id))?.assigneeId]));
    }
  }, 60_000);
});

describe("kyc.assign", () => {
  it("kyc.assign assigns to the caller, another officer or nobody, with a result and an audit row for each request", async () => {
    const one = await makeKycRequest(app);
    const two = await makeKycRequest(app, { state: "in_review", assigneeId: grace.id });
    const approvedRequest = await makeKycRequest(app, {
      state: "approved",
      decidedById: chiefOfficer.id,
      decidedAt: new Date(),
    });
    const answer = await assign([one, two, approvedRequest, { id: UNKNOWN_ID }], ogar.id);
    expect(answer.json.data.results).toEqual([
      { id: one.id, name: expect.stringContaining(one.reference), done: true, message: `Assigned to ${ogar.name}.` },
      expect.objectContaining({ id: two.id, done: true }),
      expect.objectContaining({ done: false, message: `${chiefOfficer.name} has decided this request already.` }),
      expect.objectContaining({ done: false, message: "This request does not exist any more." }),
    ]);
    const rows = (await app.audit()).slice(0, 4);
    expect(rows.map(({ action }) => action)).toEqual(Array(4).fill("kyc.assign"));
    expect(rows.find(({ recordId }) => recordId === two.id)).toMatchObject({
      before: { assignee: grace.id },
      after: { assignee: ogar.id },
    });
    const refused = (await app.audit()).slice(0, 2);
    expect(refused.map(({ outcome, recordId, recordName }) => [outcome, recordId, recordName])).toEqual([
      ["refused", UNKNOWN_ID, "Unknown request"],
      ["refused", approvedRequest.id, expect.stringContaining(approvedRequest.reference)],
    ]);
    expect((await fetchRow(one.id))?.state).toBe("in_review");
    const staleAnswer = await assign([one], "me");
    expect((await app.audit())[0]).toMatchObject({ action: "kyc.assign", outcome: "refused", recordId: one.id });
    expect(staleAnswer.json.data.results[0]).toMatchObject({ done: false });
    expect(staleAnswer.json.data.results[0].message).toContain(`assigned to ${ogar.name} now`);
    await assign([{ id: one.id, version: 2 }], "me");
    expect((await fetchRow(one.id))?.assigneeId).toBe(grace.id);
    await assign([{ id: one.id, version: 3 }], "nobody", ogar);
    expect(await fetchRow(one.id)).toMatchObject({ assigneeId: null, state: "pending", version: 4 });
    const repeatedAnswer = await assign([{ id: one.id, version: 4 }], "nobody");
    expect(repeatedAnswer.json.data.results[0].message).toBe("This request is assigned to nobody already.");
  });

  it.each([
    ["an unknown user", UNKNOWN_ID],
    ["a word that is no person", "everybody"],
  ])("kyc.assign rejects %s as assignee", async (_case, assignee) => {
    const request = await makeKycRequest(app);
    expect(await assign([request], assignee)).toMatchObject({
      status: 400,
      json: { fields: { assignee: expect.any(String) } },
    });
  });

  it("kyc.assign rejects admins who can't review, suspended admins, and more requests than a page has", async () => {
    const request = await makeKycRequest(app);
    const reader = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const suspendedOfficer = await makeAdmin(app, { rights: OFFICER_RIGHTS, status: "suspended" });
    for (const { id } of [reader, suspendedOfficer])
      expect((await assign([request], id)).json.message).toContain("can't review identity requests");
    expect((await assign(Array(101).fill(request), "me")).status).toBe(400);
    expect((await assign([], "me")).status).toBe(400);
    expect((await fetchRow(request.id))?.assigneeId).toBeNull();
    const choices = (await callAs("GET", "/assignees", grace)).json.data.items;
    expect(choices.map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([grace.id, ogar.id, chiefOfficer.id]),
    );
    expect(JSON.stringify(choices)).not.toContain(reader.id);
    expect(JSON.stringify(choices)).not.toContain(suspendedOfficer.id);
  });

  it("kyc.assign queues a push for each device of another officer, about the most urgent request, and none for the caller", async () => {
    const urgent = await makeKycRequest(app, { submittedAt: new Date(Date.now() - 20 * 3_600_000) });
    const other = await makeKycRequest(app);
    for (const { id } of [grace, ogar]) {
      const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, id));
      await app.db.insert(deviceTokens).values(
        ["phone", "laptop"].map((device) => ({
          token: `${device} ${id}`,
          adminId: id,
          sessionId: session?.id ?? "",
        })),
      );
    }
    await assign([other, urgent], ogar.id);
    const outboxRows = await app.db.select().from(outbox);
    expect(outboxRows.map(({ kind }) => kind)).toEqual(["push", "push"]);
    expect(outboxRows.map(({ payload }) => payload)).toEqual(
      expect.arrayContaining([
        {
          token: `phone ${ogar.id}`,
          adminId: ogar.id,
          noticeId: expect.any(String),
          push: {
            title: "Assigned to you",
            body: `${grace.name} assigned 2 identity requests to you.`,
            category: "kyc",
            request_id: urgent.id,
          },
        },
      ]),
    );
    await app.db.delete(outbox);
    await assign([await makeKycRequest(app)], "me");
    expect(await app.db.select().from(outbox)).toEqual([]);
  });
});

describe("checklist", () => {
  it("the checklist of a KYC request depends on the tier, and records who ticked which item and when; the first tick claims the request", async () => {
    const { id } = await makeKycRequest(app, { tier: 1, flags: ["under_18"] });
    const currentRequest = (await callAs("GET", `/${id}`, grace)).json.data;
    expect(currentRequest.checklist).toEqual(
      ["name_matches", "birth_date_matches", "number_matches", "face_matches", "flags_examined"].map((item) => ({
        item,
        checked: null,
      })),
    );
    const afterCheck = (await checkItem(id, "face_matches")).json.data;
    expect(afterCheck).toMatchObject({ state: "in_review", assignee: { id: grace.id } });
    expect(afterCheck.checklist[3].checked).toMatchObject({ by: { name: grace.name } });
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.check",
      after: { face_matches: true, state: "in_review" },
    });
    expect((await checkItem(id, "face_matches", false)).json.data.checklist[3].checked).toBeNull();
    const timeline = (await callAs("GET", `/${id}`, grace)).json.data.timeline;
    expect(timeline.filter(({ action }: { action: string }) => action === "kyc.check")).toHaveLength(1);
    expect((await checkItem(id, "address_recent")).status).toBe(400);
    expect((await checkItem(id, "name_matches", true, ogar)).json.message).toContain(grace.name);
  });

  it("the checklist of a KYC request must be complete for an approval, but not for other decisions", async () => {
    const { id } = await makeKycRequest(app, { tier: 1 });
    const body = { version: 1, decision: "approved" };
    const answer = await callAs("PATCH", `/${id}/decision`, grace, {
      ...body,
      checked: ["name_matches", "face_matches"],
    });
    expect(answer).toMatchObject({ status: 409, json: { current: { state: "pending" } } });
    expect(answer.json.message).toContain("2 items are open");
    expect(answer.json.current.checklist.every(({ checked }: { checked: unknown }) => checked === null)).toBe(true);
    for (const item of ["name_matches", "birth_date_matches", "number_matches", "face_matches"])
      await checkItem(id, item);
    expect((await callAs("PATCH", `/${id}/decision`, grace, { ...body, version: 2 })).status).toBe(200);
    const other = await makeKycRequest(app);
    expect((await reject(other.id, 1)).status).toBe(200);
  });
});

describe("kyc.note", () => {
  it("kyc.note accepts a note from any reviewer in any state, without claiming the request", async () => {
    const { id } = await makeKycRequest(app, { state: "in_review", assigneeId: ogar.id });
    const text = '  Called the user <b>twice</b> 😀 "no answer"  ';
    const answer = await callAs("POST", `/${id}/notes`, grace, { text });
    expect(answer.json.data).toMatchObject({ assignee: { id: ogar.id }, version: 1 });
    expect(answer.json.data.notes).toMatchObject([{ text, by: { name: grace.name } }]);
    expect((await app.audit())[0]).toMatchObject({ action: "kyc.note", recordId: id, after: { note: text } });
    expect((await callAs("POST", `/${id}/notes`, grace, { text: "   " })).status).toBe(400);
    expect((await callAs("POST", `/${UNKNOWN_ID}/notes`, grace, { text: "Hello" })).status).toBe(404);
    expect(await app.mails()).toEqual([]);
  });
});

describe("kyc.reveal", () => {
  it("kyc.reveal returns the identity number for a reason, and audits the reason without the number", async () => {
    const { id } = await makeKycRequest(app);
    const body = { reason: "The bank asks for it by phone." };
    const answer = await callAs("POST", `/${id}/identity-number`, chiefOfficer, body);
    expect(answer.json.data).toEqual({ identity_number: "12345678901" });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [audited] = await app.audit();
    expect(audited).toMatchObject({ action: "kyc.reveal", recordId: id, after: { reason: body.reason } });
    expect(JSON.stringify(audited)).not.toContain("12345678901");
    const headers = { "idempotency-key": "a-key-of-sixteen-signs" };
    const repeatedReveal = await app.call("POST", `/kyc/${id}/identity-number`, {
      token: chiefOfficer.token,
      body,
      headers,
    });
    expect(repeatedReveal.status).toBe(200);
    expect(JSON.stringify(await app.db.select().from(idempotencyKeys))).not.toContain("12345678901");
    expect((await callAs("POST", `/${id}/identity-number`, chiefOfficer, { reason: "  " })).status).toBe(400);
    expect((await callAs("POST", `/${id}/identity-number`, grace, body)).status).toBe(403);
    expect((await callAs("POST", `/${UNKNOWN_ID}/identity-number`, chiefOfficer, body)).status).toBe(404);
  });
});

describe("kyc.reopen", () => {
  it("kyc.reopen reopens a rejected request with a reason and a new due time, and clears the decision", async () => {
    const { id } = await makeKycRequest(app, { submittedAt: new Date(Date.now() - 90 * 3_600_000) });
    await reject(id, 1);
    const answer = await reopen(id, 2, ogar);
    expect(answer.json.data).toMatchObject({
      state: "in_review",
      assignee: { id: ogar.id },
      decision: null,
      version: 3,
    });
    expect(new Date(answer.json.data.due_at).getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.reopen",
      before: { state: "rejected" },
      after: { state: "in_review", reason: "The card was readable after all." },
    });
  });

  it("kyc.reopen refuses other states, an outdated version, a missing reason, and a user who has another open request", async () => {
    const { id, userId } = await makeKycRequest(app);
    expect((await reopen(id, 1)).json.message).toBe("Only a rejected request can be reopened.");
    await reject(id, 1);
    const staleAnswer = await reopen(id, 1, ogar);
    expect(staleAnswer.status).toBe(409);
    expect(staleAnswer.json.message).toContain(`${grace.name} decided this request since you opened it`);
    expect((await callAs("PATCH", `/${id}/reopening`, grace, { version: 2 })).status).toBe(400);
    const newerOfUser = await makeKycRequest(app, { userId });
    const reopenWhileOpen = await reopen(id, 2);
    expect(reopenWhileOpen.status).toBe(409);
    expect(reopenWhileOpen.json.message).toContain(newerOfUser.reference);
    expect((await reopen(UNKNOWN_ID, 1)).status).toBe(404);
  });

  it("kyc.reopen refuses a request whose account is closed", async () => {
    const { id, userId } = await makeKycRequest(app);
    await reject(id, 1);
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, userId));
    const answer = await reopen(id, 2);
    expect([answer.status, answer.json.current.state]).toEqual([409, "rejected"]);
    expect(answer.json.message).toContain("account is closed, so this request can't be reopened.");
  });

  it("kyc.reopen keeps state and audit trail consistent when it races with a decision, 50 rounds", async () => {
    for (let round = 0; round < 50; round++) {
      const { id } = await makeKycRequest(app, { state: "rejected", decidedById: grace.id, decidedAt: new Date() });
      const [reopened, decided] = await Promise.all([reopen(id, 1, ogar), approve(id, 2, ogar)]);
      expect(reopened.status).toBe(200);
      expect([200, 409]).toContain(decided.status);
      expect((await fetchRow(id))?.state).toBe(decided.status === 200 ? "approved" : "in_review");
    }
  }, 60_000);
});

describe("kyc.revoke", () => {
  const makeRequest = async (values: Parameters<typeof makeKycRequest>[1] = {}) => {
    const request = await makeKycRequest(app, { tier: 3, ...values });
    await approve(request.id, 1);
    const answer = await revoke(request.id, 2);
    expect(answer.status).toBe(200);
    return { request, approvalId: answer.json.data.awaiting.approvalId as string, answer };
  };

  it("kyc.revoke waits for a second admin, and shows on the request who can approve", async () => {
    const { request, answer } = await makeRequest();
    expect(answer.json.data).toMatchObject({
      state: "approved",
      awaiting: { change: "Revoke tier 3", requested_by: { id: grace.id }, approvers: [{ id: chiefOfficer.id }] },
    });
    expect(await tierOf(request.userId)).toBe(3);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.revoke",
      recordId: request.id,
      after: { state: "approved", awaiting_approval: "Revoke tier 3", reason: "suspected_fraud" },
    });
    const repeatedAnswer = await revoke(request.id, 2, chiefOfficer);
    expect(repeatedAnswer).toMatchObject({
      status: 409,
      json: { current: { awaiting: { requested_by: { id: grace.id } } } },
    });
    expect(repeatedAnswer.json.message).toContain(grace.name);
  });

  it("kyc.revoke lowers the tier to that of the highest other approved request, and notifies the user", async () => {
    const { request, approvalId } = await makeRequest();
    await makeKycRequest(app, { userId: request.userId, tier: 1, state: "approved" });
    await makeKycRequest(app, { userId: request.userId, tier: 2, state: "revoked" });
    await app.mails();
    expect((await decideApproval(approvalId, grace)).status).toBe(403);
    expect((await decideApproval(approvalId, ogar)).status).toBe(403);
    expect((await decideApproval(approvalId, chiefOfficer)).status).toBe(200);
    expect(await tierOf(request.userId)).toBe(1);
    const record = (await callAs("GET", `/${request.id}`, grace)).json.data;
    expect(record).toMatchObject({
      state: "revoked",
      awaiting: null,
      decision: {
        by: { id: chiefOfficer.id },
        reason: "suspected_fraud",
        message: "The card turned out to be forged.",
      },
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "approvals.decide",
      recordType: "kyc",
      recordId: request.id,
      before: { state: "approved", user_tier: 3 },
      after: { state: "revoked", user_tier: 1, approval: "approved" },
    });
    const mails = await app.mails();
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: request.user.email });
    expect(mails[0]?.text).toContain("now on tier 1");
    expect(mails[0]?.text).toContain("The card turned out to be forged.");
  });

  it("kyc.revoke changes nothing if rejected, and sets tier 0 if no other request is approved", async () => {
    const { request, approvalId } = await makeRequest();
    await decideApproval(approvalId, chiefOfficer, "rejected");
    expect(await tierOf(request.userId)).toBe(3);
    const second = await revoke(request.id, 2);
    await decideApproval(second.json.data.awaiting.approvalId, chiefOfficer);
    expect(await tierOf(request.userId)).toBe(0);
    expect((await revoke(request.id, 3)).json.message).toBe("Only an approved request can be revoked.");
  });

  it("kyc.revoke refuses an outdated version, an unknown request and a missing reason or message", async () => {
    const { id } = await makeKycRequest(app, { state: "approved" });
    expect((await revoke(id, 7)).status).toBe(409);
    expect((await revoke(UNKNOWN_ID, 1)).status).toBe(404);
    const answer = await callAs("PATCH", `/${id}/revocation`, grace, { version: 1, reason: "other" });
    expect(answer).toMatchObject({ status: 400, json: { fields: { message: expect.any(String) } } });
  });

  it("kyc.revoke takes effect only once when it races with two approvals and a second revocation", async () => {
    const second = await makeAdmin(app, { firstName: "Second" });
    for (let round = 0; round < raceRounds(10, 50); round++) {
      const { request, approvalId } = await makeRequest();
      const [one, two, repeatedAnswer] = await Promise.all([
        decideApproval(approvalId, chiefOfficer),
        decideApproval(approvalId, second),
        revoke(request.id, 2, ogar),
      ]);
      expect(statuses([one, two])).toEqual([200, 409]);
      expect(repeatedAnswer.status).toBe(409);
      expect(await fetchRow(request.id)).toMatchObject({ state: "revoked", version: 3 });
      expect(await tierOf(request.userId)).toBe(0);
      const pendingApprovals = await app.db.select().from(approvals).where(eq(approvals.recordId, request.id));
      expect(pendingApprovals).toHaveLength(1);
    }
  }, 120_000);
});

describe("kyc.pulse", () => {
  it("kyc.pulse returns requests that were changed after a given audit row, and ignores views, ticks and refusals", async () => {
    const request = await makeKycRequest(app);
    const other = await makeKycRequest(app);
    await app.seal();
    const { mark } = (await callAs("GET", "", grace)).json.data;
    const pulse = async (since: number) => {
      await app.seal();
      return (await callAs("GET", `/pulse?since=${since}`, ogar)).json.data;
    };
    expect(await pulse(mark)).toEqual({ mark, changed: [] });
    await callAs("GET", `/${request.id}/documents/${request.documentId}`, grace);
    expect((await pulse(mark)).changed).toEqual([]);
    await claim(request.id);
    const claimed = await pulse(mark);
    expect(claimed).toEqual({ mark: expect.any(Number), changed: [request.id] });
    expect(claimed.mark).toBeGreaterThan(mark);
    await checkItem(request.id, "name_matches");
    await claim(request.id, ogar);
    expect((await pulse(claimed.mark)).changed).toEqual([]);
    await checkItem(other.id, "name_matches");
    await release(request.id);
    expect((await pulse(claimed.mark)).changed.sort()).toEqual([request.id, other.id].sort());
    expect((await callAs("GET", `/${request.id}`, grace)).json.data.mark).toBeGreaterThan(claimed.mark);
  });
});

describe("officer who loses access", () => {
  it.each([
    ["suspended", "PATCH", "/users/admin/status-update", (id: string) => ({ admin_id: id, status: "suspended" })],
    ["deleted", "DELETE", "/users/admin/bulk", (id: string) => ({ accounts: [id] })],
  ])("the open KYC requests of an officer who loses access are released: %s", async (_case, method, path, body) => {
    const leavingOfficer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
    const claimedRequest = await makeKycRequest(app, { state: "in_review", assigneeId: leavingOfficer.id });
    const approvedRequest = await makeKycRequest(app, { state: "approved", assigneeId: leavingOfficer.id });
    const answer = await app.call(method, path, { token: chiefOfficer.token, body: body(leavingOfficer.id) });
    expect(answer.status).toBe(200);
    expect(await fetchRow(claimedRequest.id)).toMatchObject({ state: "pending", assigneeId: null, version: 2 });
    expect((await fetchRow(approvedRequest.id))?.assigneeId).toBe(leavingOfficer.id);
    expect((await app.audit())[0]).toMatchObject({
      recordType: "kyc",
      recordId: claimedRequest.id,
      adminId: chiefOfficer.id,
      before: { assignee: leavingOfficer.id },
      after: { state: "pending", assignee: null },
    });
  });

  it("an officer who loses access keeps no KYC request, even if it is assigned or claimed concurrently", async () => {
    for (let round = 0; round < raceRounds(10, 30); round++) {
      const leavingOfficer = await makeAdmin(app, { rights: OFFICER_RIGHTS });
      const [one, two] = [await makeKycRequest(app), await makeKycRequest(app)];
      await Promise.all([
        assign([one], leavingOfficer.id),
        claim(two.id, leavingOfficer),
        app.call("PATCH", "/users/admin/status-update", {
          token: chiefOfficer.token,
          body: { admin_id: leavingOfficer.id, status: "suspended" },
        }),
      ]);
      expect((await fetchRow(one.id))?.assigneeId).toBeNull();
      expect((await fetchRow(two.id))?.assigneeId).toBeNull();
    }
  }, 60_000);
});
