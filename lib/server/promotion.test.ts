import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { promotionCodes, promotions } from "@/lib/server/db/schema/promotion";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { timeInHours } from "@/lib/server/testing/events";
import { makePromotion, readPromotion } from "@/lib/server/testing/promotions";

let app: TestApp;
let ada: Awaited<ReturnType<typeof makeAdmin>>;
let groupId: string;
beforeAll(async () => {
  app = await startTestApp();
  ada = await makeAdmin(app);
  const group = { name: "Traders", description: "", kind: "static" };
  const answer = await app.call("POST", "/user-management/user-groups", { token: ada.token, body: group });
  expect(answer.json).toMatchObject({ data: { id: expect.any(String) } });
  groupId = answer.json.data.id;
});
afterAll(() => app.stop());

const UNKNOWN_ID = "00000000-0000-7000-8000-000000000000";
const call = (method: string, path: string, body?: object, token = ada.token) =>
  app.call(method, `/promotions${path}`, { token, body });
const lastAudit = async () => (await app.audit())[0];
const EMPTY_PROMOTION = {
  ...{ name: "Harvest", description: "", trigger: "automatic", kind: "percentage", basis_points: null, cap: null },
  ...{ flat_amount: null, minimum: 0, types: [], channels: [], group_ids: [], first_payment_only: false },
  ...{ uses_total: null, uses_per_user: null, uses_per_code: null, budget: 0, starts_at: null, ends_at: null },
};
const fullPromotion = () => ({
  ...EMPTY_PROMOTION,
  ...{ basis_points: 1_250, cap: 100_000, types: ["ticket"], channels: ["card"], budget: 5_000_000 },
  ...{ starts_at: timeInHours(1).toISOString(), ends_at: timeInHours(48).toISOString(), group_ids: [groupId] },
});

describe("a new promotion", () => {
  it("creates a promotion as a draft that lists its missing fields", async () => {
    const { status, json } = await call("POST", "", { ...EMPTY_PROMOTION, trigger: "code" });
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ state: "draft", name: "Harvest", codes: 0, code: null, is_used: false, pool: 0 });
    expect(Object.keys(json.data.missing)).toEqual(["basis_points", "types", "budget", "starts_at", "code"]);
    expect(await lastAudit()).toMatchObject({
      ...{ action: "promotion.create", recordType: "promotion", recordId: json.data.id },
      after: { name: "Harvest", budget: "₦0.00" },
    });
  });

  it("stores all fields of a new promotion", async () => {
    const requested = fullPromotion();
    const { json } = await call("POST", "", requested);
    const { group_ids: _, ...fields } = requested;
    expect(json.data).toMatchObject({ ...fields, groups: [{ id: groupId, name: "Traders" }], missing: {} });
    expect((await lastAudit())?.after).toMatchObject({ percentage: "12.5%", cap: "₦1,000.00", groups: "Traders" });
  });

  it.each([
    ["an unknown group", { group_ids: [UNKNOWN_ID] }, "group_ids"],
    ["an end before the start", { starts_at: "2027-01-02T10:00:00Z", ends_at: "2027-01-02T09:00:00Z" }, "ends_at"],
    ["a start in the year 0", { starts_at: "0000-01-01T00:00:00Z" }, "starts_at"],
    ["an end in the year 0", { ends_at: "0000-12-31T23:00:00.000Z" }, "ends_at"],
    ["more than 100%", { basis_points: 10_001 }, "basis_points"],
    ["a name of one letter", { name: "A" }, "name"],
  ])("refuses a new promotion with %s", async (_case, wrong, field) => {
    const before = await app.db.$count(promotions);
    const answer = await call("POST", "", { ...EMPTY_PROMOTION, ...wrong });
    expect(answer).toMatchObject({ status: 400, json: { fields: { [field]: expect.any(String) } } });
    expect(await app.db.$count(promotions)).toBe(before);
  });

  it("refuses to create or publish a promotion for an admin who may only read, and returns 404 for an unknown promotion", async () => {
    const reader = await makeAdmin(app, { rights: makeRights({ Promotions: ["read"] }) });
    const { id } = await makePromotion(app, ada, { state: "draft" });
    expect((await call("POST", "", EMPTY_PROMOTION, reader.token)).status).toBe(403);
    expect((await call("PATCH", `/${id}/publish`, { version: 1 }, reader.token)).status).toBe(403);
    expect((await call("GET", `/${id}`, undefined, reader.token)).status).toBe(200);
    expect((await call("GET", `/${UNKNOWN_ID}`)).status).toBe(404);
    expect((await call("PATCH", `/${UNKNOWN_ID}`, { ...EMPTY_PROMOTION, version: 1 })).status).toBe(404);
    expect((await call("POST", `/${UNKNOWN_ID}/copy`, {})).status).toBe(404);
    expect((await call("DELETE", `/${UNKNOWN_ID}`, { version: 1 })).status).toBe(404);
  });
});

describe("a change of a promotion", () => {
  it("audits a changed promotion with the previous values, and increments its version", async () => {
    const { id } = await makePromotion(app, ada, { state: "draft" });
    const answer = await call("PATCH", `/${id}`, { ...fullPromotion(), version: 1 });
    expect(answer.json.data).toMatchObject({ name: "Harvest", version: 2, groups: [{ id: groupId }] });
    expect(await lastAudit()).toMatchObject({
      action: "promotion.update",
      before: { name: "Ten percent off bills", groups: null },
      after: { name: "Harvest", groups: "Traders" },
    });
  });

  it("refuses a change that would make a scheduled promotion incomplete", async () => {
    const { id, version } = await makePromotion(app, ada, { state: "scheduled", startsAt: timeInHours(1) });
    for (const [wrong, field] of [
      [{ budget: 0 }, "budget"],
      [{ types: [] }, "types"],
      [{ starts_at: null }, "starts_at"],
      [{ starts_at: timeInHours(-1).toISOString() }, "starts_at"],
      [{ basis_points: null }, "basis_points"],
      [{ trigger: "code" }, "trigger"],
      [{ starts_at: timeInHours(-3).toISOString(), ends_at: timeInHours(-2).toISOString() }, "ends_at"],
    ] as const)
      expect(await call("PATCH", `/${id}`, { ...fullPromotion(), ...wrong, version })).toMatchObject({
        status: 400,
        json: { fields: { [field]: expect.any(String) } },
      });
    const { json } = await call("PATCH", `/${id}`, { ...fullPromotion(), version });
    expect(json.data).toMatchObject({ state: "scheduled", name: "Harvest" });
  });

  it.each(["active", "paused", "ended", "archived"] as const)(
    "refuses to change a promotion in state %s",
    async (state) => {
      const { id, version } = await makePromotion(app, ada, { state });
      expect(await call("PATCH", `/${id}`, { ...fullPromotion(), version })).toMatchObject({
        status: 409,
        json: { message: expect.stringContaining("Make a copy"), current: { id, state } },
      });
      expect((await call("DELETE", `/${id}`, { version })).status).toBe(409);
    },
  );

  it("refuses to change a promotion whose start has passed, even if it is still stored as scheduled", async () => {
    const { id, version } = await makePromotion(app, ada, { state: "scheduled" });
    expect((await call("GET", `/${id}`)).json.data.state).toBe("active");
    expect((await call("PATCH", `/${id}`, { ...fullPromotion(), version })).json.current).toMatchObject({
      state: "active",
    });
    expect((await call("DELETE", `/${id}`, { version })).status).toBe(409);
  });

  it("saves the change of only one of two admins who save a promotion in parallel", async () => {
    const { id } = await makePromotion(app, ada, { state: "draft" });
    const ben = await makeAdmin(app);
    const answers = await Promise.all(
      [ada, ben].map(({ token, name }) => call("PATCH", `/${id}`, { ...fullPromotion(), name, version: 1 }, token)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const [savedAnswer, conflictAnswer] = answers[0]?.status === 200 ? answers : answers.toReversed();
    expect(conflictAnswer?.json.current).toMatchObject({ name: savedAnswer?.json.data.name, version: 2 });
  });
});

describe("a promotion with codes", () => {
  it("refuses to make a promotion with codes automatic, but allows it for a copy without codes", async () => {
    const { id } = await makePromotion(app, ada, { state: "draft", codes: ["ON-A-POSTER"] });
    expect(await call("PATCH", `/${id}`, { ...EMPTY_PROMOTION, version: 1 })).toMatchObject({
      ...{ status: 400, json: { fields: { trigger: expect.stringMatching(/Make a copy/) } } },
    });
    expect(await app.db.$count(promotionCodes, eq(promotionCodes.promotionId, id))).toBe(1);
    const copied = (await call("POST", `/${id}/copy`, {})).json.data;
    expect((await call("PATCH", `/${copied.id}`, { ...EMPTY_PROMOTION, version: 1 })).json.data.trigger).toBe(
      "automatic",
    );
  });
});

describe("a promotion that has not started", () => {
  it("deletes a promotion that has not started, including its codes", async () => {
    for (const state of ["draft", "scheduled"] as const) {
      const { id, version } = await makePromotion(app, ada, { state, startsAt: timeInHours(2), codes: ["GOES-AWAY"] });
      expect((await call("DELETE", `/${id}`, { version: version + 1 })).status).toBe(409);
      expect((await call("DELETE", `/${id}`, { version })).json.data).toEqual({ id });
      expect(await lastAudit()).toMatchObject({ action: "promotion.remove", before: { state } });
      expect(await app.db.$count(promotionCodes, eq(promotionCodes.promotionId, id))).toBe(0);
    }
  });
});

describe("a copy", () => {
  it("copies a promotion as a draft without codes and without dates in the past", async () => {
    const { id } = await makePromotion(app, ada, {
      state: "ended",
      ...{ endsAt: timeInHours(5), codes: ["COPY-ME"], groups: [groupId], uses: 0, name: "N".repeat(80) },
    });
    const { json } = await call("POST", `/${id}/copy`, {});
    expect(json.data).toMatchObject({
      ...{ state: "draft", name: `Copy of ${"N".repeat(72)}`, codes: 0, trigger: "code", starts_at: null },
      ...{ ends_at: expect.any(String), copied_from: { id }, groups: [{ id: groupId }], budget: 1_000_000 },
    });
    expect(Object.keys(json.data.missing)).toEqual(["starts_at", "code"]);
    expect(await lastAudit()).toMatchObject({ action: "promotion.copy", after: { copy_of: "N".repeat(80) } });
    expect((await readPromotion(app, id)).version).toBe(1);
  });
});

describe("a group of a promotion", () => {
  it("refuses to delete a group that a promotion uses", async () => {
    const { json } = await app.call("GET", `/user-management/user-groups/${groupId}`, { token: ada.token });
    const answer = await app.call("DELETE", `/user-management/user-groups/${groupId}`, {
      token: ada.token,
      body: { version: json.data.version },
    });
    expect(answer).toMatchObject({ status: 409, json: { message: expect.stringContaining("promotion Harvest") } });
  });
});
