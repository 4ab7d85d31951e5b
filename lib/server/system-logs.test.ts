import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { appendAudit } from "./audit/audit";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "./testing/app";
import { makeIreportCategory } from "./testing/ireports";

let app: TestApp;
let officer: Awaited<ReturnType<typeof makeAdmin>>;
let manager: Awaited<ReturnType<typeof makeAdmin>>;
let reader: Awaited<ReturnType<typeof makeAdmin>>;
const requests: { id: string; reference: string }[] = [];
beforeAll(async () => {
  app = await startTestApp();
  officer = await makeAdmin(app, { firstName: "Ada" });
  manager = await makeAdmin(app, { firstName: "Bisi", rights: makeRights({ "KYC Management": ["read"] }) });
  reader = await makeAdmin(app, { rights: makeRights({ "System Logs": ["read"] }) });
  const decide = (id: string, token: string) =>
    app.call("PATCH", `/kyc/${id}/decision`, {
      token,
      body: { version: 1, decision: "approved", checked: KYC_CHECKS },
    });
  for (let n = 0; n < 20; n++) {
    const request = await makeKycRequest(app);
    requests.push(request);
    await decide(request.id, officer.token);
  }
  for (let n = 0; n < 5; n++) await decide(requests[n]?.id ?? "", manager.token);
});
afterAll(() => app.stop());

const fetchData = async (path: string) =>
  (await app.call("GET", `/system-logs${path}`, { token: reader.token })).json.data;
const ids = (list: { items: { id: string }[] }) => list.items.map((item) => item.id);
const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);

describe("systemLogs.auditTrails", () => {
  const list = (query: string) => fetchData(`/audit-trails${query}`);

  it("systemLogs.auditTrails lists rows newest first and pages through the whole trail without a gap", async () => {
    const allRows = await list("?size=50");
    expect(allRows.total).toBe(25);
    expect(allRows.totalIsCapped).toBe(false);
    expect(allRows.items[0].id).toBe("25");
    expect((await list("?sort=at")).items[0].id).toBe("1");
    expect(ids(await list("?page=1"))).toEqual(["5", "4", "3", "2", "1"]);
    expect(ids(await list("?page=1&sort=at"))).toEqual(["21", "22", "23", "24", "25"]);
    expect(ids(await list("?page=7"))).toEqual([]);
  });

  it("systemLogs.auditTrails shows the admin with their current email", async () => {
    const officerRef = { id: officer.id, name: officer.name, email: officer.email };
    expect((await list(`?admin=${officer.id}`)).items[0].admin).toEqual(officerRef);
    expect((await fetchData("/audit-trails/1")).admin).toEqual(officerRef);
    const [entry] = (await app.call("GET", `/kyc/${requests[9]?.id}`, { token: officer.token })).json.data.timeline;
    expect(entry.by).toEqual(officerRef);
  });

  it("systemLogs.auditTrails filters by admin, action, record, outcome and days", async () => {
    expect((await list(`?admin=${officer.id}`)).total).toBe(20);
    expect((await list(`?admin=${reader.id}`)).total).toBe(0);
    expect((await list("?action=kyc.decide&size=20&page=1")).items).toHaveLength(5);
    expect((await list("?action=kyc.list")).total).toBe(0);
    expect((await list("?outcome=refused")).total).toBe(5);
    expect((await list("?outcome=done&sort=at")).items[0].id).toBe("1");
    expect((await list("?record_type=kyc")).total).toBe(25);
    expect(ids(await list(`?record_type=kyc&record_id=${requests[0]?.id}`))).toEqual(["21", "1"]);
    expect((await list(`?from=${today}&to=${today}`)).total).toBe(25);
    expect((await list("?to=2020-01-01")).total).toBe(0);
    expect((await list(`?q=${requests[3]?.reference.toLowerCase()}`)).total).toBe(1);
    expect((await list("?q=%25")).total).toBe(0);
  });

  it("systemLogs.auditTrails shows the changes of one row", async () => {
    expect((await fetchData("/audit-trails/1")).changes).toContainEqual({
      field: "state",
      before: "pending",
      after: "approved",
    });
    expect((await fetchData("/audit-trails/1")).changes).toContainEqual({
      field: "assignee",
      before: null,
      after: `${officer.name} (${officer.email})`,
    });
    expect((await app.call("GET", "/system-logs/audit-trails/999", { token: reader.token })).status).toBe(404);
  });
});

describe("systemLogs rows without a person", () => {
  it("audit rows without a person show the citizen app, the payment provider, the system, or an unknown client regardless of their user agent", async () => {
    const filed = await app.callAsApp("POST", "/reports", {
      body: {
        anonymous: true,
        category_id: (await makeIreportCategory(app)).id,
        title: "No light on our road",
        text: "The street lights of our road have been dark for a week.",
        lga: "Calabar South",
      },
    });
    expect(filed.status).toBe(200);
    await app.call("POST", "/auth/admin/login", {
      body: { email: "stranger@example.com", password: "not a password of ours" },
      headers: { "user-agent": "Citizen app" },
    });
    const row = { adminId: null, adminName: null, outcome: "done", refusal: null, before: null, after: null } as const;
    const expectedActors = {
      ...row,
      at: new Date(),
      recordType: null,
      recordId: null,
      recordName: null,
      address: "",
      requestId: "",
    };
    await app.db.transaction(async (tx) => {
      await appendAudit(tx, { ...expectedActors, action: "transaction.webhook", device: "Provider/1.0" });
      await appendAudit(tx, { ...expectedActors, action: "ireport.escalate", device: "" });
    });
    const expected = ["System", "Payment provider", "Not signed in", "Citizen app"];
    const actorsOf = (items: { actor: string }[]) => items.slice(0, 4).map(({ actor }) => actor);
    const auditRows = await fetchData("/audit-trails");
    expect(actorsOf(auditRows.items)).toEqual(expected);
    expect(actorsOf((await fetchData("/user-activities/all")).items)).toEqual(expected);
    expect((await fetchData(`/audit-trails/${auditRows.items[3].id}`)).actor).toBe("Citizen app");
    expect((await fetchData("/audit-trails/1")).actor).toBe(officer.name);
  });

  it("an action of audit rows without a person has the same text in each row and in the list of actions", async () => {
    const { items }: { items: { action: string; words: string }[] } = await fetchData("/actions");
    const words = new Map(items.map(({ action, words }) => [action, words]));
    const { items: rows } = await fetchData("/audit-trails");
    for (const { action, action_words } of rows) expect([action, action_words]).toEqual([action, words.get(action)]);
    expect((await fetchData("/audit-trails/1")).action_words).toBe(words.get("kyc.decide"));
    expect(items.map(({ words }) => words)).toEqual(
      items.map(({ words }) => words).sort((a, b) => a.localeCompare(b, "en")),
    );
  });
});

describe("systemLogs.userActivities", () => {
  beforeAll(() => app.seal());
  const list = (query: string) => fetchData(`/user-activities${query}`);
  const names = async (query: string) =>
    (await list(query)).items.map((item: { user: { name: string } }) => item.user.name);

  it("systemLogs.userActivities sums up each admin's actions, the most recently active admin first", async () => {
    const { items, total } = await list("");
    expect(total).toBe(2);
    expect(items[0]).toMatchObject({
      user: { id: manager.id, name: manager.name, email: manager.email },
      actions: 0,
      refused: 5,
      sign_ins: 0,
    });
    expect(items[1]).toMatchObject({ user: { id: officer.id }, actions: 20, refused: 0, last_action: "kyc.decide" });
    expect(items[1].last_action_words).toBe("Decided an identity request");
  });

  it("systemLogs.userActivities sorts, searches by the beginning of a word, filters by days and pages", async () => {
    expect(await names("?sort=name")).toEqual([officer.name, manager.name]);
    expect(await names("?sort=-refused")).toEqual([manager.name, officer.name]);
    expect(await names("?sort=-actions")).toEqual([officer.name, manager.name]);
    expect(await names("?q=bis")).toEqual([manager.name]);
    expect(await names("?q=obi")).toHaveLength(2);
    expect(await names("?q=bi_i")).toEqual([]);
    expect(await names(`?from=${today}`)).toHaveLength(2);
    expect(await names("?to=2020-01-01")).toEqual([]);
    expect(await names("?page=1")).toEqual([]);
  });

  it("systemLogs.userActivities returns an empty activity for an admin who has done nothing, and 404 for an unknown id", async () => {
    expect(await fetchData(`/user-activities/${officer.id}`)).toMatchObject({
      user: { name: officer.name },
      actions: 20,
    });
    expect(await fetchData(`/user-activities/${reader.id}`)).toMatchObject({ actions: 0, last_at: null });
    const unknown = await app.call("GET", `/system-logs/user-activities/${requests[0]?.id}`, { token: reader.token });
    expect(unknown.status).toBe(404);
  });

  it("systemLogs.userActivities lists people of the audit trail as filter choices", async () => {
    expect((await fetchData("/people")).items).toEqual([
      { id: officer.id, name: officer.name, email: officer.email },
      { id: manager.id, name: manager.name, email: manager.email },
    ]);
  });

  it("systemLogs.userActivities excludes citizens from the list of admins, and returns a citizen's activity from the app", async () => {
    const citizen = await makeUser(app);
    expect(await fetchData(`/user-activities/${citizen.id}`)).toMatchObject({ actions: 0, refused: 0, last_at: null });
    const device = { user_id: citizen.id, device_token: "a-device-of-theirs-0001", platform: "android" };
    expect((await app.callAsApp("POST", "/devices", { body: device })).status).toBe(200);
    const closedUserPayment = await app.callAsApp("POST", "/payments", {
      body: { user_id: citizen.id, type: "wallet_funding", method: "none", amount: 1, description: "Nothing" },
    });
    expect(closedUserPayment.status).toBeGreaterThanOrEqual(400);
    expect(await fetchData(`/user-activities/${citizen.id}`)).toMatchObject({
      user: { id: citizen.id, name: `${citizen.firstName} ${citizen.lastName}`, email: null },
      actions: 1,
      sign_ins: 0,
      last_action: "citizen.saveDevice",
    });
    expect((await fetchData("/people")).items.map(({ id }: { id: string }) => id)).not.toContain(citizen.id);
    expect((await list("")).items.map(({ user }: { user: { id: string } }) => user.id)).not.toContain(citizen.id);
  });

  it("systemLogs.userActivities counts an admin's sign-ins", async () => {
    const { hashSecret } = await import("./auth/hash-secret");
    const admin = await makeAdmin(app, { passwordHash: await hashSecret("a long enough password") });
    const login = await app.call("POST", "/auth/admin/login", {
      body: { email: admin.email, password: "a long enough password" },
    });
    const token = await app.mailedCode();
    const body = { reference: login.json.data.reference, token };
    expect((await app.call("PATCH", "/auth/admin/verify-token/sign-in", { body })).status).toBe(200);
    await app.seal();
    expect(await fetchData(`/user-activities/${admin.id}`)).toMatchObject({ sign_ins: 1, actions: 2, refused: 0 });
  });
});

describe("systemLogs.userActivityAll", () => {
  it("systemLogs.userActivityAll lists who did what to which record, filtered by person, action and days", async () => {
    const list = (query: string) => fetchData(`/user-activities/all${query}`);
    const { items } = await list(`?user=${officer.id}&sort=at`);
    expect(items[0]).toMatchObject({
      user: { id: officer.id, name: officer.name, email: officer.email },
      action: "kyc.decide",
      record: { type: "kyc", id: requests[0]?.id },
      address: "10.0.0.1",
    });
    expect((await list("?action=kyc.decide")).total).toBe(25);
    expect((await list(`?user=${manager.id}&outcome=refused`)).total).toBe(5);
    expect((await list("?to=2020-01-01")).total).toBe(0);
  });
});
