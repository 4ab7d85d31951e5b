import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SYSTEM_ACCOUNT_IDS as IDS } from "@/lib/contract/ledger.values";
import { PROMOTION_STATES, PROMOTION_TRANSITIONS, type PromotionState } from "@/lib/contract/promotion.values";
import { ledgerAccounts } from "@/lib/server/db/schema/ledger";
import { promotions } from "@/lib/server/db/schema/promotion";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { timeInHours } from "@/lib/server/testing/events";
import { fundAccount } from "@/lib/server/testing/ledger";
import { makePromotion, makeRedemption, readPromotion } from "@/lib/server/testing/promotions";
import { storeDueStartsAndEndsOfAll } from "./store-all-due-states";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
});
afterAll(() => app.stop());

const patchPromotion = (id: string, actionPath: string, body: object) =>
  app.call("PATCH", `/promotions/${id}/${actionPath}`, { token: ada.token, body });
const lastAudit = async () => (await app.audit())[0];
const reason = "As the board asked";
/** For each state, the call that changes a promotion to it. No call changes a promotion to draft. */
const CALL_OF_STATE = {
  scheduled: "publish",
  active: "resume",
  paused: "pause",
  ended: "end",
  archived: "archive",
} as const;
const requestBody = (actionPath: string, version: number) => ({
  version,
  ...(/pause|end/.test(actionPath) && { reason }),
});
/** Creates a promotion in a state. Drafts and scheduled promotions start later. */
const makePromotionInState = (state: PromotionState) =>
  makePromotion(app, ada, { state, ...((state === "draft" || state === "scheduled") && { startsAt: timeInHours(1) }) });
const stateChanges = PROMOTION_STATES.flatMap((from) => PROMOTION_STATES.map((to) => [from, to] as const));

describe("the state transitions of a promotion", () => {
  it.each(stateChanges.filter(([, to]) => to !== "draft"))(
    "allows only the contract's state transitions in the API: from %s to %s",
    async (from, to) => {
      const { id, version } = await makePromotionInState(from);
      const actionPath = CALL_OF_STATE[to as keyof typeof CALL_OF_STATE];
      const { status, json } = await patchPromotion(id, actionPath, requestBody(actionPath, version));
      // No call starts a scheduled promotion; it starts at its time.
      const isAllowed = PROMOTION_TRANSITIONS[from].includes(to) && from !== "scheduled";
      expect(status).toBe(isAllowed ? 200 : 409);
      if (!isAllowed) expect(json.current).toMatchObject({ id, state: from });
      expect((await readPromotion(app, id)).state).toBe(isAllowed ? to : from);
      const row = await lastAudit();
      expect(row).toMatchObject({ action: `promotion.${actionPath}`, outcome: isAllowed ? "done" : "refused" });
      if (isAllowed) expect(row).toMatchObject({ before: { state: from }, after: { state: to } });
    },
  );

  it.each(stateChanges.filter(([from, to]) => from !== to && !PROMOTION_TRANSITIONS[from].includes(to)))(
    "refuses in the database the state transition from %s to %s",
    async (from, to) => {
      const { id } = await makePromotionInState(from);
      const over = to === "ended" || to === "archived";
      const values = { state: to, pauseCause: to === "paused" ? ("admin" as const) : null };
      await expect(
        app.db
          .update(promotions)
          .set({ ...values, endCause: over ? "admin" : null })
          .where(eq(promotions.id, id)),
      ).rejects.toThrow();
      expect((await readPromotion(app, id)).state).toBe(from);
    },
  );

  it("refuses a promotion's state transition for an outdated version", async () => {
    const { id } = await makePromotion(app, ada, { state: "active" });
    for (const actionPath of ["pause", "end"])
      expect(await patchPromotion(id, actionPath, requestBody(actionPath, 7))).toMatchObject({
        status: 409,
        json: { current: { version: 1 } },
      });
  });

  it("performs a promotion's state transition only once if two admins request it in parallel", async () => {
    const { id, version } = await makePromotion(app, ada, { state: "active" });
    const parallelCalls = ["pause", "end", "pause", "end"];
    const answers = await Promise.all(
      parallelCalls.map((actionPath) => patchPromotion(id, actionPath, requestBody(actionPath, version))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });
});

describe("publishing", () => {
  it("starts a published promotion immediately if its start has passed", async () => {
    const { id, version } = await makePromotion(app, ada, { state: "draft" });
    const { json } = await patchPromotion(id, "publish", { version });
    expect(json.data).toMatchObject({ state: "active", version: version + 1 });
    expect(Date.parse(json.data.starts_at)).toBeGreaterThan(Date.now() - 60_000);
    expect(await lastAudit()).toMatchObject({ action: "promotion.publish", after: { state: "active" } });
  });

  it.each([
    [{ budget: 0 }, "Enter a budget"],
    [{ types: [] }, "Choose a type"],
    [{ startsAt: null }, "Enter when it starts"],
    [{ basisPoints: null }, "Enter the percentage"],
    [{ kind: "flat" as const, flatAmount: null }, "Enter the amount"],
    [{ trigger: "code" as const }, "at least one code"],
    [{ endsAt: timeInHours(-1) }, "The end has passed"],
  ])("refuses to publish a draft promotion with %j", async (values, words) => {
    const { id, version } = await makePromotion(app, ada, { state: "draft", ...values });
    const { status, json } = await patchPromotion(id, "publish", { version });
    expect([status, json.message]).toEqual([409, expect.stringContaining(words)]);
    expect(Object.keys(json.current.missing)).toHaveLength(1);
  });
});

describe("a promotion paused because of the pool", () => {
  it("refuses to resume a promotion that was paused because the pool was empty, while the pool is still empty", async () => {
    const { id } = await makePromotion(app, ada, { state: "active" });
    await app.db.update(promotions).set({ state: "paused", pauseCause: "pool" }).where(eq(promotions.id, id));
    const { status, json } = await patchPromotion(id, "resume", { version: 1 });
    expect([status, json.message]).toEqual([409, expect.stringContaining("Fund the pool")]);
    expect(json.current).toMatchObject({ state: "paused", pause_cause: "pool", pool: 0 });
  });
});

describe("a running promotion", () => {
  it("accepts a larger budget for a running promotion, but not a smaller one", async () => {
    const { id, version } = await makePromotion(app, ada, { state: "active" });
    for (const budget of [1_000_000, 5])
      expect(await patchPromotion(id, "budget", { version, budget, reason })).toMatchObject({
        ...{ status: 400, json: { fields: { budget: expect.any(String) } } },
      });
    expect((await patchPromotion(id, "budget", { version, budget: 2_000_000, reason })).json.data.budget).toBe(
      2_000_000,
    );
    expect(await lastAudit()).toMatchObject({
      ...{ action: "promotion.raise", before: { budget: "₦10,000.00" }, after: { budget: "₦20,000.00", reason } },
    });
  });

  it("accepts a new end in the future, or none, for a running promotion", async () => {
    const { id } = await makePromotion(app, ada, { state: "paused" });
    for (const ends_at of [timeInHours(-1).toISOString(), null])
      expect((await patchPromotion(id, "end-date", { version: 1, ends_at, reason })).status).toBe(400);
    const ends_at = timeInHours(9).toISOString();
    expect((await patchPromotion(id, "end-date", { version: 1, ends_at, reason })).json.data.ends_at).toBe(ends_at);
    expect(await lastAudit()).toMatchObject({
      action: "promotion.reschedule",
      before: { ends_at: null },
      after: { ends_at },
    });
    expect((await patchPromotion(id, "end-date", { version: 2, ends_at: null, reason })).json.data.ends_at).toBeNull();
  });

  it.each(["draft", "scheduled", "ended", "archived"] as const)(
    "refuses a new budget and end for a promotion that is %s",
    async (state) => {
      const { id, version } = await makePromotionInState(state);
      expect((await patchPromotion(id, "budget", { version, budget: 9_000_000, reason })).status).toBe(409);
      expect(
        (await patchPromotion(id, "end-date", { version, ends_at: timeInHours(9).toISOString(), reason })).status,
      ).toBe(409);
    },
  );
});

describe("the scheduled task", () => {
  beforeAll(() => fundAccount(app.db, IDS.promotions_pool, 1_000_000));

  it("allows an admin to resume a promotion that was paused because the pool was empty, once the pool is filled", async () => {
    const { id } = await makePromotion(app, ada, { state: "active" });
    await app.db.update(promotions).set({ state: "paused", pauseCause: "pool" }).where(eq(promotions.id, id));
    const { status, json } = await patchPromotion(id, "resume", { version: 1 });
    expect([status, json.data]).toMatchObject([200, { state: "active", pause_cause: null }]);
  });

  it("pauses active promotions, and those whose start has passed, while the pool is empty", async () => {
    const running = await makePromotion(app, ada, { state: "active" });
    const dueToStart = await makePromotion(app, ada, { state: "scheduled" });
    const spentUp = await makePromotion(app, ada, { state: "active", budget: 1_000 });
    await makeRedemption(app, spentUp, { state: "reserved", amount: 1_000 });
    const pool = eq(ledgerAccounts.id, IDS.promotions_pool);
    await app.db.update(ledgerAccounts).set({ reserved: 1_000_000 }).where(pool);
    await storeDueStartsAndEndsOfAll(app.db);
    await app.db.update(ledgerAccounts).set({ reserved: 0 }).where(pool);
    for (const { id } of [running, dueToStart])
      expect(await readPromotion(app, id)).toMatchObject({ state: "paused", pauseCause: "pool" });
    // A promotion without remaining budget is not paused when the pool is empty.
    expect(await readPromotion(app, spentUp.id)).toMatchObject({ state: "active" });
    const rows = (await app.audit()).filter(({ recordId }) => recordId === dueToStart.id);
    expect(rows.map(({ action, adminId }) => [action, adminId])).toEqual([
      ["promotion.pause", null],
      ["promotion.begin", null],
    ]);
  });

  it("starts and ends due promotions once, with audit rows without an admin", async () => {
    const dueToBegin = await makePromotion(app, ada, { state: "scheduled" });
    const endedBeforeStart = await makePromotion(app, ada, { state: "scheduled", endsAt: timeInHours(-1) });
    const over = await makePromotion(app, ada, { state: "paused", endsAt: timeInHours(-1) });
    const startsLater = await makePromotion(app, ada, { state: "scheduled", startsAt: timeInHours(1) });
    await Promise.all([storeDueStartsAndEndsOfAll(app.db), storeDueStartsAndEndsOfAll(app.db)]);
    await storeDueStartsAndEndsOfAll(app.db);
    expect(await readPromotion(app, dueToBegin.id)).toMatchObject({ state: "active", version: 2 });
    expect(await readPromotion(app, endedBeforeStart.id)).toMatchObject({
      state: "ended",
      endCause: "clock",
      version: 3,
    });
    expect(await readPromotion(app, over.id)).toMatchObject({ state: "ended", endCause: "clock", pauseCause: null });
    expect(await readPromotion(app, startsLater.id)).toMatchObject({ state: "scheduled", version: 1 });
    const rows = (await app.audit()).filter(({ recordId }) =>
      [dueToBegin.id, endedBeforeStart.id, over.id].includes(recordId ?? ""),
    );
    expect(rows.map(({ action, adminId }) => [action, adminId]).sort()).toEqual([
      ["promotion.begin", null],
      ["promotion.begin", null],
      ["promotion.end", null],
      ["promotion.end", null],
    ]);
    expect(await storeDueStartsAndEndsOfAll(app.db)).toBe(0);
  });

  it("stores a promotion's due start or end with an admin's change, without waiting for the scheduled task", async () => {
    const scheduled = await makePromotion(app, ada, { state: "scheduled" });
    expect((await patchPromotion(scheduled.id, "pause", { version: 1, reason })).json.data.state).toBe("paused");
    const over = await makePromotion(app, ada, { state: "active", endsAt: timeInHours(-1) });
    expect((await patchPromotion(over.id, "pause", { version: 1, reason })).status).toBe(409);
    expect((await patchPromotion(over.id, "archive", { version: 1 })).json.data).toMatchObject({
      ...{ state: "archived", end_cause: "clock" },
    });
    const [, end] = await app.audit();
    expect(end).toMatchObject({ action: "promotion.end", adminId: null, recordId: over.id });
    expect(
      await app.db.execute(sql`select 1 from promotions where state = 'archived' and end_cause is null`),
    ).toMatchObject({
      rowCount: 0,
    });
  });
});
