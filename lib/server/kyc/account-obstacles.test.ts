import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { forgetAdmins, makeAdmin, makeKyc, rightsOf, startTestApp, type TestApp } from "@/lib/server/testing/app";

let app: TestApp;
type Made = Awaited<ReturnType<typeof makeAdmin>>;
const OFFICER = rightsOf({ "KYC Management": ["read", "create", "update"] });
let grace: Made;
let ini: Made;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await forgetAdmins(app);
  await app.db.execute(sql`truncate kyc_requests cascade`);
  grace = await makeAdmin(app, { rights: OFFICER, firstName: "Grace" });
  ini = await makeAdmin(app, { rights: OFFICER, firstName: "Ini" });
});

const ask = (method: string, path: string, by: Made, body?: object) =>
  app.call(method, `/kyc${path}`, { token: by.token, body, headers: { "idempotency-key": crypto.randomUUID() } });
const CHECKED = ["name_matches", "birth_date_matches", "number_matches", "face_matches", "document_genuine"];
const approve = (id: string, by = grace, version = 1) =>
  ask("PATCH", `/${id}/decision`, by, { version, decision: "approved", checked: CHECKED });
const reject = (id: string, by = grace, version = 1) =>
  ask("PATCH", `/${id}/decision`, by, {
    ...{ version, decision: "rejected", reason: "suspected_fraud", message: "We could not confirm who you are." },
  });
const tierOf = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0]?.tier;
const stand = (id: string, values: Partial<typeof users.$inferInsert>) =>
  app.db
    .update(users)
    .set({ statusReason: "Reported by the bank", statusChangedAt: new Date("2026-05-04T09:00:00Z"), ...values })
    .where(eq(users.id, id));

describe("the applicant's account", () => {
  it.each([
    ["suspended", "Have the suspension lifted first, or reject the request."],
    ["closed", "Reject it."],
  ] as const)(
    "blocks approval while it is %s: page and queue show the status, and rejecting works",
    async (status, advice) => {
      const request = await makeKyc(app);
      await stand(request.userId, { status });
      const shown = (await ask("GET", `/${request.id}`, grace)).json.data;
      expect(shown).toMatchObject({
        account_status: status,
        account: {
          status,
          status_details: {
            since: "2026-05-04T09:00:00.000Z",
            reason: "Reported by the bank",
            restriction: null,
            until: null,
          },
        },
      });
      expect((await ask("GET", "", grace)).json.data.items).toMatchObject([{ account_status: status }]);
      const refused = await approve(request.id);
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(`account is ${status}`)]);
      expect(refused.json.message).toContain(advice);
      expect(refused.json.current).toMatchObject({ id: request.id, state: "pending" });
      expect(await tierOf(request.userId)).toBe(0);
      expect((await reject(request.id)).status).toBe(200);
    },
  );

  it("gets its tier while it is restricted, because a restriction concerns money only", async () => {
    const request = await makeKyc(app);
    const held = { status: "restricted", restriction: "no_debit", legalBasis: "court_order" } as const;
    await stand(request.userId, held);
    const { account } = (await ask("GET", `/${request.id}`, grace)).json.data;
    expect(account).toMatchObject({ status: "restricted", status_details: { restriction: "no_debit" } });
    expect((await approve(request.id)).status).toBe(200);
    expect(await tierOf(request.userId)).toBe(2);
    // The restriction has expired, but the timed task has not cleared it yet.
    await stand(request.userId, { restrictedUntil: new Date(Date.now() - 1_000) });
    expect((await ask("GET", `/${request.id}`, grace)).json.data.account).toMatchObject({
      status: "active",
      status_details: null,
    });
  });

  it("can't resubmit while it is suspended, neither from the app nor at the counter", async () => {
    const request = await makeKyc(app, { state: "resubmission_requested", reason: "unreadable_document" });
    await stand(request.userId, { status: "suspended" });
    const { firstName, lastName, dateOfBirth, gender, phone, address, lga } = request;
    const body = {
      ...{ version: 1, tier: 2, first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, gender, phone },
      ...{ address, lga, identity_type: "nin", identity_number: "12345678901", documents: [] },
    };
    const answers = [
      await ask("POST", `/${request.id}/resubmission`, grace, body),
      await app.callAsApp("POST", `/kyc-requests/${request.id}/resubmission`, {
        body: { ...body, user_id: request.userId },
      }),
    ];
    for (const { status, json } of answers) {
      expect([status, json.message]).toEqual([409, expect.stringContaining("suspended, so this request can't")]);
    }
    expect(answers[1]?.json.current).not.toHaveProperty("notes");
  });
});

describe("the officer who entered a request at the counter", () => {
  const entered = (values = {}) => makeKyc(app, { enteredById: grace.id, ...values });

  it("can't claim, tick, decide or reopen it; another officer can", async () => {
    const request = await entered();
    const words = `You entered this request, so ${ini.name} has to decide it.`;
    const tries = [
      await approve(request.id),
      await reject(request.id),
      await ask("PATCH", `/${request.id}/claim`, grace),
      await ask("PATCH", `/${request.id}/checklist`, grace, { item: "name_matches", checked: true }),
    ];
    expect(tries.map(({ status, json }) => [status, json.message])).toEqual(tries.map(() => [403, words]));
    expect((await ask("GET", `/${request.id}`, grace)).json.data.entered).toEqual({
      by: { id: grace.id, name: grace.name, email: grace.email },
      others: ini.name,
    });
    expect((await reject(request.id, ini)).status).toBe(200);
    const again = { version: 2, reason: "Looked at again" };
    expect((await ask("PATCH", `/${request.id}/reopening`, grace, again)).status).toBe(403);
    expect((await ask("PATCH", `/${request.id}/reopening`, ini, again)).status).toBe(200);
  });

  it.each([
    [1, "1 other officer"],
    [2, "2 other officers"],
  ])("sees the names of three officers who can decide it, and a count of %i more", async (more, counted) => {
    const request = await entered();
    const named = [ini];
    for (const firstName of ["Efe", "Uko"]) named.push(await makeAdmin(app, { rights: OFFICER, firstName }));
    for (let n = 0; n < more; n++) await makeAdmin(app, { rights: OFFICER, firstName: "Zino" });
    const { others } = (await ask("GET", `/${request.id}`, grace)).json.data.entered;
    const names = named.map(({ name }) => name).sort();
    expect(others).toBe(`${names.join(", ")} or ${counted}`);
    expect((await approve(request.id)).json.message).toBe(`You entered this request, so ${others} has to decide it.`);
  });

  it("gets it neither as the next request nor by assignment", async () => {
    const [own, foreign] = [
      await entered({ submittedAt: new Date(Date.now() - 7_200_000) }),
      await makeKyc(app, { submittedAt: new Date(Date.now() - 3_600_000) }),
    ];
    expect((await ask("GET", `/${foreign.id}/upcoming`, grace)).json.data.next).toBeNull();
    expect((await ask("GET", `/${foreign.id}/upcoming`, ini)).json.data.next).toBe(own.id);
    expect((await ask("POST", "/next", grace, {})).json.data.id).toBe(foreign.id);
    expect((await ask("POST", "/next", grace, { skip: foreign.id })).status).toBe(404);
    const given = await ask("POST", "/assignments", grace, {
      requests: [{ kycId: own.id, version: 1 }],
      assignee: "me",
    });
    expect(given.json.data.results).toMatchObject([
      { done: false, message: "You entered this request, so another admin has to review it." },
    ]);
    expect((await ask("POST", "/next", ini, {})).json.data.id).toBe(own.id);
  });

  it("decides it if there is no other officer, which the audit trail records", async () => {
    const request = await entered();
    await app.db.execute(sql`update admins set status = 'suspended' where id = ${ini.id}`);
    expect((await ask("GET", `/${request.id}`, grace)).json.data.entered).toMatchObject({ others: null });
    expect((await ask("POST", "/next", grace, {})).json.data.id).toBe(request.id);
    expect((await approve(request.id, grace, 2)).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.decide",
      recordId: request.id,
      after: { state: "approved", decided_by_who_entered_it: "no other officer" },
    });
  });
});

it("returns the officer who entered a request, or null if the citizen sent it", async () => {
  const request = await makeKyc(app);
  const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, request.id));
  expect(row?.enteredById).toBeNull();
  expect((await ask("GET", `/${request.id}`, grace)).json.data.entered).toBeNull();
});
