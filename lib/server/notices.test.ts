import { and, eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { FeatureAccess } from "@/lib/contract/access";
import { ALL_RIGHTS, makeRights } from "@/lib/contract/access";
import type { Notice, NoticePreferences } from "@/lib/contract/notices";
import { NOTICE_KINDS, NOTICE_RULES } from "@/lib/contract/notices.values";
import { openSession } from "./auth/session";
import { adminRoles, roles } from "./db/schema/admin";
import { ireports } from "./db/schema/ireport";
import { noticeSettings, notices } from "./db/schema/notices";
import { outbox } from "./db/schema/outbox";
import { notifyAdmins } from "./notices/notify";
import { isNoticeVisibleTo } from "./notices/visible";
import { deleteAdmins, makeAdmin, makeKycRequest, startTestApp, type TestApp } from "./testing/app";
import { makeIreport } from "./testing/ireports";

let app: TestApp;
type TestAdmin = Awaited<ReturnType<typeof makeAdmin>>;
let owner: TestAdmin;
let officer: TestAdmin;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());
beforeEach(async () => {
  await deleteAdmins(app);
  await app.db.delete(notices);
  owner = await makeAdmin(app, { firstName: "Owner" });
  officer = await makeAdmin(app, {
    firstName: "Officer",
    rights: makeRights({ "KYC Management": ["read", "update"] }),
  });
});

const call = async (admin: TestAdmin, method: string, url: string, body?: unknown) =>
  app.call(method, url, { token: admin.token, body, headers: { "idempotency-key": uuid() } });
const fetchNotices = async (admin: TestAdmin, query = ""): Promise<Notice[]> =>
  (await call(admin, "GET", `/notices${query}`)).json.data.items;
const unreadOf = async (admin: TestAdmin) => (await call(admin, "GET", "/notices/unread")).json.data.unread;
const setRights = (admin: TestAdmin, features: FeatureAccess[]) =>
  app.db.update(roles).set({ features }).where(eq(roles.id, admin.roleId));

/** Stores a notice about a KYC request for the officer. */
async function notifyOfficer(cause: string = uuid()) {
  const request = await makeKycRequest(app);
  const record = { type: "kyc" as const, id: request.id, name: request.reference };
  await app.db.transaction((tx) => notifyAdmins(tx, [officer.id], { kind: "late", record, cause }));
  return request;
}

describe("list of notices", () => {
  it("the list of notices returns the caller's own notices, newest first, with text and URL of the record", async () => {
    const first = await notifyOfficer();
    const second = await notifyOfficer();
    expect(await fetchNotices(owner)).toEqual([]);
    expect(await fetchNotices(officer)).toMatchObject([
      {
        kind: "late",
        title: "Late",
        text: `Identity request ${second.reference} is assigned to you and late.`,
        url: `/dashboard/kyc-management/${second.id}`,
        record: { type: "kyc", id: second.id, name: second.reference },
        read_at: null,
      },
      { record: { id: first.id } },
    ]);
  });

  it("the list of notices keeps its pages stable when new notices arrive, and can be searched and filtered for unread notices", async () => {
    const requests = [];
    for (let n = 0; n < 21; n++) requests.push(await notifyOfficer());
    const { items, until, total } = (await call(officer, "GET", "/notices?size=20")).json.data;
    expect([items.length, total]).toEqual([20, 21]);
    await notifyOfficer();
    const next = (await call(officer, "GET", `/notices?size=20&page=1&until=${until}`)).json.data;
    expect(next).toMatchObject({ newer: 1, items: [{ record: { id: requests[0]?.id } }] });
    expect(await fetchNotices(officer, `?q=${requests[3]?.reference}`)).toMatchObject([
      { record: { id: requests[3]?.id } },
    ]);
    await call(officer, "PATCH", `/notices/${items[0].id}/read`);
    expect((await call(officer, "GET", "/notices?view=unread")).json.data.total).toBe(21);
    expect((await call(officer, "GET", "/notices?sort=created_at")).json.data.items[0].record.id).toBe(requests[0]?.id);
  });

  it.each(["view=old", "size=7", "page=-1", "sort=kind", "x=1"])("rejects %s", async (query) => {
    expect((await call(officer, "GET", `/notices?${query}`)).status).toBe(400);
  });

  it("the list of notices is refused without a session", async () => {
    for (const path of ["", "/unread", "/preferences"])
      expect((await app.call("GET", `/notices${path}`)).status).toBe(401);
  });
});

describe("notice about one event", () => {
  it("an admin gets one notice about an event, even if the event is reported several times and concurrently", async () => {
    const request = await notifyOfficer("late:1");
    const record = { type: "kyc" as const, id: request.id, name: request.reference };
    const again = () =>
      app.db.transaction((tx) => notifyAdmins(tx, [officer.id, officer.id], { kind: "late", record, cause: "late:1" }));
    await Promise.all([again(), again(), again()]);
    expect(await fetchNotices(officer)).toHaveLength(1);
  });

  it("a notice about an event is not stored if the transaction of the change is rolled back", async () => {
    const record = { type: "kyc" as const, id: uuid(), name: "KYC-1" };
    const refused = app.db.transaction(async (tx) => {
      await notifyAdmins(tx, [officer.id], { kind: "late", record, cause: "x" });
      throw new Error("refused");
    });
    await expect(refused).rejects.toThrow("refused");
    expect(await app.db.$count(notices)).toBe(0);
  });
});

describe("read state", () => {
  it("the read state of notices is the same on two devices", async () => {
    await notifyOfficer();
    const phone = await openSession(app.db, officer.id, { address: "10.0.0.2", device: "phone" }, true);
    const [notice] = await fetchNotices(officer);
    expect(await unreadOf(officer)).toBe(1);
    const answer = await app.call("PATCH", `/notices/${notice?.id}/read`, { token: phone });
    expect(answer.json.data).toEqual({ unread: 0 });
    expect(await unreadOf(officer)).toBe(0);
    const readAt = (await fetchNotices(officer))[0]?.read_at;
    await call(officer, "PATCH", `/notices/${notice?.id}/read`);
    expect((await fetchNotices(officer))[0]?.read_at).toBe(readAt);
    expect((await app.audit(officer.id)).map(({ action, after }) => action === "notices.read" && after)).toEqual([
      { notices_read: 0 },
      { notices_read: 1 },
    ]);
  });

  const readAll = (admin: TestAdmin, shown: (string | undefined)[], and_older: boolean) =>
    call(admin, "PATCH", "/notices/read", { shown, and_older });

  it("marking all notices as read includes those shown and older ones, but no notice stored afterwards, even with an earlier time", async () => {
    for (let n = 0; n < 3; n++) await notifyOfficer();
    const [newest, second, third] = await fetchNotices(officer);
    const late = await notifyOfficer();
    const isLate = eq(notices.recordId, late.id);
    const between = new Date(Date.parse(second?.created_at ?? "") + 1);
    await app.db
      .update(notices)
      .set({ createdAt: new Date(between.getTime() + 1) })
      .where(eq(notices.id, newest?.id ?? ""));
    await app.db.update(notices).set({ createdAt: between }).where(isLate);
    const answer = await readAll(officer, [newest?.id, second?.id], true);
    expect(answer.json.data).toEqual({ unread: 1 });
    expect((await app.audit(officer.id))[0]).toMatchObject({ action: "notices.readAll", after: { notices_read: 3 } });
    const unread = await fetchNotices(officer, "?view=unread");
    expect(unread).toMatchObject([{ record: { id: late.id } }]);
    await app.db
      .update(notices)
      .set({ readAt: null, createdAt: new Date(0) })
      .where(isLate);
    expect((await readAll(officer, [newest?.id, second?.id, third?.id], false)).json.data).toEqual({ unread: 1 });
    expect((await readAll(owner, [unread[0]?.id], true)).json.data).toEqual({ unread: 0 });
    expect(await unreadOf(officer)).toBe(1);
  });

  it.each([{ shown: [] }, { shown: ["1"] }, { and_older: "yes" }, { until: "2026-11-29T10:00:00.000Z" }])(
    "marking all notices as read rejects %j",
    async (change) => {
      const body = { shown: [uuid()], and_older: true, ...change };
      expect((await call(officer, "PATCH", "/notices/read", body)).status).toBe(400);
    },
  );

  it("marking a notice as read returns 404 for another admin's notice, and for one about a record that may not be read", async () => {
    await notifyOfficer();
    const [notice] = await fetchNotices(officer);
    expect((await call(owner, "PATCH", `/notices/${notice?.id}/read`)).status).toBe(404);
    await setRights(officer, makeRights({}));
    expect((await call(officer, "PATCH", `/notices/${notice?.id}/read`)).status).toBe(404);
    expect((await call(officer, "PATCH", `/notices/${uuid()}/read`)).status).toBe(404);
  });
});

describe("notice about a record that may no longer be read", () => {
  it("a notice about a record that may no longer be read is neither listed nor counted, nor marked as read, until the right is back", async () => {
    await notifyOfficer();
    const [notice] = await fetchNotices(officer);
    await setRights(officer, makeRights({ Grants: ["read"] }));
    expect(await fetchNotices(officer)).toEqual([]);
    expect(await unreadOf(officer)).toBe(0);
    const answer = await call(officer, "PATCH", "/notices/read", { shown: [notice?.id], and_older: true });
    expect(answer.status).toBe(200);
    await setRights(officer, ALL_RIGHTS);
    expect(await unreadOf(officer)).toBe(1);
  });

  it("a notice about a record that may no longer be read is not mailed, also if the right was removed after the mail was queued", async () => {
    const preferences = (await call(officer, "GET", "/notices/preferences")).json.data as NoticePreferences;
    preferences.kinds.late = { app: true, push: false, mail: true };
    await call(officer, "PATCH", "/notices/preferences", preferences);
    await notifyOfficer();
    await setRights(officer, makeRights({}));
    expect(await app.mails()).toEqual([]);
    expect(await app.db.$count(outbox)).toBe(0);
    await notifyOfficer();
    expect(await app.db.$count(outbox)).toBe(0);
    await setRights(officer, ALL_RIGHTS);
    const request = await notifyOfficer();
    expect(await app.mails()).toMatchObject([
      { to: officer.email, subject: "Late", text: expect.stringContaining(`/dashboard/kyc-management/${request.id}`) },
    ]);
  });
});

it("the check whether a notice about a report may be shown finds the report by an index instead of scanning all reports", async () => {
  const { words: _, closed: __, ...report } = await makeIreport(app);
  const others = Array.from({ length: 1_000 }, (_each, n) => ({ ...report, id: uuid(), number: `IR-8${n}` }));
  await app.db.insert(ireports).values(others);
  await app.db.execute(sql`analyze ireports`);
  const isVisible = await isNoticeVisibleTo(app.db, { id: officer.id, rights: ALL_RIGHTS });
  const { rows } = await app.db.execute(sql`explain ${app.db.select().from(notices).where(isVisible).getSQL()}`);
  const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
  expect(plan).toContain("Scan using ireports_pkey on ireports");
});

describe("preferences", () => {
  it("notice preferences are the defaults until changed; a change is audited and requires the current version", async () => {
    const preferences = (await call(officer, "GET", "/notices/preferences")).json.data as NoticePreferences;
    expect(preferences).toEqual({
      kinds: Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, NOTICE_RULES[kind].defaults])),
      digest_hour: null,
      version: 1,
    });
    const changed = {
      ...preferences,
      kinds: { ...preferences.kinds, mention: { app: false, push: false, mail: false } },
      digest_hour: 7,
    };
    const answer = await call(officer, "PATCH", "/notices/preferences", changed);
    expect(answer.json.data).toEqual({ ...changed, version: 2 });
    expect((await call(officer, "GET", "/notices/preferences")).json.data).toEqual(answer.json.data);
    expect((await call(owner, "GET", "/notices/preferences")).json.data.version).toBe(1);
    const stale = await call(officer, "PATCH", "/notices/preferences", changed);
    expect([stale.status, stale.json.current]).toEqual([409, answer.json.data]);
    expect(
      (await app.audit()).find(({ action, outcome }) => action.includes("changePref") && outcome === "done"),
    ).toMatchObject({
      before: { mention: "app, push", digest_hour: null },
      after: { mention: "off", digest_hour: 7 },
    });
  });

  it("notice preferences store only what differs from the default, so that a changed default applies to the rest", async () => {
    const stored = async () => (await app.db.select().from(noticeSettings).where(eq(noticeSettings.id, officer.id)))[0];
    const preferences = (await call(officer, "GET", "/notices/preferences")).json.data as NoticePreferences;
    const off = { app: false, push: false, mail: false };
    const changed = { ...preferences, kinds: { ...preferences.kinds, mention: off } };
    await call(officer, "PATCH", "/notices/preferences", changed);
    expect((await stored())?.channels).toEqual({ mention: off });
    await call(officer, "PATCH", "/notices/preferences", { ...preferences, version: 2 });
    expect(await stored()).toMatchObject({ channels: {}, version: 3 });
  });

  it.each([{ digest_hour: 24 }, { digest_hour: 7.5 }, { kinds: {} }, { version: 0 }, { x: 1 }])(
    "notice preferences reject %j",
    async (change) => {
      const preferences = (await call(officer, "GET", "/notices/preferences")).json.data;
      const answer = await call(officer, "PATCH", "/notices/preferences", { ...preferences, ...change });
      expect(answer.status).toBe(400);
    },
  );

  it("notice preferences turn a kind off: its notices are stored, but neither shown nor sent", async () => {
    const preferences = (await call(officer, "GET", "/notices/preferences")).json.data as NoticePreferences;
    const kinds = { ...preferences.kinds, late: { app: false, push: false, mail: false } };
    await call(officer, "PATCH", "/notices/preferences", { ...preferences, kinds });
    await notifyOfficer("late:2");
    expect(await fetchNotices(officer)).toEqual([]);
    expect(await app.db.$count(outbox)).toBe(0);
    expect(await app.db.$count(notices)).toBe(1);
  });
});

describe("approvals", () => {
  const assignRoles = (reason?: string) =>
    call(owner, "POST", "/permissions/role/user/assign", { admin_id: officer.id, role_ids: [owner.roleId], reason });
  const decide = (admin: TestAdmin, id: string, decision: string, reason?: string) =>
    call(admin, "PATCH", `/approvals/${id}/decision`, { decision, reason });

  it("an approval request notifies each admin who may decide, and nobody else; the decision notifies the requester", async () => {
    const approver = await makeAdmin(app, { firstName: "Approver" });
    const second = await makeAdmin(app, { firstName: "Second" });
    const viewer = await makeAdmin(app, { rights: makeRights({ "Roles & Permissions": ["read"] }) });
    const approvalId = (await assignRoles("Needed")).json.data.awaiting.approvalId;
    for (const admin of [approver, second])
      expect(await fetchNotices(admin)).toMatchObject([
        { kind: "approval_waiting", record: { type: "approval", id: approvalId }, read_at: null },
      ]);
    for (const admin of [owner, officer, viewer]) expect(await fetchNotices(admin)).toEqual([]);
    expect((await fetchNotices(approver))[0]?.text).toContain(`${owner.name}: `);
    expect((await decide(approver, approvalId, "rejected", "Not needed")).status).toBe(200);
    expect(await fetchNotices(owner)).toMatchObject([
      {
        kind: "approval_closed",
        title: "Rejected",
        text: expect.stringMatching(new RegExp(`by ${approver.name} · Not needed$`)),
        url: "/dashboard/approvals?view=mine",
      },
    ]);
    for (const admin of [approver, second]) expect(await unreadOf(admin)).toBe(0);
  });

  it("an approval request does not notify the admin who withdraws it", async () => {
    await makeAdmin(app, { firstName: "Approver" });
    const approvalId = (await assignRoles()).json.data.awaiting.approvalId;
    expect((await call(owner, "PATCH", `/approvals/${approvalId}/cancellation`, {})).status).toBe(200);
    expect(await fetchNotices(owner)).toEqual([]);
    expect(
      await app.db.$count(notices, and(eq(notices.kind, "approval_waiting"), eq(notices.recordId, approvalId))),
    ).toBe(1);
  });

  it("notices about approvals are hidden from an approver who lost the right", async () => {
    const approver = await makeAdmin(app, { firstName: "Approver" });
    await assignRoles();
    expect(await unreadOf(approver)).toBe(1);
    await setRights(approver, makeRights({ "KYC Management": ["read"] }));
    expect(await unreadOf(approver)).toBe(0);
    await app.db.delete(adminRoles).where(eq(adminRoles.adminId, approver.id));
    expect(await fetchNotices(approver)).toEqual([]);
  });
});
