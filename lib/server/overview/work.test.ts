// Slow: one case for each kind of work.
import { sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_RIGHTS, FEATURES, makeRights, PERMISSION_FLAGS } from "@/lib/contract/access";
import { SYSTEM_ACCOUNT_IDS } from "@/lib/contract/ledger.values";
import { env } from "@/lib/env";
import { formatDay } from "@/lib/format";
import { adminDependencies } from "@/lib/server/db/schema/admin";
import { cancellationSteps } from "@/lib/server/db/schema/event-cancellation";
import { ireportDepartments } from "@/lib/server/db/schema/ireport-set-up";
import { reconciliationDays } from "@/lib/server/db/schema/reconciliation";
import { transactions } from "@/lib/server/db/schema/transaction";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { makeBroadcast } from "@/lib/server/testing/broadcasts";
import { contentEntryCallsOf, faqContent } from "@/lib/server/testing/content-entries";
import { makeDispute } from "@/lib/server/testing/disputes";
import { makeEvent } from "@/lib/server/testing/events";
import { makeGrantApplication, makeGrantProgramme, scoreTwice } from "@/lib/server/testing/grants";
import { listTotalOfLink } from "@/lib/server/testing/home";
import { makeIreport, makeIreportCategory } from "@/lib/server/testing/ireports";
import { fundAccount } from "@/lib/server/testing/ledger";
import { payoutCallsOf } from "@/lib/server/testing/payouts";
import { makePromotion } from "@/lib/server/testing/promotions";
import { daysAgo, startReconciliation } from "@/lib/server/testing/reconciliation";
import { makeTicket } from "@/lib/server/testing/tickets";
import type { HomeWorkSource } from "./home-module";
import { HOME_WORK_SOURCES } from "./home-modules";
import { readHomeWork } from "./work";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ connections: 10 });
});
afterAll(() => app.stop());

type Work = Awaited<ReturnType<typeof readHomeWork>>;
/** The fields of an admin that the lists of open work on Home read. */
type Caller = Parameters<typeof readHomeWork>[1];
const callerOf = (id: string) => ({ id, rights: ALL_RIGHTS }) as Caller;
const fetchWork = async (token: string): Promise<Work> => {
  const { status, json } = await app.call("GET", "/overview/work", { token });
  expect(status).toBe(200);
  return json.data;
};
const kindOf = (work: Work, kind: string) => work.kinds.find((each) => each.kind === kind);
const dependsOn = (admin: { id: string }, on: { id: string }) =>
  app.db.insert(adminDependencies).values({ adminId: admin.id, dependsOn: on.id, reason: "invited" });
const HOUR_MS = 3_600_000;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS);

it("Home lists no work on a new installation", async () => {
  const { token } = await makeAdmin(app);
  expect(await fetchWork(token)).toEqual({ kinds: [], items: [] });
});

describe("each kind of work", () => {
  /** Functions that create one item of each kind of work for `admin`. @returns a part of the item's title or detail */
  const makers: Record<string, (admin: { id: string; token: string }) => Promise<string>> = {
    async approvals() {
      const requester = await makeAdmin(app);
      await fundAccount(app.db, SYSTEM_ACCOUNT_IDS.grants_pool, 5_000);
      const { json } = await app.call("POST", "/wallets/movements", {
        token: requester.token,
        headers: { "idempotency-key": uuid() },
        body: { kind: "withdraw", account: "grants_pool", amount: 50, note: "Paid to the bank", submit: true },
      });
      expect(json.data.state).toBe("awaiting_approval");
      return "Withdraw";
    },
    async open_days() {
      await startReconciliation(app, daysAgo(1));
      return formatDay(daysAgo(1));
    },
    async proposed_days() {
      await app.db
        .insert(reconciliationDays)
        .values({ day: daysAgo(1), state: "proposed", proposedBy: (await makeAdmin(app)).id });
      return "Proposed by";
    },
    async kyc_mine(admin) {
      const { user } = await makeKycRequest(app, { state: "in_review", assigneeId: admin.id });
      return `${user.firstName} ${user.lastName}`;
    },
    async kyc_unassigned() {
      const { user } = await makeKycRequest(app);
      return `${user.firstName} ${user.lastName}`;
    },
    async disputes() {
      const user = await makeUser(app);
      const reference = `TRX-${uuid()}`;
      await app.db.insert(transactions).values({
        ...{ id: uuid(), reference, userId: user.id, type: "transfer", channel: "ussd", amount: 100 },
        ...{ state: "disputed", createdAt: hoursAgo(2), completedAt: hoursAgo(2) },
      });
      return reference;
    },
    async dispute_answers() {
      return (await makeDispute(app)).reference;
    },
    async transfer_drafts(admin) {
      const { json } = await app.call("POST", "/wallets/movements", {
        token: admin.token,
        headers: { "idempotency-key": uuid() },
        body: { kind: "fund", account: "grants_pool", amount: 50, note: "Not sent yet", submit: false },
      });
      expect(json.data.state).toBe("draft");
      return json.data.reference;
    },
    async ireports_mine(admin) {
      return (await makeIreport(app, { state: "acknowledged", ownerId: admin.id, title: "Broken culvert" })).title;
    },
    async ireports_department(admin) {
      const departmentId = uuid();
      await app.db
        .insert(ireportDepartments)
        .values({ id: departmentId, name: `Roads ${departmentId}`, leadId: admin.id });
      const category = await makeIreportCategory(app, { departmentId });
      const owner = await makeAdmin(app);
      return (await makeIreport(app, { category, state: "acknowledged", ownerId: owner.id, title: "Pothole" })).title;
    },
    async ireports_unassigned() {
      return (await makeIreport(app, { title: "Nobody's report" })).title;
    },
    async event_refunds() {
      const made = await makeEvent(app, { title: "Rained off" });
      const { orderId } = await makeTicket(app, made);
      await app.db.insert(cancellationSteps).values({
        orderId,
        eventId: made.event.id,
        state: "failed",
        tickets: 1,
        amount: 100,
        problem: "The bank refused",
      });
      return "Rained off";
    },
    drafts_announcements: (admin) => makeEntry(admin, "announcements", "Road closed"),
    drafts_slides: (admin) => makeEntry(admin, "slides", "New slide"),
    drafts_culture: (admin) => makeEntry(admin, "culture", "Carnival"),
    drafts_faq: (admin) => makeEntry(admin, "faq", "How do I pay?"),
    async broadcasts_paused(admin) {
      return (await makeBroadcast(app, admin.id, { state: "paused", title: "Stuck broadcast", note: "No key" })).title;
    },
    async promotions_paused(admin) {
      return (await makePromotion(app, admin, { state: "paused", name: "Paused promotion" })).name;
    },
    async promotions_draft(admin) {
      return (await makePromotion(app, admin, { state: "draft", name: "Draft promotion" })).name;
    },
    grants_to_score: (admin) => makeApplicationForAdmin(admin, {}),
    async grants_to_decide(admin) {
      const programme = await makeGrantProgramme(app, admin, {});
      const made = await makeGrantApplication(app, programme, { state: "shortlisted" });
      await scoreTwice(app, made.id, [50, 60]);
      return made.reference;
    },
    grants_to_pay: (admin) => makeApplicationForAdmin(admin, { state: "approved" }),
    grants_failed: (admin) => makeApplicationForAdmin(admin, { state: "payment_failed" }),
    async payout_drafts(admin) {
      const programme = await makeGrantProgramme(app, admin, {});
      await makeGrantApplication(app, programme, { state: "approved" });
      const created = await payoutCallsOf(app, admin as Parameters<typeof payoutCallsOf>[1]).create(programme.id);
      return created.json.data.reference;
    },
    async programmes_to_open(admin) {
      return (await makeGrantProgramme(app, admin, { state: "draft", name: "Draft programme" })).name;
    },
    async admins_to_confirm() {
      const invited = await makeAdmin(app, { firstName: "Unconfirmed" });
      await dependsOn(invited, await makeAdmin(app));
      return invited.name;
    },
  };

  async function makeEntry(
    admin: { token: string },
    kind: "announcements" | "slides" | "culture" | "faq",
    title: string,
  ) {
    const text = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: title }] }] };
    const drafts = {
      announcements: {
        texts: { en: { title, body: text } },
        audience: "everybody",
        group_ids: [],
        pinned: false,
        image_id: null,
        image_alt: "",
        link: "",
      },
      slides: { texts: { en: { title, alt: title } }, image_id: null, link: "", focal_x: 50, focal_y: 50 },
      culture: {
        texts: { en: { title, summary: "", body: text } },
        ...{ cover_id: null, cover_alt: "", gallery: [], lga: null, tags: [] },
      },
      faq: faqContent(title),
    };
    await contentEntryCallsOf(app, admin, kind).draft(drafts[kind]);
    return title;
  }

  async function makeApplicationForAdmin(admin: { id: string }, values: Parameters<typeof makeGrantApplication>[2]) {
    const programme = await makeGrantProgramme(app, admin, {});
    return (await makeGrantApplication(app, programme, values)).reference;
  }

  it("each list of open work on Home has a test case", () => {
    expect(Object.keys(makers).sort()).toEqual(HOME_WORK_SOURCES.map(({ kind }) => kind).sort());
  });

  it.each(Object.keys(makers))("Home shows %s with its items, and the same count as the linked list", async (kind) => {
    const admin = await makeAdmin(app, { rights: ALL_RIGHTS });
    const before = kindOf(await fetchWork(admin.token), kind)?.total ?? 0;
    const words = await makers[kind]?.(admin);
    const work = await fetchWork(admin.token);
    const found = kindOf(work, kind);
    expect(found).toMatchObject({ total: before + 1, failed: false });
    const total = await listTotalOfLink(app, admin.token, found?.url ?? "");
    if (kind === "event_refunds") expect(total).toBeNull();
    else expect(total).toBe(found?.total);
    const groups = await HOME_WORK_SOURCES.find((source) => source.kind === kind)?.read(
      app.db,
      callerOf(admin.id),
      100,
    );
    const items = groups?.flatMap((group) => group.items) ?? [];
    expect(items.some(({ title, detail }) => `${title} ${detail}`.includes(words ?? "?"))).toBe(true);
    for (const { url, title } of items)
      expect([url, title]).toEqual([expect.stringMatching(/^\/dashboard\/./), expect.stringMatching(/./)]);
  });

  it("Home shows no work to an admin without rights, nor the work of a feature that the admin only reads", async () => {
    expect(await fetchWork((await makeAdmin(app, { rights: makeRights({}) })).token)).toEqual({ kinds: [], items: [] });
    const reader = await makeAdmin(app, {
      rights: makeRights(Object.fromEntries(FEATURES.map((feature) => [feature, ["read"]]))),
    });
    expect(await fetchWork(reader.token)).toEqual({ kinds: [], items: [] });
  });

  it.each(FEATURES)("Home shows an admin with all rights in %s no work of another feature", async (feature) => {
    const { token } = await makeAdmin(app, { rights: makeRights({ [feature]: PERMISSION_FLAGS }) });
    const kinds = (await fetchWork(token)).kinds.map(({ kind }) => kind);
    const allowed = HOME_WORK_SOURCES.filter(
      ({ kind, needs }) =>
        kind === "approvals" || (needs && typeof needs.policy === "object" && needs.policy.feature === feature),
    ).map(({ kind }) => kind);
    expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
  });

  it("Home hides the work of a feature that the admin may change but not read", async () => {
    const { token } = await makeAdmin(app, {
      rights: makeRights({ "KYC Management": ["update"], iReports: ["update"] }),
    });
    expect(await fetchWork(token)).toEqual({ kinds: [], items: [] });
  });
});

it("Home shows work on private reports only to their owner and to admins with approve", async () => {
  const category = await makeIreportCategory(app, { private: true });
  const title = "Private canary";
  const officer = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update"] }) });
  const lead = await makeAdmin(app, { rights: makeRights({ iReports: ["read", "update", "approve"] }) });
  const made = await makeIreport(app, { category, title, submittedAt: hoursAgo(900) });
  expect(JSON.stringify(await fetchWork(officer.token))).not.toContain(title);
  expect(JSON.stringify(await fetchWork(lead.token))).toContain(title);
  await app.db.execute(sql`update ireports set owner_id = ${officer.id}, state = 'acknowledged' where id = ${made.id}`);
  expect(JSON.stringify(await fetchWork(officer.token))).toContain(title);
});

it("Home lists admin accounts to confirm, as the linked list does, without those that depend on the same accounts as the admin", async () => {
  const [admin, inviter, invited, sibling, other] = await Promise.all(
    Array.from({ length: 5 }, () => makeAdmin(app, { rights: ALL_RIGHTS })),
  );
  if (!admin || !inviter || !invited || !sibling || !other) throw new Error("no admins");
  const source = HOME_WORK_SOURCES.find(({ kind }) => kind === "admins_to_confirm");
  const toConfirm = async () => {
    const [group] = (await source?.read(app.db, callerOf(admin.id), 100)) ?? [];
    const list = await app.call("GET", "/users/all/admins?confirmable=true&size=100", { token: admin.token });
    const ids = group?.items.map(({ id }) => id).sort();
    expect(list.json.data.items.map(({ id }: { id: string }) => id).sort()).toEqual(ids);
    return [inviter, invited, sibling, other, admin].filter(({ id }) => ids?.includes(id));
  };
  const confirm = async (account: { id: string }) =>
    (await app.call("PATCH", `/users/all/admins/${account.id}/confirmation`, { token: admin.token })).status;
  // `inviter` set up `admin` and `sibling`; `admin` set up `invited`. `other` was set up by an unrelated admin.
  for (const [account, on] of [
    [admin, inviter],
    [sibling, inviter],
    [invited, admin],
  ] as const)
    await dependsOn(account, on);
  await dependsOn(other, await makeAdmin(app));
  expect(await toConfirm()).toEqual([other]);
  for (const account of [admin, sibling, invited])
    expect([account.name, await confirm(account)]).toEqual([account.name, 403]);
  await dependsOn(other, invited);
  expect(await toConfirm()).toEqual([]);
  expect(await confirm(other)).toBe(403);
});

it("Home lists the oldest work first, five items of a kind at most, and a record with two reasons once", async () => {
  const admin = await makeAdmin(app, {
    rights: makeRights({ "KYC Management": ["read", "update"], iReports: ["read", "update"] }),
  });
  const departmentId = uuid();
  await app.db.insert(ireportDepartments).values({ id: departmentId, name: "Water", leadId: admin.id });
  const category = await makeIreportCategory(app, { departmentId });
  const report = await makeIreport(app, {
    category,
    state: "acknowledged",
    ownerId: admin.id,
    submittedAt: hoursAgo(2_000),
  });
  for (let hours = 1_000; hours < 1_007; hours++)
    await makeKycRequest(app, { state: "in_review", assigneeId: admin.id, submittedAt: hoursAgo(hours) });
  const { items } = await fetchWork(admin.token);
  expect(items[0]).toMatchObject({ id: report.id, kind: "My reports", url: `/dashboard/ireports/all/${report.id}` });
  expect(items.filter(({ id }) => id === report.id)).toHaveLength(1);
  expect(items.filter(({ kind }) => kind === "My KYC requests")).toHaveLength(5);
  const times = items.map(({ since }) => since);
  expect(times).toEqual([...times].sort());
  expect(items[1]?.due_at).not.toBeNull();
});

describe("source that fails or is slow", () => {
  const admin = callerOf(uuid());
  const sourceOf = (kind: string, read: HomeWorkSource["read"]): HomeWorkSource => ({
    kind,
    label: kind,
    mayDo: () => true,
    url: `/dashboard/${kind}`,
    read,
  });
  const item = {
    id: "1",
    title: "A",
    detail: "",
    since: "2026-01-01T00:00:00.000Z",
    due_at: null,
    expires: false,
    url: "/a",
  };
  const good = sourceOf("good", async () => [{ items: [item], total: 1, totalIsCapped: false }]);

  it("a slow or failing list of open work on Home is marked as failed, and the others are shown", async () => {
    const failing = sourceOf("failing", async () => {
      throw new Error("broken");
    });
    const { kinds, items } = await readHomeWork(app.db, admin, { sources: [failing, good] });
    expect(kinds.map(({ kind, failed }) => [kind, failed])).toEqual([
      ["failing", true],
      ["good", false],
    ]);
    expect(items).toHaveLength(1);
  });

  it("a slow list of open work on Home is given up after its time limit", async () => {
    const slow = sourceOf("slow", async (db) => {
      await db.execute(sql`select pg_sleep(20)`);
      return [];
    });
    const started = performance.now();
    const { kinds } = await readHomeWork(app.db, admin, { sources: [slow, good], limitMs: 200 });
    expect(performance.now() - started).toBeLessThan(10_000);
    expect(kinds.map(({ kind, failed }) => [kind, failed])).toEqual([
      ["slow", true],
      ["good", false],
    ]);
  });

  it("the query of a work block of Home waits while half of the connection pool is in use, and the block fails if the wait takes too long", async () => {
    let [now, highest, started] = [0, 0, 0];
    const hanging = sourceOf("hanging", async (db) => {
      started++;
      highest = Math.max(highest, ++now);
      try {
        await db.execute(sql`select pg_sleep(20)`);
      } finally {
        now--;
      }
      return [];
    });
    const half = env().databasePoolSize / 2;
    const sources = Array.from({ length: 3 * half }, () => hanging);
    const { kinds } = await readHomeWork(app.db, admin, { sources, limitMs: 200 });
    expect(kinds.map(({ failed }) => failed)).toEqual(sources.map(() => true));
    expect(highest).toBe(half);
    expect(started).toBeLessThan(sources.length);
  });
});
