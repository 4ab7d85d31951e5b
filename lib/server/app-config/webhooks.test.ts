import { setTimeout as delay } from "node:timers/promises";
import { eq, type SQL, sql } from "drizzle-orm";
import { v7 as uuid } from "uuid";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeRights } from "@/lib/contract/access";
import { WEBHOOK_ENDPOINTS_MAX } from "@/lib/contract/webhooks.values";
import { env } from "@/lib/env";
import { log } from "@/lib/server/base/log";
import { outbox } from "@/lib/server/db/schema/outbox";
import { webhookDeliveries, webhookEndpoints } from "@/lib/server/db/schema/webhooks";
import { deliverOutbox } from "@/lib/server/outbox/deliver";
import { makeAdmin, startTestApp, type TestApp } from "@/lib/server/testing/app";
import { changeSettings } from "@/lib/server/testing/settings";
import { hasValidWebhookSignature, startWebhookServer } from "@/lib/server/testing/webhook-server";
import { deleteOldWebhookDeliveries } from "@/lib/server/webhooks/delete-old";
import { emitWebhook } from "@/lib/server/webhooks/emit";
import { warnOfAppsWithoutKey } from "@/lib/server/webhooks/known-apps";
import { runWebhookReplays } from "@/lib/server/webhooks/replay-failed";

const settings = changeSettings();
const { appKeys } = env();
let app: TestApp;
let receiver: Awaited<ReturnType<typeof startWebhookServer>>;
let token: string;
beforeAll(async () => {
  app = await startTestApp();
  receiver = await startWebhookServer();
  ({ token } = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read", "update"] }) }));
});
afterAll(async () => {
  await receiver.stop();
  await app.stop();
});
beforeEach(async () => {
  settings.appKeys = appKeys;
  await app.db.delete(outbox);
  await app.db.delete(webhookDeliveries);
  await app.db.delete(webhookEndpoints);
  receiver.received.length = 0;
  receiver.answerWith((response) => response.end());
});

const ENDPOINTS_PATH = "/app-config/webhook-endpoints";
const DELIVERIES_PATH = "/app-config/webhook-deliveries";
const call = (method: string, path: string, body?: unknown, by = token) => app.call(method, path, { token: by, body });
const endpointInput = (values: object = {}) => ({
  app: "demo",
  name: "City app",
  url: "https://city.example/hooks",
  events: null,
  enabled: true,
  ...values,
});
const createEndpoint = async (values: object = {}) => {
  const answer = await call("POST", ENDPOINTS_PATH, endpointInput(values));
  expect(answer.json.message).toBe("OK");
  return answer.json.data;
};
const updateInput = ({ name, url, events, enabled, version }: Record<string, unknown>, values: object = {}) => ({
  name,
  url,
  events,
  enabled,
  version,
  ...values,
});
/** Makes queued events due some hours ago. */
const setDueHoursAgo = (hours: number, where?: SQL) =>
  app.db
    .update(outbox)
    .set({ nextAttemptAt: new Date(Date.now() - hours * 3_600_000) })
    .where(where);
const newestAudit = async (id: string) => (await app.audit(id))[0];

describe("endpoint", () => {
  it("a webhook endpoint is created with a secret that is shown once, and is in no list and no audit row", async () => {
    const created = await createEndpoint({ events: ["user.closed"] });
    expect(created).toMatchObject({ ...endpointInput({ events: ["user.closed"] }), version: 1, disabled_reason: null });
    expect(created.secret).toMatch(/^whsec_/);
    const list = await call("GET", ENDPOINTS_PATH);
    const { secret, ...shown } = created;
    expect(list.json.data).toEqual({ items: [shown], apps: ["demo", "other"] });
    const rows = JSON.stringify(await app.audit(created.id));
    expect(rows).toContain("appConfig.createWebhookEndpoint");
    expect(rows).not.toContain("whsec_");
    expect(rows).not.toContain(secret.slice(6));
    const [stored] = await app.db.select().from(webhookEndpoints);
    expect(stored?.secret.includes(secret.slice(6))).toBe(false);
  });

  it.each([
    [{ app: "unknown" }, "app", /demo, other/],
    [{ url: "http://city.example/" }, "url", /https/],
    [{ url: "https://10.0.0.1/" }, "url", /public internet/],
    [{ url: "https://a:b@city.example/" }, "url", /password/],
    [{ url: `https://city.example/${"x".repeat(500)}` }, "url", /500/],
    [{ events: [] }, "events", /at least one/],
    [{ events: ["user.closed", "user.closed"] }, "events", /once/],
    [{ events: ["webhook.test"] }, "events.0", /Use one of/],
    [{ name: "x" }, "name", /2/],
  ])("a webhook endpoint with %j is refused with an error at that field", async (values, field, message) => {
    const answer = await call("POST", ENDPOINTS_PATH, endpointInput(values));
    expect(answer.status).toBe(400);
    expect(answer.json.fields[field]).toMatch(message);
    expect(await app.db.$count(webhookEndpoints)).toBe(0);
  });

  it("a webhook endpoint is refused if its app has another one with this URL, has no key, or has the maximum number of endpoints", async () => {
    await createEndpoint();
    expect((await call("POST", ENDPOINTS_PATH, endpointInput())).status).toBe(409);
    await createEndpoint({ app: "other" });
    const [first] = await app.db.select().from(webhookEndpoints);
    if (!first) throw new Error("no endpoint");
    const rest = Array.from({ length: WEBHOOK_ENDPOINTS_MAX - 2 }, (_, n) => ({
      ...first,
      id: uuid(),
      url: `https://n${n}.example/`,
    }));
    await app.db.insert(webhookEndpoints).values(rest);
    const full = await call("POST", ENDPOINTS_PATH, endpointInput({ url: "https://one-more.example/" }));
    expect(full.json).toMatchObject({ status: 409, message: expect.stringMatching(/20 endpoints/) });
    settings.appKeys = [];
    expect((await call("POST", ENDPOINTS_PATH, endpointInput())).json.message).toMatch(/App keys/);
  });

  it("a webhook endpoint is changed, disabled and enabled, with audit rows; an outdated version returns the current endpoint", async () => {
    const created = await createEndpoint();
    const path = `${ENDPOINTS_PATH}/${created.id}`;
    const disabled = await call("PATCH", path, updateInput(created, { name: "Renamed", enabled: false }));
    expect(disabled.json.data).toMatchObject({ name: "Renamed", enabled: false, disabled_reason: "admin", version: 2 });
    expect(await newestAudit(created.id)).toMatchObject({
      action: "appConfig.updateWebhookEndpoint",
      before: { name: "City app", enabled: true },
      after: { name: "Renamed", enabled: false, disabled_reason: "admin" },
    });
    const stale = await call("PATCH", path, updateInput(created));
    expect(stale.json).toMatchObject({ status: 409, current: { name: "Renamed" } });
    await app.db.update(webhookEndpoints).set({ disabledReason: "failing", failingSince: new Date(0) });
    const renamed = await call("PATCH", path, updateInput(disabled.json.data, { name: "Again" }));
    expect(renamed.json.data).toMatchObject({ enabled: false, disabled_reason: "failing" });
    const enabled = await call("PATCH", path, updateInput(renamed.json.data, { enabled: true }));
    expect(enabled.json.data).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
    await createEndpoint({ url: "https://taken.example/" });
    expect((await call("PATCH", path, updateInput(enabled.json.data, { url: "https://taken.example/" }))).status).toBe(
      409,
    );
    expect((await call("PATCH", `${ENDPOINTS_PATH}/${uuid()}`, updateInput(created))).status).toBe(404);
  });

  it("a webhook endpoint can get a new secret; the old secret stays valid for a day", async () => {
    const created = await createEndpoint({ url: receiver.url });
    const path = `${ENDPOINTS_PATH}/${created.id}`;
    const rotated = await call("POST", `${path}/secret`, { version: 1 });
    expect(rotated.json.data.secret).not.toBe(created.secret);
    expect(Date.parse(rotated.json.data.old_secret_until) - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(JSON.stringify(await app.audit(created.id))).not.toContain("whsec_");
    expect((await call("POST", `${path}/secret`, { version: 1 })).status).toBe(409);
    expect((await call("POST", `${path}/test`)).status).toBe(200);
    await deliverOutbox(app.db);
    for (const { secret } of [created, rotated.json.data])
      expect(receiver.received.some((each) => hasValidWebhookSignature(each, secret))).toBe(true);
  });

  it("a webhook endpoint receives a test event, unless it is disabled", async () => {
    const created = await createEndpoint({ url: receiver.url, events: ["user.closed"] });
    const test = await call("POST", `${ENDPOINTS_PATH}/${created.id}/test`, {});
    await deliverOutbox(app.db);
    expect(receiver.received[0]?.headers["webhook-id"]).toBe(test.json.data.delivery_id);
    expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
      type: "webhook.test",
      data: { id: test.json.data.delivery_id, user_id: null },
    });
    expect(await newestAudit(created.id)).toMatchObject({ action: "appConfig.testWebhookEndpoint" });
    await call("PATCH", `${ENDPOINTS_PATH}/${created.id}`, updateInput(created, { enabled: false }));
    expect((await call("POST", `${ENDPOINTS_PATH}/${created.id}/test`, {})).json).toMatchObject({
      status: 409,
      message: "This endpoint is disabled. Enable it first.",
    });
  });

  it("events for a webhook endpoint are stored as failed while its app has no key, and can be replayed once the app has one", async () => {
    const created = await createEndpoint({ url: receiver.url });
    const other = await createEndpoint({ app: "other", url: "https://other.example/" });
    const path = `${ENDPOINTS_PATH}/${created.id}`;
    await call("POST", `${path}/test`, {});
    const failed = await addDelivery(created.id);
    settings.appKeys = appKeys.filter(({ name }) => name === "other");
    await app.db.transaction((tx) =>
      emitWebhook(tx, { type: "event.updated", id: uuid(), userId: null, state: null, version: 1 }),
    );
    const emitted = await app.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.type, "event.updated"));
    const missed = emitted.find(({ endpointId }) => endpointId === created.id);
    const reason = "The app had no key when this happened.";
    expect(missed).toMatchObject({ state: "failed", nextAttemptAt: null, attempts: 0, problem: reason });
    expect(emitted.find(({ endpointId }) => endpointId === other.id)).toMatchObject({
      state: "pending",
      problem: null,
    });
    await app.db.delete(outbox).where(sql`payload ->> 'endpointId' = ${other.id}`);
    const fetchTestEvent = async () =>
      (await app.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.type, "webhook.test")))[0];
    const isUntouched = { state: "pending", attempts: 0, problem: null };
    await deliverOutbox(app.db);
    await setDueHoursAgo(23);
    await deliverOutbox(app.db);
    expect(await fetchTestEvent()).toMatchObject(isUntouched);
    await setDueHoursAgo(25);
    await deliverOutbox(app.db);
    expect(receiver.received).toEqual([]);
    const problem = "The app demo has no valid key.";
    expect(await fetchTestEvent()).toMatchObject({ state: "failed", attempts: 0, problem });
    const { items } = (await call("GET", ENDPOINTS_PATH)).json.data;
    expect(items).toMatchObject([
      { id: created.id, app_has_key: false },
      { id: other.id, app_has_key: true },
    ]);
    for (const url of [`${path}/test`, `${DELIVERIES_PATH}/${failed}/replay`])
      expect((await call("POST", url, {})).json).toMatchObject({
        status: 409,
        message:
          "The app demo has no valid key. Make one in App Configurations, Notifications, App keys, or delete the endpoint.",
      });
    settings.appKeys = appKeys;
    expect((await call("POST", `${path}/test`, {})).status).toBe(200);
    expect((await call("POST", `${DELIVERIES_PATH}/${missed?.id}/replay`, {})).status).toBe(200);
    await deliverOutbox(app.db);
    expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toContain(missed?.id);
  });

  it("a server that lacks an app's key marks webhook events of that app as failed after 24 hours, and leaves newer events to a server with the key", async () => {
    const created = await createEndpoint({ url: receiver.url });
    await call("POST", `${ENDPOINTS_PATH}/${created.id}/test`, {});
    await call("POST", `${ENDPOINTS_PATH}/${created.id}/test`, {});
    const [first] = await app.db.select().from(outbox).orderBy(outbox.id);
    settings.appKeys = [];
    await setDueHoursAgo(25, eq(outbox.id, first?.id ?? 0n));
    await deliverOutbox(app.db);
    settings.appKeys = appKeys;
    await deliverOutbox(app.db);
    const deliveries = await app.db.select().from(webhookDeliveries).orderBy(webhookDeliveries.createdAt);
    expect(deliveries.map(({ state }) => state)).toEqual(["failed", "delivered"]);
    expect(receiver.received).toHaveLength(1);
  });

  it("a webhook endpoint of an app whose only key is stored in the database gets events until that key ends", async () => {
    const created = await createEndpoint({ url: receiver.url });
    const send = async () => {
      const tested = await call("POST", `${ENDPOINTS_PATH}/${created.id}/test`, {});
      await app.db.transaction((tx) =>
        emitWebhook(tx, { type: "event.updated", id: uuid(), userId: null, state: null, version: 1 }),
      );
      await deliverOutbox(app.db);
      return tested.status;
    };
    settings.appKeys = [];
    const admin = await makeAdmin(app);
    const createdKey = await call(
      "POST",
      "/app-config/app-keys",
      { app: "demo", name: "City server", groups: null, last_day: null },
      admin.token,
    );
    expect([await send(), receiver.received.length]).toEqual([200, 2]);
    expect((await call("GET", ENDPOINTS_PATH)).json.data).toMatchObject({
      apps: ["demo"],
      items: [{ app_has_key: true }],
    });
    await call("POST", `/app-config/app-keys/${createdKey.json.data.id}/ending`, {}, admin.token);
    expect([await send(), receiver.received.length]).toEqual([409, 2]);
    expect((await call("GET", ENDPOINTS_PATH)).json.data).toMatchObject({ apps: [], items: [{ app_has_key: false }] });
  });

  it("at its start, the server logs each webhook endpoint whose app has no key", async () => {
    const warnSpy = vi.spyOn(log, "warn");
    await createEndpoint();
    await createEndpoint({ url: "https://second.example/" });
    await createEndpoint({ app: "other" });
    await warnOfAppsWithoutKey(app.db);
    expect(warnSpy).not.toHaveBeenCalled();
    settings.appKeys = [];
    await warnOfAppsWithoutKey(app.db);
    expect(warnSpy).toHaveBeenCalledExactlyOnceWith({ apps: ["demo", "other"] }, expect.stringMatching(/APP_API_KEYS/));
    warnSpy.mockRestore();
  });

  it("a webhook endpoint is deleted; a timed task then deletes its log and its waiting deliveries", async () => {
    const created = await createEndpoint();
    await call("POST", `${ENDPOINTS_PATH}/${created.id}/test`, {});
    expect((await call("DELETE", `${ENDPOINTS_PATH}/${created.id}`, { version: 2 })).status).toBe(409);
    expect((await call("DELETE", `${ENDPOINTS_PATH}/${created.id}`, { version: 1 })).json.data).toEqual({
      id: created.id,
    });
    expect(await newestAudit(created.id)).toMatchObject({ action: "appConfig.deleteWebhookEndpoint" });
    expect((await call("GET", DELIVERIES_PATH)).json.data).toMatchObject({ items: [], total: 0 });
    expect(await deleteOldWebhookDeliveries(app.db)).toBe(1);
    expect(await app.db.$count(outbox)).toBe(0);
  });

  it("a webhook endpoint needs the update right, and a recent proof of identity if its URL or secret changes", async () => {
    const created = await createEndpoint();
    const path = `${ENDPOINTS_PATH}/${created.id}`;
    const reader = await makeAdmin(app, { rights: makeRights({ "App Configurations": ["read"] }) });
    const unproved = await makeAdmin(app, { isProved: false });
    const writes: [string, string, object][] = [
      ["POST", ENDPOINTS_PATH, endpointInput({ url: "https://other.example/" })],
      ["PATCH", path, updateInput(created)],
      ["POST", `${path}/secret`, { version: 1 }],
      ["POST", `${path}/test`, {}],
      ["POST", `${path}/replay`, { from: "2026-01-01", to: "2026-01-02" }],
      ["DELETE", path, { version: 1 }],
    ];
    for (const [method, url, body] of writes) expect((await call(method, url, body, reader.token)).status).toBe(403);
    for (const [method, url, body] of writes.slice(0, 3))
      expect((await call(method, url, body, unproved.token)).json.code).toBe("PROOF_NEEDED");
    expect((await call("GET", ENDPOINTS_PATH, undefined, reader.token)).status).toBe(200);
    const stranger = await makeAdmin(app, { rights: makeRights({}) });
    for (const url of [ENDPOINTS_PATH, DELIVERIES_PATH])
      expect((await call("GET", url, undefined, stranger.token)).status).toBe(403);
  });
});

const DAY_MS = 86_400_000;
type Delivery = Partial<typeof webhookDeliveries.$inferInsert>;
const addDelivery = async (endpointId: string, values: Delivery = {}) => {
  const id = uuid();
  await app.db
    .insert(webhookDeliveries)
    .values({ id, endpointId, type: "user.closed", body: '{"type":"user.closed"}', state: "failed", ...values });
  return id;
};

describe("log", () => {
  const at = (text: string) => new Date(text);
  it("the log of webhooks is filtered by endpoint, state, type and Lagos days, newest first or last, in pages", async () => {
    const one = await createEndpoint();
    const two = await createEndpoint({ url: "https://two.example/", name: "Second" });
    const first = await addDelivery(one.id, { createdAt: at("2026-03-01T22:59:59Z"), state: "delivered" });
    const second = await addDelivery(one.id, { createdAt: at("2026-03-01T23:00:00Z"), type: "payment.failed" });
    const third = await addDelivery(two.id, { createdAt: at("2026-03-03T10:00:00Z") });
    const ids = async (query: string) =>
      (await call("GET", `${DELIVERIES_PATH}${query}`)).json.data.items.map(({ id }: { id: string }) => id);
    expect(await ids("")).toEqual([third, second, first]);
    expect(await ids("?sort=created_at")).toEqual([first, second, third]);
    expect(await ids(`?endpoint=${one.id}`)).toEqual([second, first]);
    expect(await ids(`?endpoint=${uuid()}`)).toEqual([]);
    expect(await ids("?state=failed")).toEqual([third, second]);
    expect(await ids("?state=failed,delivered&type=user.closed")).toEqual([third, first]);
    expect(await ids("?from=2026-03-02&to=2026-03-02")).toEqual([second]);
    expect((await call("GET", `${DELIVERIES_PATH}?state=lost`)).status).toBe(400);
    for (let n = 0; n < 20; n++) await addDelivery(two.id, { createdAt: at("2026-02-01T10:00:00Z") });
    const page = await call("GET", `${DELIVERIES_PATH}?page=1&size=20`);
    expect(page.json.data).toMatchObject({ total: 23, page: 1, items: { length: 3 } });
    expect((await call("GET", DELIVERIES_PATH)).json.data.items[0]).toMatchObject({
      endpoint: { id: two.id, name: "Second" },
      body: '{"type":"user.closed"}',
    });
  });

  it("the log of webhooks is kept for 30 days; waiting deliveries are kept longer", async () => {
    const { id } = await createEndpoint();
    const old = new Date(Date.now() - 30.1 * DAY_MS);
    await addDelivery(id, { createdAt: old });
    const waiting = await addDelivery(id, { createdAt: old, state: "pending" });
    const young = await addDelivery(id, { createdAt: new Date(Date.now() - 29.9 * DAY_MS) });
    expect(await deleteOldWebhookDeliveries(app.db)).toBe(1);
    const left = await app.db.select({ id: webhookDeliveries.id }).from(webhookDeliveries);
    expect(left.map((each) => each.id).sort()).toEqual([waiting, young].sort());
  });
});

it("old and orphaned webhook deliveries are found by indexes, however long the log is", async () => {
  const { id } = await createEndpoint();
  await app.db.execute(sql`
    insert into webhook_deliveries (id, endpoint_id, type, body)
    select gen_random_uuid(), ${id}, 'user.closed', '{}' from generate_series(1, 20000)`);
  for (let n = 0; n < 2; n++) {
    await addDelivery(uuid(), { state: "pending" });
    await addDelivery(id, { createdAt: new Date(Date.now() - 40 * DAY_MS) });
  }
  await app.db.execute(sql`
    insert into outbox (kind, payload)
    select 'webhook', jsonb_build_object('deliveryId', id, 'endpointId', endpoint_id) from webhook_deliveries where state = 'pending'`);
  await app.db.execute(sql`analyze webhook_deliveries, outbox`);
  const plans: string[] = [];
  const execute = async (query: SQL) => {
    plans.push(JSON.stringify((await app.db.execute(sql`explain ${query}`)).rows));
    return app.db.execute(query);
  };
  expect(await deleteOldWebhookDeliveries({ ...app.db, execute } as typeof app.db)).toBe(4);
  expect(plans).not.toEqual([]);
  expect(plans.filter((plan) => /Seq Scan on (webhook_deliveries|outbox)/.test(plan))).toEqual([]);
  expect(await app.db.$count(webhookDeliveries)).toBe(20_000);
  expect(await app.db.$count(outbox)).toBe(20_000);
});

describe("replay", () => {
  it("a replay of webhooks leaves out events that fail after its start", async () => {
    const { id } = await createEndpoint();
    const failedBefore = await addDelivery(id, { lastAttemptAt: new Date(Date.now() - 1_000) });
    const neverSent = await addDelivery(id);
    const waiting = await addDelivery(id, { state: "pending" });
    const today = new Date(Date.now() + 3_600_000).toISOString().slice(0, 10);
    await call("POST", `${ENDPOINTS_PATH}/${id}/replay`, { from: "2026-01-01", to: today });
    const later = new Date(Date.now() + 1_000);
    await app.db
      .update(webhookDeliveries)
      .set({ state: "failed", lastAttemptAt: later })
      .where(eq(webhookDeliveries.id, waiting));
    await addDelivery(id, { createdAt: later });
    await runWebhookReplays(app.db);
    const queued = (await app.db.select().from(outbox)).map(
      ({ payload }) => "deliveryId" in payload && payload.deliveryId,
    );
    expect(queued.sort()).toEqual([failedBefore, neverSent].sort());
  });

  it("a replay of webhooks skips an event that another call has locked, because waiting for that call could be a deadlock", async () => {
    const { id } = await createEndpoint();
    const delivery = await addDelivery(id);
    const day = "2026-03-02";
    await app.db.update(webhookDeliveries).set({ createdAt: at(`${day}T10:00:00Z`) });
    await call("POST", `${ENDPOINTS_PATH}/${id}/replay`, { from: day, to: day });
    await app.db.transaction(async (tx) => {
      await tx.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, delivery)).for("update");
      expect(await Promise.race([runWebhookReplays(app.db), delay(5_000, "waits")])).toBe(1);
      await tx.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)).for("update");
    });
  });

  it("a replay of webhooks shows at most 10,000 as the number of events, but sends all", async () => {
    const { id } = await createEndpoint();
    await app.db.execute(sql`
      insert into webhook_deliveries (id, endpoint_id, type, body, state, created_at)
      select gen_random_uuid(), ${id}, 'user.closed', '{}', 'failed', '2026-03-02T10:00:00Z' from generate_series(1, 10001)`);
    const path = `${ENDPOINTS_PATH}/${id}`;
    const count = await call("GET", `${path}/failed?from=2026-03-02&to=2026-03-02`);
    expect(count.json.data).toEqual({ count: 10_000, count_is_capped: true });
    const started = await call("POST", `${path}/replay`, { from: "2026-03-02", to: "2026-03-02" });
    expect(started.json.data.replay).toMatchObject({ total: 10_000, total_is_capped: true });
    expect(await newestAudit(id)).toMatchObject({ after: { events: "10,000+" } });
    await runWebhookReplays(app.db);
    expect(await app.db.$count(outbox)).toBe(10_001);
  });

  it("a single webhook event is replayed with the same id and body, unless it is pending or its endpoint is disabled", async () => {
    const created = await createEndpoint({ url: receiver.url });
    const id = await addDelivery(created.id, { attempts: 8, status: 500 });
    const replayed = await call("POST", `${DELIVERIES_PATH}/${id}/replay`);
    expect(replayed.json.data).toMatchObject({ id, state: "pending", attempts: 8 });
    expect(await newestAudit(created.id)).toMatchObject({ action: "appConfig.replayWebhook", after: { replayed: id } });
    expect((await call("POST", `${DELIVERIES_PATH}/${id}/replay`)).json).toMatchObject({
      status: 409,
      current: { id },
    });
    await deliverOutbox(app.db);
    expect(receiver.received).toMatchObject([{ headers: { "webhook-id": id }, body: '{"type":"user.closed"}' }]);
    expect((await app.db.select().from(webhookDeliveries))[0]).toMatchObject({ state: "delivered", attempts: 9 });
    expect((await call("POST", `${DELIVERIES_PATH}/${id}/replay`)).status).toBe(200);
    await deliverOutbox(app.db);
    expect(receiver.received).toHaveLength(2);
    await app.db.update(webhookEndpoints).set({ enabled: false });
    expect((await call("POST", `${DELIVERIES_PATH}/${id}/replay`)).status).toBe(409);
    expect((await call("POST", `${DELIVERIES_PATH}/${uuid()}/replay`)).status).toBe(404);
  });

  it("a replay of webhooks queues the failed events of a period in batches, reports its progress, and can be stopped", async () => {
    const created = await createEndpoint();
    const other = await createEndpoint({ url: "https://two.example/" });
    const rows = (endpointId: string, count: number, createdAt: string, state: "failed" | "delivered" = "failed") =>
      app.db.insert(webhookDeliveries).values(
        Array.from({ length: count }, () => ({
          id: uuid(),
          endpointId,
          type: "user.closed" as const,
          body: "{}",
          state,
          createdAt: at(createdAt),
        })),
      );
    await rows(created.id, 1_203, "2026-03-02T10:00:00Z");
    await rows(created.id, 3, "2026-03-04T10:00:00Z");
    await rows(created.id, 2, "2026-03-02T10:00:00Z", "delivered");
    await rows(other.id, 2, "2026-03-02T10:00:00Z");
    const period = { from: "2026-03-02", to: "2026-03-03" };
    const path = `${ENDPOINTS_PATH}/${created.id}`;
    const count = await call("GET", `${path}/failed?from=${period.from}&to=${period.to}`);
    expect(count.json.data).toEqual({ count: 1_203, count_is_capped: false });
    const started = await call("POST", `${path}/replay`, period);
    expect(started.json.data.replay).toMatchObject({ total: 1_203, done: 0, running: true });
    expect(await newestAudit(created.id)).toMatchObject({ after: { events: 1_203 } });
    expect((await call("POST", `${path}/replay`, period)).json.message).toMatch(/running/);
    expect(await runWebhookReplays(app.db)).toBe(3);
    const [stored] = await app.db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, created.id));
    expect(stored?.replay).toMatchObject({ done: 1_203, running: false });
    expect(await app.db.$count(outbox)).toBe(1_203);
    expect(await app.db.$count(webhookDeliveries, eq(webhookDeliveries.state, "failed"))).toBe(5);
    expect((await call("POST", `${path}/replay`, period)).json.message).toMatch(/Nothing failed/);
    expect((await call("DELETE", `${path}/replay`)).status).toBe(409);
    await call("POST", `${path}/replay`, { from: "2026-03-04", to: "2026-03-04" });
    const stopped = await call("DELETE", `${path}/replay`);
    expect(stopped.json.data.replay).toMatchObject({ total: 3, done: 0, running: false });
    expect(await newestAudit(created.id)).toMatchObject({ after: { replay_stopped_at: "0 of 3" } });
    expect(await runWebhookReplays(app.db)).toBe(0);
    expect((await call("POST", `${path}/replay`, { from: "2026-03-04", to: "2026-03-03" })).status).toBe(400);
  });

  const at = (text: string) => new Date(text);
});
