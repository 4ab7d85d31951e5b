import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { users } from "@/lib/server/db/schema/user";
import { deleteAdmins, makeAdmin, makeKycRequest, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { emptyTables } from "@/lib/server/testing/empty-tables";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
const OFFICER_RIGHTS = makeRights({ "KYC Management": ["read", "create", "update"] });
let grace: TestAdmin;
let ini: TestAdmin;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteAdmins(app);
  await emptyTables(app.db, "kyc_requests");
  grace = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Grace" });
  ini = await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Ini" });
});

const callAs = (method: string, path: string, actor: TestAdmin, body?: object) =>
  app.call(method, `/kyc${path}`, { token: actor.token, body, headers: { "idempotency-key": crypto.randomUUID() } });
const ALL_CHECKS = ["name_matches", "birth_date_matches", "number_matches", "face_matches", "document_genuine"];
const approve = (id: string, actor = grace, version = 1) =>
  callAs("PATCH", `/${id}/decision`, actor, { version, decision: "approved", checked: ALL_CHECKS });
const reject = (id: string, actor = grace, version = 1) =>
  callAs("PATCH", `/${id}/decision`, actor, {
    ...{ version, decision: "rejected", reason: "suspected_fraud", message: "We could not confirm who you are." },
  });
const tierOf = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0]?.tier;
const setUserStatus = (id: string, values: Partial<typeof users.$inferInsert>) =>
  app.db
    .update(users)
    .set({ statusReason: "Reported by the bank", statusChangedAt: new Date("2026-05-04T09:00:00Z"), ...values })
    .where(eq(users.id, id));

describe("applicant's account", () => {
  it.each([
    ["suspended", "Have the suspension lifted first, or reject the request."],
    ["closed", "Reject it."],
  ] as const)(
    "a KYC request of a %s account can't be approved but can be rejected; its page and the queue show the account's status",
    async (status, expectedAdvice) => {
      const request = await makeKycRequest(app);
      await setUserStatus(request.userId, { status });
      const shownRequest = (await callAs("GET", `/${request.id}`, grace)).json.data;
      expect(shownRequest).toMatchObject({
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
      expect((await callAs("GET", "", grace)).json.data.items).toMatchObject([{ account_status: status }]);
      const refused = await approve(request.id);
      expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining(`account is ${status}`)]);
      expect(refused.json.message).toContain(expectedAdvice);
      expect(refused.json.current).toMatchObject({ id: request.id, state: "pending" });
      expect(await tierOf(request.userId)).toBe(0);
      expect((await reject(request.id)).status).toBe(200);
    },
  );

  it("an approval raises the applicant's tier while the account is restricted, because a restriction concerns money only", async () => {
    const request = await makeKycRequest(app);
    const debitRestriction = { status: "restricted", restriction: "no_debit", legalBasis: "court_order" } as const;
    await setUserStatus(request.userId, debitRestriction);
    const { account } = (await callAs("GET", `/${request.id}`, grace)).json.data;
    expect(account).toMatchObject({ status: "restricted", status_details: { restriction: "no_debit" } });
    expect((await approve(request.id)).status).toBe(200);
    expect(await tierOf(request.userId)).toBe(2);
    // The restriction has expired, but the scheduled task has not cleared it yet.
    await setUserStatus(request.userId, { restrictedUntil: new Date(Date.now() - 1_000) });
    expect((await callAs("GET", `/${request.id}`, grace)).json.data.account).toMatchObject({
      status: "active",
      status_details: null,
    });
  });

  it("a returned request can't be resubmitted while the applicant's account is suspended, neither from the app nor at the counter", async () => {
    const request = await makeKycRequest(app, { state: "resubmission_requested", reason: "unreadable_document" });
    await setUserStatus(request.userId, { status: "suspended" });
    const { firstName, lastName, dateOfBirth, gender, phone, address, lga } = request;
    const body = {
      ...{ version: 1, tier: 2, first_name: firstName, last_name: lastName, date_of_birth: dateOfBirth, gender, phone },
      ...{ address, lga, identity_type: "nin", identity_number: "12345678901", documents: [] },
    };
    const answers = [
      await callAs("POST", `/${request.id}/resubmission`, grace, body),
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

describe("officer who submitted a request at the counter", () => {
  const enteredByGrace = (values = {}) => makeKycRequest(app, { enteredById: grace.id, ...values });

  it("the officer who submitted a request at the counter can't claim it, tick its checklist, decide or reopen it; another officer can", async () => {
    const request = await enteredByGrace();
    const words = `You entered this request, so ${ini.name} has to decide it.`;
    const attempts = [
      await approve(request.id),
      await reject(request.id),
      await callAs("PATCH", `/${request.id}/claim`, grace),
      await callAs("PATCH", `/${request.id}/checklist`, grace, { item: "name_matches", checked: true }),
    ];
    expect(attempts.map(({ status, json }) => [status, json.message])).toEqual(attempts.map(() => [403, words]));
    expect((await callAs("GET", `/${request.id}`, grace)).json.data.entered).toEqual({
      by: { id: grace.id, name: grace.name, email: grace.email },
      others: ini.name,
    });
    expect((await reject(request.id, ini)).status).toBe(200);
    const reopeningInput = { version: 2, reason: "Looked at again" };
    expect((await callAs("PATCH", `/${request.id}/reopening`, grace, reopeningInput)).status).toBe(403);
    expect((await callAs("PATCH", `/${request.id}/reopening`, ini, reopeningInput)).status).toBe(200);
  });

  it.each([
    [1, "1 other officer"],
    [2, "2 other officers"],
  ])(
    "the officer who submitted a request at the counter sees the names of three officers who can decide it, and a count of %i more",
    async (extraOfficers, countPhrase) => {
      const request = await enteredByGrace();
      const officers = [ini];
      for (const firstName of ["Efe", "Uko"])
        officers.push(await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName }));
      for (let n = 0; n < extraOfficers; n++) await makeAdmin(app, { rights: OFFICER_RIGHTS, firstName: "Zino" });
      const { others } = (await callAs("GET", `/${request.id}`, grace)).json.data.entered;
      const names = officers.map(({ name }) => name).sort();
      expect(others).toBe(`${names.join(", ")} or ${countPhrase}`);
      expect((await approve(request.id)).json.message).toBe(`You entered this request, so ${others} has to decide it.`);
    },
  );

  it("the officer who submitted a request at the counter does not get it as the next request or by assignment", async () => {
    const [enteredByOfficer, enteredByOther] = [
      await enteredByGrace({ submittedAt: new Date(Date.now() - 7_200_000) }),
      await makeKycRequest(app, { submittedAt: new Date(Date.now() - 3_600_000) }),
    ];
    expect((await callAs("GET", `/${enteredByOther.id}/upcoming`, grace)).json.data.next).toBeNull();
    expect((await callAs("GET", `/${enteredByOther.id}/upcoming`, ini)).json.data.next).toBe(enteredByOfficer.id);
    expect((await callAs("POST", "/next", grace, {})).json.data.id).toBe(enteredByOther.id);
    expect((await callAs("POST", "/next", grace, { skip: enteredByOther.id })).status).toBe(404);
    const assignment = await callAs("POST", "/assignments", grace, {
      requests: [{ kycId: enteredByOfficer.id, version: 1 }],
      assignee: "me",
    });
    expect(assignment.json.data.results).toMatchObject([
      { done: false, message: "You entered this request, so another admin has to review it." },
    ]);
    expect((await callAs("POST", "/next", ini, {})).json.data.id).toBe(enteredByOfficer.id);
  });

  it("the officer who submitted a request at the counter can decide it if there is no other officer, with a note in the audit row", async () => {
    const request = await enteredByGrace();
    await app.db.execute(sql`update admins set status = 'suspended' where id = ${ini.id}`);
    expect((await callAs("GET", `/${request.id}`, grace)).json.data.entered).toMatchObject({ others: null });
    expect((await callAs("POST", "/next", grace, {})).json.data.id).toBe(request.id);
    expect((await approve(request.id, grace, 2)).status).toBe(200);
    expect((await app.audit())[0]).toMatchObject({
      action: "kyc.decide",
      recordId: request.id,
      after: { state: "approved", decided_by_who_entered_it: "no other officer" },
    });
  });
});

it("a KYC request shows the officer who submitted it at the counter, or null if the citizen sent it", async () => {
  const request = await makeKycRequest(app);
  const [row] = await app.db.select().from(kycRequests).where(eq(kycRequests.id, request.id));
  expect(row?.enteredById).toBeNull();
  expect((await callAs("GET", `/${request.id}`, grace)).json.data.entered).toBeNull();
});
