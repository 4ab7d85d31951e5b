import { eq, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Feature, PermissionFlag } from "@/lib/contract/access";
import { makeRights } from "@/lib/contract/access";
import type { LimitsOfTier } from "@/lib/contract/tier-limits";
import { addDays, lagosDayOf } from "@/lib/server/base/time";
import { approvals } from "@/lib/server/db/schema/approvals";
import { tierLimits } from "@/lib/server/db/schema/ledger";
import { readWalletLimits } from "@/lib/server/ledger/limits";
import { makeAdmin, makeUser, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { tierRecordIdOf } from "./read-limits";

let app: TestApp;
let requester: Awaited<ReturnType<typeof makeAdmin>>;
let approver: typeof requester;
beforeAll(async () => {
  app = await startTestApp();
  requester = await makeAdmin(app);
  approver = await makeAdmin(app);
});
afterAll(() => app.stop());
afterEach(async () => {
  await app.db.update(approvals).set({ state: "cancelled" }).where(eq(approvals.state, "waiting"));
  await app.db.delete(tierLimits).where(sql`starts_on > '2020-01-01'`);
});

const today = () => lagosDayOf(new Date());
const withRights = (wantedRights: Partial<Record<Feature, readonly PermissionFlag[]>>) =>
  makeAdmin(app, { rights: makeRights(wantedRights) });
const requestLimits = (values: object = {}, actor = requester, tier = 2) =>
  app.call("POST", `/wallets/limits/${tierRecordIdOf(tier)}`, {
    token: actor.token,
    headers: { "idempotency-key": uuid() },
    body: {
      daily_debit: 10_000_000,
      balance: 60_000_000,
      starts_on: today(),
      reason: "Circular of the bank",
      ...values,
    },
  });
const readLimits = async (actor = requester) =>
  (await app.call("GET", "/wallets/limits", { token: actor.token })).json.data.items;
const readTier2 = async (): Promise<LimitsOfTier> => (await readLimits())[2];
const decide = async (decision: "approved" | "rejected", actor = approver) =>
  app.call("PATCH", `/approvals/${(await readTier2()).awaiting?.approvalId}/decision`, {
    token: actor.token,
    headers: { "idempotency-key": uuid() },
    body: { decision, ...(decision === "rejected" && { reason: "Not yet" }) },
  });

describe("limits of a tier", () => {
  it("limits of a tier are initially the central bank's, readable with the System Wallet read right", async () => {
    const reader = await withRights({ "System Wallet": ["read"] });
    const items: LimitsOfTier[] = await readLimits(reader);
    expect(items.map(({ tier, now, upcoming, awaiting }) => [tier, now, upcoming, awaiting])).toEqual([
      [0, { starts_on: "2020-01-01", daily_debit: 0, balance: 0 }, [], null],
      [1, { starts_on: "2020-01-01", daily_debit: 5_000_000, balance: 30_000_000 }, [], null],
      [2, { starts_on: "2020-01-01", daily_debit: 20_000_000, balance: 50_000_000 }, [], null],
      [3, { starts_on: "2020-01-01", daily_debit: 500_000_000, balance: null }, [], null],
    ]);
    const stranger = await withRights({ Transactions: ["read"] });
    expect((await app.call("GET", "/wallets/limits", { token: stranger.token })).status).toBe(403);
  });

  it("limits of a tier change immediately when a second admin approves, with both steps audited", async () => {
    const user = await makeUser(app, { tier: 2 });
    const { status, json } = await requestLimits();
    expect([status, json.data.now.daily_debit]).toEqual([200, 20_000_000]);
    expect(json.data.awaiting.approvers.map(({ id }: { id: string }) => id)).toEqual([approver.id]);
    expect((await decide("approved", requester)).status).toBe(403);
    expect((await readWalletLimits(app.db, user.id)).limits.daily_debit).toBe(20_000_000);
    expect((await decide("approved")).status).toBe(200);
    expect((await readTier2()).now).toEqual({ starts_on: today(), daily_debit: 10_000_000, balance: 60_000_000 });
    expect((await readWalletLimits(app.db, user.id)).limits).toEqual({ daily_debit: 10_000_000, balance: 60_000_000 });
    const rows = await app.audit(tierRecordIdOf(2));
    expect(rows.map(({ action, adminId, before, after }) => ({ action, adminId, before, after }))).toMatchObject([
      {
        ...{ action: "approvals.decide", adminId: approver.id },
        before: { daily_limit: "₦200,000.00", highest_balance: "₦500,000.00" },
        after: { daily_limit: "₦100,000.00", highest_balance: "₦600,000.00", starts_on: today() },
      },
      {
        ...{ action: "systemWallet.changeLimits", adminId: requester.id },
        after: {
          reason: "Circular of the bank",
          awaiting_approval: expect.stringMatching(
            /₦100,000\.00 a day, .*; now ₦200,000\.00 a day, highest balance ₦500,000\.00$/,
          ),
        },
      },
    ]);
  });

  it("limits of a tier are shown as upcoming until their first day, and replace approved ones of the same day", async () => {
    const day = addDays(today(), 10);
    for (const daily_debit of [1_000, 2_000]) {
      await requestLimits({ starts_on: day, daily_debit, balance: null });
      await decide("approved");
    }
    const { now, upcoming } = await readTier2();
    expect(now.daily_debit).toBe(20_000_000);
    expect(upcoming).toEqual([{ starts_on: day, daily_debit: 2_000, balance: null }]);
  });

  it("limits of a tier that are approved after their requested first day begin on the day of the approval", async () => {
    await requestLimits();
    const pastStart = sql`jsonb_set(payload, '{starts_on}', '"2026-01-05"')`;
    await app.db.update(approvals).set({ payload: pastStart }).where(eq(approvals.state, "waiting"));
    await decide("approved");
    expect((await readTier2()).now.starts_on).toBe(today());
  });

  it("limits of a tier stay unchanged when the request is rejected or withdrawn", async () => {
    await requestLimits();
    expect((await decide("rejected")).status).toBe(200);
    const { json } = await requestLimits();
    const { approvalId } = json.data.awaiting;
    await app.call("PATCH", `/approvals/${approvalId}/cancellation`, { token: requester.token });
    expect(await readTier2()).toMatchObject({ now: { daily_debit: 20_000_000 }, upcoming: [], awaiting: null });
  });

  it("the approver of new tier limits is warned once if the current limits changed after the request", async () => {
    await requestLimits();
    await app.db.insert(tierLimits).values({ tier: 2, startsOn: today(), dailyDebit: 7, balance: 8 });
    const { status, json } = await decide("approved");
    expect([status, json.message]).toEqual([
      409,
      expect.stringContaining("Daily limit in force: ₦200,000.00 at the request"),
    ]);
    expect((await decide("approved")).status).toBe(200);
  });

  it("a change of a tier's limits is refused for a second pending request, a past day, a bad amount, an unknown tier or a missing right", async () => {
    await requestLimits();
    const creator = await withRights({ "System Wallet": ["read"] });
    const answers = await Promise.all([
      requestLimits(),
      requestLimits({ starts_on: addDays(today(), -1) }),
      requestLimits({ daily_debit: -1 }),
      requestLimits({ balance: 0.5 }),
      requestLimits({ reason: "" }),
      requestLimits({ starts_on: "tomorrow" }),
      requestLimits({}, requester, 4),
      requestLimits({}, creator),
      requestLimits({}, requester, 0),
      requestLimits({ daily_debit: 5_000_000, balance: 30_000_000 }, requester, 1),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([409, 400, 400, 400, 400, 400, 404, 403, 409, 400]);
    expect(answers[8]?.json.message).toContain("Tier 0 can't hold or spend money");
    expect(answers[9]?.json.fields.daily_debit).toContain("are in force already");
    expect(answers[1]?.json.fields.starts_on).toContain("Choose today or a later day");
  });
});
