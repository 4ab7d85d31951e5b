import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { KYC_CHECKS } from "@/lib/contract/kyc.values";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import type { TransactionState } from "@/lib/contract/transaction.values";
import { USER_STATUS_TRANSITIONS, USER_STATUSES } from "@/lib/contract/user.values";
import { addDays, lagosDayOf, startOfDay } from "./base/time";
import { updateDeviceLastPush } from "./citizen/app-devices";
import { approvals } from "./db/schema/approvals";
import { userDevices } from "./db/schema/citizen";
import { kycRequests } from "./db/schema/kyc";
import { ledgerEntries } from "./db/schema/ledger";
import { auditTrails } from "./db/schema/system-logs";
import { transactions } from "./db/schema/transaction";
import { users } from "./db/schema/user";
import { postLedgerEntry } from "./ledger/post";
import { makeAdmin, makeKycRequest, makeUser, startTestApp, type TestApp } from "./testing/app";
import { balanceOf, fundAccount } from "./testing/ledger";
import { liftExpiredRestrictions } from "./user/lift-expired";

let app: TestApp;
let admin: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app, { firstName: "Ofem" });
});
afterAll(() => app.stop());

const USERS_PATH = "/user-management/users";
const fetchPath = (path: string, token = admin.token) => app.call("GET", path, { token });
const list = async (query: string) => (await fetchPath(`${USERS_PATH}?${query}`)).json.data;
const idsOf = async (query: string) => (await list(query)).items.map((item: { id: string }) => item.id);
const patch = (id: string, subPath: string, body: object = {}, token = admin.token) =>
  app.call("PATCH", `${USERS_PATH}/${id}/${subPath}`, {
    token,
    body: { version: 1, reason: "Asked by the court", ...body },
  });
const RESTRICTION = { restriction: "no_debit", legal_basis: "court_order" };
const fetchRow = async (id: string) => (await app.db.select().from(users).where(eq(users.id, id)))[0];

describe("user.list", () => {
  it("user.list lists users newest first with balances, and filters by tier, LGA, status and Lagos days", async () => {
    const older = await makeUser(app, { lga: "Yala", tier: 3, joinedAt: new Date("2020-03-01T22:59:00Z") });
    const newer = await makeUser(app, { lga: "Yala", tier: 1, joinedAt: new Date("2020-03-01T23:01:00Z") });
    await fundAccount(app.db, older.id, 12_345);
    expect(await idsOf("lga=Yala")).toEqual([newer.id, older.id]);
    expect((await list("lga=Yala&tier=3")).items).toMatchObject([{ id: older.id, balance: 12_345, tier: 3 }]);
    expect(await idsOf("lga=Yala&joined_to=2020-03-01")).toEqual([older.id]);
    expect(await idsOf("lga=Yala&joined_from=2020-03-02")).toEqual([newer.id]);
    expect(await idsOf("lga=Yala&status=suspended,closed")).toEqual([]);
    expect(await idsOf("lga=Yala&sort=joined_at")).toEqual([older.id, newer.id]);
  });

  it("user.list sorts users by name and by last-seen time, with users never seen at the end", async () => {
    const lga = "Obudu" as const;
    const a = await makeUser(app, { lga, lastName: "Abang", lastSeenAt: new Date("2026-01-02T00:00:00Z") });
    const b = await makeUser(app, { lga, lastName: "Bassey", lastSeenAt: null });
    const c = await makeUser(app, { lga, lastName: "Cobham", lastSeenAt: new Date("2026-01-03T00:00:00Z") });
    expect(await idsOf(`lga=${lga}&sort=name`)).toEqual([a.id, b.id, c.id]);
    expect(await idsOf(`lga=${lga}&sort=-last_seen_at`)).toEqual([c.id, a.id, b.id]);
  });

  it("user.list finds users by id, email, phone number in any format and beginnings of names", async () => {
    const user = await makeUser(app, {
      firstName: "Nkoyo",
      middleName: "Arit",
      lastName: "O'Brien",
      email: "Nkoyo.Obrien@example.com",
      phone: "+2348099912345",
    });
    for (const searchText of [
      user.id.toUpperCase(),
      "nkoyo.obrien@EXAMPLE.com",
      "nkoyo.obrien@ex",
      "08099912345",
      "+234 809 991 2345",
      "2348099912345",
      "00234 (0) 809-991-2345",
      "8099912",
      "nko",
      "o'b NKOYO",
      "arit nkoyo",
    ])
      expect([searchText, await idsOf(`q=${encodeURIComponent(searchText)}`)]).toEqual([searchText, [user.id]]);
    const turkish = await makeUser(app, { firstName: "İbrahim", lastName: "ΟΔΟΣ" });
    for (const searchText of ["İbrahim", "ΟΔΟΣ"])
      expect([searchText, await idsOf(`q=${encodeURIComponent(searchText)}`)]).toEqual([searchText, [turkish.id]]);
    for (const searchText of ["koyo", "100%", "_koyo", "0809991234599"])
      expect(await idsOf(`q=${encodeURIComponent(searchText)}`)).toEqual([]);
  });

  it("user.list returns pages of users, and an empty page when nothing matches", async () => {
    for (let index = 0; index < 21; index++) await makeUser(app, { lga: "Etung" });
    const [first, second] = [await list("lga=Etung"), await list("lga=Etung&page=1")];
    expect([first.items.length, second.items.length, first.total]).toEqual([20, 1, 21]);
    expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(21);
    expect(await list("lga=Bakassi")).toMatchObject({ items: [], total: 0, totalIsCapped: false });
  });

  it("user.list exports what the list shows, and audits the export", async () => {
    const user = await makeUser(app, { lga: "Boki", firstName: "=cmd" });
    await fundAccount(app.db, user.id, 150);
    const made = await app.call("POST", `${USERS_PATH}/export`, { token: admin.token, body: { lga: "Boki" } });
    expect(made.json.data.rows).toBe(1);
    const file = await app.call("GET", `/exports/${made.json.data.token}`, { token: admin.token });
    const [, line] = (await (file.json as Blob).text()).split("\r\n");
    expect(line).toContain(`${user.id},"'=cmd"`);
    expect(line).toContain(',3,"Boki",active,"Active",1.50,');
  });
});

describe("user.stats", () => {
  it("user.stats returns numbers of users by status, tier and LGA that each add up to the number of all users", async () => {
    const { data } = (await fetchPath("/user-management")).json;
    const total = await app.db.$count(users);
    expect(data.total).toBe(total);
    for (const part of ["statuses", "tiers", "lgas"])
      expect(data[part].reduce((sum: number, each: { users: number }) => sum + each.users, 0)).toBe(total);
    expect(data.lgas).toHaveLength(18);
    // An account whose restriction has expired counts as active.
    const before = data.statuses.find(({ status }: { status: string }) => status === "active").users;
    const expiredRestriction = { restriction: "both", legalBasis: "court_order", status: "restricted" } as const;
    const { id } = await makeUser(app, { ...expiredRestriction, restrictedUntil: new Date(Date.now() - 1_000) });
    const after = (await fetchPath("/user-management")).json.data.statuses;
    expect(after).toContainEqual({ status: "active", users: before + 1 });
    await app.db
      .update(users)
      .set({ status: "active", restriction: null, legalBasis: null, restrictedUntil: null })
      .where(eq(users.id, id));
    expect(data.newest[0].joined_at >= data.newest[1].joined_at).toBe(true);
  });

  it("user.stats counts new users of the last 30 Lagos days and of the 30 before", async () => {
    const fetchStats = async () => {
      const { new_30_days, previous_30_days } = (await fetchPath("/user-management")).json.data;
      return { new_30_days, previous_30_days };
    };
    const before = await fetchStats();
    // 00:30 in Lagos is the previous day in UTC.
    const makeJoined = (daysAgo: number) =>
      makeUser(app, {
        joinedAt: new Date(startOfDay(addDays(lagosDayOf(new Date()), -daysAgo)).getTime() + 1_800_000),
      });
    for (const daysAgo of [29, 30, 59, 60]) await makeJoined(daysAgo);
    expect(await fetchStats()).toEqual({
      new_30_days: before.new_30_days + 1,
      previous_30_days: before.previous_30_days + 2,
    });
  });
});

describe("user.single", () => {
  it("user.single and the calls for the other parts of a user's page return 404 for an unknown user", async () => {
    for (const part of ["", "/statement", "/kyc", "/devices", "/activity", "/notes"])
      expect((await fetchPath(`${USERS_PATH}/${uuid()}${part}`)).status).toBe(404);
  });

  it("user.single returns the wallet's statement, filtered by direction and amount", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 50_000);
    const paid = await app.db.transaction((tx) => postLedgerEntry(tx, payment(user.id, 20_000)));
    const path = `${USERS_PATH}/${user.id}/statement`;
    const { items } = (await fetchPath(path)).json.data;
    expect(items).toMatchObject([
      { amount: -20_000, balance_after: 30_000 },
      { amount: 50_000, balance_after: 50_000, description: "Money for a test" },
    ]);
    const [posted] = await app.db.select().from(ledgerEntries).where(eq(ledgerEntries.id, paid.entry.id));
    expect(items[0].source).toEqual({ type: "test", id: posted?.sourceId });
    expect((await fetchPath(`${path}?direction=in`)).json.data.total).toBe(1);
    expect((await fetchPath(`${path}?max=200`)).json.data.items).toMatchObject([{ amount: -20_000 }]);
    expect((await fetchPath(`${path}?q=money`)).json.data.total).toBe(1);
  });

  it("user.single shows and finds transaction references in a statement only for admins with the right to read transactions", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 50_000);
    const post = (description: string, source = { type: "transaction", id: uuid() }) =>
      app.db.transaction((tx) => postLedgerEntry(tx, { ...payment(user.id, 100), description, source }));
    await post("Rent (TRX-AB12)");
    await post("Refund of TRX-AB12 (RFD-01-9F)");
    const movementSource = { type: "wallet_movement", id: uuid() };
    await post("Clear ₦1.00 from Suspense to Ada's wallet for TRX-AB12 (WAL-000001)", movementSource);
    const path = `${USERS_PATH}/${user.id}/statement`;
    const other = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"] }) });
    const shownRows = (await fetchPath(path, other.token)).json.data.items;
    expect(shownRows).toMatchObject([
      {
        description: "Clear ₦1.00 from Suspense to Ada's wallet for a transaction (WAL-000001)",
        source: movementSource,
      },
      { description: "Refund of a transaction", source: { type: "transaction", id: null } },
      { description: "Rent", source: { type: "transaction", id: null } },
      { description: "Money for a test" },
    ]);
    expect((await fetchPath(`${path}?q=TRX-AB12`, other.token)).json.data.total).toBe(0);
    expect((await fetchPath(`${path}?q=rent`, other.token)).json.data.total).toBe(1);
    const found = (await fetchPath(`${path}?q=TRX-AB12`)).json.data;
    expect(found.total).toBe(3);
    expect(found.items[2]).toMatchObject({ description: "Rent (TRX-AB12)", source: { id: expect.any(String) } });
  });

  it("user.single lists identity requests only for admins with the right to read them", async () => {
    const request = await makeKycRequest(app);
    expect((await fetchPath(`${USERS_PATH}/${request.userId}/kyc`)).json.data.items).toMatchObject([
      { id: request.id, reference: request.reference, state: "pending" },
    ]);
    const other = await makeAdmin(app, { rights: makeRights({ "User Management": ["read"] }) });
    expect((await fetchPath(`${USERS_PATH}/${request.userId}/kyc`, other.token)).status).toBe(403);
  });

  it("user.single shows in the history how KYC decisions changed the tier, without their other details", async () => {
    const officer = await makeAdmin(app, { firstName: "Ngozi" });
    const { id, userId } = await makeKycRequest(app, { tier: 2 });
    const currentVersion = (await fetchPath(`${USERS_PATH}/${userId}`)).json.data.version;
    await app.call("PATCH", `/kyc/${id}/decision`, {
      token: officer.token,
      body: { version: 1, decision: "approved", checked: KYC_CHECKS },
    });
    const stale = await patch(userId, "suspension", { version: currentVersion });
    expect(stale.json.message).toContain(`${officer.name} changed the tier of this account since you opened it.`);
    const message = "The card was somebody else's.";
    const asked = await app.call("PATCH", `/kyc/${id}/revocation`, {
      token: officer.token,
      body: { version: 2, reason: "suspected_fraud", message },
    });
    const approvalId = asked.json.data.awaiting.approvalId;
    await app.call("PATCH", `/approvals/${approvalId}/decision`, {
      token: admin.token,
      headers: { "idempotency-key": `revoke-${id}` },
      body: { decision: "approved" },
    });
    await patch(userId, "suspension", { version: currentVersion + 2 });
    const items = (await fetchPath(`${USERS_PATH}/${userId}/activity`)).json.data.items;
    expect(items).toMatchObject([
      { action: "user.suspend" },
      { action: "approvals.decide", by: { name: admin.name }, changes: [{ field: "tier", before: "2", after: "0" }] },
      { action: "kyc.decide", by: { name: officer.name }, changes: [{ field: "tier", before: "0", after: "2" }] },
      { action: "user.join" },
    ]);
    expect(items[1].changes).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain(message);
  });

  it("user.single lists devices as the app reported them, last seen first, without their tokens", async () => {
    const [user, other] = [await makeUser(app), await makeUser(app)];
    const saveDevice = (device_token: string, extraFields: object = {}) =>
      app.callAsApp("POST", "/devices", {
        body: { user_id: user.id, device_token, platform: "android", ...extraFields },
      });
    const devices = async ({ id }: { id: string }, token?: string) => fetchPath(`${USERS_PATH}/${id}/devices`, token);
    expect((await devices(user)).json.data.items).toEqual([]);
    await saveDevice("secret-tablet");
    await saveDevice("secret-phone", { name: "Infinix Hot 40" });
    const seenAt = new Date("2026-01-02T09:00:00Z");
    await app.db.update(userDevices).set({ createdAt: seenAt, lastSeenAt: seenAt, lastUsedAt: seenAt });
    // A delivered push does not count as use of the app, so the last-seen time does not change.
    await updateDeviceLastPush(app.db, ["secret-tablet"]);
    await saveDevice("secret-phone");
    const { json } = await devices(user);
    expect(json.data.items).toMatchObject([
      { name: "Infinix Hot 40", platform: "android", first_seen_at: seenAt.toISOString() },
      { name: null, first_seen_at: seenAt.toISOString(), last_seen_at: seenAt.toISOString() },
    ]);
    expect(Date.parse(json.data.items[0].last_seen_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(JSON.stringify(json)).not.toContain("secret");
    // Registers a sold phone for another citizen, which resets the device's name and dates.
    await saveDevice("secret-phone", { user_id: other.id });
    const [movedDevice] = (await devices(other)).json.data.items;
    expect(movedDevice.first_seen_at).toBe(movedDevice.last_seen_at);
    expect((await devices(user)).json.data.items).toHaveLength(1);
    const stranger = await makeAdmin(app, { rights: makeRights({ "KYC Management": ["read"] }) });
    expect((await devices(user, stranger.token)).status).toBe(403);
  });

  it("user.single stores notes byte for byte, and keeps their text out of the audit trail", async () => {
    const user = await makeUser(app);
    const text = "  <b>Called</b> back \u202E twice 😀\n";
    const addedNote = await app.call("POST", `${USERS_PATH}/${user.id}/notes`, { token: admin.token, body: { text } });
    expect(addedNote.json.data).toMatchObject({ text, by: { id: admin.id } });
    expect((await fetchPath(`${USERS_PATH}/${user.id}/notes`)).json.data.items).toMatchObject([{ text }]);
    const [row] = await app.audit();
    expect(row).toMatchObject({ action: "user.addNote", recordId: user.id });
    expect(JSON.stringify(row)).not.toContain("Called");
  });
});

const payment = (userId: string, amount: number) => ({
  key: `test:${uuid()}`,
  kind: "transaction" as const,
  description: "A payment",
  source: { type: "test", id: uuid() },
  postedBy: null,
  postings: [
    { accountId: userId, amount: -amount },
    { accountId: IDS.fee_income, amount },
  ],
});

describe("restriction", () => {
  it("a restriction of a citizen's account applies immediately: status, reason, legal basis and last day on the account, and an audit row", async () => {
    const user = await makeUser(app);
    const answer = await patch(user.id, "restriction", { ...RESTRICTION, last_day: "2099-05-01" });
    expect(answer.json.data).toMatchObject({
      status: "restricted",
      restriction: { kind: "no_debit", legal_basis: "court_order", until: "2099-05-01T23:00:00.000Z" },
      status_reason: "Asked by the court",
      version: 2,
    });
    expect((await app.audit())[0]).toMatchObject({
      action: "user.restrict",
      recordType: "user",
      recordId: user.id,
      adminId: admin.id,
      before: { status: "active" },
      after: { status: "restricted", legal_basis: "court_order", reason: "Asked by the court" },
    });
    expect((await fetchPath(`${USERS_PATH}/${user.id}/activity`)).json.data.items).toMatchObject([
      { action: "user.restrict", by: { name: admin.name } },
      { action: "user.join" },
    ]);
    expect((await patch(user.id, "restriction/lift", { version: 2 })).json.data).toMatchObject({
      status: "active",
      restriction: null,
    });
  });

  it("a restriction of a citizen's account replaces an earlier restriction", async () => {
    const user = await makeUser(app);
    await patch(user.id, "restriction", RESTRICTION);
    const answer = await patch(user.id, "restriction", { ...RESTRICTION, restriction: "both", version: 2 });
    expect(answer.json.data.restriction).toMatchObject({ kind: "both", until: null });
  });

  it.each([
    ["no_debit", { out: false, in: true }],
    ["no_credit", { out: true, in: false }],
    ["both", { out: false, in: false }],
  ])(
    "a restriction of a citizen's account makes the ledger accept only the postings that its kind allows: %s",
    async (restriction, allowed) => {
      const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
      await fundAccount(app.db, user.id, 1_000);
      await patch(user.id, "restriction", { ...RESTRICTION, restriction });
      const outgoing = app.db.transaction((tx) => postLedgerEntry(tx, payment(user.id, 100)));
      if (allowed.out) await outgoing;
      else
        await expect(outgoing).rejects.toMatchObject({
          status: 409,
          message:
            "Ada Obi's wallet is restricted: no money may go out of it until the restriction is lifted. Nothing was moved.",
        });
      const incoming = fundAccount(app.db, user.id, 100);
      if (allowed.in) await incoming;
      else
        await expect(incoming).rejects.toMatchObject({ status: 409, message: expect.stringContaining("go into it") });
      expect(await balanceOf(app.db, user.id)).toBe(1_000 - (allowed.out ? 100 : 0) + (allowed.in ? 100 : 0));
    },
  );

  it("a restriction of a citizen's account affects neither the repetition of an earlier posting with the same idempotency key, nor a fee on incoming money", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 1_000);
    const draft = payment(user.id, 100);
    await app.db.transaction((tx) => postLedgerEntry(tx, draft));
    await patch(user.id, "restriction", RESTRICTION);
    expect((await app.db.transaction((tx) => postLedgerEntry(tx, draft))).isNew).toBe(false);
    const funding = {
      ...payment(user.id, 10),
      postings: [
        { accountId: IDS.settlement_float, amount: -500 },
        { accountId: user.id, amount: 500 },
        { accountId: user.id, amount: -10 },
        { accountId: IDS.fee_income, amount: 10 },
      ],
    };
    await app.db.transaction((tx) => postLedgerEntry(tx, funding));
    expect(await balanceOf(app.db, user.id)).toBe(1_390);
  });

  /** Waits until the given number of statements wait for a lock. */
  const waiting = (count: number) =>
    vi.waitFor(
      async () => {
        const found = await app.db.execute(sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        expect(found.rows).toHaveLength(count);
      },
      { timeout: 10_000, interval: 20 },
    );

  it("a restriction of a citizen's account waits for a concurrent posting to the wallet; the next posting is rejected", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 1_000);
    let release = () => {};
    const commitHold = new Promise<void>((resolve) => {
      release = resolve;
    });
    let posted = () => {};
    const isPosted = new Promise<void>((resolve) => {
      posted = resolve;
    });
    const openTransfer = app.db.transaction(async (tx) => {
      await postLedgerEntry(tx, payment(user.id, 100));
      posted();
      await commitHold;
    });
    await isPosted;
    const restrictRequest = patch(user.id, "restriction", RESTRICTION);
    await waiting(1);
    const post = () => app.db.transaction((tx) => postLedgerEntry(tx, payment(user.id, 100)));
    // Both calls now wait for the lock. The database decides which one gets it first.
    const parallelPosts = Promise.allSettled([post()]);
    await waiting(2);
    expect((await fetchRow(user.id))?.status).toBe("active");
    release();
    await openTransfer;
    expect((await restrictRequest).status).toBe(200);
    const [postedBetween] = await parallelPosts;
    expect(await balanceOf(app.db, user.id)).toBe(postedBetween?.status === "fulfilled" ? 800 : 900);
    await expect(post()).rejects.toMatchObject({ status: 409, message: expect.stringContaining("restricted") });
  });

  it("a restriction of a citizen's account counts as lifted once expired; the scheduled task lifts it and audits the system as actor", async () => {
    const lga = "Ogoja" as const;
    const values = { restriction: "both", legalBasis: "court_order", status: "restricted" } as const;
    const expiredRestriction = { ...values, lga, restrictedUntil: new Date(Date.now() - 1_000) };
    const user = await makeUser(app, expiredRestriction);
    const other = await makeUser(app, expiredRestriction);
    const userToLift = await makeUser(app, { ...values, lga });
    expect((await fetchPath(`${USERS_PATH}/${user.id}`)).json.data).toMatchObject({
      status: "active",
      restriction: null,
    });
    expect((await idsOf(`lga=${lga}&status=active`)).sort()).toEqual([user.id, other.id].sort());
    expect(await idsOf(`lga=${lga}&status=restricted`)).toEqual([userToLift.id]);
    // Both users joined on 1 January 2026, so filters on other days must not count them.
    const total = async (query: string) => (await list(query)).total;
    for (const [status, days] of [
      ["restricted", "joined_from=2025-12-30&joined_to=2025-12-31"],
      ["restricted", "joined_from=2026-01-02"],
      ["active", "joined_to=2000-01-01"],
    ])
      expect([days, await total(`status=${status}&${days}`)]).toEqual([
        days,
        (await idsOf(`status=${status}&${days}`)).length,
      ]);
    await fundAccount(app.db, user.id, 5);
    // An admin changes the account before the timed task runs.
    expect((await patch(user.id, "suspension")).json.data.status).toBe("suspended");
    expect(await liftExpiredRestrictions(app.db)).toBe(1);
    expect(await fetchRow(other.id)).toMatchObject({ status: "active", restriction: null, version: 2 });
    expect((await fetchRow(userToLift.id))?.status).toBe("restricted");
    for (const { id } of [user, other]) {
      const lifted = (await app.audit()).find(({ action, recordId }) => action === "user.lift" && recordId === id);
      expect(lifted).toMatchObject({ adminId: null, after: { status: "active", reason: "The restriction ran out." } });
    }
    expect(await liftExpiredRestrictions(app.db)).toBe(0);
  });

  it.each([
    ["without a reason", { reason: " " }, "reason"],
    ["without a legal basis", { legal_basis: "" }, "legal_basis"],
    ["without what it forbids", { restriction: undefined }, "restriction"],
    ["with a last day that has passed", { last_day: "2020-01-01" }, "last_day"],
  ])("a restriction of a citizen's account is refused %s", async (_, body, field) => {
    const user = await makeUser(app);
    const answer = await patch(user.id, "restriction", { ...RESTRICTION, ...body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.json.fields)).toContain(field);
    expect((await fetchRow(user.id))?.status).toBe("active");
  });
});

describe("suspending and reactivating", () => {
  it("suspending an account ends its app sessions, and the account can be reactivated", async () => {
    const user = await makeUser(app);
    const suspended = (await patch(user.id, "suspension")).json.data;
    expect(suspended.status).toBe("suspended");
    expect(Date.now() - Date.parse(suspended.sessions_reset_at)).toBeLessThan(10_000);
    expect((await app.audit())[0]).toMatchObject({
      action: "user.suspend",
      before: { status: "active", sessions_reset_at: null },
      after: { status: "suspended", sessions_reset_at: suspended.sessions_reset_at },
    });
    expect((await patch(user.id, "reactivation", { version: 2 })).json.data.status).toBe("active");
  });

  it("suspending and restricting an account concurrently succeeds for one request, and the refusal names who changed the account", async () => {
    const user = await makeUser(app);
    const answers = await Promise.all([patch(user.id, "suspension"), patch(user.id, "restriction", RESTRICTION)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const conflictAnswer = answers.find(({ status }) => status === 409);
    expect(conflictAnswer?.json.current).toMatchObject({ id: user.id, version: 2 });
    const words = conflictAnswer?.json.current.status === "suspended" ? "suspended" : "restricted";
    expect(conflictAnswer?.json.message).toContain(`You ${words} this account since you opened it.`);
    const other = await makeAdmin(app);
    const message = (await patch(user.id, "sessions-reset", {}, other.token)).json.message;
    expect(message).toContain(`${admin.name} ${words} this account since you opened it.`);
    expect(await app.db.$count(auditTrails, sql`record_id = ${user.id} and outcome = 'done'`)).toBe(1);
  });
});

describe("closing", () => {
  it("closing an account is permanent, and the wallet accepts no postings afterwards", async () => {
    const user = await makeUser(app, { firstName: "Ada", lastName: "Obi" });
    expect((await patch(user.id, "closure")).json.data).toMatchObject({ status: "closed", close_obstacles: [] });
    await expect(fundAccount(app.db, user.id, 1)).rejects.toMatchObject({
      message: "Ada Obi's account is closed, so nothing moves in its wallet. Nothing was moved.",
    });
    for (const subPath of ["reactivation", "suspension", "closure", "sessions-reset", "restriction/lift"]) {
      const answer = await patch(user.id, subPath, { version: 2 });
      expect([subPath, answer.status]).toEqual([subPath, 409]);
      expect(answer.json.message).toContain("That is final");
    }
  });

  it("closing an account is refused while the wallet has a balance or a KYC request is open, and lists both", async () => {
    const request = await makeKycRequest(app);
    await fundAccount(app.db, request.userId, 250);
    const answer = await patch(request.userId, "closure");
    expect(answer.status).toBe(409);
    expect(answer.json.message).toContain("The wallet holds ₦2.50.");
    expect(answer.json.message).toContain(request.reference);
    await app.db.update(kycRequests).set({ state: "rejected" }).where(eq(kycRequests.id, request.id));
    expect((await fetchPath(`${USERS_PATH}/${request.userId}`)).json.data.close_obstacles).toHaveLength(1);
  });

  it("closing an account is refused while a transaction is open", async () => {
    const user = await makeUser(app);
    const payment = { userId: user.id, type: "wallet_funding", channel: "card", amount: 100 } as const;
    await app.db.insert(transactions).values({ id: uuid(), reference: "TRX-UNDERWAY", ...payment });
    const answer = await patch(user.id, "closure");
    expect(answer.status).toBe(409);
    expect(answer.json.message).toContain("The transaction TRX-UNDERWAY is pending.");
  });

  it("closing an account is refused while a transfer to the account is open, but not for a settled one", async () => {
    const [user, payer] = [await makeUser(app), await makeUser(app)];
    const transfer = { userId: payer.id, counterpartyId: user.id, type: "transfer", channel: "wallet" } as const;
    const insertTransfer = (reference: string, state: TransactionState) =>
      app.db.insert(transactions).values({ id: uuid(), reference, state, amount: 100, ...transfer });
    await insertTransfer("TRX-SETTLED", "failed");
    expect((await fetchPath(`${USERS_PATH}/${user.id}`)).json.data.close_obstacles).toEqual([]);
    await insertTransfer("TRX-COMING", "processing");
    const answer = await patch(user.id, "closure");
    expect(answer.status).toBe(409);
    expect(answer.json.message).toContain("The transfer to this user TRX-COMING is processing.");
  });

  it("closing an account ignores a returned identity request, because it may never be resubmitted", async () => {
    const { userId } = await makeKycRequest(app, { state: "resubmission_requested" });
    expect((await patch(userId, "closure")).status).toBe(200);
  });

  /** Creates a card payment so large that its refund needs a second admin's approval. */
  const paid = async (values: Partial<typeof transactions.$inferInsert> = {}) => {
    const user = await makeUser(app);
    const [made] = await app.db
      .insert(transactions)
      .values({
        id: uuid(),
        reference: `TRX-${uuid()}`,
        userId: user.id,
        type: "bill_payment",
        channel: "card",
        amount: 9_000_000,
        state: "succeeded",
        ...values,
      })
      .returning();
    if (!made) throw new Error("no transaction");
    return { ...made, user };
  };
  const refund = ({ id, amount }: { id: string; amount: number }) =>
    app.call("POST", `/transactions/${id}/refund`, {
      token: admin.token,
      headers: { "idempotency-key": `refund-${id}` },
      body: { amount, remaining: amount, reason: "Charged twice" },
    });

  it("closing an account is refused for payer and receiver while a refund is pending; the refund's reference is shown only to admins with the right to read transactions", async () => {
    const receiver = await makeUser(app);
    const made = await paid({ type: "transfer", counterpartyId: receiver.id });
    const transaction = await paid({ userId: made.user.id, state: "processing", channel: "wallet" });
    const request = await makeKycRequest(app);
    await app.db.update(kycRequests).set({ userId: made.user.id }).where(eq(kycRequests.id, request.id));
    await fundAccount(app.db, receiver.id, made.amount);
    expect((await refund(made)).status).toBe(200);
    await app.db.transaction((tx) => postLedgerEntry(tx, payment(receiver.id, made.amount)));
    for (const { id } of [made.user, receiver]) {
      const answer = await patch(id, "closure");
      expect(answer.status).toBe(409);
      expect(answer.json.message).toContain(`A refund of the transaction ${made.reference} waits for approval.`);
    }
    const other = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "delete"] }) });
    const shownRows = (await fetchPath(`${USERS_PATH}/${made.user.id}`, other.token)).json.data.close_obstacles;
    expect(shownRows).toEqual([
      "An identity request is open. It must be decided first.",
      "A transaction is in progress. Wait until it is settled.",
      "A refund of a transaction waits for approval. It must be decided first.",
    ]);
    const refused = (await patch(made.user.id, "closure", {}, other.token)).json;
    expect(refused.message).toBe(`This account can't be closed yet. ${shownRows.join(" ")}`);
    expect(refused.current.close_obstacles).toEqual(shownRows);
    for (const { reference } of [made, transaction, request]) expect(JSON.stringify(refused)).not.toContain(reference);
  });

  it("closing an account makes new refunds to its wallet fail, and leaves pending refunds pending", async () => {
    const made = await paid({ channel: "wallet" });
    const approvalId = (await refund(made)).json.data.awaiting.approvalId;
    const other = await paid({ channel: "wallet", userId: made.userId });
    // Sets the status in the database, because the API refuses to close an account with a pending refund.
    await app.db.update(users).set({ status: "closed" }).where(eq(users.id, made.userId));
    const words = expect.stringContaining("account is closed, so nothing moves in its wallet.");
    expect(await refund(other)).toMatchObject({ status: 409, json: { message: words } });
    const { token } = await makeAdmin(app);
    const headers = { "idempotency-key": `approve-${approvalId}` };
    const decision = { token, headers, body: { decision: "approved" } };
    const answer = await app.call("PATCH", `/approvals/${approvalId}/decision`, decision);
    expect(answer).toMatchObject({ status: 409, json: { message: words } });
    const [waiting] = await app.db.select().from(approvals).where(eq(approvals.id, approvalId));
    expect(waiting?.state).toBe("waiting");
  });

  it("closing an account never succeeds together with a concurrent refund request or reopened KYC request", async () => {
    for (let round = 0; round < 10; round++) {
      const made = await paid({ channel: "wallet" });
      const [closed, asked] = await Promise.all([patch(made.userId, "closure"), refund(made)]);
      expect([closed.status, asked.status].sort()).toEqual([200, 409]);
      const { id, userId } = await makeKycRequest(app, {
        state: "rejected",
        decidedById: admin.id,
        decidedAt: new Date(),
      });
      const [closeAnswer, reopenAnswer] = await Promise.all([
        patch(userId, "closure"),
        app.call("PATCH", `/kyc/${id}/reopening`, { token: admin.token, body: { version: 1, reason: "It was right" } }),
      ]);
      expect([closeAnswer.status, reopenAnswer.status].sort()).toEqual([200, 409]);
    }
  });

  it("closing an account concurrently with incoming money leaves it closed and empty, or open with the money", async () => {
    for (let round = 0; round < 10; round++) {
      const user = await makeUser(app);
      await Promise.allSettled([patch(user.id, "closure"), fundAccount(app.db, user.id, 100)]);
      const status = (await fetchRow(user.id))?.status;
      expect([status, await balanceOf(app.db, user.id)]).toEqual(status === "closed" ? ["closed", 0] : ["active", 100]);
    }
  });

  it("closing an account requires the right to delete", async () => {
    const other = await makeAdmin(app, { rights: makeRights({ "User Management": ["read", "update"] }) });
    const user = await makeUser(app);
    expect((await patch(user.id, "closure", {}, other.token)).status).toBe(403);
  });
});

describe("resetting sessions", () => {
  it("resetting a user's app sessions stores the time of the reset, and audits the reason", async () => {
    const user = await makeUser(app);
    const answer = await patch(user.id, "sessions-reset");
    expect(answer.json.data).toMatchObject({ status: "active", sessions_reset_at: expect.any(String), version: 2 });
    expect((await app.audit())[0]).toMatchObject({
      action: "user.resetSessions",
      after: { sessions_reset_at: answer.json.data.sessions_reset_at, reason: "Asked by the court" },
    });
  });
});

describe("transitions", () => {
  const RESTRICTED_COLUMNS = { restriction: "both", legalBasis: "court_order" } as const;
  const FREE_COLUMNS = { restriction: null, legalBasis: null } as const;
  const statusChanges = USER_STATUSES.flatMap((from) =>
    USER_STATUSES.filter((to) => to !== from).map((to) => [from, to] as const),
  );

  it.each(statusChanges)(
    "the database allows an account's status transition from %s to %s only if the contract does",
    async (from, to) => {
      const user = await makeUser(app, {
        status: from,
        ...(from === "restricted" ? RESTRICTED_COLUMNS : FREE_COLUMNS),
      });
      const change = app.db
        .update(users)
        .set({ status: to, ...(to === "restricted" ? RESTRICTED_COLUMNS : FREE_COLUMNS) })
        .where(eq(users.id, user.id));
      if (USER_STATUS_TRANSITIONS[from].includes(to)) await change;
      else await expect(change).rejects.toMatchObject({ cause: { constraint: "users_transition" } });
    },
  );

  it("the database refuses to close an account with a balance, or to restrict an account without a kind of restriction", async () => {
    const user = await makeUser(app);
    await fundAccount(app.db, user.id, 1);
    const setUser = (values: Partial<typeof users.$inferInsert>) =>
      app.db.update(users).set(values).where(eq(users.id, user.id));
    await expect(setUser({ status: "closed" })).rejects.toMatchObject({ cause: { constraint: "users_closed_empty" } });
    await expect(setUser({ status: "restricted" })).rejects.toMatchObject({
      cause: { constraint: "users_restriction" },
    });
  });

  it.each([
    ["suspension", "restricted", "Lift the restriction first."],
    ["reactivation", "restricted", "Lift the restriction first."],
    ["restriction/lift", "suspended", "Reactivate it first."],
    ["restriction/lift", "active", "There is nothing to undo."],
    ["reactivation", "active", "There is nothing to undo."],
  ] as const)("the %s of an account that is %s is refused with advice", async (subPath, status, words) => {
    const user = await makeUser(app, { status, ...(status === "restricted" ? RESTRICTED_COLUMNS : FREE_COLUMNS) });
    const answer = await patch(user.id, subPath);
    expect(answer.status).toBe(409);
    expect(answer.json.message).toContain(words);
    expect((await fetchRow(user.id))?.version).toBe(1);
  });
});
