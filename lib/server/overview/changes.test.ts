import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, FEATURES, makeRights } from "@/lib/contract/access";
import { lagosDayOf } from "@/lib/server/base/time";
import { approvals } from "@/lib/server/db/schema/approvals";
import { homeVisits } from "@/lib/server/db/schema/home";
import { ireports } from "@/lib/server/db/schema/ireport";
import { kycRequests } from "@/lib/server/db/schema/kyc";
import { transactions } from "@/lib/server/db/schema/transaction";
import { users } from "@/lib/server/db/schema/user";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { contentEntryCallsOf, docWithText, faqContent } from "@/lib/server/testing/content-entries";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme } from "@/lib/server/testing/grants";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { makePromotion, makeRedemption } from "@/lib/server/testing/promotions";
import { makeTicket } from "@/lib/server/testing/tickets";
import { readChangesSinceLastVisit } from "./changes";
import { CHANGE_SOURCES } from "./home-modules";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 10 });
});
afterAll(() => app.stop());

type Changes = Awaited<ReturnType<typeof readChangesSinceLastVisit>>;
/** Returns the fields of an admin that change sources read. */
const callerOf = (id: string) => ({ id, rights: ALL_RIGHTS }) as Parameters<typeof readChangesSinceLastVisit>[1];
const fetchChanges = async (token: string): Promise<Changes> => {
  const { status, json } = await app.call("GET", "/overview/changes", { token });
  expect(status).toBe(200);
  return json.data;
};
const postVisit = async (token: string) => (await app.call("POST", "/overview/visits", { token })).json.data;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
/** Stores the start of the admin's current visit to Home. */
const setVisit = (adminId: string, visitedAt: Date) =>
  app.db
    .insert(homeVisits)
    .values({ adminId, visitedAt })
    .onConflictDoUpdate({ target: homeVisits.adminId, set: { visitedAt } });
const changeCount = (changes: Changes, id: string) => changes.lines.find((line) => line.id === id)?.count ?? 0;

describe("visit", () => {
  it("the first visit of Home shows no changes, because there is no earlier visit", async () => {
    const { token } = await makeAdmin(app);
    expect(await fetchChanges(token)).toEqual({ since: null, is_due: true, lines: [], failed: false });
    expect(await postVisit(token)).toEqual({ since: null, is_due: false });
    expect(await fetchChanges(token)).toMatchObject({ since: null, is_due: false });
  });

  it("a visit of Home is recorded with one audit row, however often the page is loaded within the hour", async () => {
    const admin = await makeAdmin(app);
    for (let load = 0; load < 3; load++) await postVisit(admin.token);
    const rows = (await app.audit()).filter(({ adminId }) => adminId === admin.id);
    expect(rows).toMatchObject([{ action: "overview.recordVisit", outcome: "done" }]);
  });

  it("a visit of Home shows the changes made before that visit, however often the page is loaded within the hour", async () => {
    const admin = await makeAdmin(app);
    const before = minutesAgo(61);
    await setVisit(admin.id, before);
    const since = before.toISOString();
    expect(await fetchChanges(admin.token)).toMatchObject({ since, is_due: true });
    expect(await postVisit(admin.token)).toEqual({ since, is_due: false });
    for (let load = 0; load < 3; load++) {
      await postVisit(admin.token);
      expect(await fetchChanges(admin.token)).toMatchObject({ since, is_due: false });
    }
  });

  it("a visit of Home ends after an hour: the next visit shows the changes made since the start of the previous one", async () => {
    const admin = await makeAdmin(app);
    await setVisit(admin.id, minutesAgo(200));
    await postVisit(admin.token);
    const started = minutesAgo(60);
    await setVisit(admin.id, started);
    expect(await fetchChanges(admin.token)).toMatchObject({ since: started.toISOString(), is_due: true });
    await setVisit(admin.id, minutesAgo(59));
    expect(await fetchChanges(admin.token)).toMatchObject({ is_due: false });
  });
});

describe("each kind of change", () => {
  const user = () => makeUser(app, { joinedAt: new Date() });
  /** Functions that make one change, by kind of change. */
  const makers: Record<string, (admin: { id: string; token: string }) => Promise<unknown>> = {
    async own_requests_decided(admin) {
      const decider = await makeAdmin(app);
      await app.db.insert(approvals).values({
        ...{
          id: uuid(),
          kind: "kyc.revoke",
          recordType: "kyc",
          recordId: uuid(),
          recordName: "KYC-1",
          change: "Revoke",
        },
        ...{ payload: {}, requestedBy: admin.id, state: "approved", decidedBy: decider.id, decidedAt: new Date() },
        expiresAt: new Date(Date.now() + 60_000),
      });
    },
    kyc_received: () => makeKycRequest(app, { submittedAt: new Date() }),
    async kyc_decided() {
      const { id } = await makeKycRequest(app, { submittedAt: minutesAgo(5_000) });
      await app.db.update(kycRequests).set({ decidedAt: new Date() }).where(eq(kycRequests.id, id));
    },
    users_joined: user,
    async transactions_completed() {
      await app.db.insert(transactions).values({
        ...{ id: uuid(), reference: `TRX-${uuid()}`, userId: (await user()).id, type: "transfer", channel: "ussd" },
        ...{ amount: 100, state: "succeeded", createdAt: minutesAgo(5_000), completedAt: new Date() },
      });
    },
    transfers_requested: (admin) =>
      app.call("POST", "/wallets/movements", {
        token: admin.token,
        headers: { "idempotency-key": uuid() },
        body: { kind: "fund", account: "grants_pool", amount: 50, note: "From the ministry", submit: false },
      }),
    ireports_submitted: () => makeIreport(app, { submittedAt: new Date() }),
    ireports_closed: () =>
      makeIreport(app, { state: "rejected", rejection: "nothing_found", submittedAt: minutesAgo(4) }),
    events_created: () => makeEvent(app),
    tickets_sold: async () => makeTicket(app, await makeEvent(app)),
    content_published: (admin) =>
      contentEntryCallsOf(app, admin, "announcements").published({
        texts: { en: { title: "Road closed", body: docWithText("Until Monday") } },
        ...{ audience: "everybody", group_ids: [], pinned: false, image_id: null, image_alt: "", link: "" },
      }),
    app_config_published: (admin) => contentEntryCallsOf(app, admin, "faq").published(faqContent("How do I pay?")),
    broadcasts_sent: (admin) => makeBroadcast(app, admin.id, { state: "sent", endedAt: new Date() }),
    redemptions: async (admin) => makeRedemption(app, await makePromotion(app, admin, {}), {}),
    applications_submitted: async (admin) => makeGrantApplication(app, await makeGrantProgramme(app, admin, {}), {}),
    async actions_refused() {
      const { token } = await makeAdmin(app, { rights: makeRights({}) });
      expect((await app.call("POST", "/kyc/next", { token })).status).toBe(403);
    },
    admins_created: () => makeAdmin(app),
  };

  it("each source of changes on Home has a test case", () => {
    expect(Object.keys(makers).sort()).toEqual(CHANGE_SOURCES.map(({ source }) => source.id).sort());
  });

  it.each(Object.keys(makers))("Home counts %s since the last visit, and none from before", async (id) => {
    const admin = await makeAdmin(app, { rights: ALL_RIGHTS });
    await setVisit(admin.id, new Date(Date.now() + 1));
    await app.db
      .update(homeVisits)
      .set({ previousAt: minutesAgo(1) })
      .where(eq(homeVisits.adminId, admin.id));
    const before = changeCount(await fetchChanges(admin.token), id);
    await makers[id]?.(admin);
    expect(changeCount(await fetchChanges(admin.token), id)).toBeGreaterThan(before);
    const source = CHANGE_SOURCES.find((each) => each.source.id === id)?.source;
    if (!source) throw new Error("no source");
    const later = await source.where(new Date(Date.now() + 60_000), callerOf(admin.id), app.db);
    expect(await app.db.$count(source.table, later)).toBe(0);
  });

  it.each(FEATURES)("Home shows an admin who may only read %s no change of another module", async (feature) => {
    const admin = await makeAdmin(app, { rights: makeRights({ [feature]: ["read"] }) });
    await setVisit(admin.id, minutesAgo(100));
    const { lines } = await fetchChanges(admin.token);
    expect(lines.length).toBeGreaterThan(0);
    expect(new Set(lines.map((line) => line.feature))).toEqual(new Set([feature]));
  });

  it("a change on Home links to the list filtered from the Lagos day of the last visit on", async () => {
    const admin = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    const since = minutesAgo(100);
    await setVisit(admin.id, since);
    const { lines } = await fetchChanges(admin.token);
    expect(lines.find(({ id }) => id === "kyc_received")?.url).toBe(
      `/dashboard/kyc-management?submitted_from=${lagosDayOf(since)}`,
    );
  });
});

it("changes on Home do not count reports of private categories for an officer who may not see them", async () => {
  const category = await makeIreportCategory(app, { private: true });
  const officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read"] }) });
  const lead = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "approve"] }) });
  await app.db.execute(sql`delete from home_visits`);
  for (const admin of [officer, lead]) await setVisit(admin.id, minutesAgo(100));
  const submittedFor = async (token: string) => changeCount(await fetchChanges(token), "ireports_submitted");
  const [officerBefore, leadBefore] = [await submittedFor(officer.token), await submittedFor(lead.token)];
  await makeIreport(app, { category, submittedAt: minutesAgo(1) });
  expect(await submittedFor(officer.token)).toBe(officerBefore);
  expect(await submittedFor(lead.token)).toBe(leadBefore + 1);
  expect(await app.db.$count(ireports)).toBeGreaterThan(1);
});

it("Home marks the changes as failed if they can't be counted", async () => {
  const admin = await makeAdmin(app);
  await setVisit(admin.id, minutesAgo(100));
  const broken = { id: "broken", label: "Broken", table: users, where: () => sql`no_such_column` };
  const sources = [{ feature: null, source: broken }];
  const { failed, lines } = await readChangesSinceLastVisit(app.db, callerOf(admin.id), { sources });
  expect([failed, lines]).toEqual([true, []]);
});

it("Home counts no changes of a module that the admin may not read, without an error", async () => {
  const admin = await makeAdmin(app, { rights: makeRights({}) });
  await setVisit(admin.id, minutesAgo(100));
  expect(await fetchChanges(admin.token)).toMatchObject({ lines: [], failed: false });
});
