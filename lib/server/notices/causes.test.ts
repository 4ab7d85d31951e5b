import { eq, ne } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import type { Notice, NoticePreferences } from "@/lib/contract/notices";
import { expireApprovals } from "@/lib/server/approvals/request-approval";
import { encrypt } from "@/lib/server/base/secret";
import { roles } from "@/lib/server/db/schema/admin";
import { approvals } from "@/lib/server/db/schema/approvals";
import { grantProgrammes } from "@/lib/server/db/schema/grant";
import { ireports } from "@/lib/server/db/schema/ireport";
import { ireportCategories, ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { lowBudgets, noticeSettings, notices } from "@/lib/server/db/schema/notices";
import { outbox } from "@/lib/server/db/schema/outbox";
import { deviceTokens, sessions } from "@/lib/server/db/schema/session";
import { exports } from "@/lib/server/db/schema/system-logs";
import { webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { escalateLateReports } from "@/lib/server/ireport/escalate-late";
import { readSystemAccountsWithOutflow } from "@/lib/server/system-wallet/read-accounts";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { deliverAllBroadcasts, makeBroadcast, makeCitizen, SERVICE_ACCOUNT } from "@/lib/server/testing/broadcasts";
import { makeGrantProgramme } from "@/lib/server/testing/grants";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { fundAccount, moveMoney } from "@/lib/server/testing/ledger";
import { countUrgentMails } from "@/lib/server/testing/queued-news";
import { changeSettings } from "@/lib/server/testing/settings";
import { deliverWebhooks } from "@/lib/server/webhooks/deliver-webhooks";
import { emitWebhook } from "@/lib/server/webhooks/emit";
import { createWebhookSecret } from "@/lib/server/webhooks/sign";
import { deleteOldNotices } from "./delete-old";
import { notifyLateRecords } from "./notify-late";
import { notifyLowBudgets } from "./notify-low-budgets";
import { sendDigests } from "./send-digests";

const settings = changeSettings();
let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
/** Admin with all rights, who makes the changes that cause the notices. */
let maker: TestAdmin;
/** One admin for each set of rights. An admin who may not read a record must never be notified of it. */
let adminsByRights: Record<"full" | "kyc" | "desk" | "user" | "grant" | "wallet" | "config" | "nothing", TestAdmin>;

beforeAll(async () => {
  app = await startTestApp();
  maker = await makeAdmin(app, { firstName: "Maker" });
  const withRights = (rights: Parameters<typeof makeRights>[0]) => makeAdmin(app, { rights: makeRights(rights) });
  adminsByRights = {
    full: await makeAdmin(app, { firstName: "Full" }),
    kyc: await withRights({ "KYC Management": ["read", "update"] }),
    desk: await withRights({ iReports: ["read", "update"] }),
    user: await withRights({ "User Management": ["read", "update"] }),
    grant: await withRights({ Grants: ["read", "approve"] }),
    wallet: await withRights({ "System Wallet": ["read", "create"] }),
    config: await withRights({ "App Configurations": ["read", "update"] }),
    nothing: await withRights({}),
  };
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.db.delete(notices);
  await app.db.delete(noticeSettings);
  await app.db.delete(outbox);
});

const call = (admin: TestAdmin, method: string, url: string, body?: unknown) =>
  app.call(method, url, { token: admin.token, body, headers: { "idempotency-key": uuid() } });
const noticesOf = async (admin: TestAdmin): Promise<Notice[]> => (await call(admin, "GET", "/notices")).json.data.items;
/** Returns the names of the admins who have a notice. */
async function notifiedAdmins(): Promise<string[]> {
  const names: string[] = [];
  for (const [name, admin] of Object.entries(adminsByRights)) if ((await noticesOf(admin)).length) names.push(name);
  return names;
}
async function setChannels(admin: TestAdmin, kind: keyof NoticePreferences["kinds"], ...on: string[]) {
  const preferences = (await call(admin, "GET", "/notices/preferences")).json.data as NoticePreferences;
  const channels = { app: on.includes("app"), push: on.includes("push"), mail: on.includes("mail") };
  const kinds = { ...preferences.kinds, [kind]: channels };
  expect((await call(admin, "PATCH", "/notices/preferences", { ...preferences, kinds })).status).toBe(200);
}
async function addCitizenDevice(admin: TestAdmin) {
  const [session] = await app.db.select().from(sessions).where(eq(sessions.adminId, admin.id));
  await app.db.insert(deviceTokens).values({ token: uuid(), adminId: admin.id, sessionId: session?.id ?? "" });
}
const queuedKinds = async () => (await app.db.select().from(outbox)).map(({ kind }) => kind).sort();
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

describe("assignment", () => {
  it("an assignment sends the officer one notice for several identity requests, and none for assigning to oneself", async () => {
    const requests = [await makeKycRequest(app), await makeKycRequest(app)];
    const body = { requests: requests.map(({ id }) => ({ kycId: id, version: 1 })), assignee: adminsByRights.kyc.id };
    expect((await call(maker, "POST", "/kyc/assignments", body)).status).toBe(200);
    expect(await notifiedAdmins()).toEqual(["kyc"]);
    expect(await noticesOf(adminsByRights.kyc)).toMatchObject([
      { kind: "assigned", text: `${maker.name} assigned 2 identity requests to you.`, record: { type: "kyc" } },
    ]);
    const own = await makeKycRequest(app);
    await call(maker, "POST", "/kyc/assignments", { requests: [{ kycId: own.id, version: 1 }], assignee: "me" });
    expect(await noticesOf(maker)).toEqual([]);
  });

  it("an assignment notifies a report's new owner; for a private report, the notice contains only its number", async () => {
    const category = await makeIreportCategory(app, { private: true });
    const report = await makeIreport(app, { category, title: "Secret canary" });
    const body = { reports: [{ ireportId: report.id, version: 1 }], owner: adminsByRights.desk.id };
    expect((await call(maker, "POST", "/ireports/assignments", body)).json.data.results[0].message).toMatch(
      /^Assigned/,
    );
    expect(await notifiedAdmins()).toEqual(["desk"]);
    const [notice] = await noticesOf(adminsByRights.desk);
    expect(notice).toMatchObject({ kind: "assigned", url: `/dashboard/ireports/all/${report.id}` });
    expect(JSON.stringify([notice, await app.db.select().from(notices)])).not.toContain("canary");
    // After a change of owner, the private report is hidden from the previous owner again.
    await app.db.update(ireports).set({ ownerId: maker.id }).where(eq(ireports.id, report.id));
    expect(await notifiedAdmins()).toEqual([]);
  });
});

describe("late work", () => {
  it("late work notifies assignees and owners once for each due time, even if two servers run", async () => {
    const request = await makeKycRequest(app, {
      state: "in_review",
      assigneeId: adminsByRights.kyc.id,
      claimedAt: hoursAgo(30),
      activeAt: hoursAgo(1),
      submittedAt: hoursAgo(30),
    });
    await makeKycRequest(app, { submittedAt: hoursAgo(30) });
    const report = await makeIreport(app, { submittedAt: hoursAgo(100), ownerId: adminsByRights.desk.id });
    await Promise.all([notifyLateRecords(app.db), notifyLateRecords(app.db)]);
    expect(await notifyLateRecords(app.db)).toBe(0);
    expect(await notifiedAdmins()).toEqual(["kyc", "desk"]);
    expect(await noticesOf(adminsByRights.kyc)).toMatchObject([{ kind: "late", record: { name: request.reference } }]);
    expect(await noticesOf(adminsByRights.desk)).toMatchObject([{ kind: "late", record: { name: report.number } }]);
    await app.db
      .update(kycRequests)
      .set({ dueAt: hoursAgo(1) })
      .where(eq(kycRequests.id, request.id));
    expect(await notifyLateRecords(app.db)).toBe(1);
    expect(await noticesOf(adminsByRights.kyc)).toHaveLength(2);
    await app.db.update(kycRequests).set({ dueAt: hoursAgo(24 * 8) });
    await app.db
      .update(ireports)
      .set({ dueAt: hoursAgo(24 * 8), stateDueAt: null })
      .where(eq(ireports.id, report.id));
    await app.db.delete(notices);
    expect(await notifyLateRecords(app.db)).toBe(0);
  });

  it("late work of a department sends its lead a notice, and a mail if the lead's preferences allow it", async () => {
    await app.db.update(ireportCategories).set({ departmentId: null });
    const id = uuid();
    await app.db.insert(ireportDepartments).values({ id, name: "Roads", leadId: adminsByRights.desk.id });
    const category = await makeIreportCategory(app, { departmentId: id });
    await makeIreport(app, { category, submittedAt: hoursAgo(100) });
    await escalateLateReports(app.db);
    expect(await noticesOf(adminsByRights.desk)).toMatchObject([
      { kind: "department_late", title: "1 report is late", record: { name: "Roads" } },
    ]);
    expect(await queuedKinds()).toEqual(["bulk_mail"]);
    await app.db.delete(outbox);
    await setChannels(adminsByRights.desk, "department_late");
    await makeIreport(app, { category, submittedAt: hoursAgo(100) });
    expect(await escalateLateReports(app.db)).toBe(1);
    expect(await queuedKinds()).toEqual([]);
    expect(await noticesOf(adminsByRights.desk)).toHaveLength(1);
  });
});

describe("mention", () => {
  const note = (path: string, text: string) => call(maker, "POST", path, { text });

  it.each(["kyc", "user", "report"] as const)(
    "a mention in a note of a %s notifies only the mentioned admin, without the note's text",
    async (type) => {
      const [path, reader] =
        type === "kyc"
          ? [`/kyc/${(await makeKycRequest(app)).id}/notes`, adminsByRights.kyc]
          : type === "user"
            ? [`/user-management/users/${(await makeUser(app)).id}/notes`, adminsByRights.user]
            : [`/ireports/${(await makeIreport(app)).id}/notes`, adminsByRights.desk];
      const answer = await note(path, `Please check, @${reader.name.toUpperCase()}! And @${maker.name}. canary`);
      expect(answer.json.message).toBe("OK");
      expect(await notifiedAdmins()).toEqual([type === "report" ? "desk" : type]);
      expect(await noticesOf(reader)).toMatchObject([{ kind: "mention", title: "You were mentioned" }]);
      expect(JSON.stringify(await app.db.select().from(notices))).not.toContain("canary");
      expect(await noticesOf(maker)).toEqual([]);
    },
  );

  it("a mention in a note of a user shows the user's name in the app, but not in a push or mail", async () => {
    await setChannels(adminsByRights.user, "mention", "app", "push", "mail");
    await addCitizenDevice(adminsByRights.user);
    const user = await makeUser(app, { firstName: "Zebulon", lastName: "Canary" });
    await note(`/user-management/users/${user.id}/notes`, `@${adminsByRights.user.name} look`);
    expect(await noticesOf(adminsByRights.user)).toMatchObject([
      { text: expect.stringContaining("User Zebulon Canary") },
    ]);
    expect(await queuedKinds()).toEqual(["mail", "push"]);
    expect(JSON.stringify((await app.db.select().from(outbox)).map(({ payload }) => payload))).not.toMatch(
      /Zebulon|Canary/,
    );
  });

  it("a mention of an admin who may not read the record is refused, and nothing is stored", async () => {
    const request = await makeKycRequest(app);
    const answer = await note(
      `/kyc/${request.id}/notes`,
      `@${adminsByRights.kyc.name} and @${adminsByRights.nothing.name}`,
    );
    expect(answer.status).toBe(400);
    expect(answer.json.fields.text).toContain(`${adminsByRights.nothing.name} can't read this record`);
    expect(await notifiedAdmins()).toEqual([]);
    expect((await call(maker, "GET", `/kyc/${request.id}`)).json.data.notes).toEqual([]);
  });

  it("a mention in a private report reaches its owner and those who may read private reports", async () => {
    const category = await makeIreportCategory(app, { private: true });
    const report = await makeIreport(app, { category, ownerId: adminsByRights.desk.id });
    const path = `/ireports/${report.id}`;
    const other = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }) });
    const readers = (await call(maker, "GET", `${path}/note-readers`)).json.data.items.map(
      ({ id }: { id: string }) => id,
    );
    expect(readers).toEqual(expect.arrayContaining([maker.id, adminsByRights.full.id, adminsByRights.desk.id]));
    expect(readers).not.toContain(other.id);
    expect((await call(other, "GET", `${path}/note-readers`)).status).toBe(404);
    expect((await note(`${path}/notes`, `@${other.name} look`)).status).toBe(400);
    expect((await note(`${path}/notes`, `@${adminsByRights.desk.name} look`)).status).toBe(200);
    expect(await notifiedAdmins()).toEqual(["desk"]);
  });

  it("the list of admins who can be mentioned contains those who may read the record", async () => {
    for (const [path, reader] of [
      ["/kyc/note-readers", adminsByRights.kyc],
      ["/user-management/note-readers", adminsByRights.user],
    ] as const) {
      const ids = (await call(reader, "GET", path)).json.data.items.map(({ id }: { id: string }) => id);
      expect(ids).toContain(reader.id);
      expect(ids).not.toContain(adminsByRights.nothing.id);
      expect((await call(adminsByRights.nothing, "GET", path)).status).toBe(403);
    }
  });

  it("a mention of an unknown name, an email address or a longer name notifies nobody", async () => {
    const path = `/kyc/${(await makeKycRequest(app)).id}/notes`;
    expect(
      (await note(path, `@nobody a@example.com @${adminsByRights.kyc.name}x mail@ ${adminsByRights.kyc.name}`)).status,
    ).toBe(200);
    expect(await notifiedAdmins()).toEqual([]);
  });
});

describe("export", () => {
  async function download(change: Partial<typeof exports.$inferInsert> = {}) {
    await makeKycRequest(app);
    const { token, export_id } = (await call(adminsByRights.full, "POST", "/kyc/export", {})).json.data;
    await app.db
      .update(exports)
      .set({ sent: 0, ...change })
      .where(eq(exports.id, export_id));
    return app.call("GET", `/exports/${token}`, {
      headers: { cookie: `cross-riv-token=${adminsByRights.full.token}` },
    });
  }

  it("an export sends a notice on completion if it took long, and none if it was short", async () => {
    await (await download()).json.text();
    expect(await noticesOf(adminsByRights.full)).toEqual([]);
    await (await download({ createdAt: new Date(Date.now() - 60_000) })).json.text();
    expect(await noticesOf(adminsByRights.full)).toMatchObject([
      {
        kind: "export",
        title: "Export complete",
        text: expect.stringMatching(/^KYC requests \(CSV\) was downloaded: \d+ rows?\.$/),
        url: null,
      },
    ]);
    expect(await notifiedAdmins()).toEqual(["full"]);
  });
});

it("an interrupted download sends a notice to its admin", async () => {
  const { token } = (await call(adminsByRights.full, "POST", "/kyc/export", {})).json.data;
  const { handleRequest: answer } = await import("@/lib/server/api/http-handler");
  const headers = { authorization: `Bearer ${adminsByRights.full.token}` };
  const response = await answer(new Request(`http://test/api/v1/exports/${token}`, { headers }));
  await response.body?.cancel();
  expect(await noticesOf(adminsByRights.full)).toMatchObject([{ kind: "export", title: "Export stopped" }]);
});

describe("low budget", () => {
  it("a low budget of a programme notifies those who may raise it, once for each crossing, even if two servers run", async () => {
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 100_000_000);
    await notifyLowBudgets(app.db);
    await app.db.delete(notices);
    const programme = await makeGrantProgramme(app, maker, { budget: 10_000_000 });
    const setCommitted = (committed: number) =>
      app.db.update(grantProgrammes).set({ committed }).where(eq(grantProgrammes.id, programme.id));
    await setCommitted(9_100_000);
    await Promise.all([notifyLowBudgets(app.db), notifyLowBudgets(app.db)]);
    expect(await notifyLowBudgets(app.db)).toBe(0);
    expect(await notifiedAdmins()).toEqual(["full", "grant"]);
    expect(await noticesOf(adminsByRights.grant)).toMatchObject([
      {
        kind: "low_budget",
        text: expect.stringContaining("₦9,000.00 of ₦100,000.00 is left."),
        url: `/dashboard/grants/programmes/${programme.id}`,
      },
    ]);
    expect(await queuedKinds()).toEqual(["mail", "mail", "mail"]);
    await setCommitted(1_000_000);
    expect(await notifyLowBudgets(app.db)).toBe(0);
    await setCommitted(9_500_000);
    expect(await notifyLowBudgets(app.db)).toBe(1);
    expect(await noticesOf(adminsByRights.grant)).toHaveLength(2);
  });

  it("a programme's budget that fluctuates around the low threshold sends one notice, until it was clearly above the threshold", async () => {
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 100_000_000);
    const programme = await makeGrantProgramme(app, maker, { budget: 10_000_000 });
    const counts: number[] = [];
    for (const committed of [9_000_001, 9_000_000, 9_000_001, 8_500_001, 9_000_001, 8_500_000, 9_000_001]) {
      await app.db.update(grantProgrammes).set({ committed }).where(eq(grantProgrammes.id, programme.id));
      counts.push(await notifyLowBudgets(app.db));
    }
    expect(counts).toEqual([1, 0, 0, 0, 0, 0, 1]);
  });

  it("a low budget of a system account notifies those who may fund it", async () => {
    await app.db.delete(lowBudgets);
    const wallet = (await makeUser(app)).id;
    await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.promotions_pool, 100_000);
    await moveMoney(app.db, SYSTEM_ACCOUNT_IDS.promotions_pool, wallet, 90_000);
    await notifyLowBudgets(app.db);
    const [notice] = (await noticesOf(adminsByRights.wallet)).filter(({ record }) => record.id === "promotions-pool");
    expect(notice).toMatchObject({ kind: "low_budget", url: "/dashboard/wallets/promotions-pool" });
    expect(await noticesOf(adminsByRights.nothing)).toEqual([]);
    expect(await noticesOf(adminsByRights.kyc)).toEqual([]);
  });

  it("a system account's balance that fluctuates around the low threshold sends one notice, until it was clearly above the threshold", async () => {
    await app.db.delete(lowBudgets);
    const wallet = (await makeUser(app)).id;
    const pool = SYSTEM_ACCOUNT_IDS.promotions_pool;
    await fundAccount(app.db, pool, 1_000_000);
    await notifyLowBudgets(app.db);
    await app.db.delete(notices);
    await moveMoney(app.db, pool, wallet, 900_000);
    const seen: [number, boolean][] = [];
    // Available money as a multiple of what left the pool recently. Below 1, the pool is low.
    for (const multiple of [0.9, 1, 1.4, 1.5]) {
      const account = (await readSystemAccountsWithOutflow(app.db)).find(
        ({ account: code }) => code === "promotions_pool",
      );
      const missing = Math.round((account?.left_lately ?? 0) * multiple) - (account?.available ?? 0);
      await fundAccount(app.db, pool, missing);
      await notifyLowBudgets(app.db);
      const kept = (await app.db.select().from(lowBudgets)).some(({ recordId }) => recordId === "promotions-pool");
      seen.push([(await noticesOf(adminsByRights.wallet)).length, kept]);
    }
    expect(seen).toEqual([
      [1, true],
      [1, true],
      [1, true],
      [1, false],
    ]);
    await moveMoney(app.db, pool, wallet, 900_000);
    await notifyLowBudgets(app.db);
    expect(await noticesOf(adminsByRights.wallet)).toHaveLength(2);
  });
});

describe("webhook endpoint", () => {
  it("a webhook endpoint that is disabled automatically notifies those who may enable it, once", async () => {
    const id = uuid();
    const secret = encrypt(createWebhookSecret(), "webhook-secret");
    await app.db
      .insert(webhookEndpoints)
      .values({ id, app: "demo", name: "City app", url: "https://city.example/", secret });
    const failed = { status: 410, problem: null, response: null, durationMs: 1 };
    for (let n = 0; n < 2; n++)
      await app.db.transaction((tx) =>
        emitWebhook(tx, { type: "event.updated", id, userId: null, state: null, version: 1 }),
      );
    await setChannels(maker, "webhook_disabled");
    await setChannels(adminsByRights.full, "webhook_disabled", "app");
    await app.db.delete(outbox).where(ne(outbox.kind, "webhook"));
    await deliverWebhooks(app.db, async () => failed);
    expect(await notifiedAdmins()).toEqual(["full", "config"]);
    expect(await noticesOf(adminsByRights.config)).toMatchObject([
      {
        kind: "webhook_disabled",
        text: expect.stringMatching(/^City app responded with 410 Gone\..*replay/),
        url: `/dashboard/app-config/notifications?view=webhooks&webhook=${id}`,
      },
    ]);
    expect(await app.db.select().from(outbox)).toMatchObject([
      { kind: "mail", payload: { to: adminsByRights.config.email } },
    ]);
    await app.db.delete(webhookEndpoints);
  });
});

describe("broadcast", () => {
  it("a broadcast that the system pauses notifies those who may resume it, by each channel that they chose", async () => {
    Object.assign(settings, { firebaseServiceAccount: SERVICE_ACCOUNT });
    await makeCitizen(app, [uuid()]);
    await setChannels(adminsByRights.full, "broadcast_failed", "push");
    await setChannels(maker, "broadcast_failed");
    await addCitizenDevice(adminsByRights.full);
    await addCitizenDevice(adminsByRights.config);
    const { id } = await makeBroadcast(app, maker.id);
    expect((await call(maker, "POST", `/app-config/broadcasts/${id}/sending`, { version: 1, at: null })).status).toBe(
      200,
    );
    Object.assign(settings, { firebaseServiceAccount: undefined });
    await deliverAllBroadcasts(app);
    expect(await notifiedAdmins()).toEqual(["config"]);
    expect(await noticesOf(adminsByRights.config)).toMatchObject([
      { kind: "broadcast_failed", text: expect.stringContaining("FIREBASE_SERVICE_ACCOUNT") },
    ]);
    const rows = await app.db.select().from(outbox);
    const receivers = rows.map(({ kind, payload }) =>
      kind === "push" && "adminId" in payload ? `push ${payload.adminId}` : `mail ${"to" in payload && payload.to}`,
    );
    expect(receivers.sort()).toEqual(
      [
        `mail ${adminsByRights.config.email}`,
        `push ${adminsByRights.config.id}`,
        `push ${adminsByRights.full.id}`,
      ].sort(),
    );
  });
});

describe("request that expires", () => {
  it("an approval request that expires notifies the admin who made it", async () => {
    const role = { admin_id: adminsByRights.nothing.id, role_ids: [maker.roleId] };
    const answer = await call(maker, "POST", "/permissions/role/user/assign", role);
    const { approvalId } = answer.json.data.awaiting;
    expect(await notifiedAdmins()).toEqual(["full"]);
    await app.db
      .update(approvals)
      .set({ expiresAt: hoursAgo(1) })
      .where(eq(approvals.id, approvalId));
    await expireApprovals(app.db);
    expect(await noticesOf(maker)).toMatchObject([{ kind: "approval_closed", title: "Expired" }]);
    expect((await call(adminsByRights.full, "GET", "/notices/unread")).json.data.unread).toBe(0);
  });
});

describe("daily mail", () => {
  /** 08:30 in Lagos. */
  const MORNING = new Date("2030-03-04T07:30:00Z");
  const choose = (admin: TestAdmin, digestHour: number | null) =>
    app.db.insert(noticeSettings).values({ id: admin.id, digestHour });
  async function notifyOnce() {
    const request = await makeKycRequest(app);
    const body = { requests: [{ kycId: request.id, version: 1 }], assignee: adminsByRights.kyc.id };
    await call(maker, "POST", "/kyc/assignments", body);
    return request;
  }

  it("the daily mail with the unread notices is sent only once a day although two servers run, from the chosen hour on", async () => {
    await choose(adminsByRights.kyc, 8);
    await choose(adminsByRights.full, 9);
    const request = await notifyOnce();
    await Promise.all([sendDigests(app.db, MORNING), sendDigests(app.db, MORNING), sendDigests(app.db, MORNING)]);
    expect(await countUrgentMails(app)).toBe(0);
    const mails = await app.mails();
    expect(mails).toMatchObject([{ to: adminsByRights.kyc.email, subject: "1 notice unread" }]);
    expect(mails[0]?.text).toContain(`${maker.name} assigned ${request.reference} to you.`);
    expect(mails[0]?.text).toContain(`/dashboard/kyc-management/${request.id}`);
    await sendDigests(app.db, new Date(MORNING.getTime() + HOUR_MS / 2));
    expect(await app.mails()).toEqual([]);
    await sendDigests(app.db, new Date(MORNING.getTime() + 24 * HOUR_MS));
    expect(await app.mails()).toHaveLength(1);
  });

  it("the daily mail is not sent before the chosen hour, nor if no notice is unread or the notices' records may no longer be read", async () => {
    await choose(adminsByRights.kyc, 9);
    await notifyOnce();
    expect(await sendDigests(app.db, MORNING)).toBe(0);
    const shown = (await noticesOf(adminsByRights.kyc)).map(({ id }) => id);
    expect((await call(adminsByRights.kyc, "PATCH", "/notices/read", { shown, and_older: false })).status).toBe(200);
    expect(await sendDigests(app.db, new Date(MORNING.getTime() + HOUR_MS))).toBe(1);
    await choose(adminsByRights.nothing, 8);
    await app.db.update(notices).set({ adminId: adminsByRights.nothing.id, readAt: null });
    expect(await sendDigests(app.db, MORNING)).toBe(1);
    expect(await app.mails()).toEqual([]);
  });

  it("the daily mail omits notices that, since it was queued, were marked as read or whose record the admin may no longer read", async () => {
    await choose(adminsByRights.kyc, 8);
    const [read, unread] = [await notifyOnce(), await notifyOnce()];
    await sendDigests(app.db, MORNING);
    await app.db.update(notices).set({ readAt: new Date() }).where(eq(notices.recordId, read.id));
    const [mail] = await app.mails();
    expect(mail?.subject).toBe("1 notice unread");
    expect(mail?.text).toContain(unread.reference);
    expect(mail?.text).not.toContain(read.reference);
    await sendDigests(app.db, new Date(MORNING.getTime() + 24 * HOUR_MS));
    const { features } = (await app.db.select().from(roles).where(eq(roles.id, adminsByRights.kyc.roleId)))[0] ?? {};
    await app.db.update(roles).set({ features: [] }).where(eq(roles.id, adminsByRights.kyc.roleId));
    expect(await app.mails()).toEqual([]);
    expect(await queuedKinds()).toEqual([]);
    await app.db.update(roles).set({ features }).where(eq(roles.id, adminsByRights.kyc.roleId));
  });

  it("the daily mail is not sent for an earlier day, as after an outage of the mail server, or after it was turned off", async () => {
    await choose(adminsByRights.kyc, 8);
    await notifyOnce();
    const sendAfter = (days: number) => sendDigests(app.db, new Date(MORNING.getTime() + days * 24 * HOUR_MS));
    for (const days of [0, 1, 2]) await sendAfter(days);
    expect(await queuedKinds()).toEqual(["bulk_mail", "bulk_mail", "bulk_mail"]);
    expect(await app.mails()).toHaveLength(1);
    await sendAfter(3);
    await app.db.update(noticeSettings).set({ digestHour: null });
    expect(await app.mails()).toEqual([]);
    expect(await queuedKinds()).toEqual([]);
  });

  it("the first daily digest mail is sent on the next day if the chosen hour has already begun when the admin chooses it", async () => {
    const preferences = (await call(adminsByRights.kyc, "GET", "/notices/preferences")).json.data;
    await notifyOnce();
    await call(adminsByRights.kyc, "PATCH", "/notices/preferences", { ...preferences, digest_hour: 0 });
    expect(await sendDigests(app.db)).toBe(0);
    expect(await sendDigests(app.db, new Date(Date.now() + 24 * HOUR_MS))).toBe(1);
  });
});

describe("old notices", () => {
  const makeNotice = (adminId: string, cause: string, hours: number) => ({
    ...{ id: uuid(), adminId, cause, createdAt: hoursAgo(hours), inApp: true },
    ...{ kind: "late" as const, recordType: "kyc" as const, recordId: uuid(), recordName: "KYC-1" },
  });

  it("old notices are deleted after 90 days, read or not", async () => {
    await app.db.insert(notices).values([makeNotice(maker.id, "old", 24 * 91), makeNotice(maker.id, "new", 24 * 89)]);
    await deleteOldNotices(app.db);
    expect((await app.db.select().from(notices)).map(({ cause }) => cause)).toEqual(["new"]);
  });

  it("notices and notice settings of a deleted admin are deleted, also those that were stored after the admin's deletion", async () => {
    const deleted = await makeAdmin(app, { status: "deleted" });
    await app.db.insert(notices).values([makeNotice(maker.id, "own", 1), makeNotice(deleted.id, "late", 1)]);
    await app.db.insert(noticeSettings).values([{ id: maker.id }, { id: deleted.id }]);
    await deleteOldNotices(app.db);
    expect((await app.db.select().from(notices)).map(({ cause }) => cause)).toEqual(["own"]);
    expect((await app.db.select().from(noticeSettings)).map(({ id }) => id)).toEqual([maker.id]);
  });
});
